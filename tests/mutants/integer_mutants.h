// Mutants that compute integers and bool wrongly: saturation, division at its
// edges, signedness.
#pragma once

#include <cmath>

#include "spec/op_table.h"
#include "tests/mutants/computing_mutants.h"

namespace assay::mutants {

// An integer of either signedness.
__extension__ using Wide = __int128;

inline Wide wide_at(const Tensor& tensor, const Index& at) {
  const ElementBits bits = element_at(tensor, at);
  if (category_of(tensor.dtype) == Category::kSigned)
    return signed_value(tensor.dtype, bits);
  return static_cast<Wide>(bits.re);
}
inline Wide lowest_of(DType dtype) {
  return category_of(dtype) == Category::kSigned
             ? -static_cast<Wide>(top_bit(dtype))
             : 0;
}
inline Wide highest_of(DType dtype) {
  return lowest_of(dtype) + static_cast<Wide>(all_bits(dtype));
}
inline ElementBits bits_of(DType dtype, Wide value) {
  return {static_cast<std::uint64_t>(value) & all_bits(dtype)};
}
inline ElementBits saturated(DType dtype, Wide value) {
  return bits_of(dtype, std::clamp(value, lowest_of(dtype), highest_of(dtype)));
}
inline ElementBits saturated(DType dtype, long double value) {
  const auto low = static_cast<long double>(lowest_of(dtype));
  const auto high = static_cast<long double>(highest_of(dtype));
  if (value <= low) return bits_of(dtype, lowest_of(dtype));
  if (value >= high) return bits_of(dtype, highest_of(dtype));
  return bits_of(dtype, static_cast<Wide>(value));
}

// Integers that do not fit become the last that does, as in signal processors.
class SaturatesIntegers : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_integer(out.dtype) || !is_integer(call.operands[0].dtype)) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const Wide x = wide_at(call.operands[0], at);
      const Wide y =
          call.operands.size() > 1 ? wide_at(call.operands[1], at) : 0;
      if (call.op == "add"_op) return saturated(out.dtype, x + y);
      if (call.op == "sub"_op) return saturated(out.dtype, x - y);
      if (call.op == "neg"_op) return saturated(out.dtype, -x);
      if (call.op == "abs"_op) return saturated(out.dtype, x < 0 ? -x : x);
      if (call.op == "cast"_op) return saturated(out.dtype, x);
      if (call.op == "mul"_op)
        return saturated(out.dtype, static_cast<long double>(x) *
                                        static_cast<long double>(y));
      if (call.op == "pow"_op && y > 0)
        return saturated(out.dtype, std::pow(static_cast<long double>(x),
                                             static_cast<long double>(y)));
      return bits;
    });
  }
};

// Returns all bits set if the divisor is 0, as the instruction of another
// machine does.
class DividesByZeroIntoOnes : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_integer(out.dtype)) return;
    const Tensor& divisor = call.operands.back();
    replace_each(out, [&](const Index& at, ElementBits bits) {
      return element_at(divisor, at).re == 0 ? ElementBits{all_bits(out.dtype)}
                                             : bits;
    });
  }
};

// Handles INT_MIN and -1 with the answer for the other op of the pair: INT_MAX
// for the quotient, -1 for the remainder.
class MishandlesIntMin : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (category_of(out.dtype) != Category::kSigned) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      if (wide_at(call.operands[0], at) != lowest_of(out.dtype) ||
          wide_at(call.operands[1], at) != -1)
        return bits;
      return call.op == "div"_op ? bits_of(out.dtype, highest_of(out.dtype))
                                 : bits_of(out.dtype, -1);
    });
  }
};

// Rounds 1 / x away from zero.
class RoundsIntegerReciprocalsUp : public SpoiledOut {
  void spoil_out(const Call& call, const Tensor& out) override {
    if (!is_integer(out.dtype)) return;
    replace_each(out, [&](const Index& at, ElementBits bits) {
      const Wide x = wide_at(call.operands[0], at);
      return x > 1 ? ElementBits{1} : x < -1 ? bits_of(out.dtype, -1) : bits;
    });
  }
};

// Takes the top bit of unsigned operands for a sign.
class TakesUnsignedForSigned : public MisreadElements {
  ElementBits misread_element(DType dtype, ElementBits bits) override {
    if (category_of(dtype) == Category::kUnsigned) bits.re ^= top_bit(dtype);
    return bits;
  }
};
// The same where the elements come back as they were.
class SortsUnsignedAsSigned : public MisreadElements {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = MisreadElements::execute(call);
    if (!made.ok() || !is_computing(call)) return made;
    const Tensor& out = call.outs[0];
    if (category_of(out.dtype) == Category::kUnsigned)
      replace_each(out, [&](const Index&, ElementBits bits) {
        return ElementBits{bits.re ^ top_bit(out.dtype)};
      });
    return made;
  }

 private:
  ElementBits misread_element(DType dtype, ElementBits bits) override {
    if (category_of(dtype) == Category::kUnsigned) bits.re ^= top_bit(dtype);
    return bits;
  }
};

// Every result element is one off: the low bit is another.
class FlipsTheLowBit : public SpoiledElements {
  ElementBits spoiled_element(DType, ElementBits bits) override {
    return {bits.re ^ 1, bits.im};
  }
};

}  // namespace assay::mutants
