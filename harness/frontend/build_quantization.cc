// Draws the calls of the quantization family: quotients that lie between two
// integers, beyond the limits or halfway, and blocks whose scales differ.
// Tested by tests/harness/frontend/drawn_quantization_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_quantization.h"
#include "harness/frontend/quantization_rows.h"
#include "harness/nn/draw_slices.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

QuantizationCase quantization_case_of(const CallWish& wish) {
  return special_of<QuantizationCase>(wish.row);
}

struct QuantizedLimits {
  std::int64_t qmin = -127;
  std::int64_t qmax = 127;
};

// Chooses the limits of a call. A derived scale takes the largest magnitude to
// (qmax - qmin)/2, which is an integer only if both limits are equally far from
// 0; the others occur with scales that are no powers of two.
QuantizedLimits chosen_quantized_limits(const CallWish& wish) {
  if (wish.number % 3 == 1) return {-7, 7};
  const bool derives_scale = wish.cell.op == "quantize_dynamic"_op;
  const bool is_full =
      derives_scale ? wish.number % 6 == 5 : wish.number % 3 == 0;
  return {is_full ? -128 : -127, 127};
}

// Makes the elements and the scales of one call.
class QuantizedElements {
 public:
  QuantizedElements(const CallWish& wish, Blocks blocks, QuantizedLimits limits)
      : wish_(wish),
        special_(quantization_case_of(wish)),
        blocks_(std::move(blocks)),
        limits_(limits),
        stream_(static_cast<std::uint64_t>(wish.choose(4, 64)) << 8 |
                    static_cast<std::uint64_t>(wish.number),
                1071) {
    for (std::int64_t b = 0; b < element_count(blocks_.counts); ++b)
      scales_.push_back(drawn_scale(b));
  }

  std::vector<ElementBits> scales() const {
    std::vector<ElementBits> bits;
    for (double scale : scales_)
      bits.push_back({encode_real(kFormatFloat32, scale), 0});
    return bits;
  }

  // Returns the elements of a quantized operand.
  std::vector<ElementBits> integers() {
    std::vector<ElementBits> bits;
    for (std::int64_t k = 0; k < element_count(blocks_.shape); ++k)
      bits.push_back({stream_.below(256), 0});
    return bits;
  }

  // Returns the elements of an operand that is to be quantized. If the op
  // derives the scales, one element of each block has the largest magnitude.
  std::vector<ElementBits> reals(bool derives_scales) {
    const FloatFormat& format = format_of(wish_.cell.dtype);
    std::vector<std::vector<std::size_t>> members(scales_.size());
    std::vector<double> x;
    for (std::int64_t k = 0; k < element_count(blocks_.shape); ++k) {
      const auto at = static_cast<std::size_t>(k);
      const auto block = static_cast<std::size_t>(blocks_.block_of(at));
      members[block].push_back(at);
      x.push_back(drawn_real(scales_[block]));
    }
    for (std::size_t block = 0; block < members.size(); ++block)
      if (!members[block].empty() && derives_scales)
        give_scale(block, members[block], x);
    std::vector<ElementBits> bits;
    for (double value : x)
      bits.push_back({std::isnan(value) ? quiet_nan_bits(format)
                                        : encode_real(format, value),
                      0});
    return bits;
  }

 private:
  bool has_powers() const {
    if (special_ == QuantizationCase::kHalves ||
        special_ == QuantizationCase::kOneLarge)
      return true;
    return special_ != QuantizationCase::kNearHalves && wish_.number % 2 == 0;
  }

  // Scales of neighbouring blocks differ by a power of two at least.
  double drawn_scale(std::int64_t block) {
    int exponent = static_cast<int>((block * 5 + wish_.choose(3, 9)) % 9) - 4;
    const bool is_narrow = wish_.cell.result == DType::kFloat16;
    if (special_ == QuantizationCase::kOverflow)
      exponent = is_narrow ? 14 : 126;
    if (special_ == QuantizationCase::kTiny) exponent = -140;
    const double significand = has_powers() ? 1 : 1.0625 + stream_.unit() / 2;
    return decode_real(
        kFormatFloat32,
        encode_real(kFormatFloat32, std::ldexp(significand, exponent)));
  }

