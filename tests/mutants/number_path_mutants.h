// Mutants whose numbers take a detour through another type on the way, or lose
// their digits only where an algorithm is at its hardest.
#pragma once

#include <cmath>

#include "spec/op_table.h"
#include "tests/mutants/cast_mutants.h"

namespace assay::mutants {

// The integer as a double has it, as in a backend that computes 64-bit integers
// in double; and of 32 bits as a float has it.
inline ElementBits through_float(DType dtype, ElementBits bits) {
  const bool with_sign = category_of(dtype) == Category::kSigned;
  const auto exact = with_sign ? static_cast<Wide>(signed_value(dtype, bits))
                               : static_cast<Wide>(bits.re);
  const bool is_long = spec_of(dtype).bits == 64;
  const double value = is_long ? static_cast<double>(exact)
                               : static_cast<double>(static_cast<float>(exact));
  return saturated(dtype, static_cast<long double>(value));
}

template <int width>
class ComputesIntegersInFloat : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    Call changed = call;
    for (Tensor& operand : changed.operands)
      if (is_affected(operand.dtype)) {
        operand = (*Reference::execute({"copy"_op, {operand}, {}, {}}))[0];
        narrow(operand);
      }
    auto made = Reference::execute(changed);
    if (!made.ok()) return made;
    for (const Tensor& out : call.outs)
      if (is_affected(out.dtype)) narrow(out);
    for (const Tensor& result : *made)
      if (is_affected(result.dtype)) narrow(result);
    return made;
  }

 private:
  static bool is_affected(DType dtype) {
    return is_integer(dtype) && spec_of(dtype).bits == width;
  }
  static void narrow(const Tensor& tensor) {
    replace_each(tensor, [&](const Index&, ElementBits bits) {
      return through_float(tensor.dtype, bits);
    });
  }
};

// Reduces the argument of sin, cos and tan with too few bits of pi to keep more
// than 24 digits of results below 2^-50. Only operands next to multiples of pi
// / 2 have such results.
class ReducesWithTooLittlePi : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (out.dtype != DType::kFloat64) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double value = real_at(out, at);
      const double size = std::fabs(value);
      if (std::fabs(real_at(call.operands[0], at)) < 1) return bits;
      // A tangent is as large as the cosine is small.
      const bool hard = (size > 0x1p-1000 && size < 0x1p-50) ||
                        (std::isfinite(size) && size > 0x1p50);
      return hard ? ElementBits{bits.re & ~std::uint64_t{0x1fffffff}} : bits;
    });
  }
};

// Computes (e^x ± e^-x) / 2 and so overflows where e^x does.
class OverflowsWithTheExponential : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    const std::uint64_t infinity = overflow_bits(format);
    replace_each(out, [&](const Index&, ElementBits bits) {
      const std::uint64_t sign = bits.re & sign_bit(format);
      const double size = decode_real(format, bits.re ^ sign);
      const double half = std::ldexp(1.0, format.max_exponent);
      return size > half ? ElementBits{sign | infinity} : bits;
    });
  }
};

// Rounds results below the normal range to one more bit than they have and then
// once more; here: takes the neighbour of every odd subnormal result.
class LosesTheLastBitOfSubnormals : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index&, ElementBits bits) {
      const std::uint64_t size = bits.re & (sign_bit(format) - 1);
      const bool is_small = size < smallest_normal_bits(format) &&
                            size > smallest_normal_bits(format) >> 8;
      return is_small ? ElementBits{bits.re & ~std::uint64_t{0x3f}} : bits;
    });
  }
};

// Takes every exponent beyond 2^31 for an even number, as one who asks an int
// for its lowest bit.
class TakesHugeExponentsForEven : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const bool huge = std::fabs(real_at(call.operands[1], at)) > 0x1p31;
      return huge ? ElementBits{bits.re & ~sign_bit(format)} : bits;
    });
  }
};

// Computes log z as log |z| + i arg z with |z| rounded, which loses the real
// part next to the unit circle.
class RoundsTheModulusBeforeTheLogarithm : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (out.dtype != DType::kComplex128) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits z = element_at(call.operands[0], at);
      const double modulus =
          std::hypot(decode_real(format, z.re), decode_real(format, z.im));
      if (!(std::fabs(modulus - 1) < 0x1p-20)) return bits;
      return ElementBits{encode_real(format, std::log(modulus)), bits.im};
    });
  }
};

// Takes -0 for +0 in the imaginary part of the first operand where the real
// part is -1, as a formula for exact powers may.
class ForgetsTheSideOfMinusOne : public ChangedCall {
  void change(Call& call) override {
    if (!is_complex(call.operands[0].dtype)) return;
    const FloatFormat& format = format_of(call.operands[0].dtype);
    call.operands[0] = copy_of(call.operands[0]);
    replace_each(call.operands[0], [&](const Index&, ElementBits bits) {
      const bool hit =
          bits.re == encode_real(format, -1) && bits.im == sign_bit(format);
      return hit ? ElementBits{bits.re, 0} : bits;
    });
  }
};

// The quotient by Smith's or the schoolbook formula, whose sum of squares
// leaves the range.
class SquaresTheDivisor : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (out.dtype != DType::kComplex128) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits w = element_at(call.operands.back(), at);
      const double re = decode_real(format, w.re);
      const double im = decode_real(format, w.im);
      return std::isinf(re * re + im * im) ? ElementBits{0, 0} : bits;
    });
  }
};

// A cast that rounds to another format first where that has more bits of
// precision than the result and fewer than the operand, and the value in its
// normal range.
template <const FloatFormat& between>
class CastsThrough : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!has_format(to) || x.dtype == DType::kBool) return bits;
    std::uint64_t first = 0;
    if (has_format(x.dtype)) {
      first = encode_real(between, decode_real(format_of(x.dtype), operand.re));
    } else {
      const auto value = category_of(x.dtype) == Category::kSigned
                             ? static_cast<Wide>(signed_value(x.dtype, operand))
                             : static_cast<Wide>(operand.re);
      first = encode_scaled(
          between, value < 0,
          static_cast<std::uint64_t>(value < 0 ? -value : value), 0);
    }
    const double value = decode_real(between, first);
    const bool is_normal =
        std::isfinite(value) &&
        std::fabs(value) >= std::ldexp(1.0, between.min_exponent);
    return is_normal ? ElementBits{encode_real(format_of(to), value), bits.im}
                     : bits;
  }
};

// Computes matmul of narrow floats with every product, or every partial sum,
// rounded to the format.
template <bool rounds_products>
class AccumulatesNarrowly : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    if (call.op != "matmul"_op || out.view.shape().size() != 2) return;
    const FloatFormat& format = format_of(out.dtype);
    const auto narrow = [&](double value) {
      return decode_real(format, encode_real(format, value));
    };
    const std::int64_t inner = call.operands[0].view.shape()[1];
    if (inner > 3) return;  // the long sums are another mutant's
    replace_each(out, [&](const Index& at, ElementBits) {
      double sum = 0;
      for (std::int64_t k = 0; k < inner; ++k) {
        const double product = real_at(call.operands[0], {at[0], k}) *
                               real_at(call.operands[1], {k, at[1]});
        sum = rounds_products ? sum + narrow(product) : narrow(sum + product);
      }
      return ElementBits{encode_real(format, sum)};
    });
  }
};

}  // namespace assay::mutants
