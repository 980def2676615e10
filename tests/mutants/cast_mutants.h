// Mutants of cast: by way of another dtype, truncated, wrapped, without the
// part that it should take.
#pragma once

#include <cmath>

#include "spec/op_table.h"
#include "tests/mutants/integer_mutants.h"

namespace assay::mutants {

// Spoils casts element by element, where both dtypes are of certain kinds.
class SpoiledCast : public SpoiledOut {
 protected:
  // Returns the result of an operand element; `bits` is the right one.
  virtual ElementBits cast_wrongly(const Tensor& x, ElementBits operand,
                                   DType to, ElementBits bits) = 0;

 private:
  void spoil_out(const Call& call, const Tensor& out) final {
    if (call.op != "cast"_op && call.op != "convert"_op) return;
    const Tensor& x = call.operands[0];
    replace_each(out, [&](const Index& at, ElementBits bits) {
      return cast_wrongly(x, element_at(x, at), out.dtype, bits);
    });
  }
};

inline bool has_format(DType dtype) {
  return is_real(dtype) || is_complex(dtype);
}

// Floats to integers by rounding to the nearest.
class CastRoundsToIntegers : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!has_format(x.dtype) || !is_integer(to)) return bits;
    const double value = decode_real(format_of(x.dtype), operand.re);
    return std::isfinite(value)
               ? saturated(to, static_cast<long double>(std::rint(value)))
               : bits;
  }
};

// Drops the digits that do not fit.
class CastTruncatesFloats : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!has_format(to) || x.dtype == DType::kBool) return bits;
    const FloatFormat& format = format_of(to);
    const double result = decode_real(format, bits.re);
    const long double value =
        has_format(x.dtype) ? decode_real(format_of(x.dtype), operand.re)
        : category_of(x.dtype) == Category::kSigned
            ? static_cast<long double>(signed_value(x.dtype, operand))
            : static_cast<long double>(operand.re);
    const bool was_rounded_up =
        std::fabs(static_cast<long double>(result)) > std::fabs(value);
    return was_rounded_up ? ElementBits{bits.re - 1, bits.im} : bits;
  }
};

// Casts through float32, so that numbers which float32 cannot hold are rounded
// twice.
class CastsByWayOfFloat32 : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!is_real(to) || !(is_integer(x.dtype) || is_real(x.dtype))) return bits;
    float value = 0;
    if (is_real(x.dtype))
      value = static_cast<float>(decode_real(format_of(x.dtype), operand.re));
    else if (category_of(x.dtype) == Category::kSigned)
      value = static_cast<float>(signed_value(x.dtype, operand));
    else
      value = static_cast<float>(operand.re);
    return {encode_real(format_of(to), static_cast<double>(value))};
  }
};

// Floats out of range keep the low bits of a wider integer.
class CastWrapsFloats : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!has_format(x.dtype) || !is_integer(to)) return bits;
    const double value = decode_real(format_of(x.dtype), operand.re);
    if (!(std::fabs(value) < 0x1p62)) return {top_bit(to)};
    return bits_of(to, static_cast<Wide>(value));
  }
};
// Casts NaN to the lowest integer, as x86 does.
class CastsNanToTheTopBit : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    const bool is_nan = has_format(x.dtype) && is_nan_element(x.dtype, operand);
    return is_nan && is_integer(to) ? ElementBits{top_bit(to)} : bits;
  }
};

// Casts to bool through an integer: 0.5 is false, and so is 256.
class CastsToBoolByAByte : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (to != DType::kBool || x.dtype == DType::kBool) return bits;
    if (is_integer(x.dtype)) return {(operand.re & 0xf) != 0 ? 1u : 0u};
    const double value = decode_real(format_of(x.dtype), operand.re);
    return {std::isfinite(value) && std::trunc(value) == 0 ? 0u : bits.re};
  }
};
class CastsNanToFalse : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    const bool is_nan = has_format(x.dtype) && is_nan_element(x.dtype, operand);
    return is_nan && to == DType::kBool ? ElementBits{0} : bits;
  }
};
// Casts true to all bits set, which is -1.
class CastsTrueToMinusOne : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (x.dtype != DType::kBool || to == DType::kBool || operand.re == 0)
      return bits;
    if (is_integer(to)) return {all_bits(to)};
    return {bits.re | sign_bit(format_of(to)), bits.im};
  }
};

// Casts a complex number to its modulus.
class CastsToTheModulus : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits operand, DType to,
                           ElementBits bits) override {
    if (!is_complex(x.dtype) || !is_real(to)) return bits;
    const FloatFormat& format = format_of(x.dtype);
    return {encode_real(format_of(to),
                        std::hypot(decode_real(format, operand.re),
                                   decode_real(format, operand.im)))};
  }
};
// Stores a real in both parts of a complex number.
class CastsIntoBothParts : public SpoiledCast {
  ElementBits cast_wrongly(const Tensor& x, ElementBits, DType to,
                           ElementBits bits) override {
    if (is_complex(x.dtype) || !is_complex(to)) return bits;
    return {bits.re, bits.re};
  }
};

}  // namespace assay::mutants