  // Returns an integer whose halves the dtype has, too.
  double drawn_integer() {
    const auto count =
        static_cast<std::uint64_t>(limits_.qmax - limits_.qmin - 1);
    const std::int64_t integer =
        limits_.qmin + 1 + static_cast<std::int64_t>(stream_.below(count));
    const bool is_short = wish_.cell.dtype == DType::kBfloat16 ||
                          special_ == QuantizationCase::kOneLarge;
    return static_cast<double>(is_short ? integer % 32 : integer);
  }
  double drawn_real(double scale) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const double inside =
        (drawn_integer() + (stream_.unit() < 0.5 ? 0.25 : -0.25));
    const double sign = stream_.below(2) == 0 ? 1 : -1;
    const std::uint64_t pick = stream_.below(8);
    switch (special_) {
      case QuantizationCase::kBeyond: {
        const double kBeyond[] = {1, 2, 129, 256, 300, 65536, 0x1p31, 0x1p80};
        const double limit =
            static_cast<double>(sign > 0 ? limits_.qmax : -limits_.qmin);
        return sign * (limit + kBeyond[pick]) * scale;
      }
      case QuantizationCase::kHalves:
      case QuantizationCase::kNearHalves:
        return (drawn_integer() - 0.5) * scale;
      case QuantizationCase::kInfinities:
        if (pick < 3) return sign * kInfinite;
        break;
      case QuantizationCase::kNearZero: {
        const double kSmall[] = {0, 0, 0.25, 0.375, 0.4375, 0x1p-20, 0.125, 0};
        return sign * kSmall[pick] * scale;
      }
      case QuantizationCase::kNan:
        if (pick < 2) return std::numeric_limits<double>::quiet_NaN();
        break;
      default:
        break;
    }
    return inside * scale;
  }

  // Gives the block the scale that was drawn for it, or what the case is about
  // instead.
  void give_scale(std::size_t block, const std::vector<std::size_t>& members,
                  std::vector<double>& x) {
    const std::size_t ends[] = {members.size() - 1, 0, members.size() / 2,
                                stream_.below(members.size())};
    const std::size_t place = members[ends[stream_.below(4)]];
    if (special_ == QuantizationCase::kZeroBlocks && block % 2 == 0) {
      for (std::size_t k : members) x[k] = std::copysign(0.0, x[k]);
      return;
    }
    if (special_ == QuantizationCase::kSpoiltBlocks && block % 2 == 0) {
      x[place] = std::array{NAN, INFINITY, -INFINITY}[stream_.below(3)];
      return;
    }
    const double most = static_cast<double>(limits_.qmax - limits_.qmin) / 2;
    x[place] = std::copysign(most * scales_[block], x[place]);
  }

  const CallWish& wish_;
  QuantizationCase special_;
  Blocks blocks_;
  QuantizedLimits limits_;
  ValueStream stream_;
  std::vector<double> scales_;
};

DrawnOperand listed(Shape shape, std::vector<ElementBits> elements) {
  return {std::move(shape), [elements = std::move(elements)](std::size_t k) {
            return elements[k];
          }};
}

// Chooses the blocks of a call with a long extent.
Blocks long_blocks(std::int64_t extent, int number) {
  switch (number % 4) {
    case 0:
      return {{2, extent}, {1, extent}, {2, 1}};
    case 1:
      return {{extent, 2}, {1, 2}, {extent, 1}};
    case 2:
      return {{extent}, {1}, {extent}};
    default:
      return {{2 * extent}, {extent}, {2}};
  }
}

}  // namespace

std::int64_t Blocks::block_of(std::size_t k) const {
  auto rest = static_cast<std::int64_t>(k);
  std::int64_t block = 0;
  std::int64_t step = 1;
  for (std::size_t axis = block_size.size(); axis-- > 0;) {
    block += rest % shape[axis] / block_size[axis] * step;
    rest /= shape[axis];
    step *= counts[axis];
  }
  return block;
}

Blocks chosen_blocks(const CallWish& wish) {
  const bool is_whole = wish.cell.variant == "tensor";
  if (is_whole) return {wished_shape(wish), {}, {}};
  if (wish.extent > 0) return long_blocks(wish.extent, wish.number);
  Blocks blocks{.shape = {}, .block_size = {}, .counts = wished_shape(wish)};
  if (blocks.counts.empty()) blocks.counts = {1};
  if (element_count(blocks.counts) == 1) blocks.counts.back() = 2;
  for (std::size_t axis = 0; axis < blocks.counts.size(); ++axis) {
    const std::int64_t size = axis < 3 ? 1 + wish.choose(axis, 3) : 1;
    blocks.block_size.push_back(size);
    blocks.shape.push_back(size * blocks.counts[axis]);
  }
  return blocks;
}

std::span<const ClauseCase> quantization_rows() {
  return rows_of<QuantizationCase>("quantization", kQuantizationClauseCases);
}

DrawnCall draw_quantization(const CallWish& wish) {
  const Op op = wish.cell.op;
  const Blocks blocks = chosen_blocks(wish);
  const QuantizedLimits limits = chosen_quantized_limits(wish);
  QuantizedElements drawn(wish, blocks, limits);
  Attributes attributes;
  if (op == "dequantize"_op)
    attributes.dtype(wish.cell.result);
  else
    attributes.set(AttributeKey::kQMin, {limits.qmin})
        .set(AttributeKey::kQMax, {limits.qmax});
  attributes.set(AttributeKey::kBlockSize, blocks.block_size);
  const bool derives_scales = op == "quantize_dynamic"_op;
  DrawnCall call{.operands = {}, .attributes = attributes};
  call.operands.push_back(listed(
      blocks.shape,
      op == "dequantize"_op ? drawn.integers() : drawn.reals(derives_scales)));
  if (!derives_scales)
    call.operands.push_back(listed(blocks.counts, drawn.scales()));
  return call;
}

}  // namespace assay
