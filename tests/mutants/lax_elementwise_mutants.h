// Mutants of the elementwise ops of lax and of convert: parts and bounds that
// are mistaken for others, formulas that lose digits, and refusals forgotten.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// Returns the operand itself, or -x of a real number.
class ConjugatesNothing : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits) {
      return element_at(call.operands[0], at);
    });
  }
};
class NegatesReals : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (is_complex(out.dtype)) return;
    replace_each(out, [&](const Index&, ElementBits bits) {
      if (is_real(out.dtype))
        return ElementBits{bits.re ^ sign_bit(format_of(out.dtype))};
      return ElementBits{(0 - bits.re) & all_bits(out.dtype)};
    });
  }
};
// Subtracts the imaginary part from 0.
class SubtractsFromZero : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    replace_each(out, [&](const Index&, ElementBits bits) {
      const bool is_minus_zero = bits.im == sign_bit(format_of(out.dtype));
      return ElementBits{bits.re, is_minus_zero ? 0 : bits.im};
    });
  }
};
// Multiplies by 1 and -i, so that a NaN reaches both parts.
class SpreadsNanToBothParts : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    if (!is_complex(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index&, ElementBits bits) {
      const std::uint64_t nan = quiet_nan_bits(format);
      return is_nan_element(out.dtype, bits) ? ElementBits{nan, nan} : bits;
    });
  }
};

// Stores moduli as complex numbers, each with an imaginary part 0.
class StoresPairs : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    const std::int64_t count = out.view.numel();
    for (std::int64_t i = count; i-- > 0;) {
      const auto bits = load_element(storage_of(out), out.dtype, i);
      if (2 * i < count) store_element(storage_of(out), out.dtype, 2 * i, bits);
      if (2 * i + 1 < count)
        store_element(storage_of(out), out.dtype, 2 * i + 1, {});
    }
  }
};

inline double component_at(const Tensor& x, const Index& at, bool imaginary) {
  const ElementBits bits = element_at(x, at);
  return decode_real(format_of(x.dtype), imaginary ? bits.im : bits.re);
}
inline double rounded_in(const FloatFormat& format, double x) {
  return std::isnan(x) ? x : decode_real(format, encode_real(format, x));
}

// The modulus by squares in the dtype, which overflow and underflow.
class SumsSquares : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits) {
      const double re = component_at(call.operands[0], at, false);
      const double im = component_at(call.operands[0], at, true);
      const double sum = rounded_in(
          format, rounded_in(format, re * re) + rounded_in(format, im * im));
      return ElementBits{encode_real(format, std::sqrt(sum))};
    });
  }
};
// The modulus by the ratio of both parts, which is NaN for two infinities.
class ScalesByTheLarger : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double re = component_at(call.operands[0], at, false);
      const double im = component_at(call.operands[0], at, true);
      return std::isinf(re) && std::isinf(im)
                 ? ElementBits{quiet_nan_bits(format_of(out.dtype))}
                 : bits;
    });
  }
};
// Answers the real part, without its sign, where the other is small.
class ForgetsTheSmallerPart : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    replace_each(out, [&](const Index& at, ElementBits) {
      const double re = component_at(call.operands[0], at, false);
      const double im = component_at(call.operands[0], at, true);
      return ElementBits{encode_real(format_of(out.dtype),
                                     std::fmax(std::fabs(re), std::fabs(im)))};
    });
  }
};

// The reciprocal root by an estimate and one step of Newton's method.
class StopsAfterOneStep : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const double x = real_at(call.operands[0], at);
      if (!(x > 0) || !std::isfinite(x)) return bits;
      const double estimate = 1 / std::sqrt(x) * (1 + 0x1p-10);
      const double better = estimate * (1.5 - 0.5 * x * estimate * estimate);
      return ElementBits{encode_real(format, better)};
    });
  }
};

// e^x, rounded in the dtype, less 1.
class SubtractsOneFromAPower : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const FloatFormat& format = format_of(out.dtype);
    replace_each(out, [&](const Index& at, ElementBits) {
      const double x = component_at(call.operands[0], at, false);
      const double y =
          is_complex(out.dtype) ? component_at(call.operands[0], at, true) : 0;
      const double re = rounded_in(format, std::exp(x) * std::cos(y));
      const double im = rounded_in(format, std::exp(x) * std::sin(y));
      return ElementBits{encode_real(format, re - 1), encode_real(format, im)};
    });
  }
};

