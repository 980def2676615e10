// Lists the calls that break the preconditions of the resampling family, each
// with a control that differs in that one thing.
// Tested by tests/spec/precondition_test.cc.
#include "harness/families/drawn_families.h"
#include "spec/call_attributes.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Makes the rows of one cell.
class ResamplingBreaches {
 public:
  ResamplingBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), rows_(rows), control_(control_of(cell)) {}

  void add() {
    add_shape("resampling.rank"_clause, 0, {1, 2, 3});
    add_shape("resampling.extents"_clause, 0, {1, 0, 3, 4});
    add_shape("resampling.extents"_clause, 0, {1, 2, 0, 4});
    add_shape("resampling.extents"_clause, 0, {1, 2, 3, 0});
    if (cell_.op == "grid_sample_2d"_op)
      add_grids();
    else
      add_sizes();
    const bool is_gradient = cell_.op == "interpolate_backward"_op;
    add_out_rows(cell_, "resampling.out"_clause, control_,
                 {cell_.dtype, is_gradient ? kImage : kResult}, rows_);
  }

 private:
  static inline const Shape kImage = {1, 2, 3, 4};
  static inline const Shape kResult = {1, 2, 5, 7};

  static Sample control_of(const Cell& cell) {
    Sample sample{{of(cell.dtype, kImage)},
                  Attributes().flag(AttributeKey::kAlignCorners, false)};
    if (cell.op == "grid_sample_2d"_op) {
      sample.operands.push_back(of(cell.dtype, {1, 5, 7, 2}));
      sample.attributes.padding_mode(PaddingMode::kZeros)
          .interpolation(cell.variant == "nearest" ? Interpolation::kNearest
                                                   : Interpolation::kBilinear);
      return sample;
    }
    select_variant(cell.op, cell.variant, sample.attributes);
    sample.attributes.set(AttributeKey::kOutputSize, {5, 7});
    if (cell.op == "interpolate_backward"_op)
      sample.operands.push_back(of(cell.dtype, kResult));
    return sample;
  }

  template <typename F>
  void add_changed(std::string_view clause, F change) {
    Sample broken = control_;
    change(broken);
    rows_.push_back({clause, std::move(broken), control_});
  }
  void add_shape(std::string_view clause, std::size_t operand,
                 const Shape& shape) {
    add_changed(clause, [&](Sample& sample) {
      sample.operands[operand].type.shape = shape;
    });
  }
  void add_dtype(std::string_view clause, std::size_t operand) {
    add_changed(clause, [&](Sample& sample) {
      sample.operands[operand].type.dtype = another(cell_.dtype);
    });
  }

  void add_sizes() {
    for (const Shape& sizes :
         {Shape{5}, Shape{5, 7, 1}, Shape{0, 7}, Shape{5, -1}})
      add_changed("resampling.output_size"_clause, [&](Sample& sample) {
        sample.attributes.set(AttributeKey::kOutputSize, sizes);
      });
    if (cell_.op != "interpolate_backward"_op) return;
    add_shape("resampling.gradient"_clause, 1, {1, 2, 5, 6});
    add_dtype("resampling.gradient"_clause, 1);
  }

  void add_grids() {
    constexpr std::string_view kGrid = "grid_sample_2d.grid"_clause;
    add_shape("resampling.rank"_clause, 1, {1, 5, 14});
    add_shape(kGrid, 1, {2, 5, 7, 2});
    add_shape(kGrid, 1, {1, 0, 7, 2});
    add_shape(kGrid, 1, {1, 5, 7, 3});
    add_dtype(kGrid, 1);
    add_changed("grid_sample_2d.modes"_clause, [](Sample& sample) {
      sample.attributes.interpolation(Interpolation::kBicubic);
    });
  }

  const Cell& cell_;
  RobustnessRows& rows_;
  Sample control_;
};

}  // namespace

void add_resampling_rows(const Cell& cell, RobustnessRows& rows) {
  ResamplingBreaches(cell, rows).add();
}

}  // namespace assay
