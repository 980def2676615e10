// The types of the tensors of a case: what its program makes of them, step by
// step. A program that types is one that a backend may be asked to run.
// Tested by tests/harness/case_json_test.cc.
#pragma once

#include <map>
#include <string>

#include "harness/case.h"
#include "spec/infer.h"

namespace assay {

using TensorTypes = std::map<std::string, TensorType, std::less<>>;

// Returns the type of every tensor, those that steps return included, or
// `invalid` with the first contradiction.
Result<TensorTypes> type_case(const Case& test_case);

// Returns whether the steps of an op name new tensors in their outs.
bool makes_tensor(Op op);

}  // namespace assay
