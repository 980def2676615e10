// Defines the calls of robustness mode: one that breaks a precondition and
// nothing else, and its control, which differs in that one thing and is
// accepted. Tested by tests/spec/precondition_test.cc.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "spec/backend.h"
#include "spec/infer.h"

namespace assay {

// Says what the elements of a sample's tensor are.
enum class Filling : std::uint8_t {
  kPlain,
  kIndices,       // 0, except the first
  kHermitian,     // matrices with 4 on the diagonal and 1 elsewhere
  kNotHermitian,  // the same, but one pair of elements differs
  kScales,        // 1, except the first
};

// Describes a tensor of a sample: its type, elements and layout.
struct SampleTensor {
  TensorType type;
  Filling filling = Filling::kPlain;
  std::int64_t first_index = 0;
  double first_scale = 1;
  bool has_gaps = false;  // laid out as every other element of an array
};
inline SampleTensor of(DType dtype, Shape shape) {
  return {.type = {dtype, std::move(shape)}};
}

// Says where the first operand is relative to out.
enum class Sharing : std::uint8_t {
  kNone,
  kApart,    // in one buffer, after it
  kShifted,  // in one buffer, one element further
};

// Describes one call.
struct Sample {
  std::vector<SampleTensor> operands;
  Attributes attributes = {};
  // Empty if the outs are those inferred for the control.
  std::vector<SampleTensor> outs = {};
  Sharing sharing = Sharing::kNone;
};

// Holds a call that breaks a precondition, and its control.
struct RobustnessRow {
  std::string_view clause;  // the precondition
  Sample broken;
  Sample control;
  // True if a backend may also count the index from the end, once.
  bool may_wrap = false;
};

using RobustnessRows = std::vector<RobustnessRow>;

// Adds a row with one operand, and attributes that break the clause or do not.
void add_attribute_row(std::string_view clause, const SampleTensor& x,
                       const Attributes& broken, const Attributes& control,
                       RobustnessRows& rows);

// Adds rows with an out of the wrong shape; of the wrong dtype, except for
// conversions to the dtype of the out; and with gaps, except for assign.
void add_out_rows(const Cell& cell, std::string_view clause,
                  const Sample& control, const TensorType& out,
                  RobustnessRows& rows);

// Returns a different dtype: float32, or int32 for float32 itself.
constexpr DType another(DType dtype) {
  return dtype == DType::kFloat32 ? DType::kInt32 : DType::kFloat32;
}

}  // namespace assay
