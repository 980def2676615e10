// Mutants of quantization.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants::arrays {

using Extents = std::vector<std::int64_t>;

inline Extents block_size_of(const Call& call) {
  return call.attributes.integers(AttributeKey::kBlockSize);
}
inline const Tensor& scales_of(const Call& call) {
  return call.operands.size() > 1 ? call.operands[1] : call.outs[1];
}
// Returns the index of the scale of an element.
inline Index block_at(const Call& call, const Index& at) {
  const Extents size = block_size_of(call);
  Index block;
  for (std::size_t axis = 0; axis < size.size(); ++axis)
    block.push_back(at[axis] / size[axis]);
  return block;
}
inline double limit_of(const Call& call, AttributeKey key) {
  return static_cast<double>(call.attributes.integers(key)[0]);
}
inline ElementBits int8_of(double value) {
  return {static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & 0xff,
          0};
}
inline double clamped(const Call& call, double q) {
  return std::clamp(q, limit_of(call, AttributeKey::kQMin),
                    limit_of(call, AttributeKey::kQMax));
}

// Changes what a quotient v becomes; NaN keeps the right integer.
using FromQuotient = double (*)(const Call& call, double v);
template <FromQuotient from_quotient>
class QuantizesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[0], [&](const Index& at, ElementBits right) {
      const double v = real_at(call.operands[0], at) /
                       real_at(scales_of(call), block_at(call, at));
      const double q = from_quotient(call, v);
      return std::isnan(q) ? right : int8_of(q);
    });
  }
};
constexpr double kRightInteger = std::numeric_limits<double>::quiet_NaN();

inline double truncated(const Call& call, double v) {
  return clamped(call, std::trunc(v));
}
inline double halves_away(const Call& call, double v) {
  return clamped(call, std::round(v));
}
inline double clamped_to_8_bits(const Call&, double v) {
  return std::clamp(std::nearbyint(v), -128.0, 127.0);
}
inline double wrapped_to_8_bits(const Call&, double v) {
  return std::fabs(v) < 0x1p62 ? std::nearbyint(v) : kRightInteger;
}
inline double zero_for_infinity(const Call&, double v) {
  return std::isinf(v) ? 0 : kRightInteger;
}
inline double minus_one_below_zero(const Call&, double v) {
  return std::signbit(v) && std::nearbyint(v) == 0 ? -1 : kRightInteger;
}

// Takes the scale of another block.
using OtherBlock = Index (*)(const Call& call, const Index& at);
template <OtherBlock other>
class TakesScalesOf : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const Tensor& scales = scales_of(call);
    if (scales.view.numel() == 0) return;
    const bool multiplies = call.op == "dequantize"_op;
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      const double x = real_or_integer(call.operands[0], at);
      const double scale = real_at(scales, other(call, at));
      if (!multiplies) return int8_of(clamped(call, std::nearbyint(x / scale)));
      return ElementBits{encode_real(format_of(call.outs[0].dtype), x * scale),
                         0};
    });
  }
  static double real_or_integer(const Tensor& x, const Index& at) {
    if (is_real(x.dtype)) return real_at(x, at);
    return static_cast<std::int8_t>(element_at(x, at).re);
  }
};
inline Index first_block(const Call& call, const Index&) {
  return Index(block_size_of(call).size(), 0);
}
// Blocks are runs of the elements in row-major order.
inline Index block_of_run(const Call& call, const Index& at) {
  std::int64_t size = 1;
  for (std::int64_t extent : block_size_of(call)) size *= extent;
  const Shape& counts = scales_of(call).view.shape();
  std::int64_t block = View(call.outs[0].view.shape()).linear_index(at) / size;
  Index index(counts.size(), 0);
  for (std::size_t axis = counts.size(); axis-- > 0;) {
    index[axis] = block % counts[axis];
    block /= counts[axis];
  }
  return index;
}

// Changes each result of dequantize.
using FromProduct = double (*)(DType dtype, double r);
template <FromProduct from_product>
class DequantizesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.outs[0].dtype;
    const FloatFormat& format = format_of(dtype);
    replace_each(call.outs[0], [&](const Index&, ElementBits bits) {
      return ElementBits{
          encode_real(format,
                      from_product(dtype, decode_real(format, bits.re))),
          0};
    });
  }
};
inline double negated(DType, double r) { return -r; }
inline double through_bfloat16(DType, double r) {
  const FloatFormat& narrow = format_of(DType::kBfloat16);
  return decode_real(narrow, encode_real(narrow, r));
}
inline double saturated(DType dtype, double r) {
  const FloatFormat& format = format_of(dtype);
  const double most = decode_real(format, largest_finite_bits(format));
  return std::clamp(r, -most, most);
}

// Changes the scales that quantize_dynamic derives.
using FromScale = double (*)(const Call& call, const Index& block,
                             double scale);
template <FromScale from_scale>
class DerivesScalesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_each(call.outs[1], [&](const Index& block, ElementBits bits) {
      const double scale = decode_real(kFormatFloat32, bits.re);
      return ElementBits{
          encode_real(kFormatFloat32, from_scale(call, block, scale)), 0};
    });
  }
};
inline double of_range_254(const Call& call, const Index&, double scale) {
  return scale *
         (limit_of(call, AttributeKey::kQMax) -
          limit_of(call, AttributeKey::kQMin)) /
         254;
}
inline double next_scale(const Call&, const Index&, double scale) {
  return scale * (1 + 0x1p-20);
}
// Divides the largest magnitude of a block of zeros, too.
template <int value>
double of_zeros(const Call& call, const Index& block, double scale) {
  for (const Index& at : indices(call.operands[0].view.shape()))
    if (block_at(call, at) == block && real_at(call.operands[0], at) != 0)
      return scale;
  return value == 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
}
inline double spoilt_by_any_nan(const Call& call, const Index&, double scale) {
  for (const Index& at : indices(call.operands[0].view.shape()))
    if (!std::isfinite(real_at(call.operands[0], at))) return kRightInteger;
  return scale;
}

// Overlooks the last element of x when it looks for the largest one.
class OverlooksTheLast : public ChangedCall {
  void change(Call& call) override {
    if (call.operands[0].view.numel() == 0) return;
    call.operands[0] = copy_of(call.operands[0]);
    Index last;
    for (std::int64_t extent : call.operands[0].view.shape())
      last.push_back(extent - 1);
    put_at(call.operands[0], last, {});
  }
};

}  // namespace assay::mutants::arrays