// Compares as (b <= a), or as (b < a), of the operands in this order.
class MistakesTheBound : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    const DType dtype = call.operands[0].dtype;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const ElementBits a = element_at(call.operands[0], at);
      if (a != element_at(call.operands[1], at) || is_nan_element(dtype, a))
        return bits;
      return ElementBits{call.op == "cmpgt"_op ? 1u : 0u};
    });
  }
};
// Stores true as a byte of ones, as comparisons of vectors give it.
class StoresMasks : public SpoiledOut {
  void spoil_out(const Call&, const Tensor& out) override {
    for (std::int64_t i = 0; i < out.view.numel(); ++i)
      if (storage_of(out)[i] != std::byte{0})
        storage_of(out)[i] = std::byte{0xff};
  }
};

// Returns x where a bound is NaN, as `x < low ? low : x > high ? high : x`.
class IgnoresNanBounds : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype)) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const auto place = [&](const Tensor& bound) {
        return bound.view.shape().empty() ? Index{} : at;
      };
      for (std::size_t i : {std::size_t{1}, std::size_t{2}}) {
        const Tensor& bound = call.operands[i];
        if (is_nan_element(out.dtype, element_at(bound, place(bound))))
          return element_at(call.operands[0], at);
      }
      return bits;
    });
  }
};
// Takes one bound for the other.
class SwapsBounds : public MisreadOperands {
  void misread_call(Call& call) override {
    std::swap(call.operands[1], call.operands[2]);
  }
};
// Applies operands of rank 0 to the first element alone.
class ForgetsScalarsAfterTheFirst : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (std::none_of(call.operands.begin(), call.operands.end(),
                     [](const Tensor& x) { return x.view.shape().empty(); }))
      return;
    const bool clamps = call.op == "clamp_general"_op;
    const Tensor& other = call.operands[clamps ? 0 : 2];
    const Index first(out.view.shape().size(), 0);
    replace_each(out, [&](const Index& at, ElementBits bits) {
      return at == first ? bits : element_at(other, at);
    });
  }
};
// Takes an infinite bound for the largest finite one.
class MakesBoundsFinite : public MisreadOperands {
  void misread_call(Call& call) override {
    for (Tensor& operand : call.operands) {
      if (!is_real(operand.dtype)) return;
      const FloatFormat& format = format_of(operand.dtype);
      operand = copy_of(operand);
      replace_each(operand, [&](const Index&, ElementBits bits) {
        return is_infinity_bits(format, bits.re) ? ElementBits{bits.re - 1}
                                                 : bits;
      });
    }
  }
};

// Selects as p·a + (1 - p)·b.
class SelectsByProducts : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_real(out.dtype) && !is_complex(out.dtype)) return;
    const std::uint64_t nan = quiet_nan_bits(format_of(out.dtype));
    replace_each(out, [&](const Index& at, ElementBits bits) {
      for (std::size_t i : {std::size_t{1}, std::size_t{2}}) {
        const double x = component_at(call.operands[i], at, false);
        if (!std::isfinite(x)) return ElementBits{nan, nan};
      }
      return bits;
    });
  }
};

// Converts every pair of dtypes, as a cast.
class ConvertsAnything : public ChangedCall {
  void change(Call& call) override {
    if (call.op == "convert"_op) call.op = "cast"_op;
  }
};
// Writes zeros before it looks at the pair.
class WritesBeforeItRefuses : public Reference {
  Result<Tensors> execute(const Call& call) override {
    if (call.op == "convert"_op)
      replace_each(call.outs[0],
                   [](const Index&, ElementBits) { return ElementBits{}; });
    return Reference::execute(call);
  }
};
// Refuses a pair only if an element would be lost.
class RefusesByElements : public Reference {
 public:
  RefusesByElements() : Reference(kNx.with("convert.check=value"_policy)) {}
};

}  // namespace assay::mutants
