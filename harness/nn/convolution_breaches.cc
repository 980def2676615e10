// Makes the calls of the convolution family that break preconditions.
// Tested by tests/spec/precondition_test.cc.
#include <string_view>
#include <utility>

#include "harness/families/drawn_families.h"
#include "harness/nn/convolution_geometry.h"

namespace assay {
namespace {

// Adds the rows of one cell.
class ConvolutionBreaches {
 public:
  ConvolutionBreaches(const Cell& cell, RobustnessRows& rows)
      : cell_(cell), plain_(plain_convolution(cell)), rows_(rows) {
    control_.attributes = plain_.attributes();
    for (const DrawnOperand& operand : plain_.operands())
      control_.operands.push_back(of(cell.dtype, operand.shape));
  }

  void add_all() {
    add_options();
    add_shapes();
    if (plain_.is_biased) add_bias();
    if (plain_.is_x_gradient() || plain_.is_weight_gradient()) add_gradient();
    add_extents();
    add("same_dtype", [&](Sample& sample) {
      sample.operands[1].type.dtype = another(cell_.dtype);
    });
    add_out_rows(cell_, "convolution.out"_clause, control_,
                 {cell_.dtype, plain_.result()}, rows_);
  }

 private:
  // Adds a row for the clause of this aspect, with a changed call.
  template <typename Change>
  void add(std::string_view aspect, Change change) {
    Sample broken = control_;
    change(broken);
    rows_.push_back({clause_of(cell_.op, aspect), std::move(broken), control_});
  }
  void add_integer(std::string_view aspect, AttributeKey key, std::size_t place,
                   std::int64_t value) {
    add(aspect, [&](Sample& sample) {
      Attributes::Integers list = sample.attributes.integers(key);
      list[place] = value;
      sample.attributes.set(key, std::move(list));
    });
  }
  static Shape& shape(Sample& sample, std::size_t operand) {
    return sample.operands[operand].type.shape;
  }
  // Returns the position of weight. The one gradient without x has it first.
  std::size_t weight() const {
    return plain_.is_x_gradient() && plain_.is_transposed() ? 0 : 1;
  }
  bool has_x() const { return weight() == 1; }

  void add_options() {
    add("lengths", [](Sample& sample) {
      Attributes::Integers list =
          sample.attributes.integers(AttributeKey::kDilation);
      list.push_back(1);
      sample.attributes.set(AttributeKey::kDilation, std::move(list));
    });
    add_integer("positive", AttributeKey::kStride, 0, 0);
    add_integer("positive", AttributeKey::kDilation, 0, -1);
    add_integer("positive", AttributeKey::kGroups, 0, 0);
    add("positive", [](Sample& sample) {
      sample.attributes.set(
          AttributeKey::kPadding,
          Attributes::Integers(sample.attributes.padding().size() * 2, -1));
    });
    if (plain_.is_transposed() || plain_.axes.size() != 2)
      add_integer("symmetric", AttributeKey::kPadding, 1, 1);
  }

  void add_shapes() {
    add("rank", [&](Sample& sample) { shape(sample, weight()).push_back(1); });
    // An extent of x or, in the gradient without x, of weight.
    add("positive", [](Sample& sample) { shape(sample, 0).back() = 0; });
    // Three input channels are not shared out to two groups.
    add("whole_groups", [&](Sample& sample) {
      if (has_x()) shape(sample, 0)[1] = 3;
      shape(sample, weight())[0] = 3;
      sample.attributes.set(AttributeKey::kGroups, {2});
    });
    if (has_x())
      add("channels", [&](Sample& sample) {
        ++shape(sample, weight())[plain_.is_transposed() ? 0 : 1];
      });
  }

  void add_bias() {
    add("rank", [](Sample& sample) { shape(sample, 2).push_back(1); });
    add("channels", [](Sample& sample) { ++shape(sample, 2)[0]; });
  }

  void add_gradient() {
    const std::size_t grad = control_.operands.size() - 1;
    add("gradient", [&](Sample& sample) { ++shape(sample, grad)[1]; });
    if (has_x())
      add("gradient", [&](Sample& sample) { ++shape(sample, grad).back(); });
    else
      add("rank", [&](Sample& sample) { shape(sample, grad).push_back(1); });
  }

  void add_extents() {
    if (!plain_.is_transposed())
      return add("fits",
                 [&](Sample& sample) { shape(sample, weight())[2] = 9; });
    add_integer("short_output_padding", AttributeKey::kOutputPadding, 0, 1);
    // The extents of grad allow two steps, but not of 4.
    if (!has_x()) add_integer("whole_extents", AttributeKey::kStride, 0, 4);
  }

  const Cell& cell_;
  ConvolutionGeometry plain_;
  Sample control_;
  RobustnessRows& rows_;
};

}  // namespace

void add_convolution_rows(const Cell& cell, RobustnessRows& rows) {
  ConvolutionBreaches(cell, rows).add_all();
}

}  // namespace assay
