// Checks the relation layout: a call gives the same results however its
// operands are stored. Each operand gets its own drawn view: rows of a larger
// array, axes in another order, steps, and reversed or repeated axes.
// Tested by tests/harness/relation/relation_layouts_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "harness/relation/relation_trial.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr Layout kNamed[] = {Layout::kOffset, Layout::kTranspose,
                             Layout::kSlice, Layout::kFlip, Layout::kMixed};

constexpr std::size_t kNoAxis = SIZE_MAX;

// Says how one axis of a drawn view is stored. Axes are placed from the last
// axis of the array to the first.
struct StoredAxis {
  std::int64_t step = 1;
  std::int64_t before = 0;  // elements in front of the first one
  std::int64_t after = 0;
  bool is_reversed = false;
};

LaidOut laid_out_by(const Shape& shape, const std::vector<std::size_t>& order,
                    const std::vector<StoredAxis>& axes) {
  Strides strides(shape.size());
  std::int64_t offset = 0;
  std::int64_t count = 1;
  for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
    const StoredAxis& stored = axes[*axis];
    const std::int64_t last = (shape[*axis] - 1) * stored.step;
    strides[*axis] = (stored.is_reversed ? -stored.step : stored.step) * count;
    offset += (stored.before + (stored.is_reversed ? last : 0)) * count;
    count *= stored.before + last + 1 + stored.after;
  }
  return {View(shape, std::move(strides), offset), count};
}

// Draws part of the rows and columns of a larger row-major array. No axis has a
// step, and the view does not begin at the start of the buffer.
LaidOut draw_part(const Shape& shape, ValueStream& stream) {
  std::vector<std::size_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<StoredAxis> axes(shape.size());
  if (!axes.empty()) {
    axes.back().before = 1 + static_cast<std::int64_t>(stream.below(3));
    axes.back().after = static_cast<std::int64_t>(stream.below(3));
    axes.front().before = static_cast<std::int64_t>(stream.below(2));
  }
  return laid_out_by(shape, order, axes);
}

// Draws axes in any order, one of them with a step and some reversed.
LaidOut draw_view(const Shape& shape, ValueStream& stream) {
  std::vector<std::size_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[stream.below(i)]);
  std::vector<StoredAxis> axes(shape.size());
  for (StoredAxis& axis : axes) {
    axis.is_reversed = stream.below(4) == 0;
    axis.before = static_cast<std::int64_t>(stream.below(3));
  }
  if (!axes.empty())
    axes[stream.below(axes.size())].step =
        1 + static_cast<std::int64_t>(stream.below(3));
  return laid_out_by(shape, order, axes);
}

// Draws a view that repeats one entry of the axis, after a few other elements.
LaidOut draw_repeated(const Shape& shape, std::size_t axis,
                      ValueStream& stream) {
  Shape inner = shape;
  inner[axis] = 1;
  LaidOut laid_out = draw_part(inner, stream);
  Strides strides = laid_out.view.strides();
  strides[axis] = 0;
  laid_out.view = View(shape, std::move(strides), laid_out.view.offset());
  return laid_out;
}

// Returns for each element the row-major position of the element at 0 along the
// axis.
std::vector<std::size_t> twins_of(const Shape& shape, std::size_t axis) {
  const View view(shape);
  std::vector<std::size_t> twins;
  for (Index at : indices(shape)) {
    at[axis] = 0;
    twins.push_back(static_cast<std::size_t>(view.linear_index(at)));
  }
  return twins;
}

// Makes an operand constant along an axis, so that a view can repeat it.
void hold_axis(Array& operand, std::size_t axis) {
  const auto from = operand.elements;
  const auto twins = twins_of(operand.shape, axis);
  for (std::size_t i = 0; i < twins.size(); ++i)
    operand.elements[i] = from[twins[i]];
}

// Returns the axis along which each operand is made constant, or an axis beyond
// all ranks if there is none. Rows of a matrix to be factorized must differ,
// and a product of equal factors leaves the range.
std::size_t held_axis(const RelationTrial& trial, const SampleCall& sample) {
  const PlannedCase& plan = trial.plan();
  const Variant& variant = *variant_named(spec_of(plan.op), plan.variant);
  if (tolerance_of(variant, plan.dtype).accuracy == Accuracy::kResidual)
    return 0;
  const bool is_product = is_judged_by(variant, Accuracy::kProduct);
  // A mask that is constant along an axis may select nothing.
  const bool is_counted = spec_of(plan.op).signature.is_counted;
  bool has_fixed = false;
  for (std::size_t i = 0; i < sample.operands.size(); ++i)
    has_fixed = has_fixed || is_fixed(sample, i);
  if (is_product || is_counted || has_fixed || sample.operands.empty() ||
      sample.operands[0].shape.empty())
    return kNoAxis;
  ValueStream stream = trial.stream(3);
  return stream.below(sample.operands[0].shape.size());
}

