// Evaluates the elementwise ops of lax whose operands may have rank 0, the
// modulus, which is real, and conversions that lose nothing.
// Tested by tests/reference/lax_elementwise_test.cc.
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "reference/nx/conversion.h"
#include "reference/policy.h"
#include "reference/tensor_ops.h"
#include "spec/op_table.h"

namespace assay {
namespace {

Open<ExactReal> modulus_of(Complex z) {
  const bool is_infinite = std::isinf(z.re) || std::isinf(z.im);
  if (is_nan(z))
    return {exact(kNaN),                                    // abs_real.nan
            is_infinite ? Freedom::kAny : Freedom::kNone};  // abs_real.inf_nan
  if (is_infinite) return {exact(kInfinity)};               // abs_real.infinity
  const ExactReal y = evaluated(mpfr_hypot, z.re, z.im);    // abs_real.value
  return {y};  // abs_real.axis, abs_real.no_overflow
}

// Returns the index of the element of an operand that belongs to one of the
// result: the only one if the operand has rank 0.
const Index& place_in(const Elements& operand, const Index& at) {
  static const Index kOnly;
  return operand.view().shape().empty() ? kOnly : at;
}

// Stores out[i] = min(max(x[i], lower[i]), upper[i]).
template <typename T>
Result<Tensors> clamp_between(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements lower = call.operand(1);
  const Elements upper = call.operand(2);
  const Results out = call.results();
  const Profile& profile = call.profile;
  for (const Index& at : indices(x.view().shape())) {
    const T value = x.value<T>(at);
    const T low = lower.value<T>(place_in(lower, at));  // clamp_general.scalar
    const T high = upper.value<T>(place_in(upper, at));
    if constexpr (Real<T>)
      if (is_nan(value) || is_nan(low) || is_nan(high)) {
        out.put(at, kNaN);  // clamp_general.nan, clamp_general.nan_bound
        continue;
      }
    if (low > high) {
      const bool takes_lower =
          profile.is(kPolicy<"clamp_general.crossed=lower">);
      out.put(at, takes_lower ? low : high);  // clamp_general.crossed
      if (profile.is(kPolicy<"clamp_general.crossed=any">))
        out.note_freedom(at, Freedom::kAny);
      continue;
    }
    const T limited = value < low    ? low
                      : value > high ? high
                                     : value;  // clamp_general.value
    out.put(at, limited);                      // clamp_general.infinite
    if constexpr (Real<T>) {
      const int zeros = (value == 0) + (low == 0) + (high == 0);
      if (limited == 0 && zeros > 1)
        out.note_freedom(at, Freedom::kZeroSign);  // clamp_general.signed_zero
    }
  }
  return Tensors{};
}

// Returns whether an integer or bool of this sign and magnitude is a value of
// the dtype.
bool holds_integer(DType to, bool is_negative, std::uint64_t magnitude) {
  if (to == DType::kBool) return magnitude <= 1 && !is_negative;
  if (is_integer(to)) {
    const bool is_signed = category_of(to) == Category::kSigned;
    const int bits = spec_of(to).bits - (is_signed ? 1 : 0);
    if (is_negative)
      return is_signed && magnitude - 1 <= (~std::uint64_t{0} >> (64 - bits));
    return magnitude <= (~std::uint64_t{0} >> (64 - bits));
  }
  if (magnitude == 0) return true;
  const FloatFormat& format = format_of(to);
  const int low = std::countr_zero(magnitude);
  const int high = 63 - std::countl_zero(magnitude);
  if (high - low >= format.precision || high > format.max_exponent)
    return false;
  const std::uint64_t bits = encode_scaled(format, false, magnitude, 0);
  return bits <= largest_finite_bits(format);
}

// Returns whether a real is a value of the dtype.
bool holds_real(DType to, double x) {
  if (is_real(to) || is_complex(to)) {
    const FloatFormat& format = format_of(to);
    if (is_nan(x)) return true;
    if (std::isinf(x)) return format.has_infinity;
    return decode_real(format, encode_real(format, x)) == x;
  }
  if (!std::isfinite(x) || x != std::trunc(x)) return false;
  if (std::fabs(x) >= 0x1p64) return false;
  return holds_integer(to, x < 0, static_cast<std::uint64_t>(std::fabs(x)));
}

bool holds(DType to, bool x) { return holds_integer(to, false, x ? 1 : 0); }
template <Integer T>
bool holds(DType to, T x) {
  const auto bits = static_cast<std::uint64_t>(x);
  return holds_integer(to, x < 0, x < 0 ? 0 - bits : bits);
}
bool holds(DType to, double x) { return holds_real(to, x); }
bool holds(DType to, Complex z) {
  if (is_complex(to)) return holds_real(to, z.re) && holds_real(to, z.im);
  return z.im == 0 && holds_real(to, z.re);
}

// Returns an element in the dtype of out, which has its value or, for 64-bit
// integers, the nearest one.
template <typename T>
ElementBits converted(T x, DType to) {
  if constexpr (std::is_same_v<T, Complex>) {
    if (is_complex(to)) return encode(to, x);  // convert.value
    return converted(x.re, to);
  } else if constexpr (Real<T>) {
    if (is_complex(to)) return encode(to, Complex{x, 0});  // convert.complex
    if (is_real(to)) return encode(to, x);  // convert.nan, convert.signed_zero
    if (to == DType::kBool) return encode(to, x != 0);
    return x < 0 ? encode(to, static_cast<std::int64_t>(x))
                 : encode(to, static_cast<std::uint64_t>(x));
  } else {
    if (to == DType::kBool) return encode(to, x != T{0});
    if (is_integer(to)) return encode(to, static_cast<std::int64_t>(x));
    const auto bits = static_cast<std::uint64_t>(x);
    const bool is_negative = std::is_signed_v<T> && x < T{0};
    return {
        encode_scaled(format_of(to), is_negative, is_negative ? 0 - bits : bits,
                      0),  // convert.rounding
        0};
  }
}

}  // namespace

// out[i] = √(re x[i]² + im x[i]²)
Result<Tensors> evaluate(OpTag<"abs_real">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  for (const Index& at : indices(x.view().shape()))
    out.put(at, modulus_of(x.value<Complex>(at)));  // abs_real.real_dtype
  return Tensors{};
}

// out[i] = min(max(x[i], lower[i]), upper[i])
Result<Tensors> evaluate(OpTag<"clamp_general">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Ordered<T>) return clamp_between<T>(call);
        return Status::internal("clamp_general has no such cells");
      });
}

