// Finds the parts of a case that alterations change.
#pragma once

#include <string>

#include "harness/case/case.h"
#include "spec/op_table.h"

namespace assay {

// Returns the only step of a case, or null if there are more or none.
inline Step* only_step(Case& test_case) {
  return test_case.steps.size() == 1 ? &test_case.steps.front() : nullptr;
}

// Returns the tensor of a name, or null.
inline CaseTensor* tensor_of(Case& test_case, const std::string& name) {
  for (CaseTensor& tensor : test_case.tensors)
    if (tensor.name == name) return &tensor;
  return nullptr;
}

// Returns whether the results of an op are positions along its axis.
constexpr bool gives_positions(Op op) {
  return op == "argmax"_op || op == "argmin"_op || op == "argsort"_op;
}

}  // namespace assay
