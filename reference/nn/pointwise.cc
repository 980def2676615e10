// Evaluates the pointwise family. MPFR computes its functions: it is correct in
// every bit that it keeps and follows the special cases of C. A result is
// rounded once, when it is stored.
// Tested by tests/reference/pointwise_test.cc.
#include <algorithm>
#include <cmath>

#include "reference/policy.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Stores f(x) for each real element x of the operand.
Result<Tensors> each_real(const Evaluation& call, ExactReal (*f)(double)) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  for (const Index& at : indices(x.view().shape()))
    out.put(at, f(x.value<double>(at)));
  return Tensors{};
}

ExactReal log_of_one_more(double x) {
  if (is_nan(x)) return exact(x);           // log1p.nan
  if (x == 0) return exact(x);              // log1p.signed_zero
  if (x == -1) return exact(-kInfinity);    // log1p.minus_one
  if (x < -1) return exact(kNaN);           // log1p.domain
  if (std::isinf(x)) return exact(x);       // log1p.infinity
  const auto y = evaluated(mpfr_log1p, x);  // log1p.value
  return y;                                 // log1p.small
}

ExactReal inverse_sine(double x) {
  if (is_nan(x)) return exact(x);           // asinh.nan
  if (x == 0) return exact(x);              // asinh.signed_zero
  if (std::isinf(x)) return exact(x);       // asinh.infinity
  const auto y = evaluated(mpfr_asinh, x);  // asinh.value
  return y;                                 // asinh.small, asinh.no_overflow
}

ExactReal inverse_cosine(double x) {
  if (is_nan(x)) return exact(x);           // acosh.nan
  if (x == 1) return exact(0.0);            // acosh.one
  if (x < 1) return exact(kNaN);            // acosh.domain
  if (std::isinf(x)) return exact(x);       // acosh.infinity
  const auto y = evaluated(mpfr_acosh, x);  // acosh.value, acosh.near_one
  return y;                                 // acosh.no_overflow
}

ExactReal inverse_tangent(double x) {
  if (is_nan(x)) return exact(x);                      // atanh.nan
  if (x == 0) return exact(x);                         // atanh.signed_zero
  if (x == 1 || x == -1) return exact(x * kInfinity);  // atanh.pole
  if (std::fabs(x) > 1) return exact(kNaN);            // atanh.domain
  return evaluated(mpfr_atanh, x);  // atanh.value, atanh.small
}

Open<ExactReal> length(double a, double b) {
  if (is_nan(a) || is_nan(b))
    return {exact(kNaN),  // hypot.nan
            std::isinf(a) || std::isinf(b)
                ? Freedom::kAny  // hypot.infinity_and_nan
                : Freedom::kNone};
  if (std::isinf(a) || std::isinf(b))
    return {exact(kInfinity)};                 // hypot.infinity
  const auto y = evaluated(mpfr_hypot, a, b);  // hypot.value
  return {y};  // hypot.no_overflow, hypot.no_underflow
}

// Stores out[i] = low where x[i] is below it, high where x[i] is above it.
template <typename T>
Result<Tensors> clamp(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  const Attributes& attributes = call.call.attributes;
  const bool has_low = attributes.find(AttributeKey::kLow) != nullptr;
  const bool has_high = attributes.find(AttributeKey::kHigh) != nullptr;
  const auto limit = [&](bool is_given, AttributeKey key) {
    return is_given ? decode<T>(x.dtype(), attributes.element(key)) : T{};
  };
  const T low = limit(has_low, AttributeKey::kLow);
  const T high = limit(has_high, AttributeKey::kHigh);
  for (const Index& at : indices(x.view().shape())) {
    const T e = x.value<T>(at);
    const bool is_below = has_low && e < low;    // clamp.one_bound
    const bool is_above = has_high && e > high;  // clamp.one_bound
    const T limited = is_below ? low : is_above ? high : e;
    if (is_below || is_above)
      out.put(at, limited);  // clamp.value
    else
      out.put(at, x.bits(at));  // clamp.bits, clamp.nan
    if (Real<T> && limited == 0) out.note_freedom(at, Freedom::kZeroSign);
  }
  return Tensors{};
}

// Returns the count, from 0 to the width, by which the profile moves the bits,
// or -1 where it leaves the value open. The width moves every bit out.
template <Integer T>
int moved_places(const Profile& profile, T count, int width) {
  if (count >= 0 && count < static_cast<T>(width))
    return static_cast<int>(count);
  const auto modulo = [count](int places) {
    return static_cast<int>(bits_of(count) %
                            static_cast<std::uint64_t>(places));
  };
  if (profile.is(kPolicy<"shift.count=saturate">)) return width;
  if (profile.is(kPolicy<"shift.count=mask_64">))
    return std::min(modulo(64), width);
  if (profile.is(kPolicy<"shift.count=mask_width">)) return modulo(width);
  return -1;
}

