// Mutants of single elementwise ops: angles, domains, halves, branches, and
// NaN, zeros and signs where an op treats them in its own way.
#pragma once

#include <cmath>
#include <numbers>

#include "spec/op_table.h"
#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// Reduces large angles by a multiple of 2π that is rounded to double.
class ReducesByARoundedPi : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double x = real_at(call.operands[0], at);
      if (!std::isfinite(x) || std::fabs(x) < 0x1p16) return bits;
      const double angle = std::fmod(x, 6.283185307);
      return ElementBits{
          encode_real(format, call.op == "sin"_op   ? std::sin(angle)
                              : call.op == "cos"_op ? std::cos(angle)
                                                    : std::tan(angle))};
    });
  }
};

// Moves operands into the domain instead of answering NaN.
class ClampsToTheDomain : public MisreadElements {
 public:
  Result<Tensors> execute(const Call& call) override {
    op_ = call.op;
    return MisreadElements::execute(call);
  }

 private:
  ElementBits misread_element(DType dtype, ElementBits bits) override {
    if (!is_real(dtype)) return bits;
    const FloatFormat& format = format_of(dtype);
    const double x = decode_real(format, bits.re);
    if (op_ == "sqrt"_op || op_ == "log"_op || op_ == "rsqrt"_op)
      return {encode_real(format, std::fabs(x))};
    return std::isnan(x)
               ? bits
               : ElementBits{encode_real(format, std::clamp(x, -1.0, 1.0))};
  }
  Op op_{};
};

// Returns the conjugate, on the other side of the real axis.
class ConjugatesResults : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    replace_each(out, [&](const Index&, ElementBits bits) {
      return ElementBits{bits.re, bits.im ^ sign_bit(format_of(out.dtype))};
    });
  }
};
// Keeps the real part alone.
class DropsTheImaginaryPart : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    replace_each(out, [&](const Index&, ElementBits bits) {
      return ElementBits{bits.re, 0};
    });
  }
};
// The modulus by squares, which overflow and underflow on the way.
class SquaresTheParts : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    const auto rounded = [&](double value) {
      return decode_real(format, encode_real(format, value));
    };
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits z = element_at(call.operands[0], at);
      const double re = decode_real(format, z.re);
      const double im = decode_real(format, z.im);
      const double sum = rounded(rounded(re * re) + rounded(im * im));
      return ElementBits{encode_real(format, std::sqrt(sum)), bits.im};
    });
  }
};

// A complex product or quotient without one of its four terms.
class DropsATermOfAProduct : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits a = element_at(call.operands[0], at);
      const ElementBits b = element_at(call.operands[1], at);
      return ElementBits{encode_real(format, decode_real(format, a.re) *
                                                 decode_real(format, b.re)),
                         bits.im};
    });
  }
};

// Compares NaN as a number that is above all others and equal to itself.
class ComparesNan : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const DType dtype = call.operands[0].dtype;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const bool a = is_nan_element(dtype, element_at(call.operands[0], at));
      const bool b = is_nan_element(dtype, element_at(call.operands[1], at));
      if (!a && !b) return bits;
      const bool answer = call.op == "cmpeq"_op   ? a && b
                          : call.op == "cmpne"_op ? a != b
                          : call.op == "cmplt"_op ? b && !a
                                                  : b;
      return ElementBits{answer ? 1u : 0u};
    });
  }
};
// Computes a <= b as not (b < a), which is true for NaN.
class ComparesByNegation : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const DType dtype = call.operands[0].dtype;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      for (const Tensor& operand : call.operands)
        if (is_nan_element(dtype, element_at(operand, at)))
          return ElementBits{1};
      return bits;
    });
  }
};
class ComparesRealPartsAlone : public MisreadElements {
  ElementBits misread_element(DType, ElementBits bits) override {
    return {bits.re, 0};
  }
};
// Takes elements as equal if their bits are.
class ComparesBits : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits) {
      const bool same =
          element_at(call.operands[0], at) == element_at(call.operands[1], at);
      return ElementBits{same == (call.op == "cmpeq"_op) ? 1u : 0u};
    });
  }
};

