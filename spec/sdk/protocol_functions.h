// Finds out which functions of op set protocol a backend's class overrides, so
// that a TypedBackend claims exactly the rows that it has.
// Tested by tests/spec/device_memory_test.cc.
#pragma once

#include <string_view>
#include <type_traits>

#include "spec/backend.h"

namespace assay {

// Returns whether a pointer to a member has another type than that of the base
// class. The type names the class that defines the member.
template <typename Own, typename Inherited>
constexpr bool is_overridden(Own, Inherited) {
  return !std::is_same_v<Own, Inherited>;
}

// Returns whether the class overrides the functions of a row of op set
// protocol. Only a class can tell whether it makes use of donations, so it
// claims that row itself.
template <typename Author>
bool overrides_functions_of(std::string_view row) {
  if (row == "session")
    return is_overridden(&Author::session_begin, &Backend::session_begin) &&
           is_overridden(&Author::session_end, &Backend::session_end);
  if (row == "reclaim")
    return is_overridden(&Author::reclaim, &Backend::reclaim);
  if (row == "fusion")
    return is_overridden(&Author::execute_plan, &Backend::execute_plan);
  if (row == "placement")
    return is_overridden(&Author::places, &Backend::places) &&
           is_overridden(&Author::place_of, &Backend::place_of) &&
           is_overridden(&Author::alloc_in, &Backend::alloc_in) &&
           is_overridden(&Author::transfer, &Backend::transfer);
  return false;
}

}  // namespace assay