// out[i] = on_true[i] if pred[i], else on_false[i], as bits.
Result<Tensors> evaluate(OpTag<"select_general">, const Evaluation& call) {
  const Elements pred = call.operand(0);
  const Elements on_true = call.operand(1);
  const Elements on_false = call.operand(2);
  const Results out = call.results();
  for (const Index& at : indices(on_true.view().shape())) {
    const bool chooses =
        pred.value<bool>(place_in(pred, at));  // select_general.scalar
    out.put(at, chooses ? on_true.bits(at)     // select_general.value
                        : on_false.bits(at));  // select_general.bits,
                                               // select_general.unread
  }
  return Tensors{};
}

// out[i] = x[i] in the dtype of out.
Result<Tensors> evaluate(OpTag<"convert">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const DType to = call.call.outs[0].dtype;
  const bool checks_elements = call.profile.is(kPolicy<"convert.check=value">);
  if (!checks_elements && !may_convert(x.dtype(), to))
    return Status::invalid(fmt::format("convert: {} has values that {} lacks",
                                       name_of(x.dtype()),
                                       name_of(to)));  // convert.refused
  return with_scalar_of(
      x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if (checks_elements && x.dtype() != to)
          for (const Index& at : indices(x.view().shape()))
            if (!holds(to, x.value<T>(at)))
              return Status::invalid("convert: an element is not a value of " +
                                     std::string(name_of(to)));
        const Results out = call.results();
        for (const Index& at : indices(x.view().shape()))
          if (x.dtype() == to)
            out.put(at, x.bits(at));
          else
            out.put(at, converted(x.value<T>(at), to));
        return Tensors{};
      });
}

}  // namespace assay
