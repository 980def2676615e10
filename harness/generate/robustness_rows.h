// What robustness mode calls: for each precondition that a cell has, calls that
// break it and nothing else, each beside a control that differs in that one
// thing and is accepted. Tested by tests/spec/precondition_test.cc and
// tests/harness/generate/robustness_case_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/backend.h"
#include "spec/infer.h"

namespace assay {

// What the elements of a sample's tensor are.
enum class Filling : std::uint8_t {
  kPlain,
  kIndices,       // 0, but for the first
  kHermitian,     // 4 on the diagonals of matrices, 1 beside them
  kNotHermitian,  // the same, with one pair of elements that differ
};

struct SampleTensor {
  TensorType type;
  Filling filling = Filling::kPlain;
  std::int64_t first_index = 0;
  bool has_gaps = false;  // laid out as every other element of an array
};
inline SampleTensor of(DType dtype, Shape shape) {
  return {.type = {dtype, std::move(shape)}};
}

// Where the first operand lies with respect to out.
enum class Sharing : std::uint8_t {
  kNone,
  kApart,    // in one buffer, behind it
  kShifted,  // in one buffer, one element further
};

struct Sample {
  std::vector<SampleTensor> operands;
  Attributes attributes = {};
  // Empty where they follow: as inferred for the control.
  std::vector<SampleTensor> outs = {};
  Sharing sharing = Sharing::kNone;
};

struct RobustnessRow {
  std::string_view clause;  // the precondition
  Sample broken;
  Sample control;
  // A backend may also count the index from the end, once.
  bool may_wrap = false;
};

// Returns the rows of a cell, those of one clause one after the other; none
// where nothing is asked of callers.
std::vector<RobustnessRow> robustness_rows(const Cell& cell);

// Returns the types of the results of a row's calls, or of its given outs.
std::vector<TensorType> result_types(const Cell& cell,
                                     const RobustnessRow& row);

// The parts of robustness_rows(), by family.
using RobustnessRows = std::vector<RobustnessRow>;
void add_elementwise_rows(const Cell& cell, RobustnessRows& rows);
void add_axis_rows(const Cell& cell, RobustnessRows& rows);
void add_movement_rows(const Cell& cell, RobustnessRows& rows);
void add_random_rows(const Cell& cell, RobustnessRows& rows);
void add_indexing_rows(const Cell& cell, RobustnessRows& rows);
void add_window_rows(const Cell& cell, RobustnessRows& rows);
void add_contraction_rows(const Cell& cell, RobustnessRows& rows);
void add_fourier_rows(const Cell& cell, RobustnessRows& rows);
void add_linalg_rows(const Cell& cell, RobustnessRows& rows);

// Adds a row of one operand with attributes that break the clause, and with
// some that do not.
void add_attribute_row(std::string_view clause, const SampleTensor& x,
                       const Attributes& broken, const Attributes& control,
                       RobustnessRows& rows);

// Adds rows with an out of the wrong shape, of the wrong dtype where the op
// does not leave it open, and, but for assign, with gaps.
void add_out_rows(const Cell& cell, std::string_view clause,
                  const Sample& control, const TensorType& out,
                  RobustnessRows& rows);

// Returns another dtype than this: float32, or int32 in its place.
constexpr DType another(DType dtype) {
  return dtype == DType::kFloat32 ? DType::kInt32 : DType::kFloat32;
}

}  // namespace assay
