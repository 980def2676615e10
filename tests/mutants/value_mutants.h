// Mutants that compute wrong values: rounding, ties, NaN, zeros, accumulators.
#pragma once

#include <algorithm>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

class AddOffByOneUlp : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re ^ 1, bits.im};
    });
  }
};

// Adds `ulps` to results that the bound allows `bound` of.
template <int ulps>
class OffByUlps : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      return ElementBits{bits.re + ulps, bits.im};
    });
  }
};

class FlushesSubnormals : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.outs[0].dtype);
    replace_each(call.outs[0], [&](const Index&, ElementBits bits) {
      const std::uint64_t sign = bits.re & sign_bit(format);
      return (bits.re ^ sign) < smallest_normal_bits(format)
                 ? ElementBits{sign, bits.im}
                 : bits;
    });
  }
};

// Returns the other operand if one of both is NaN.
class ForgetsNanInMax : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      const ElementBits a = element_at(call.operands[0], at);
      const ElementBits b = element_at(call.operands[1], at);
      const DType dtype = call.outs[0].dtype;
      if (is_nan_element(dtype, a)) return b;
      return is_nan_element(dtype, b) ? a : bits;
    });
  }
};

class LosesTheSignOfZero : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.outs[0].dtype);
    replace_each(call.outs[0], [&](const Index&, ElementBits bits) {
      return bits.re == sign_bit(format) ? ElementBits{} : bits;
    });
  }
};

// Returns NaN for any NaN operand, although x^0 and 1^x are 1.
class PowSpreadsNan : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      const DType dtype = call.outs[0].dtype;
      for (const Tensor& operand : call.operands)
        if (is_nan_element(dtype, element_at(operand, at)))
          return ElementBits{quiet_nan_bits(format_of(dtype)), 0};
      return bits;
    });
  }
};

class AddSaturates : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.outs[0].dtype;  // a signed one
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      const auto value = [&](const Tensor& tensor) {
        return signed_value(dtype, element_at(tensor, at));
      };
      const std::int64_t sum =
          value(call.operands[0]) + value(call.operands[1]);
      const std::int64_t top = std::int64_t{1} << (spec_of(dtype).bits - 1);
      if (sum >= top) return ElementBits{static_cast<std::uint64_t>(top) - 1};
      return sum < -top ? ElementBits{static_cast<std::uint64_t>(top)} : bits;
    });
  }
};

class ComparesUnsignedAsSigned : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const auto value = [&](const Tensor& tensor) {  // uint8
        return static_cast<std::int8_t>(element_at(tensor, at).re);
      };
      const bool less = value(call.operands[0]) < value(call.operands[1]);
      return ElementBits{less ? 1u : 0u};
    });
  }
};

// Casts float32 to int8 through int32: 300 becomes 44.
class CastWraps : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      const double x = real_at(call.operands[0], at);
      if (!(std::fabs(x) < 0x1p31)) return bits;
      const auto whole = static_cast<std::int64_t>(x);
      return ElementBits{static_cast<std::uint64_t>(whole) & 0xff};
    });
  }
};

// Casts int64 to bfloat16 through float32.
class CastRoundsTwice : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const auto value =
          static_cast<std::int64_t>(element_at(call.operands[0], at).re);
      return ElementBits{
          encode_real(format_of(call.outs[0].dtype),
                      static_cast<double>(static_cast<float>(value)))};
    });
  }
};

class CastsNanToTheLowest : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      return std::isnan(real_at(call.operands[0], at)) ? ElementBits{0x80000000}
                                                       : bits;
    });
  }
};

class SortsNanFirst : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& out = call.outs[0];
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(out, axis, [&](const Index& at) {
      auto slice = slice_of(out, at, axis);
      std::stable_partition(slice.begin(), slice.end(), [&](ElementBits bits) {
        return is_nan_element(out.dtype, bits);
      });
      put_slice(out, at, axis, slice);
    });
  }
};

// Sorts by value, but writes every tie as the first of its kind.
class ArgsortRepeatsAnIndex : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(call.outs[0], axis, [&](const Index& at) {
      const auto values = slice_of(call.operands[0], at, axis);
      auto order = slice_of(call.outs[0], at, axis);
      for (std::size_t k = 1; k < order.size(); ++k)
        if (values[order[k].re] == values[order[k - 1].re])
          order[k] = order[k - 1];
      put_slice(call.outs[0], at, axis, order);
    });
  }
};

class ArgmaxTakesLast : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& x = call.operands[0];
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(x, axis, [&](const Index& at) {
      const auto slice = slice_of(x, at, axis);
      Index place = at;
      if (call.attributes.keepdims())
        place[static_cast<std::size_t>(axis)] = 0;
      else
        place.erase(place.begin() + axis);
      const ElementBits largest = slice[element_at(call.outs[0], place).re];
      const auto last = std::find(slice.rbegin(), slice.rend(), largest);
      put_at(call.outs[0], place,
             {static_cast<std::uint64_t>(slice.rend() - last - 1)});
    });
  }
};

class ScanIsExclusive : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(call.outs[0], axis, [&](const Index& at) {
      auto slice = slice_of(call.outs[0], at, axis);
      slice.insert(slice.begin(), ElementBits{});
      slice.pop_back();
      put_slice(call.outs[0], at, axis, slice);
    });
  }
};

// A running sum of a narrow float that is rounded at each step.
class ScanRoundsEachStep : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.outs[0].dtype);
    const std::int64_t axis = call.attributes.axis();
    for_each_slice(call.outs[0], axis, [&](const Index& at) {
      auto slice = slice_of(call.operands[0], at, axis);
      double sum = 0;
      for (ElementBits& bits : slice) {
        bits.re = encode_real(format, sum + decode_real(format, bits.re));
        sum = decode_real(format, bits.re);
      }
      put_slice(call.outs[0], at, axis, slice);
    });
  }
};

// Sums in one float32 accumulator, which stops at 2^24 for 2^25 ones.
class SumStopsAtTwoToThe24 : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [](const Index&, ElementBits bits) {
      const double sum = decode_real(kFormatFloat32, bits.re);
      return ElementBits{encode_real(kFormatFloat32, std::min(sum, 0x1p24))};
    });
  }
};

// A sum of 4096 tenths, one after the other.
class SumsWithOneAccumulator : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& x = call.operands[0];
    if (call.attributes.axes().size() != 1) return;
    const std::int64_t axis = call.attributes.axes()[0];
    for_each_slice(x, axis, [&](const Index& at) {
      float sum = 0;
      for (ElementBits bits : slice_of(x, at, axis))
        sum += static_cast<float>(decode_real(kFormatFloat32, bits.re));
      Index place = at;
      place.erase(place.begin() + axis);
      put_at(call.outs[0], place, {encode_real(kFormatFloat32, sum)});
    });
  }
};

// Takes b for -b in the imaginary part of a product.
class MultipliesByTheConjugate : public Mutant {
 public:
  Result<Tensors> execute(const Call& call) override {
    auto made = Reference::execute(call);
    const FloatFormat& format = format_of(call.outs[0].dtype);
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const ElementBits a = element_at(call.operands[0], at);
      const ElementBits b = element_at(call.operands[1], at);
      const auto value = [&](std::uint64_t part) {
        return decode_real(format, part);
      };
      return ElementBits{encode_real(format, value(a.re) * value(b.re) +
                                                 value(a.im) * value(b.im)),
                         encode_real(format, value(a.im) * value(b.re) -
                                                 value(a.re) * value(b.im))};
    });
    return made;
  }

 private:
  void spoil(const Call&, Tensors&) override {}
};

}  // namespace assay::mutants
