// Mutants that compute floats wrongly, of any op: beyond the bound, truncated,
// flushed, without NaN, infinities or the sign of zero.
#pragma once

#include <cmath>

#include "spec/cells.h"
#include "spec/op_table.h"
#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// Is one unit more than the bound off; integers and bool are one off.
class OneBeyondTheBound : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const Tolerance tolerance =
        tolerance_of(variant_of(call.op, call.attributes), cell_of(call).dtype);
    replace_each(out, [&](const Index&, ElementBits bits) {
      return beyond(tolerance, out.dtype, bits);
    });
  }

  static ElementBits beyond(const Tolerance& tolerance, DType dtype,
                            ElementBits bits) {
    if (!is_real(dtype) && !is_complex(dtype))
      return {(bits.re + 1) & all_bits(dtype)};
    const FloatFormat& format = format_of(dtype);
    const double re = decode_real(format, bits.re);
    if (tolerance.accuracy == Accuracy::kNormwise) {
      const double modulus = std::hypot(re, decode_real(format, bits.im));
      const double error =
          std::ldexp((tolerance.bound + 2) * modulus, -format.precision);
      return {encode_real(format, re + error), bits.im};
    }
    if (!std::isfinite(re)) return bits;
    const bool in_ulps = tolerance.accuracy == Accuracy::kUlp;
    const double ulps = in_ulps ? std::ceil(tolerance.bound) + 1 : 1;
    return {bits.re + static_cast<std::uint64_t>(ulps), bits.im};
  }
};

// Is one unit off where the function is exact.
class IsOffByOneUlp : public SpoiledElements {
  ElementBits spoiled_element(DType dtype, ElementBits bits) override {
    if (!is_real(dtype) && !is_complex(dtype)) return bits;
    const bool is_finite =
        std::isfinite(decode_real(format_of(dtype), bits.re));
    return {is_finite ? bits.re + 1 : bits.re, bits.im};
  }
};

// Computes add, sub, mul, div, recip or sqrt in a register of 64 significand
// bits.
inline long double in_register(Op op, long double x, long double y) {
  if (op == "add"_op) return x + y;
  if (op == "sub"_op) return x - y;
  if (op == "mul"_op) return x * y;
  if (op == "div"_op) return x / y;
  if (op == "recip"_op) return 1 / x;
  return std::sqrt(x);
}
// The same of the operands at a place.
inline long double in_register(const Call& call, const Index& at) {
  const long double x = real_at(call.operands[0], at);
  const long double y =
      call.operands.size() > 1 ? real_at(call.operands[1], at) : 0;
  return in_register(call.op, x, y);
}

// Drops the digits after the last one, so that |result| is never above the
// exact value.
class TruncatesInsteadOfRounding : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const long double result = decode_real(format, bits.re);
      const bool was_rounded_up =
          std::isfinite(result) &&
          std::fabs(result) > std::fabs(in_register(call, at));
      return was_rounded_up ? ElementBits{bits.re - 1, bits.im} : bits;
    });
  }
};

// Results below the smallest normal become zeros.
class FlushesResults : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    const std::uint64_t sign = sign_of(format, bits);
    return (bits ^ sign) < smallest_normal_bits(format) ? sign : bits;
  }
};

// Operands below the smallest normal are read as zeros.
class FlushesOperands : public MisreadReals {
  std::uint64_t misread_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    const std::uint64_t sign = sign_of(format, bits);
    return (bits ^ sign) < smallest_normal_bits(format) ? sign : bits;
  }
};

class LosesTheSignOfZeros : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_zero_bits(format, bits) ? 0 : bits;
  }
};
class NegatesZeros : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_zero_bits(format, bits) ? bits ^ sign_bit(format) : bits;
  }
};
class ReadsZerosWithoutSign : public MisreadReals {
  std::uint64_t misread_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_zero_bits(format, bits) ? 0 : bits;
  }
};
// Tells -0 from +0 where they are equal.
class OrdersZeros : public MisreadReals {
  std::uint64_t misread_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return bits == sign_bit(format) ? bits + 1 : bits;
  }
};

// Replaces NaN by 0, as a comparison does that is false for it.
class LosesNan : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_nan_bits(format, bits) ? 0 : bits;
  }
};
// A NaN among the operands is read as 0.
class ReadsNanAsZero : public MisreadReals {
  std::uint64_t misread_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_nan_bits(format, bits) ? 0 : bits;
  }
};
// Moves NaN through a floating-point register that quiets it.
class QuietsNan : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_nan_bits(format, bits) ? quiet_nan_bits(format) : bits;
  }
};

class ClampsInfinities : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_infinity_bits(format, bits) ? bits - 1 : bits;
  }
};
class LosesTheSignOfInfinities : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    return is_infinity_bits(format, bits) ? overflow_bits(format) : bits;
  }
};

// Replaces values that are too large by the largest finite value, also in
// formats without infinity.
class SaturatesOverflow : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    const std::uint64_t sign = sign_of(format, bits);
    return (bits ^ sign) == overflow_bits(format)
               ? sign | largest_finite_bits(format)
               : bits;
  }
};

// Computes in float32 whatever the dtype.
class ComputesInFloat32 : public SpoiledReals {
  std::uint64_t spoiled_bits(const FloatFormat& format,
                             std::uint64_t bits) override {
    const double value = decode_real(format, bits);
    return std::isnan(value)
               ? bits
               : encode_real(format,
                             decode_real(kFormatFloat32,
                                         encode_real(kFormatFloat32, value)));
  }
};

// Computes float64 in a register of 64 significand bits and so rounds twice.
class RoundsTwiceInFloat64 : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (out.dtype != DType::kFloat64) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      if (!std::isfinite(decode_real(kFormatFloat64, bits.re))) return bits;
      const auto twice = static_cast<double>(in_register(call, at));
      return ElementBits{encode_real(kFormatFloat64, twice)};
    });
  }
};

}  // namespace assay::mutants
