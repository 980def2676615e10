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
#include "optimized/resources/alternation.h"
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
        const auto normalize_some = [&](std::int64_t from_row,
                                        std::int64_t to_row) {
          for (std::int64_t i = first + from_row; i < first + to_row; ++i)
            in_compute_type(
                x.dtype, slices.row(i, 0), first_of(out) + i * count * element,
                room, count,
                [&](const T* from, T* to) { normalize_row(norm, from, to); });
        };
        const std::int64_t rows = end - first;
        in_alternating_order(rows, 2 * rows * count * element, normalize_some,
                             1);
      });
}

// Holds factor = gamma / √(variance + epsilon) and shift = beta - mean · factor
// of each channel. If channels have few elements, there is one of each for
// every element of a sample instead.
template <typename T>
class Channels {
 public:
  Channels(const ChannelOperands& operands, double epsilon,
           std::int64_t repeats)
      : gamma_(operands.gamma),
        beta_(operands.beta),
        mean_(operands.mean),
        variance_(operands.variance),
        epsilon_(epsilon),
        repeats_(repeats) {
    const auto times = static_cast<std::size_t>(repeats);
    factors_.reserve(static_cast<std::size_t>(gamma_.size()) * times);
    shifts_.reserve(factors_.capacity());
    for (std::int64_t c = 0; c < gamma_.size(); ++c) {
      const Wide exact = gamma_[c] / root(c);
      const T factor = static_cast<T>(exact);
      const T shift = static_cast<T>(beta_[c] - mean_[c] * exact);
      factors_.insert(factors_.end(), times, factor);
      shifts_.insert(shifts_.end(), times, shift);
      are_in_range_ = are_in_range_ && std::isfinite(shift) &&
                      (std::isnormal(factor) || gamma_[c] == 0);
    }
  }

  // Normalizes rows of one channel each, the first of which is `channel`.
  void normalize_rows(const ChannelRows& rows, const T* x, T* out,
                      std::int64_t channel) const {
    if (are_in_range_)
      return shift_rows(rows, x, out, factors_.data() + channel,
                        shifts_.data() + channel);
    for (std::int64_t i = 0; i < rows.count; ++i)
      for (std::int64_t k = 0; k < rows.length; ++k)
        out[i * rows.length + k] = value(x[i * rows.stride + k], channel + i);
  }

  // Normalizes elements of a sample, the first of which is `element`.
  void normalize_sample(const T* x, T* out, std::int64_t count,
                        std::int64_t element) const {
    if (are_in_range_)
      return shift_each(x, out, count, factors_.data() + element,
                        shifts_.data() + element);
    for (std::int64_t i = 0; i < count; ++i)
      out[i] = value(x[i], (element + i) / repeats_);
  }

 private:
  // Has more digits than T, and room for all partial results.
  using Wide =
      std::conditional_t<std::is_same_v<T, float>, double, long double>;

  Wide root(std::int64_t c) const {
    return std::sqrt(static_cast<Wide>(variance_[c]) + epsilon_);
  }
  // Returns the result of a channel whose factor or shift leaves the range of
  // T.
  T value(Wide x, std::int64_t c) const {
    return static_cast<T>((x - mean_[c]) / root(c) * gamma_[c] + beta_[c]);
  }

  Dense<T> gamma_, beta_, mean_, variance_;
  Wide epsilon_;
  std::int64_t repeats_;
  std::vector<T> factors_, shifts_;
  bool are_in_range_ = true;
};

// Channels of fewer elements than this are not worth a row each.
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
  const std::int64_t row_count = is_long ? slices.extent : 1;
  const std::int64_t row = is_long ? slices.inner : sample;
  const bool is_narrow = is_narrow_real(x.dtype);
  const std::int64_t block = is_narrow ? std::min(settings().block, row) : row;
  const auto normalize_range = [&](std::int64_t first, std::int64_t end) {
    const Scratch wide(is_narrow ? block * std::int64_t{sizeof(T)} : 0);
    T* room = reinterpret_cast<T*>(wide.bytes());
    while (first < end) {
      const std::int64_t c = first % row_count;
      const std::int64_t rows =
          is_narrow ? 1 : std::min(end - first, row_count - c);
      const std::byte* from = slices.row(first / row_count, c);
      std::byte* to = first_of(out) + first * row * element;
      for (std::int64_t at = 0; at < row; at += block) {
        const std::int64_t some = std::min(block, row - at);
        in_compute_type(
            x.dtype, from + at * element, to + at * element, room, some,
            [&](const T* some_x, T* some_out) {
              if (is_long)
                channels.normalize_rows({rows, some, slices.row_stride()},
                                        some_x, some_out, c);
              else
                channels.normalize_sample(some_x, some_out, some, at);
            });
      }
      first += rows;
    }
  };
  in_ranges(slices.outer * row_count, 1,
            is_worth_threads(2 * x.view.numel() * element), normalize_range);
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
