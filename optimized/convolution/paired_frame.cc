// Implements frames of pairs. The compiler turns the inner loops into vectors.
// Tested by tests/optimized/tile_convolution_test.cc.
#include "optimized/convolution/paired_frame.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/convolution/paired_frame.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Stores pairs of the elements of two rows that are `stride` apart, or of one
// row and zeros if `high` is null.
void pair_rows(const std::uint16_t* low, const std::uint16_t* high,
               std::int64_t stride, std::int64_t count,
               std::uint32_t* HWY_RESTRICT to) {
  if (high == nullptr)
    for (std::int64_t i = 0; i < count; ++i) to[i] = low[i * stride];
  else if (stride == 1)
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = low[i] | static_cast<std::uint32_t>(high[i]) << 16;
  else if (stride == 2)
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = low[2 * i] | static_cast<std::uint32_t>(high[2 * i]) << 16;
  else
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = low[i * stride] | static_cast<std::uint32_t>(high[i * stride])
                                    << 16;
}

constexpr std::int64_t kPairs = 16;  // of a row of a register

#if HWY_TARGET <= HWY_AVX3
// Does what pair_taps() does for 32 inputs. Each gathered word has the weight
// that is wanted in its lower or upper half.
HWY_INLINE void gather_taps(const std::uint16_t* weights, std::int64_t taps,
                            std::int64_t step, std::uint32_t* to) {
  const hn::FixedTag<std::uint32_t, kPairs> d;
  const hn::RebindToSigned<decltype(d)> offsets;
  const auto at =
      hn::Mul(hn::Iota(offsets, 0),
              hn::Set(offsets, static_cast<std::int32_t>(4 * taps)));
  const auto lower = hn::Set(d, 0xffffu);
  for (std::int64_t t = 0; t < taps; ++t) {
    const auto* low = reinterpret_cast<const std::uint32_t*>(weights + t);
    const auto* high =
        reinterpret_cast<const std::uint32_t*>(weights + taps + t - 1);
    hn::StoreU(hn::OrAnd(hn::AndNot(lower, hn::GatherOffset(d, high, at)),
                         lower, hn::GatherOffset(d, low, at)),
               d, to + t * step);
  }
}
#endif

// Stores the weights of one output for up to 16 pairs of inputs: for each tap a
// row, which are `step` words apart.
void pair_taps(const std::uint16_t* weights, std::int64_t inputs,
               std::int64_t taps, std::int64_t step, std::uint32_t* to) {
#if HWY_TARGET <= HWY_AVX3
  if (inputs >= 2 * kPairs && taps > 1)
    return gather_taps(weights, taps, step, to);
#endif
  for (std::int64_t t = 0; t < taps; ++t, ++weights, to += step)
    for (std::int64_t pair = 0; pair < kPairs; ++pair) {
      const std::uint16_t* from = weights + 2 * pair * taps;
      const std::uint32_t low = 2 * pair < inputs ? *from : 0u;
      to[pair] = 2 * pair + 1 < inputs
                     ? low | static_cast<std::uint32_t>(from[taps]) << 16
                     : low;
    }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(pair_rows);
HWY_EXPORT(pair_taps);

namespace {

// Returns how many results further a phase is shifted by all taps.
std::int64_t most_shift(const TapAxis& axis) {
  return axis.dilation * (axis.taps - 1) / axis.stride;
}

std::int64_t phases_of(const TapAxis& axis) {
  return std::min(axis.stride, axis.dilation * (axis.taps - 1) + 1);
}

}  // namespace

PairedFrame::PairedFrame(const TapAxis& y, const TapAxis& x,
                         std::int64_t inputs, std::int64_t rows)
    : y_(y),
      x_(x),
      inputs_(inputs),
      pairs_((inputs + 2 * kPairs - 1) / (2 * kPairs) * kPairs),
      phases_x_(phases_of(x)),
      phases_(phases_of(y) * phases_x_),
      rows_(rows + most_shift(y)),
      row_(x.count + most_shift(x)) {
  // An odd number of cache lines spreads the planes over all sets of L1.
  constexpr std::int64_t kLine = 16;  // words
  plane_ = ((rows_ * row_ + kLine - 1) / kLine | 1) * kLine;
}

std::int64_t PairedFrame::place(std::int64_t tap_y, std::int64_t tap_x) const {
  const std::int64_t at_y = y_.dilation * tap_y;
  const std::int64_t at_x = x_.dilation * tap_x;
  const std::int64_t phase = at_y % y_.stride * phases_x_ + at_x % x_.stride;
  return phase * pairs_ * plane_ + at_y / y_.stride * row_ + at_x / x_.stride;
}

void PairedFrame::fill(const std::uint16_t* x, std::int64_t first,
                       std::uint32_t* to) const {
  const std::int64_t plane = y_.in * x_.in;
  for (std::int64_t phase = 0; phase < phases_; ++phase) {
    const std::int64_t y0 = y_.start + y_.stride * first + phase / phases_x_;
    const std::int64_t x0 = x_.start + phase % phases_x_;
    // The places of x that a row has.
    const std::int64_t before = std::clamp<std::int64_t>(
        x0 < 0 ? (-x0 + x_.stride - 1) / x_.stride : 0, 0, row_);
    const std::int64_t end = std::clamp<std::int64_t>(
        x0 >= x_.in ? 0 : (x_.in - 1 - x0) / x_.stride + 1, before, row_);
    for (std::int64_t pair = 0; pair < pairs_; ++pair, to += plane_) {
      if (2 * pair >= inputs_) {
        std::fill_n(to, plane_, 0u);
        continue;
      }
      const std::uint16_t* low = x + 2 * pair * plane;
      const std::uint16_t* high =
          2 * pair + 1 < inputs_ ? low + plane : nullptr;
      std::uint32_t* row = to;
      for (std::int64_t r = 0; r < rows_; ++r, row += row_) {
        const std::int64_t y = y0 + r * y_.stride;
        if (!y_.contains(y) || before == end) {
          std::fill_n(row, row_, 0u);
          continue;
        }
        std::fill_n(row, before, 0u);
        const std::int64_t from = y * x_.in + x0 + before * x_.stride;
        HWY_DYNAMIC_DISPATCH(pair_rows)
        (low + from, high == nullptr ? nullptr : high + from, x_.stride,
         end - before, row + before);
        std::fill(row + end, row + row_, 0u);
      }
      std::fill(row, to + plane_, 0u);
    }
  }
  std::fill_n(to, kSlack, 0u);
}

void pair_weights(const std::uint16_t* weights, std::int64_t outputs,
                  std::int64_t inputs, std::int64_t taps, std::uint32_t* to) {
  constexpr std::int64_t kRegister = 16;  // rows, and words of a row
  const std::int64_t rows = outputs > kRegister ? 2 * kRegister : kRegister;
  const std::int64_t chunks = (inputs + 2 * kRegister - 1) / (2 * kRegister);
  const std::int64_t step = rows * kRegister;
  for (std::int64_t o = 0; o < rows; ++o)
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      const std::int64_t first = chunk * 2 * kRegister;
      HWY_DYNAMIC_DISPATCH(pair_taps)
      (o < outputs ? weights + (o * inputs + first) * taps : weights,
       o < outputs ? inputs - first : 0, taps, chunks * step,
       to + chunk * step + o * kRegister);
    }
}

}  // namespace assay::optimized
#endif
