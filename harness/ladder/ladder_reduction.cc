// Builds reductions, arg-reductions and scans at all sizes. Sums consist of
// steps between small numbers, so that every partial sum is exact, each term
// matters, and no result is large. Extrema, ties and NaN are at places where
// kernels switch methods. Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/families/accumulation.h"
#include "harness/families/op_rows.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/call_attributes.h"
#include "spec/float_codec.h"
#include "spec/infer.h"
#include "spec/places.h"

namespace assay {
namespace {

struct Reduced {
  Shape shape;
  std::vector<std::int64_t> axes;
};

// Returns alternate axes of a shape of rank 4 to 6, so that reduced and kept
// axes alternate.
Reduced several_axes(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const bool is_three = builder.plan().number % 8 == 7;
  const std::size_t rank = is_three ? 5 + structure.choices[2] % 2 : 4;
  Reduced reduced;
  reduced.shape.assign(rank, 2);
  const auto first = static_cast<std::size_t>(structure.choose(3, 2));
  for (std::size_t axis = first; axis < rank; axis += 2)
    reduced.axes.push_back(static_cast<std::int64_t>(axis));
  if (structure.choose(4, 3) != 0)  // otherwise all extents are equal
    for (std::size_t axis = 0; axis < rank; ++axis)
      reduced.shape[axis] += static_cast<std::int64_t>(axis);
  // One axis, reduced or kept, takes the rest of the extent.
  auto& rest = reduced.shape[static_cast<std::size_t>(
      structure.choose(5, static_cast<std::int64_t>(rank)))];
  rest = 1;
  rest = std::max<std::int64_t>(
      structure.shape[0] / element_count(reduced.shape), 1);
  if (structure.choose(6, 2) == 0)
    std::reverse(reduced.axes.begin(), reduced.axes.end());
  return reduced;
}

// Returns any axes of any shape: a single one if the op takes one, else some or
// all.
Reduced varied_axes(const CaseBuilder& builder, bool is_reduction) {
  Reduced reduced{varied_shape(builder), {}};
  ValueStream stream(builder.seed(), 3004);
  const std::size_t rank = reduced.shape.size();
  const bool is_all = stream.below(4) == 0;
  const std::size_t chosen = stream.below(rank);
  for (std::size_t axis = 0; axis < rank; ++axis)
    if (axis == chosen || (is_reduction && (is_all || stream.below(3) == 0)))
      reduced.axes.push_back(static_cast<std::int64_t>(axis));
  return reduced;
}

Reduced reduced_of(const CaseBuilder& builder) {
  const bool is_reduction = spec_of(builder.plan().op).has(AttributeKey::kAxes);
  if (builder.plan().layout == Layout::kSeveral)
    return varied_axes(builder, is_reduction);
  if (is_reduction && builder.plan().number % 8 >= kAxisPlaceCount)
    return several_axes(builder);
  const LongAxis along = long_axis(builder);
  return {along.shape, {along.axis}};
}

// Returns for each element in row-major order the number of its slice.
std::vector<std::size_t> slices_of(const Reduced& reduced) {
  Shape kept = reduced.shape;
  for (const std::int64_t axis : reduced.axes)
    kept[static_cast<std::size_t>(axis)] = 1;
  Strides strides = row_major_strides(kept);
  for (const std::int64_t axis : reduced.axes)
    strides[static_cast<std::size_t>(axis)] = 0;
  std::vector<std::size_t> slices;
  for_each_place(View(reduced.shape, std::move(strides), 0),
                 [&](std::int64_t place) {
                   slices.push_back(static_cast<std::size_t>(place));
                 });
  return slices;
}

// Returns terms that step between numbers from -3 to 3. The running sum of each
// slice is such a number, and every step changes it.
std::vector<ElementBits> steps_of_sums(const CaseBuilder& builder,
                                       const std::vector<std::size_t>& slices,
                                       std::size_t slice_count) {
  const DType dtype = builder.plan().dtype;
  struct Sum {
    std::int64_t re = 0;
    std::int64_t im = 0;
  };
  std::vector<Sum> sums(slice_count);
  std::vector<ElementBits> elements;
  elements.reserve(slices.size());
  const auto step = [&](std::int64_t& from, std::uint64_t word) {
    // Adds one of the six other numbers from -3 to 3.
    const auto by = static_cast<std::int64_t>(1 + word % 6);
    const std::int64_t to = (from + 3 + by) % 7 - 3;
    return to - std::exchange(from, to);
  };
  for (std::size_t k = 0; k < slices.size(); ++k) {
    const std::uint64_t word = scrambled(builder.seed(), k);
    ElementBits bits = small_integer(dtype, step(sums[slices[k]].re, word));
    if (is_complex(dtype))
      bits.im = small_integer(dtype, step(sums[slices[k]].im, word >> 32)).re;
    elements.push_back(bits);
  }
  return elements;
}

// Returns ones, with factors at about forty places of each slice: at the ends,
// at edges and anywhere else.
std::vector<ElementBits> factors(const CaseBuilder& builder,
                                 const std::vector<std::size_t>& slices,
                                 std::size_t slice_count) {
  const DType dtype = builder.plan().dtype;
  constexpr std::size_t kFactors = 40;
  const std::size_t length =
      std::max<std::size_t>(slices.size() / slice_count, 1);
  ValueStream stream(builder.seed(), 1010);
  std::vector<std::size_t> seen(slice_count, 0);
  std::vector<ElementBits> elements;
  elements.reserve(slices.size());
  for (std::size_t k = 0; k < slices.size(); ++k) {
    const std::size_t at = seen[slices[k]]++;
    const bool is_end = at < 2 || at + 3 > length;
    const bool is_factor =
        is_end || scrambled(builder.seed(), k) % length < kFactors;
    elements.push_back(is_factor ? draw_factor(dtype, stream)
                                 : small_integer(dtype, 1));
  }
  return elements;
}

// Returns a number for the background of a search for extrema. It is below 100
// for most dtypes, and smaller for dtypes of few bits.
ElementBits background(DType dtype, std::uint64_t word) {
  if (dtype == DType::kBool) return {word & 1, 0};
  const bool is_tiny = spec_of(dtype).bits <= 8 && is_real(dtype);
  if (spec_of(dtype).bits == 4) {
    const auto value = static_cast<std::int64_t>(word % 10) + 2;
    return small_integer(
        dtype, category_of(dtype) == Category::kSigned ? value - 7 : value);
  }
  const std::int64_t value = is_tiny ? 1 + static_cast<std::int64_t>(word % 7)
                                     : 5 + static_cast<std::int64_t>(word % 90);
  const bool has_sign = category_of(dtype) != Category::kUnsigned;
  return small_integer(dtype,
                       has_sign && (word >> 40 & 1) != 0 ? -value : value);
}

// Returns a number beyond every number of the background.
ElementBits beyond(DType dtype, bool is_max) {
  if (dtype == DType::kBool) return {is_max ? 1u : 0u, 0};
  if (spec_of(dtype).bits == 4)
    return small_integer(dtype, category_of(dtype) == Category::kSigned
                                    ? (is_max ? 7 : -8)
                                    : (is_max ? 15 : 0));
  const bool is_tiny = spec_of(dtype).bits <= 8 && is_real(dtype);
  const std::int64_t value = is_tiny ? 8 : 100;
  if (category_of(dtype) == Category::kUnsigned)
    return small_integer(dtype, is_max ? value : 1);
  return small_integer(dtype, is_max ? value : -value);
}

// Returns a zero of either sign, or a number that loses to both.
ElementBits zero_or_loser(DType dtype, bool is_max, std::uint64_t word) {
  if (word % 5 == 0) return small_integer(dtype, is_max ? -1 : 1);
  return {word >> 63 == 0 ? 0 : sign_bit(format_of(dtype)), 0};
}

bool is_about(const CaseBuilder& builder, ValueKind kind) {
  return builder.row().values == kind;
}

// Says what an op of the family computes. For a scan the variant decides.
enum class Sought : std::uint8_t { kTotal, kMinimum, kMaximum, kByVariant };
struct SoughtRow {
  Op op;
  Sought sought;
};
constexpr SoughtRow kSought[] = {
    {"reduce_sum"_op, Sought::kTotal},
    {"reduce_prod"_op, Sought::kTotal},
    {"reduce_max"_op, Sought::kMaximum},
    {"reduce_min"_op, Sought::kMinimum},
    {"argmax"_op, Sought::kMaximum},
    {"argmin"_op, Sought::kMinimum},
    {"associative_scan"_op, Sought::kByVariant},
};
static_assert(is_complete("reduction", kSought));

bool is_about_maxima(const PlannedCase& plan) {
  const Sought sought = row_for(plan.op, kSought).sought;
  if (sought != Sought::kByVariant) return sought == Sought::kMaximum;
  return plan.variant == kScanNames[static_cast<std::size_t>(Scan::kMax)];
}

// Returns a background with one extremum, several equal ones or a NaN at edges
// of each slice. The first slice has it at the very end.
std::vector<ElementBits> extrema(const CaseBuilder& builder,
                                 const std::vector<std::size_t>& slices,
                                 std::size_t slice_count) {
  const PlannedCase& plan = builder.plan();
  const DType dtype = plan.dtype;
  const bool is_max = is_about_maxima(plan);
  const bool is_scan = !spec_of(plan.op).has(AttributeKey::kKeepdims);
  const bool is_about_zeros = is_about(builder, ValueKind::kZeros) ||
                              is_about(builder, ValueKind::kZerosAndOnes);
  // In a very long line random bits reach the extremum early, so on high rungs
  // it is placed deliberately.
  const bool is_wild = plan.rung <= 4 && !is_about_zeros &&
                       !is_about(builder, ValueKind::kNan) &&
                       !is_about(builder, ValueKind::kTies) &&
                       builder.structure().choose(2, 3) == 0;
  ValueStream wild(builder.seed(), 1016);
  std::vector<std::vector<std::size_t>> places(slice_count);
  std::vector<ElementBits> elements;
  elements.reserve(slices.size());
  for (std::size_t k = 0; k < slices.size(); ++k) {
    places[slices[k]].push_back(k);
    if (is_about_zeros) {
      elements.push_back(
          zero_or_loser(dtype, is_max, scrambled(builder.seed(), k)));
      continue;
    }
    if (is_wild) {
      elements.push_back(draw_wild(dtype, wild));
      continue;
    }
    ElementBits bits = background(dtype, scrambled(builder.seed(), k));
    // No other element may be true (or false).
    if (dtype == DType::kBool) bits = beyond(dtype, !is_max);
    elements.push_back(bits);
  }
  if (is_about_zeros || is_wild) return elements;
  ValueStream stream(builder.seed(), 1011);
  // All slices have the same length, so a few sets of edges serve all of them.
  constexpr std::size_t kEdgeSets = 32;
  std::vector<std::vector<std::int64_t>> edge_sets;
  while (edge_sets.size() < std::min(slice_count, kEdgeSets))
    edge_sets.push_back(edges(std::ssize(places[0]), 12, stream));
  for (std::size_t slice = 0; slice < slice_count; ++slice) {
    const auto& of_slice = places[slice];
    const auto count = static_cast<std::int64_t>(of_slice.size());
    const auto& some = edge_sets[slice % edge_sets.size()];
    const auto pick = [&]() -> ElementBits& {
      const std::int64_t at =
          slice == 0 ? count - 1 : some[stream.below(some.size())];
      return elements[of_slice[static_cast<std::size_t>(at)]];
    };
    if (is_about(builder, ValueKind::kNan)) {
      const FloatFormat& format = format_of(dtype);
      pick() = {quiet_nan_bits(format) |
                    (stream.below(2) == 0 ? 0 : sign_bit(format)),
                0};
      // Neither a larger number after the NaN nor a second NaN may win.
      if (stream.below(2) == 0)
        elements[of_slice.back()] = beyond(dtype, is_max);
      if (stream.below(2) == 0) pick() = {quiet_nan_bits(format), 0};
      continue;
    }
    pick() = beyond(dtype, is_max);
    const bool is_tied = is_about(builder, ValueKind::kTies);
    for (std::size_t more = 0; is_tied && more < 1 + stream.below(3); ++more)
      elements[of_slice[static_cast<std::size_t>(
          some[stream.below(some.size())])]] = beyond(dtype, is_max);
    // Adds further records on the way, also late ones.
    for (std::size_t i = 0; is_scan && i < some.size(); ++i)
      if (dtype != DType::kBool && spec_of(dtype).bits > 8)
        elements[of_slice[static_cast<std::size_t>(some[i])]] = small_integer(
            dtype,
            category_of(dtype) == Category::kUnsigned && !is_max
                ? 4 - static_cast<std::int64_t>(i) / 4
                : (is_max ? 1 : -1) * (96 + static_cast<std::int64_t>(i)));
  }
  return elements;
}

Attributes attributes_of(const CaseBuilder& builder, const Reduced& reduced) {
  const PlannedCase& plan = builder.plan();
  return attributes_along(plan.op, plan.variant, reduced.axes,
                          builder.structure().choices[0] % 2 == 1);
}

}  // namespace

void build_reduction_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Reduced reduced = reduced_of(builder);
  const std::vector<std::size_t> slices = slices_of(reduced);
  const std::size_t slice_count =
      slices.empty() ? 1 : *std::max_element(slices.begin(), slices.end()) + 1;
  const bool is_sum = adds_terms(plan.op, plan.variant);
  const bool is_product = multiplies_factors(plan.op, plan.variant);
  const auto elements = is_sum ? steps_of_sums(builder, slices, slice_count)
                        : is_product ? factors(builder, slices, slice_count)
                                     : extrema(builder, slices, slice_count);
  builder.add_tensor("x", plan.dtype, reduced.shape, builder.layout_of(0),
                     [&](std::size_t k) { return elements[k]; });
  const Attributes attributes = attributes_of(builder, reduced);
  const TensorType operand{plan.dtype, reduced.shape};
  const auto types = infer(plan.op, {&operand, 1}, attributes, plan.dtype);
  builder.add_writing_program({"x"}, attributes, types->front().dtype,
                              types->front().shape);
  // If elements share storage, their sums differ from the planned ones but are
  // still small and exact. Products are not.
  const bool is_as_drawn = !repeats_elements(plan.layout);
  if (is_sum || (is_product && is_as_drawn)) builder.demand_exact();
}

}  // namespace assay
