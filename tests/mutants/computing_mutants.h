// Provides the base of mutants of ops that compute into an out: elementwise
// ops, casts, reductions and sorts. Each mutant is written once for all of
// these ops and leaves other ops of the same case right.
#pragma once

#include <algorithm>
#include <string_view>

#include "tests/mutants/mutant.h"

namespace assay::mutants {

inline bool is_computing(const Call& call) {
  const std::string_view family = family_of(call.op).name;
  return call.outs.size() == 1 &&
         (family == "elementwise" || family == "conversion" ||
          family == "reduction" || family == "sorting");
}

// Spoils what was written into the out.
class SpoiledOut : public Mutant {
 public:
  using Mutant::Mutant;

 protected:
  virtual void spoil_out(const Call& call, const Tensor& out) = 0;

 private:
  void spoil(const Call& call, Tensors&) final {
    if (is_computing(call)) spoil_out(call, call.outs[0]);
  }
};

// Spoils element by element, by the bits of the result alone.
class SpoiledElements : public SpoiledOut {
 protected:
  virtual ElementBits spoiled_element(DType dtype, ElementBits bits) = 0;

 private:
  void spoil_out(const Call&, const Tensor& out) final {
    replace_each(out, [&](const Index&, ElementBits bits) {
      return spoiled_element(out.dtype, bits);
    });
  }
};

// The same for each real number of the result: both parts of complex ones,
// nothing of integers and bool.
class SpoiledReals : public SpoiledElements {
 protected:
  virtual std::uint64_t spoiled_bits(const FloatFormat& format,
                                     std::uint64_t bits) = 0;

 private:
  ElementBits spoiled_element(DType dtype, ElementBits bits) final {
    if (!is_real(dtype) && !is_complex(dtype)) return bits;
    const FloatFormat& format = format_of(dtype);
    bits.re = spoiled_bits(format, bits.re);
    if (is_complex(dtype)) bits.im = spoiled_bits(format, bits.im);
    return bits;
  }
};

// Misreads the operands of such an op.
class MisreadOperands : public ChangedCall {
 protected:
  virtual void misread_call(Call& call) = 0;

 private:
  void change(Call& call) final {
    if (is_computing(call)) misread_call(call);
  }
};

// Misreads each element of each operand.
class MisreadElements : public MisreadOperands {
 protected:
  virtual ElementBits misread_element(DType dtype, ElementBits bits) = 0;

 private:
  void misread_call(Call& call) final {
    for (Tensor& operand : call.operands) {
      operand = copy_of(operand);
      replace_each(operand, [&](const Index&, ElementBits bits) {
        return misread_element(operand.dtype, bits);
      });
    }
  }
};

// Misreads each real number of each operand.
class MisreadReals : public MisreadElements {
 protected:
  virtual std::uint64_t misread_bits(const FloatFormat& format,
                                     std::uint64_t bits) = 0;

 private:
  ElementBits misread_element(DType dtype, ElementBits bits) final {
    if (!is_real(dtype) && !is_complex(dtype)) return bits;
    const FloatFormat& format = format_of(dtype);
    bits.re = misread_bits(format, bits.re);
    if (is_complex(dtype)) bits.im = misread_bits(format, bits.im);
    return bits;
  }
};

inline bool is_zero_bits(const FloatFormat& format, std::uint64_t bits) {
  return (bits & (sign_bit(format) - 1)) == 0;
}
// The sign of an element, as bits of its format.
inline std::uint64_t sign_of(const FloatFormat& format, std::uint64_t bits) {
  return bits & sign_bit(format);
}
// Returns all bits of an element of the dtype.
inline std::uint64_t all_bits(DType dtype) {
  if (dtype == DType::kBool) return 1;
  return ~std::uint64_t{0} >> (64 - std::min(64, spec_of(dtype).bits));
}
inline std::uint64_t top_bit(DType dtype) {
  return all_bits(dtype) ^ all_bits(dtype) >> 1;
}

}  // namespace assay::mutants
