// Implements layer_norm and batch_norm: brings rows and channels to the kernels
// in their compute type. 16-bit floats are widened into scratch memory and
// rounded from there.
// Tested by tests/optimized/normalization_test.cc, and the suite.
#include "optimized/normalization/normalization.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "optimized/layout/conversion.h"
#include "optimized/layout/dense.h"
#include "optimized/normalization/norm_kernels.h"
#include "optimized/normalization/slices.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/float_codec.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {
namespace {

std::byte* first_of(const Tensor& out) {
  return HostMemory::storage_of(out) + out.view.offset() * bytes_of(out.dtype);
}

double number_of(DType dtype, ElementBits element) {
  return decode_real(format_of(dtype), element.re);
}

// Calls f(x, out) on elements in their compute type: `x` and `out` themselves,
// or `room`, which holds `count` elements, for both of them.
template <typename T, typename F>
void in_compute_type(DType dtype, const std::byte* x, std::byte* out, T* room,
                     std::int64_t count, F f) {
  if constexpr (std::is_same_v<T, float>)
    if (is_narrow_real(dtype)) {
      widen(dtype, x, room, count);
      f(static_cast<const float*>(room), room);
      return narrow(dtype, room, out, count);
    }
  f(reinterpret_cast<const T*>(x), reinterpret_cast<T*>(out));
}

template <typename T>
void normalize_rows(const Tensor& out, const Tensor& x, const Tensor& gamma,
                    const Tensor* beta, double epsilon) {
  const auto last = static_cast<std::int64_t>(x.view.rank()) - 1;
  const Slices slices(x, last);
  const Dense<T> factors(gamma);
  const Tensor none{x.dtype, View(Shape{0}), nullptr};
  const Dense<T> shifts(beta == nullptr ? none : *beta);
  const std::int64_t count = slices.extent;
  const RowNorm<T> norm{factors.data(), shifts.data(), static_cast<T>(epsilon),
                        count};
  const std::int64_t element = bytes_of(x.dtype);
  const bool is_worth = is_worth_threads(2 * slices.outer * count * element);
  in_ranges(
      slices.outer, 1, is_worth, [&](std::int64_t first, std::int64_t end) {
        const bool is_narrow = is_narrow_real(x.dtype);
        const Scratch wide(is_narrow ? count * std::int64_t{sizeof(T)} : 0);
        T* room = reinterpret_cast<T*>(wide.bytes());
        for (std::int64_t i = first; i < end; ++i)
          in_compute_type(
              x.dtype, slices.row(i, 0), first_of(out) + i * count * element,
              room, count,
              [&](const T* from, T* to) { normalize_row(norm, from, to); });
      });
}

// The operands of a channel. A long double has room for all partial results.
struct Channel {
  long double gamma, beta, mean, root;

  long double factor() const { return gamma / root; }
  long double shift() const { return beta - mean * factor(); }
};

// Holds factor = gamma / √(variance + epsilon) and shift = beta - mean · factor
// of each channel. If channels have few elements, there is one of each for
// every element of a sample instead.
template <typename T>
struct Channels {
  Channels(const ChannelOperands& operands, double epsilon,
           std::int64_t repeats) {
    const Dense<T> gamma(operands.gamma);
    const Dense<T> beta(operands.beta);
    const Dense<T> mean(operands.mean);
    const Dense<T> variance(operands.variance);
    const auto times = static_cast<std::size_t>(repeats);
    for (std::int64_t c = 0; c < gamma.size(); ++c) {
      const Channel channel{
          gamma[c], beta[c], mean[c],
          std::sqrt(static_cast<long double>(variance[c]) + epsilon)};
      const T factor = static_cast<T>(channel.factor());
      const T shift = static_cast<T>(channel.shift());
      factors.insert(factors.end(), times, factor);
      shifts.insert(shifts.end(), times, shift);
      are_in_range = are_in_range && std::isfinite(shift) &&
                     (std::isnormal(factor) || gamma[c] == 0);
      all.insert(all.end(), times, channel);
    }
  }

