// Infers the types of all tensors of a case, step by step. A subject may be
// asked to run only programs that pass this.
// Tested by tests/harness/case/case_json_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "harness/case/case.h"
#include "spec/infer.h"

namespace assay {

// Limits the elements of a tensor's storage, of a step's result and of an
// expectation, so that a case fits into memory whatever its file says.
inline constexpr std::int64_t kMaxCaseElements = std::int64_t{1} << 26;

// Limits the elements that a view shows. An operand, or a movement of it, may
// show the elements of a small storage many times.
inline constexpr std::int64_t kMaxViewElements = std::int64_t{1} << 36;

using TensorTypes = std::map<std::string, TensorType, std::less<>>;

// Returns the type of every tensor, including those that steps return, or
// `invalid` with the first contradiction.
Result<TensorTypes> type_case(const Case& test_case);

// Returns the dtype of a step's fill value: its dtype attribute, or the dtype
// of its first operand, which an earlier step may have made. Returns float32 if
// neither is known.
DType fill_dtype(const Case& test_case, const Step& step);

// Returns whether every element that the view shows is within a storage of
// `count` elements. It is correct for any strides; no product in it overflows.
bool stays_within_storage(const View& view, std::int64_t count);

// Returns whether the result of the op is a view of its operand. A reshape may
// also copy, and then the backend may lack the memory.
bool makes_view(Op op, const Profile& profile);

// Returns whether a case uses anything of op set protocol. Such a case goes on
// after a step that has answered its expected error.
bool uses_protocol(const Case& test_case);

// Returns the row of op set protocol that a step which is not a call needs.
Op op_of(StepKind does);

// Returns whether steps of this op name new tensors in their outs.
bool makes_tensor(Op op);

}  // namespace assay
