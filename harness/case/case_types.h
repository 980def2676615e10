// The types of the tensors of a case: what its program makes of them, step by
// step. A program that types is one that a backend may be asked to run.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "harness/case/case.h"
#include "spec/infer.h"

namespace assay {

// No tensor of a case holds more elements, no step computes more and none are
// compared: storage and results must fit into memory, whatever a file says.
inline constexpr std::int64_t kMaxCaseElements = std::int64_t{1} << 26;

// No view shows more. An operand, or what a movement makes of it, may repeat
// elements of a small storage.
inline constexpr std::int64_t kMaxViewElements = std::int64_t{1} << 36;

using TensorTypes = std::map<std::string, TensorType, std::less<>>;

// Returns the type of every tensor, those that steps return included, or
// `invalid` with the first contradiction.
Result<TensorTypes> type_case(const Case& test_case);

// Returns the dtype of a step's fill value: what its dtype attribute says, or
// that of its first operand, which a step before it may have made. float32
// where none is known.
DType fill_dtype(const Case& test_case, const Step& step);

// Returns whether every element that the view shows lies in a storage of
// `count` elements. Sound for any strides: no step is taken that overflows.
bool stays_within_storage(const View& view, std::int64_t count);

// Returns whether the steps of an op name new tensors in their outs.
bool makes_tensor(Op op);

}  // namespace assay
