// Defines the optional list of functions in a backend's class. With a list the
// compiler reports functions that belong to no op, and listed ops that the
// class does not have.
// Tested by tests/scripts/typed_mistakes_test.py.
#pragma once

#include <string_view>

#include "spec/sdk/op_functions.h"

namespace assay {

// Holds the name of a function that carries out an op. It is an entry of the
// list
//   static constexpr assay::OpFunctionName kFunctions[] = {"add", "and_"};
// in the public part of a TypedBackend's class. A name that belongs to no op
// does not compile. Neither does a class that has the function of an op but
// does not list it, or the other way round. Functions that the base class
// provides (views, memory and copies) may be listed or not.
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
