// Chooses small extents by the structure, and changes them until they show what
// a case is about.
// Tested by tests/harness/nn/convolution_geometry_test.cc.
#include "harness/nn/convolution_geometry.h"

#include <algorithm>

#include "harness/nn/convolution_rows.h"

namespace assay {
namespace {

// The fewest elements of a result. In fewer a misplaced tap may meet equal
// neighbours.
constexpr std::int64_t kFewestResults = 16;

ConvolutionCase case_of(const CallWish& wish) {
  return special_of<ConvolutionCase>(wish.row);
}

// Returns an axis on which only the middle one of three taps is over elements.
ConvolutionAxis middle_tap_over(std::int64_t extent) {
  return {extent, 3, 1, extent, extent, extent};
}

std::size_t spatial_axes(const Cell& cell) {
  if (cell.variant == "1d") return 1;
  return cell.variant == "3d" ? 3 : 2;
}

// Chooses numbers for one axis; other axes get other ones.
class AxisChoice {
 public:
  AxisChoice(const CallWish& wish, std::size_t axis)
      : structure_(wish.structure), axis_(axis) {}
  std::int64_t operator()(std::size_t k, std::int64_t count) const {
    return structure_.choose((axis_ * 3 + k) % kChoiceCount, count);
  }

 private:
  const Structure& structure_;
  std::size_t axis_;
};

ConvolutionAxis chosen_axis(const CallWish& wish, std::size_t axis,
                            bool is_narrow) {
  const AxisChoice choose(wish, axis);
  const Shape& shape = wish.structure.shape;
  ConvolutionAxis chosen;
  // Extents of neighbouring axes differ, so that exchanged ones show. Those of
  // three axes are short, so that results have few elements.
  chosen.extent =
      1 + static_cast<std::int64_t>(axis) +
      std::min<std::int64_t>(shape[axis % shape.size()], is_narrow ? 1 : 7);
  chosen.kernel = 1 + choose(0, is_narrow ? 2 : 4);
  chosen.stride = 1 + choose(1, 3);
  chosen.dilation = 1 + choose(2, 2);
  chosen.before = chosen.after = choose(3, 2);
  return chosen;
}

// Changes the axis so that it shows what the case is about.
void make_telling(const CallWish& wish, std::size_t axis,
                  ConvolutionAxis& chosen) {
  const AxisChoice choose(wish, axis);
  switch (case_of(wish)) {
    case ConvolutionCase::kStride:
      chosen.stride = 2 + choose(1, 2);
      chosen.extent += 3;
      break;
    case ConvolutionCase::kDilation:
      chosen.dilation = 2 + choose(2, 2);
      chosen.kernel = 2 + choose(0, 2);
      chosen.stride = 1 + choose(1, 2);
      break;
    case ConvolutionCase::kPadded:
    case ConvolutionCase::kInfiniteOverPadding:
      chosen.before = chosen.after = 1 + choose(3, 2);
      chosen.kernel = 2 + choose(0, 2);
      if (case_of(wish) == ConvolutionCase::kPadded && wish.number % 3 == 2)
        chosen = middle_tap_over(chosen.extent);
      break;
    case ConvolutionCase::kLeftOver:
      chosen.stride = 3;
      break;
    case ConvolutionCase::kRemainder:
      chosen.stride = 3;
      chosen.dilation = 1;
      chosen.before = chosen.after = 0;
      break;
    case ConvolutionCase::kTrailing:
      // A window more would fit into grad for each stride of output_padding.
      chosen.dilation = 2 + choose(2, 2);
      chosen.stride = chosen.dilation - 1;
      chosen.longer = chosen.stride;
      chosen.kernel = 2 + choose(0, 2);
      break;
    case ConvolutionCase::kOverlap:
      chosen.stride = chosen.dilation = 1;
      chosen.kernel = 3;
      chosen.extent += 2;
      break;
    case ConvolutionCase::kGaps:
      chosen.stride = 3;
      chosen.dilation = 1;
      chosen.kernel = 1 + choose(0, 2);
      chosen.before = chosen.after = 0;
      break;
    case ConvolutionCase::kLonger:
      chosen.stride = 2 + choose(1, 2);
      chosen.dilation = 2 + choose(2, 2);
      // What falls into the added elements is a tap of the last window only if
      // padding has cut elements off there.
      chosen.kernel = 2 + choose(0, 2);
      chosen.before = chosen.after = 1;
      chosen.longer = 1;
      break;
    case ConvolutionCase::kManyTaps:
      // Filters of one tap are often a matrix product of their own.
      if (wish.number % 3 == 2) chosen = {.extent = chosen.extent, .kernel = 1};
      break;
    default:
      break;
  }
  if (wish.cell.variant == "asymmetric") {
    chosen.before = axis == 0 ? 1 + choose(3, 2) : choose(4, 2);
    chosen.after = axis == 0 ? 0 : 1 - chosen.before;
  }
}

// Makes the axis keep the preconditions, with a tap over an element at least.
void make_valid(const CallWish& wish, bool is_transposed,
                ConvolutionAxis& axis) {
  axis.longer =
      is_transposed
          ? std::min(axis.longer, std::max(axis.stride, axis.dilation) - 1)
          : 0;
  const ConvolutionCase special = case_of(wish);
  const auto is_valid = [&] {
    if (is_transposed) return axis.transposed() >= 1;
    if (axis.room() < 0) return false;
    // How many places of the padded extent are after the last window.
    const std::int64_t rest = axis.room() % axis.stride;
    if (special == ConvolutionCase::kLeftOver) return rest > 0;
    return special != ConvolutionCase::kRemainder || rest > axis.after;
  };
  while (!is_valid() || axis.met(is_transposed, true).empty()) ++axis.extent;
}

// Chooses channels, whose groups, inputs and outputs differ where they can.
void choose_channels(const CallWish& wish, ConvolutionGeometry& geometry) {
  const auto choose = [&](std::size_t k, std::int64_t count) {
    return wish.structure.choose(k, count);
  };
  geometry.batch = 1 + choose(4, 3);
  geometry.inputs = 1 + choose(5, 3);
  geometry.outputs = 1 + choose(6, 3);
  geometry.is_biased = choose(0, 2) == 1;
  std::int64_t& inputs = geometry.summed_channels();
  std::int64_t& outputs = geometry.kept_channels();
  switch (case_of(wish)) {
    case ConvolutionCase::kGroups:
      geometry.groups = 2 + choose(4, 2);
      inputs = 2;
      outputs = 1 + choose(6, 2) * 2;
      break;
    case ConvolutionCase::kDepthwise:
      geometry.groups = 2 + choose(5, 4);
      inputs = 1;
      outputs = 1 + choose(6, 2);
      break;
    case ConvolutionCase::kBiased:
      geometry.is_biased = true;
      outputs = 2 + choose(6, 2);
      break;
    case ConvolutionCase::kShown:
      geometry.is_biased = false;
      geometry.groups = wish.number % 3 == 2 ? 2 : 1;
      break;
    case ConvolutionCase::kGaps:
      geometry.is_biased = wish.number % 2 == 1;
      break;
    case ConvolutionCase::kOneNan:
      geometry.groups = 1 + choose(4, 2);
      outputs = 2;
      break;
    case ConvolutionCase::kManyTaps:
      if (geometry.is_weight_gradient())
        geometry.batch = shrinkable_size(wish.structure, 20);
      else
        inputs = shrinkable_size(wish.structure,
                                 spatial_axes(wish.cell) > 2 ? 16 : 40);
      break;
    default:
      if (wish.number % 4 == 3) geometry.groups = 2;
      break;
  }
  const Op op = geometry.op;
  if (op != "conv"_op && op != "conv_transpose"_op) geometry.is_biased = false;
}

// Returns channels near vector widths and blocks, and kernels from 1×1 up to
// long ones.
void make_long(const CallWish& wish, ConvolutionGeometry& geometry) {
  const auto size = [&](std::int64_t target) {
    return shrinkable_size(wish.structure, target);
  };
  std::int64_t& inputs = geometry.summed_channels();
  std::int64_t& outputs = geometry.kept_channels();
  ConvolutionAxis& last = geometry.axes.back();
  switch (wish.number % 6) {
    case 0:  // channels around a vector
      inputs = size(17);
      outputs = size(9);
      break;
    case 1:
      outputs = size(33);
      break;
    case 2:  // a long kernel, 1×7 in planes
      last.kernel = size(7);
      inputs = size(5);
      break;
    case 3:  // a long row
      last.extent = size(67);
      break;
    case 4:  // depthwise
      geometry.groups = size(15);
      inputs = 1;
      break;
    default:  // a long sum
      if (geometry.is_weight_gradient())
        last.extent = size(257);
      else
        inputs = size(129);
      break;
  }
}

// Makes one extent of a rung long, and the others so short that the reference
// answers within a second.
void stretch(const CallWish& wish, ConvolutionGeometry& geometry) {
  geometry.batch = 1;
  geometry.inputs = std::min<std::int64_t>(geometry.inputs, 2);
  geometry.outputs = std::min<std::int64_t>(geometry.outputs, 2);
  for (ConvolutionAxis& axis : geometry.axes) {
    axis.extent = std::min<std::int64_t>(axis.extent, 2);
    axis.kernel = std::min<std::int64_t>(axis.kernel, 2);
  }
  ConvolutionAxis& last = geometry.axes.back();
  // A rung has fewer cases than there are ways, so its extents choose as well.
  switch ((wish.number + wish.extent) % 5) {
    case 0:
      geometry.inputs = wish.extent;
      break;
    case 1:
      last.extent = wish.extent;
      break;
    case 2:
      last.kernel = wish.extent;
      last.dilation = 1;
      break;
    case 3:
      geometry.outputs = wish.extent;
      break;
    default:
      geometry.batch = wish.extent;
      break;
  }
}

}  // namespace

bool ConvolutionGeometry::is_transposed() const {
  return spec_of(op).has(AttributeKey::kOutputPadding);
}

bool ConvolutionGeometry::is_x_gradient() const {
  return op == "conv_x_backward"_op || op == "conv_transpose_x_backward"_op;
}

bool ConvolutionGeometry::is_weight_gradient() const {
  return op == "conv_weight_backward"_op ||
         op == "conv_transpose_weight_backward"_op;
}

Shape ConvolutionGeometry::x() const {
  Shape shape = {batch, groups * inputs};
  for (const ConvolutionAxis& axis : axes) shape.push_back(axis.extent);
  return shape;
}

Shape ConvolutionGeometry::weight() const {
  Shape shape = is_transposed() ? Shape{groups * inputs, outputs}
                                : Shape{groups * outputs, inputs};
  for (const ConvolutionAxis& axis : axes) shape.push_back(axis.kernel);
  return shape;
}

Shape ConvolutionGeometry::convolved() const {
  Shape shape = {batch, groups * outputs};
  for (const ConvolutionAxis& axis : axes)
    shape.push_back(is_transposed() ? axis.transposed() : axis.windows());
  return shape;
}

Shape ConvolutionGeometry::result() const {
  if (is_x_gradient()) return x();
  return is_weight_gradient() ? weight() : convolved();
}

std::int64_t ConvolutionGeometry::term_count() const {
  std::int64_t count = is_weight_gradient() ? batch
                       : is_x_gradient()    ? outputs
                                            : inputs;
  for (const ConvolutionAxis& axis : axes)
    count *= !is_weight_gradient() ? axis.kernel
             : is_transposed()     ? axis.extent
                                   : axis.windows();
  return count;
}

std::vector<DrawnOperand> ConvolutionGeometry::operands() const {
  if (is_x_gradient() && is_transposed()) return {{weight()}, {convolved()}};
  if (is_x_gradient() || is_weight_gradient())
    return {{x()}, {weight()}, {convolved()}};
  std::vector<DrawnOperand> all = {{x()}, {weight()}};
  if (is_biased) all.push_back({bias()});
  return all;
}

Attributes ConvolutionGeometry::attributes() const {
  Shape stride;
  Shape dilation;
  Shape longer;
  std::vector<std::pair<std::int64_t, std::int64_t>> padding;
  for (const ConvolutionAxis& axis : axes) {
    stride.push_back(axis.stride);
    dilation.push_back(axis.dilation);
    longer.push_back(axis.longer);
    padding.emplace_back(axis.before, axis.after);
  }
  Attributes attributes;
  attributes.padding(padding)
      .set(AttributeKey::kStride, stride)
      .set(AttributeKey::kDilation, dilation)
      .set(AttributeKey::kGroups, {groups});
  if (spec_of(op).has(AttributeKey::kBiased))
    attributes.flag(AttributeKey::kBiased, is_biased);
  if (is_transposed()) attributes.set(AttributeKey::kOutputPadding, longer);
  return attributes;
}

ConvolutionGeometry convolution_geometry(const CallWish& wish) {
  const std::size_t axes = spatial_axes(wish.cell);
  ConvolutionGeometry geometry{.op = wish.cell.op};
  choose_channels(wish, geometry);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    ConvolutionAxis chosen = chosen_axis(wish, axis, axes > 2);
    make_telling(wish, axis, chosen);
    geometry.axes.push_back(chosen);
  }
  if (wish.extent > 0)
    stretch(wish, geometry);
  else if (case_of(wish) == ConvolutionCase::kEveryTerm)
    make_long(wish, geometry);
  // One channel of the result for each tap, so that one case shows all of them.
  if (case_of(wish) == ConvolutionCase::kShown && shows_places_of_x(wish) &&
      wish.extent == 0 && !geometry.is_weight_gradient())
    geometry.kept_channels() =
        std::min<std::int64_t>(geometry.term_count(), 64);
  for (ConvolutionAxis& axis : geometry.axes)
    make_valid(wish, geometry.is_transposed(), axis);
  const bool needs_many =
      wish.row.values == ValueKind::kExactSmall || wish.extent == 0;
  while (needs_many && element_count(geometry.result()) < kFewestResults)
    if (geometry.is_weight_gradient())
      ++geometry.outputs;
    else
      geometry.axes.back().extent += geometry.axes.back().stride;
  if (wish.row.shape == CaseShape::kEmpty) geometry.batch = 0;
  return geometry;
}

ConvolutionGeometry plain_convolution(const Cell& cell) {
  ConvolutionGeometry geometry{
      .op = cell.op,
      .is_biased = spec_of(cell.op).has(AttributeKey::kBiased),
      .inputs = 2,
      .outputs = 3,
      .axes = std::vector<ConvolutionAxis>(
          spatial_axes(cell),
          {.extent = spatial_axes(cell) > 2 ? 2 : 3, .kernel = 2})};
  if (cell.variant == "asymmetric") geometry.axes[0].before = 1;
  return geometry;
}

}  // namespace assay
