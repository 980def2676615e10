// Draws calls of convert: elements that the dtype of out has, and pairs of
// dtypes that are refused.
// Tested by tests/harness/lax/drawn_conversion_test.cc.
#include <cmath>
#include <limits>
#include <vector>

#include "harness/families/drawn_families.h"
#include "harness/lax/conversion_rows.h"
#include "harness/lax/draw_elementwise.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/integer_range.h"

namespace assay {
namespace {

// The dtypes that x of this dtype may not be converted to.
std::vector<DType> refused_dtypes(DType from) {
  std::vector<DType> refused;
  for (const DTypeSpec& to : kDTypes)
    if (!may_convert(from, to.dtype)) refused.push_back(to.dtype);
  return refused;
}

// Returns whether a dtype has a value of magnitude below 2^63.
bool has_value(DType dtype, double x) {
  if (is_of_floats(dtype)) {
    const FloatFormat& format = format_of(dtype);
    if (std::isnan(x)) return true;
    if (std::isinf(x)) return format.has_infinity;
    return decode_real(format, encode_real(format, x)) == x;
  }
  if (dtype == DType::kBool) return x == 0 || x == 1;
  return std::isfinite(x) && x == std::trunc(x) && std::fabs(x) < 0x1p63 &&
         fits(dtype, static_cast<WideInteger>(x));
}

ElementBits element_with(DType dtype, double x) {
  if (is_of_floats(dtype)) return real_element(dtype, x);
  if (dtype == DType::kBool) return {x != 0 ? 1u : 0u, 0};
  return small_integer(dtype, static_cast<std::int64_t>(x));
}

// Returns a number that x's dtype has and out's lacks, or 0 if only an
// imaginary part tells them apart.
double lost_number(DType from, DType to, std::size_t choice) {
  constexpr double kWithoutLimit = std::numeric_limits<double>::infinity();
  const double kNumbers[] = {0.5,
                             2,
                             -1,
                             1 + 0x1p-3,
                             1 + 0x1p-10,
                             1 + 0x1p-23,
                             1 + 0x1p-52,
                             17,
                             200,
                             300,
                             40000,
                             70000,
                             0x1p24 + 1,
                             0x1p31,
                             0x1p40 + 1,
                             0x1p-20,
                             0x1p-140,
                             0x1p200,
                             kWithoutLimit,
                             std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> lost;
  for (double x : kNumbers)
    if (has_value(from, x) && !has_value(to, x)) lost.push_back(x);
  return lost.empty() ? 0 : lost[choice % lost.size()];
}

// Draws an element of x whose value out's dtype has.
ElementBits kept_element(const CallWish& wish, DType to, std::size_t place,
                         ValueStream& stream) {
  const DType from = wish.cell.dtype;
  if (!may_convert(from, to)) {
    const std::uint64_t count = to == DType::kBool || from == DType::kBool ? 2
                                : to == DType::kInt4                       ? 8
                                                                           : 10;
    return element_with(from, static_cast<double>(stream.below(count)));
  }
  const ValueKind kind = place % 3 == 0 ? ValueKind::kBits : ValueKind::kPlain;
  ElementBits bits = draw_element(kind, from, stream);
  if (rounds_integers(from, to)) {
    // A double has all integers of 53 bits.
    const bool is_negative = has_sign(from) && signed_value(from, bits) < 0;
    bits.re >>= 11;
    if (is_negative) bits.re = 0 - (bits.re & ((std::uint64_t{1} << 52) - 1));
  }
  if (!is_of_floats(from)) return bits;
  const FloatFormat& format = format_of(from);
  if (is_nan_bits(format, bits.re)) bits.re = 0;
  if (is_complex(from) && is_nan_bits(format, bits.im)) bits.im = 0;
  return bits;
}

// Returns integers that a double lacks: ties to either side, neighbours of
// ties, and those that round to the next power of two.
ElementBits rounded_integer(DType from, std::size_t place,
                            ValueStream& stream) {
  const std::uint64_t top = std::uint64_t{1} << (has_sign(from) ? 62 : 63);
  const std::uint64_t step = top >> 52;
  const std::uint64_t even = top + 2 * step * stream.below(1u << 20);
  const std::uint64_t kMagnitudes[] = {even + step / 2,
                                       even + step + step / 2,
                                       even + step / 2 + 1,
                                       even + step / 2 - 1,
                                       top | (top - 1),
                                       (std::uint64_t{1} << 53) + 1,
                                       (std::uint64_t{1} << 53) + 3,
                                       even + stream.below(step)};
  const std::uint64_t magnitude = kMagnitudes[place % 8];
  const bool is_negative = has_sign(from) && stream.below(2) == 0;
  return {is_negative ? 0 - magnitude : magnitude, 0};
}

}  // namespace

std::span<const ClauseCase> lax_conversion_rows() {
  return rows_of("conversion", kLaxConversionClauseCases);
}

DrawnCall draw_lax_conversion(const CallWish& wish) {
  const DType from = wish.cell.dtype;
  const bool is_refused = wish.row.clause == "convert.refused"_clause;
  DrawnCall call;
  DType to = wish.cell.result;
  if (is_refused && may_convert(from, to)) {
    const std::vector<DType> others = refused_dtypes(from);
    to = others[static_cast<std::size_t>(wish.choose(3, 64) + wish.number) %
                others.size()];
    call.out_dtype = to;
  }
  call.permits_refusal = !may_convert(from, to);
  DrawnOperand x{elementwise_shape_of(wish)};
  if (is_refused && wish.number % 4 == 3) x.shape.push_back(0);
  const auto count = static_cast<std::size_t>(element_count(x.shape));
  // Half of the calls have one element that out's dtype lacks.
  const bool has_lost =
      is_refused && (wish.number + wish.choose(6, 2)) % 2 == 0 && count > 0;
  const std::size_t lost_place =
      count == 0
          ? 0
          : static_cast<std::size_t>(wish.choose(5, 64) + wish.number) % count;
  const bool is_drawn_by_kind = wish.row.values != ValueKind::kPlain;
  if (!is_drawn_by_kind)
    x.element = [=](std::size_t k) {
      ValueStream stream =
          stream_at(wish, wish.extent > 0 ? k % kLaxPeriod : k);
      if (wish.row.clause == "convert.rounding"_clause)
        return rounded_integer(from, k, stream);
      if (!has_lost || k != lost_place)
        return kept_element(wish, to, k, stream);
      ElementBits bits = element_with(
          from,
          lost_number(from, to, static_cast<std::size_t>(wish.number / 2)));
      if (bits == ElementBits{} && is_complex(from))
        bits.im = encode_real(format_of(from), 1);
      return bits;
    };
  call.operands = {std::move(x)};
  return call;
}

void add_lax_conversion_rows(const Cell& cell, RobustnessRows& rows) {
  // A pair that is not allowed is refused as a whole.
  if (!may_convert(cell.dtype, cell.result)) return;
  add_out_rows(cell, "conversion.out"_clause, {{of(cell.dtype, {2, 3})}},
               {cell.result, {2, 3}}, rows);
}

}  // namespace assay
