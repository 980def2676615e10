// The list of its functions that a backend's class may carry: the compiler then
// names functions that are no op's, and ops that the class does not have.
// Tested by tests/scripts/typed_mistakes_test.py.
#pragma once

#include <string_view>

#include "spec/sdk/op_functions.h"

namespace assay {

// The name of a function that carries out an op, as an entry of the list
//   static constexpr assay::OpFunctionName kFunctions[] = {"add", "and_"};
// in the public part of a TypedBackend's class. A name that is no op's does not
// compile, and neither does a class that has the function of an op without
// listing it, or lists it without having it. The views, the memory and the
// copies that the base class brings along may be listed or not.
struct OpFunctionName {
  consteval OpFunctionName(const char* text) : name(text) {  // NOLINT
    if (!is_op_function(name))
      throw "this is the function of no op: see spec/sdk/op_functions.h";
  }
  std::string_view name;
};

// Returns whether a list has a name.
template <std::size_t count>
constexpr bool is_listed(const OpFunctionName (&list)[count],
                         std::string_view name) {
  for (const OpFunctionName& entry : list)
    if (entry.name == name) return true;
  return false;
}

}  // namespace assay