// Returns whether the profile holds results in two layouts only to the op's
// bound, and that bound is wider than exact bits.
bool need_only_agree(const RelationTrial& trial) {
  const PlannedCase& plan = trial.plan();
  const Accuracy accuracy =
      tolerance_of(*variant_named(spec_of(plan.op), plan.variant), plan.dtype)
          .accuracy;
  return trial.profile().is("layout.bits=within_bound"_policy) &&
         (accuracy == Accuracy::kUlp || accuracy == Accuracy::kNormwise);
}

void compare(RelationTrial& trial, const SampleCall& sample,
             const Arrays& plain, const Arrays& again, const std::string& how) {
  if (family_of(sample.op).name != "elementwise" || need_only_agree(trial))
    return trial.demand_agreement(sample, plain, again, how);
  // The sign of a complex zero is left open.
  trial.demand_same(plain[0], 0, again[0],
                    {.zero_sign = is_complex(trial.plan().dtype)}, how,
                    sample.open);
}

void lay_out_all(const RelationTrial& trial, SampleCall& sample,
                 ValueStream& stream,
                 LaidOut (*draw)(const Shape&, ValueStream&)) {
  for (Array& operand : sample.operands)
    operand.laid_out = draw(operand.shape, stream);
  if (spec_of(sample.op).signature.delivery != Delivery::kKept) return;
  const auto types = types_of_results(sample, trial.profile());
  if (types) sample.out = draw(types->front().shape, stream);
}

std::string text_of(const SampleCall& sample) {
  std::string text = "with operands";
  for (const Array& operand : sample.operands) {
    const View& view = operand.laid_out
                           ? operand.laid_out->view
                           : lay_out(operand.layout, operand.shape).view;
    text +=
        fmt::format(" {} of strides {} and offset {}", shape_text(view.shape()),
                    shape_text(view.strides()), view.offset());
  }
  return text;
}

}  // namespace

void relate_layouts(RelationTrial& trial) {
  const PlannedCase& plan = trial.plan();
  ValueStream stream = trial.stream(2);
  // The last axis and another one are the long one in turn. Casts have a single
  // case, so for them it is drawn.
  const int number =
      plan.number +
      (plan.op == "cast"_op ? static_cast<int>(stream.below(2)) : 0);
  const auto form = static_cast<SampleForm>(
      number % 2 == 0 ? 0 : 1 + stream.below(kSampleFormCount - 1));
  SampleWish wish{.size = draw_size(stream, 10, largest_size(plan.cell())),
                  .form = form,
                  .has_boundaries = true,
                  .shape_seed = stream.next(),
                  .value_seed = stream.next()};
  SampleCall sample = sample_call(plan.cell(), wish, trial.profile());
  const std::size_t held = number % 2 == 1 ? held_axis(trial, sample) : kNoAxis;
  if (held != kNoAxis) {
    for (Array& operand : sample.operands)
      if (held < operand.shape.size()) hold_axis(operand, held);
    if (!sample.open.empty()) {
      const auto open = sample.open;
      const auto twins = twins_of(sample.operands[0].shape, held);
      for (std::size_t i = 0; i < twins.size(); ++i)
        sample.open[i] = open[twins[i]];
    }
  }
  const auto plain = trial.call(sample);
  const auto again = [&] {
    const auto results = trial.call(sample);
    if (plain && results)
      compare(trial, sample, *plain, *results, text_of(sample));
  };
  lay_out_all(trial, sample, stream, draw_part);
  again();
  lay_out_all(trial, sample, stream, draw_view);
  again();
  // Gives one operand another view; the others are contiguous.
  const std::size_t other = stream.below(sample.operands.size());
  for (Array& operand : sample.operands) operand.laid_out.reset();
  sample.out.reset();
  Array& operand = sample.operands[other];
  if (held < operand.shape.size())
    operand.laid_out = draw_repeated(operand.shape, held, stream);
  else
    operand.layout = kNamed[stream.below(std::size(kNamed))];
  again();
}

}  // namespace assay