  // Computes elements of channels whose factor or shift leaves the range of T.
  // `place` is that of the channel, or of the first element in its sample.
  void compute_each(const T* x, T* out, std::int64_t count, std::size_t place,
                    bool is_one_channel) const {
    for (std::int64_t i = 0; i < count; ++i) {
      const auto more = is_one_channel ? 0 : static_cast<std::size_t>(i);
      const Channel& c = all[place + more];
      out[i] = static_cast<T>((x[i] - c.mean) / c.root * c.gamma + c.beta);
    }
  }

  std::vector<T> factors, shifts;
  std::vector<Channel> all;
  bool are_in_range = true;
};

// Channels of fewer elements than this are not worth a call each.
constexpr std::int64_t kLongChannel = 32;

template <typename T>
void normalize_channels(const Tensor& out, const Tensor& x,
                        const ChannelOperands& operands, double epsilon) {
  const std::int64_t whole = x.view.shape()[0] * x.view.shape()[1];
  const bool is_long = x.view.numel() >= kLongChannel * whole;
  const Slices slices(x, 1, !is_long);
  const std::int64_t sample = slices.extent * slices.inner;
  const Channels<T> channels(operands, epsilon, is_long ? 1 : slices.inner);
  const std::int64_t element = bytes_of(x.dtype);
  const std::int64_t block = is_narrow_real(x.dtype)
                                 ? settings().block
                                 : std::max(sample, std::int64_t{1});
  const std::int64_t row_count = is_long ? slices.extent : 1;
  const std::int64_t row = is_long ? slices.inner : sample;
  in_ranges(
      slices.outer * row_count, 1,
      is_worth_threads(2 * slices.outer * sample * element),
      [&](std::int64_t first, std::int64_t end) {
        const Scratch wide(is_narrow_real(x.dtype)
                               ? std::min(block, row) * std::int64_t{sizeof(T)}
                               : 0);
        T* room = reinterpret_cast<T*>(wide.bytes());
        for (std::int64_t i = first; i < end; ++i) {
          const std::int64_t c = i % row_count;
          const std::byte* from = slices.row(i / row_count, c);
          std::byte* to = first_of(out) + i * row * element;
          for (std::int64_t at = 0; at < row; at += block) {
            const std::int64_t some = std::min(block, row - at);
            in_compute_type(
                x.dtype, from + at * element, to + at * element, room, some,
                [&](const T* some_x, T* some_out) {
                  const auto place = static_cast<std::size_t>(is_long ? c : at);
                  const T* factor = channels.factors.data() + place;
                  const T* shift = channels.shifts.data() + place;
                  if (!channels.are_in_range)
                    channels.compute_each(some_x, some_out, some, place,
                                          is_long);
                  else if (is_long)
                    shift_all(some_x, some_out, some, *factor, *shift);
                  else
                    shift_each(some_x, some_out, some, factor, shift);
                });
          }
        }
      });
}

}  // namespace

void layer_norm(const Tensor& out, const Tensor& x, const Tensor& gamma,
                const Tensor& beta, bool is_biased, ElementBits epsilon) {
  if (out.view.numel() == 0) return;
  const double more = number_of(x.dtype, epsilon);
  const Tensor* shift = is_biased ? &beta : nullptr;
  if (compute_dtype_of(x.dtype) == DType::kFloat64)
    normalize_rows<double>(out, x, gamma, shift, more);
  else
    normalize_rows<float>(out, x, gamma, shift, more);
}

void batch_norm(const Tensor& out, const Tensor& x,
                const ChannelOperands& channels, ElementBits epsilon) {
  if (out.view.numel() == 0) return;
  const double more = number_of(x.dtype, epsilon);
  if (compute_dtype_of(x.dtype) == DType::kFloat64)
    normalize_channels<double>(out, x, channels, more);
  else
    normalize_channels<float>(out, x, channels, more);
}

}  // namespace assay::optimized