// Answers the operand that was not asked for.
class TakesTheOtherOperand : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const std::size_t first = call.operands.size() - 2;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits a = element_at(call.operands[first], at);
      const ElementBits b = element_at(call.operands[first + 1], at);
      return bits == a ? b : a;
    });
  }
};
// The operands in the wrong order.
class SwapsOperands : public MisreadOperands {
  void misread_call(Call& call) override {
    std::swap(call.operands[0], call.operands[1]);
  }
};
// Returns the second operand if one of both is NaN, as `a < b ? b : a` does.
// Such expressions hide a NaN in only one of the operands.
class HidesNanOnOneSide : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits a = element_at(call.operands[0], at);
      return is_nan_element(out.dtype, a) ? element_at(call.operands[1], at)
                                          : bits;
    });
  }
};

// The sign of zero is that of its bit.
class GivesZeroASign : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    replace_each(out, [&](const Index&, ElementBits bits) {
      if (is_integer(out.dtype)) return bits.re == 0 ? ElementBits{1} : bits;
      const FloatFormat& format = format_of(out.dtype);
      if (!is_zero_bits(format, bits.re) || !is_zero_bits(format, bits.im))
        return bits;
      return ElementBits{sign_of(format, bits.re) | encode_real(format, 1),
                         bits.im};
    });
  }
};
// Computes |x| by a comparison with zero, which does not change -0.
class KeepsTheSignOfMinusZero : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits x = element_at(call.operands[0], at);
      return is_zero_bits(format, x.re) ? x : bits;
    });
  }
};
// The operand itself where it is infinite.
class KeepsInfinities : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits x = element_at(call.operands[0], at);
      return is_infinity_bits(format, x.re) ? x : bits;
    });
  }
};

// Computes a - trunc(a / b) · b, rounded at every step.
class TakesRemaindersByFormula : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    const auto rounded = [&](double value) {
      return decode_real(format, encode_real(format, value));
    };
    replace_each(out, [&](const Index& at, ElementBits) {
      const double a = real_at(call.operands[0], at);
      const double b = real_at(call.operands[1], at);
      const double whole = std::trunc(rounded(a / b));
      return ElementBits{encode_real(format, a - rounded(whole * b))};
    });
  }
};

// Returns NaN for any NaN operand, although x^0 and 1^y are 1.
class SpreadsNan : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits bits) {
      for (const Tensor& operand : call.operands)
        if (is_nan_element(out.dtype, element_at(operand, at)))
          return ElementBits{quiet_nan_bits(format_of(out.dtype)), 0};
      return bits;
    });
  }
};
// Takes the exponent for unsigned: what is negative gives 0.
class GivesZeroToNegativeExponents : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (category_of(out.dtype) != Category::kSigned) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits exponent = element_at(call.operands[1], at);
      return signed_value(out.dtype, exponent) < 0 ? ElementBits{} : bits;
    });
  }
};
// Returns 0 for 0 to the power 0.
class GivesZeroToTheZerothPower : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits bits) {
      for (const Tensor& operand : call.operands)
        if (element_at(operand, at) != ElementBits{}) return bits;
      return ElementBits{};
    });
  }
};

// Rounds another way: toward zero for floor and ceil, down for the others.
class RoundsTheOtherWay : public MisreadOperands {
  void misread_call(Call& call) override {
    call.op = call.op == "trunc"_op || call.op == "round"_op ? "floor"_op
                                                             : "trunc"_op;
  }
};
// Rounds by floor(|x| + 0.5) with a rounded sum.
class RoundsByAddingAHalf : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double x = real_at(call.operands[0], at);
      if (!std::isfinite(x)) return bits;
      const double sum =
          decode_real(format, encode_real(format, std::fabs(x) + 0.5));
      return ElementBits{
          encode_real(format, std::copysign(std::floor(sum), x))};
    });
  }
};

}  // namespace assay::mutants
