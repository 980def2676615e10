// Builds sort and argsort at all sizes: on orders for which sorting algorithms
// have special paths, with equal elements, and with NaN anywhere.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/call_attributes.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/places.h"

namespace assay {
namespace {

// Lists the orders of a line before it is sorted.
enum class LineOrder : int {
  kRandom,
  kFewValues,
  kAscending,
  kDescending,
  kNearlySorted,
  kBits,  // any bit patterns and boundary values except NaN
};
constexpr std::int64_t kLineOrderCount = 6;

// Returns the element with this rank in a line of `count`, in ascending order.
// Neighbours are equal if the dtype has too few values.
ElementBits element_of_rank(DType dtype, std::int64_t rank,
                            std::int64_t count) {
  if (dtype == DType::kBool) return {2 * rank >= count ? 1u : 0u, 0};
  const int bits = is_integer(dtype) ? std::min(spec_of(dtype).bits, 40)
                                     : format_of(dtype).precision;
  std::int64_t half = std::int64_t{1} << (bits - 1);
  if (category_of(dtype) == Category::kUnsigned)
    return small_integer(dtype, rank *
                                    std::min<std::int64_t>(2 * half, 1 << 20) /
                                    std::max<std::int64_t>(count, 1));
  half = std::min<std::int64_t>(half, 1 << 20);
  const std::int64_t span =
      std::min<std::int64_t>(2 * half, std::max<std::int64_t>(count, 2));
  ElementBits element = small_integer(
      dtype, rank * span / std::max<std::int64_t>(count, 1) - span / 2);
  // Every second pair of complex numbers differs only in its imaginary part.
  if (is_complex(dtype)) {
    element = small_integer(
        dtype, rank / 2 * span / std::max<std::int64_t>(count, 1) - span / 2);
    element.im = small_integer(dtype, rank % 2 == 0 ? -1 : 1).re;
  }
  return element;
}

bool has_nan(const CaseBuilder& builder) {
  return builder.row().values == ValueKind::kNan;
}

std::vector<ElementBits> line_of(const CaseBuilder& builder, std::int64_t count,
                                 ValueStream& stream) {
  const DType dtype = builder.plan().dtype;
  const auto order = static_cast<LineOrder>(stream.below(kLineOrderCount));
  const std::uint64_t seed = stream.next();
  std::vector<ElementBits> line;
  line.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t word = scrambled(seed, static_cast<std::uint64_t>(i));
    if (order == LineOrder::kBits) {
      line.push_back(draw_wild(dtype, stream));
      continue;
    }
    std::int64_t rank = i;
    if (order == LineOrder::kDescending) rank = count - 1 - i;
    if (order == LineOrder::kFewValues)
      rank = static_cast<std::int64_t>(word % kFewValueCount) * count /
             static_cast<std::int64_t>(kFewValueCount);
    line.push_back(element_of_rank(dtype, rank, count));
  }
  const auto swap_any = [&](std::int64_t i) {
    std::swap(line[static_cast<std::size_t>(i)],
              line[stream.below(static_cast<std::uint64_t>(count))]);
  };
  if (order == LineOrder::kRandom)
    for (std::int64_t i = 0; i < count; ++i) swap_any(i);
  if (order == LineOrder::kNearlySorted)
    for (const std::int64_t i : edges(count, 8, stream)) swap_any(i);
  if (has_nan(builder)) {
    const FloatFormat& format = format_of(dtype);
    for (const std::int64_t i :
         edges(count, 1 + static_cast<std::size_t>(stream.below(40)), stream))
      line[static_cast<std::size_t>(i)].re =
          quiet_nan_bits(format) |
          (stream.below(2) == 0 ? 0 : sign_bit(format));
  }
  return line;
}

}  // namespace

void build_sorting_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  LongAxis along = long_axis(builder);
  if (plan.layout == Layout::kSeveral) {
    along.shape = varied_shape(builder);
    along.axis = builder.structure().choose(
        0, static_cast<std::int64_t>(along.shape.size()));
  }
  const auto axis = static_cast<std::size_t>(along.axis);
  const std::int64_t length = along.shape[axis];
  // Fills line by line: `kept` is the shape without the sorted axis.
  ValueStream stream(builder.seed(), kLineStream);
  const std::int64_t line_count = element_count(along.shape) / length;
  std::vector<std::vector<ElementBits>> lines;
  for (std::int64_t i = 0; i < line_count; ++i)
    lines.push_back(line_of(builder, length, stream));
  Shape kept = along.shape;
  kept[axis] = 1;
  Strides strides = row_major_strides(kept);
  strides[axis] = 0;
  std::vector<std::size_t> next(lines.size(), 0);
  std::vector<ElementBits> elements;
  for_each_place(View(along.shape, std::move(strides), 0),
                 [&](std::int64_t place) {
                   const auto line = static_cast<std::size_t>(place);
                   elements.push_back(lines[line][next[line]++]);
                 });
  builder.add_tensor("x", plan.dtype, along.shape, builder.layout_of(0),
                     [&](std::size_t k) { return elements[k]; });
  Attributes attributes;
  attributes.axis(along.axis);
  select_variant(plan.op, plan.variant, attributes);
  builder.add_writing_program(
      {"x"}, attributes,
      dtype_by(spec_of(plan.op).signature.results[0].role, plan.cell()),
      along.shape);
}

}  // namespace assay
