// Makes slices of which one element decides: the only one that is not 0, the
// only 0, or an extremum, whose value differs from slice to slice so that a
// wrong axis shows.
// Tested by tests/harness/frontend/drawn_statistics_test.cc.
#include "harness/case/planned_case.h"
#include "harness/frontend/draw_statistics.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns a random number for each pair of a case and a place.
std::uint64_t drawn_number(const CallWish& wish, std::uint32_t stream,
                           std::int64_t place) {
  const auto seed = static_cast<std::uint64_t>(wish.number) << 48 |
                    static_cast<std::uint64_t>(wish.choose(5, 64)) << 40 |
                    static_cast<std::uint64_t>(place);
  return ValueStream(seed, stream).next();
}

bool is_truth(Op op) { return op == "any"_op || op == "all"_op; }

// Returns an element that is true, but looks like 0 to code that narrows it,
// converts it to an integer or looks at its sign.
ElementBits true_element(DType dtype, std::uint64_t choice) {
  if (dtype == DType::kBool) return {1, 0};
  const int bits = spec_of(dtype).bits;
  if (is_integer(dtype)) {
    const int shifts[] = {0, bits - 1, bits / 2, bits > 32 ? 32 : 1};
    return {std::uint64_t{1} << shifts[choice % 4], 0};
  }
  const FloatFormat& format = format_of(dtype);
  const std::uint64_t sign = choice / 4 % 2 == 0 ? 0 : sign_bit(format);
  const std::uint64_t magnitudes[] = {1, encode_real(format, 0.5),
                                      encode_real(format, 1.0),
                                      overflow_bits(format)};
  return {sign | magnitudes[choice % 4], 0};
}

// Returns a zero, of either sign if the case is about its sign.
ElementBits false_element(const CallWish& wish, std::uint64_t choice) {
  const bool is_about_sign = aspect_of(wish.row.clause) == "negative_zero";
  if (!is_about_sign || choice % 2 == 0) return {};
  return {sign_bit(format_of(wish.cell.dtype)), 0};
}

ElementBits nan_element(DType dtype, std::uint64_t choice) {
  const FloatFormat& format = format_of(dtype);
  const std::uint64_t sign = choice % 2 == 0 ? 0 : sign_bit(format);
  return {sign | quiet_nan_bits(format) | choice / 2 % 2, 0};
}

// Returns an element of any or all. In slices without a telling element every
// element is 0, or none is.
ElementBits truth(const CallWish& wish, bool is_telling, std::int64_t k) {
  const std::uint64_t choice = drawn_number(wish, 1041, k);
  const bool is_true = is_telling == (wish.cell.op == "any"_op);
  if (!is_true) return false_element(wish, choice);
  const bool is_about_nan = aspect_of(wish.row.clause) == "nan";
  if (is_about_nan && (is_telling || choice % 4 == 0))
    return nan_element(wish.cell.dtype, choice / 4);
  return true_element(wish.cell.dtype, choice);
}

// Returns an element of a slice whose extremum is the telling one.
ElementBits extreme(const CallWish& wish, bool is_telling, std::int64_t slice,
                    std::int64_t k) {
  const DType dtype = wish.cell.dtype;
  const auto other = static_cast<std::int64_t>(drawn_number(wish, 1042, k) % 4);
  const std::int64_t step = slice % 16;
  const bool is_unsigned = category_of(dtype) == Category::kUnsigned;
  if (wish.cell.op == "min_with_index"_op) {
    const std::int64_t base = is_unsigned ? 40 : 0;
    return small_integer(dtype, is_telling ? base - 7 - step : base + other);
  }
  if (is_telling) {
    const bool is_negative = wish.cell.op == "max_abs"_op && !is_unsigned &&
                             (slice + wish.number) % 2 == 0;
    return small_integer(dtype, is_negative ? -7 - step : 7 + step);
  }
  const bool is_below = !is_unsigned && other % 2 == 1;
  return small_integer(dtype, is_below ? -other : other);
}

}  // namespace

std::int64_t SlicedOperand::slice_size() const {
  std::int64_t size = 1;
  for (std::int64_t axis : axes) size *= shape[static_cast<std::size_t>(axis)];
  return size;
}

PlaceInSlice place_in_slice(const SlicedOperand& reduced, std::size_t k) {
  std::vector<bool> is_along(reduced.shape.size(), false);
  for (std::int64_t axis : reduced.axes)
    is_along[static_cast<std::size_t>(axis)] = true;
  PlaceInSlice place;
  std::int64_t slices = 1;
  std::int64_t steps = 1;
  auto rest = static_cast<std::int64_t>(k);
  for (std::size_t axis = reduced.shape.size(); axis-- > 0;) {
    const std::int64_t extent = reduced.shape[axis];
    std::int64_t& part = is_along[axis] ? place.along : place.slice;
    std::int64_t& unit = is_along[axis] ? steps : slices;
    part += rest % extent * unit;
    unit *= extent;
    rest /= extent;
  }
  return place;
}

CaseBuilder::Filler telling_elements(const CallWish& wish,
                                     const SlicedOperand& reduced) {
  // The wish refers to what ends with the call, so the filler keeps copies.
  return [cell = wish.cell, row = wish.row, structure = wish.structure,
          number = wish.number, extent = wish.extent, reduced](std::size_t k) {
    const CallWish wanted{.cell = cell,
                          .row = row,
                          .structure = structure,
                          .number = number,
                          .extent = extent};
    const PlaceInSlice place = place_in_slice(reduced, k);
    const std::uint64_t choice = drawn_number(wanted, 1043, place.slice);
    const auto size = static_cast<std::uint64_t>(reduced.slice_size());
    const auto at = static_cast<std::int64_t>(k);
    // Repeated elements leave few that differ, so there every element may tell.
    if (is_truth(cell.op) && aspect_of(row.clause) == "strided_operands")
      return truth(wanted, drawn_number(wanted, 1045, at) % size == 0, at);
    // Every second slice of a test of truth has the other answer.
    const bool has_none = is_truth(cell.op) && choice % 2 == 0;
    const bool is_telling =
        !has_none &&
        choice / 2 % size == static_cast<std::uint64_t>(place.along);
    return is_truth(cell.op) ? truth(wanted, is_telling, at)
                             : extreme(wanted, is_telling, place.slice, at);
  };
}

}  // namespace assay
