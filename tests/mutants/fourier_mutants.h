// Mutants that transform wrongly: scales, signs, halves, sizes, axes, slices.
#pragma once

#include <algorithm>
#include <complex>
#include <optional>

#include "spec/op_table.h"
#include "tests/mutants/mutant.h"

namespace assay::mutants {

inline bool is_transform(Op op) { return family_of(op).name == "fourier"; }

inline std::complex<double> complex_at(const Tensor& tensor, const Index& at) {
  const FloatFormat& format = format_of(tensor.dtype);
  const ElementBits bits = element_at(tensor, at);
  return {decode_real(format, bits.re),
          is_complex(tensor.dtype) ? decode_real(format, bits.im) : 0};
}
inline void put_complex(const Tensor& tensor, const Index& at,
                        std::complex<double> z) {
  const FloatFormat& format = format_of(tensor.dtype);
  put_at(tensor, at,
         {encode_real(format, z.real()),
          is_complex(tensor.dtype) ? encode_real(format, z.imag()) : 0});
}
// Replaces each element of a tensor by f(its index, its value).
template <typename F>
void map_complex(const Tensor& tensor, F f) {
  for (const Index& at : indices(tensor.view.shape()))
    put_complex(tensor, at, f(at, complex_at(tensor, at)));
}

inline std::size_t last_axis(const Call& call) {
  return static_cast<std::size_t>(call.attributes.axes().back());
}

// Replaces the call before the reference carries it out.
class Misreading : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (!is_transform(call.op) || call.attributes.axes().empty())
      return Reference::execute(call);
    Call misread = call;
    misread.attributes = {};
    for (const auto& [key, integers] : call.attributes.entries())
      if (key != left_out_) misread.attributes.set(key, integers);
    misread_call(misread);
    return Reference::execute(misread);
  }

 protected:
  virtual void misread_call(Call&) {}
  std::optional<AttributeKey> left_out_;
};

class TakesTheOtherSign : public Misreading {
  void misread_call(Call& call) override {
    if (call.op == "fft"_op)
      call.op = "ifft"_op;
    else if (call.op == "ifft"_op)
      call.op = "fft"_op;
  }
};
class HalvesTheFirstAxis : public Misreading {
  void misread_call(Call& call) override {
    auto axes = call.attributes.axes();
    std::reverse(axes.begin(), axes.end());
    call.attributes.axes(axes);
  }
};
class TransformsOneAxisAlone : public Misreading {
  void misread_call(Call& call) override {
    call.attributes.axes({call.attributes.axes().back()});
    if (const auto* s = call.attributes.find(AttributeKey::kSizes))
      call.attributes.set(AttributeKey::kSizes, {s->back()});
  }
};
class ForgetsTheSizes : public Misreading {
 public:
  ForgetsTheSizes() { left_out_ = AttributeKey::kSizes; }
};
// Takes an odd extent if the call gives no sizes.
class DefaultsToAnOddSize : public Misreading {
  void misread_call(Call& call) override {
    if (call.op != "irfft"_op ||
        call.attributes.find(AttributeKey::kSizes) != nullptr)
      return;
    Attributes::Integers sizes;
    for (std::int64_t axis : call.attributes.axes())
      sizes.push_back(
          call.operands[0].view.shape()[static_cast<std::size_t>(axis)]);
    sizes.back() = 2 * sizes.back() - 1;
    call.attributes.set(AttributeKey::kSizes, sizes);
  }
};
class ReturnsTheWiderDType : public Misreading {
  void misread_call(Call& call) override {
    if (call.op == "rfft"_op) call.attributes.dtype(DType::kComplex128);
    if (call.op == "irfft"_op) call.attributes.dtype(DType::kFloat64);
  }
};
class ReturnsATensorOfItsOwn : public Misreading {
  void misread_call(Call& call) override { call.outs.clear(); }
};

// Spoils the result of a transform over one axis at least.
class WrongTransform : public Mutant {
  void spoil(const Call& call, Tensors& made) override {
    if (is_transform(call.op) && !call.attributes.axes().empty())
      spoil_result(call, made[0]);
  }
  virtual void spoil_result(const Call& call, const Tensor& y) = 0;
};

// Named here, as clang 14 cannot link a literal within a template.
inline constexpr Op kIrfft = "irfft"_op;

// Multiplies the result by N to the power of halves / 2.
template <int halves>
class Scales : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    double n = 1;
    for (std::int64_t axis : call.attributes.axes()) {
      const auto i = static_cast<std::size_t>(axis);
      n *= static_cast<double>(call.op == kIrfft
                                   ? y.view.shape()[i]
                                   : call.operands[0].view.shape()[i]);
    }
    const double factor = std::pow(n, halves / 2.0);
    map_complex(y, [&](const Index&, auto z) { return factor * z; });
  }
};