// Stores f(x, count) for integers x and counts from 0 to the width.
template <typename F>
Result<Tensors> shift(const Evaluation& call, F f) {
  const Elements x = call.operand(0);
  const Elements counts = call.operand(1);
  const Results out = call.results();
  const int width = spec_of(x.dtype()).bits;
  return with_scalar_of(
      x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Integer<T>) {
          for (const Index& at : indices(x.view().shape())) {
            const int count =
                moved_places(call.profile, counts.value<T>(at), width);
            if (count < 0)
              out.put(at, Open<T>{0, Freedom::kAny});  // shift_left.count,
                                                       // shift_right.count
            else
              out.put(at, f(x.value<T>(at), count));
          }
          return Tensors{};
        }
        return Status::internal("shifts have no such cells");
      });
}

// Stores is(x) for each real element x of the operand.
Result<Tensors> ask(const Evaluation& call, bool (*is)(double)) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  for (const Index& at : indices(x.view().shape()))
    out.put(at, is(x.value<double>(at)));
  return Tensors{};
}

}  // namespace

// out[i] = ln(1 + x[i])
Result<Tensors> evaluate(OpTag<"log1p">, const Evaluation& call) {
  return each_real(call, log_of_one_more);
}
// out[i] = arsinh x[i]
Result<Tensors> evaluate(OpTag<"asinh">, const Evaluation& call) {
  return each_real(call, inverse_sine);
}
// out[i] = arcosh x[i]
Result<Tensors> evaluate(OpTag<"acosh">, const Evaluation& call) {
  return each_real(call, inverse_cosine);
}
// out[i] = artanh x[i]
Result<Tensors> evaluate(OpTag<"atanh">, const Evaluation& call) {
  return each_real(call, inverse_tangent);
}
// out[i] = √(a[i]² + b[i]²)
Result<Tensors> evaluate(OpTag<"hypot">, const Evaluation& call) {
  const Elements a = call.operand(0);
  const Elements b = call.operand(1);
  const Results out = call.results();
  for (const Index& at : indices(a.view().shape()))
    out.put(at, length(a.value<double>(at), b.value<double>(at)));
  return Tensors{};
}

// out[i] = low if x[i] < low, high if x[i] > high, else x[i]
Result<Tensors> evaluate(OpTag<"clamp">, const Evaluation& call) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (Integer<T> || Real<T>) return clamp<T>(call);
        return Status::internal("clamp has no such cells");
      });
}

// out[i] = ~x[i]
Result<Tensors> evaluate(OpTag<"bitwise_not">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  for (const Index& at : indices(x.view().shape()))
    if (x.dtype() == DType::kBool)
      out.put(at, !x.value<bool>(at));  // bitwise_not.bool
    else
      out.put(at, ~x.value<std::uint64_t>(at));  // bitwise_not.value
  return Tensors{};
}

// out[i] = x[i] · 2^count[i] modulo 2^w
Result<Tensors> evaluate(OpTag<"shift_left">, const Evaluation& call) {
  return shift(call, []<Integer T>(T x, int count) {
    const std::uint64_t moved = count == 64 ? 0 : bits_of(x) << count;
    return wrapped<T>(moved);  // shift_left.value, shift_left.wrap
  });
}
// out[i] = ⌊x[i] / 2^count[i]⌋
Result<Tensors> evaluate(OpTag<"shift_right">, const Evaluation& call) {
  return shift(call, []<Integer T>(T x, int count) {
    const int first = std::min(count, 63);
    const T y = x >> first >> (count - first);  // shift_right.value
    return y;  // shift_right.sign, shift_right.unsigned
  });
}

// out[i] = whether x[i] is NaN
Result<Tensors> evaluate(OpTag<"is_nan">, const Evaluation& call) {
  return ask(call, [](double x) {
    return std::isnan(x);  // is_nan.value, is_nan.payloads
  });
}
// out[i] = whether x[i] is infinite
Result<Tensors> evaluate(OpTag<"is_inf">, const Evaluation& call) {
  return ask(call, [](double x) {
    const bool is = std::isinf(x);  // is_inf.value
    return is;                      // is_inf.both_signs, is_inf.nan
  });
}

}  // namespace assay