class ConjugatesTheHalf : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    if (call.op == "rfft"_op)
      map_complex(y, [](const Index&, auto z) { return std::conj(z); });
  }
};
class DropsTheLastBin : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    if (call.op != "rfft"_op) return;
    const std::size_t axis = last_axis(call);
    const std::int64_t last = y.view.shape()[axis] - 1;
    map_complex(
        y, [&](const Index& at, auto z) { return at[axis] == last ? 0.0 : z; });
  }
};

// Fits the result to s instead of the spectrum.
class FitsTheResult : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    if (call.op != "irfft"_op) return;
    const auto* s = call.attributes.find(AttributeKey::kSizes);
    const std::size_t axis = last_axis(call);
    const std::int64_t bins = call.operands[0].view.shape()[axis];
    if (s == nullptr || bins < 2) return;
    Call own = call;
    own.outs.clear();
    auto sizes = *s;
    sizes.back() = 2 * bins - 2;
    own.attributes.set(AttributeKey::kSizes, sizes);
    const Tensor whole = Reference::execute(own)->front();
    map_complex(y, [&](const Index& at, auto) {
      return at[axis] < 2 * bins - 2 ? complex_at(whole, at) : 0.0;
    });
  }
};

// Takes the imaginary part of bin 0 for the last bin, as packed formats have
// it.
class UnpacksBinZero : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    if (call.op != "irfft"_op) return;
    const std::size_t axis = last_axis(call);
    map_complex(y, [&](const Index& at, auto z) {
      Index zero = at;
      zero[axis] = 0;
      const double imaginary = complex_at(call.operands[0], zero).imag();
      return z + (at[axis] % 2 == 0 ? imaginary : -imaginary);
    });
  }
};
// Takes the imaginary part of the last bin of an even size for a real one.
class TurnsTheLastBin : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    if (call.op != "irfft"_op || call.attributes.axes().size() > 1) return;
    const std::size_t axis = last_axis(call);
    const std::int64_t n = y.view.shape()[axis];
    if (n % 2 != 0 || call.operands[0].view.shape()[axis] <= n / 2) return;
    map_complex(y, [&](const Index& at, auto z) {
      Index last = at;
      last[axis] = n / 2;
      return z + complex_at(call.operands[0], last).imag();
    });
  }
};

// Lengths with a prime factor above 7 are left out.
class KnowsSmallRadicesAlone : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    const Tensor& whole = call.op == "irfft"_op ? y : call.operands[0];
    for (std::int64_t axis : call.attributes.axes()) {
      auto n = whole.view.shape()[static_cast<std::size_t>(axis)];
      for (std::int64_t radix : {2, 3, 5, 7})
        while (n % radix == 0) n /= radix;
      if (n > 1) map_complex(y, [](const Index&, auto) { return 0.0; });
    }
  }
};

// Uses one root of unity of length 8 that is slightly wrong.
class HasAWrongRoot : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    const std::size_t axis = last_axis(call);
    const Tensor& whole = call.op == "irfft"_op ? y : call.operands[0];
    if (whole.view.shape()[axis] != 8 ||
        call.operands[0].view.shape()[axis] < 3)
      return;
    map_complex(y, [&](const Index& at, auto z) {
      Index from = at;
      from[axis] = 2;
      return at[axis] == 3 ? z + 1e-5 * complex_at(call.operands[0], from) : z;
    });
  }
};

// Adds this number of units of roundoff to every element.
template <int units>
class IsOffByRoundoffs : public WrongTransform {
  void spoil_result(const Call&, const Tensor& y) override {
    const double u = std::ldexp(1.0, -format_of(y.dtype).precision);
    map_complex(y, [&](const Index&, auto z) { return (1 + units * u) * z; });
  }
};

// Computes complex128 in complex64.
class ComputesInSinglePrecision : public WrongTransform {
  void spoil_result(const Call&, const Tensor& y) override {
    map_complex(y, [](const Index&, std::complex<double> z) {
      return std::complex<double>(static_cast<float>(z.real()),
                                  static_cast<float>(z.imag()));
    });
  }
};

// Makes every element NaN if the operand has a NaN anywhere.
class LeaksNan : public WrongTransform {
  void spoil_result(const Call& call, const Tensor& y) override {
    std::complex<double> sum = 0;
    for (const Index& at : indices(call.operands[0].view.shape()))
      sum += 0.0 * complex_at(call.operands[0], at);
    if (sum == 0.0) return;
    map_complex(y, [&](const Index&, auto z) { return z + sum; });
  }
};

}  // namespace assay::mutants
