// Transforms one axis after the other. Lines that are not contiguous are
// transformed where they are, side by side in the lanes of vectors, or gathered
// if that is not possible. The choice follows from the sizes alone; threads
// take groups of lines. Tested by tests/optimized/fourier_test.cc and the
// fourier family.
#include "optimized/fourier/fourier.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <utility>

#include "optimized/fourier/column_radices.h"
#include "optimized/fourier/converted.h"
#include "optimized/fourier/fourier_lines.h"
#include "optimized/layout/dense.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "spec/sdk/host_memory.h"

namespace assay::optimized {

namespace {

using AxisList = std::vector<std::int64_t>;

// An axis of a row-major array. Its elements are `inner` apart, and there are
// `outer` times `inner` lines of them.
struct Along {
  std::int64_t n, inner, outer;

  Along(const Shape& shape, std::int64_t axis)
      : n(shape[static_cast<std::size_t>(axis)]), inner(1), outer(1) {
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (static_cast<std::int64_t>(i) != axis)
        (static_cast<std::int64_t>(i) < axis ? outer : inner) *= shape[i];
  }
};

// The number of lines that are gathered side by side at a time.
constexpr std::int64_t kSideBySide = 16;

// Returns how far apart lines of n elements are stored: an aligned distance
// that is not a power of two, because lines at such distances would compete for
// the same cache sets.
std::int64_t pitch_of(std::int64_t n) { return (n + 7) / 8 * 8 + 8; }

// Copies `count` lines of n elements between an array in which the elements of
// a line are `inner` apart and one in which they are contiguous.
template <bool gathers, typename Spread, typename Line>
void move_lines(Spread* spread, std::int64_t inner, Line* lines,
                std::int64_t pitch, std::int64_t n, std::int64_t count) {
  constexpr std::int64_t kBlock = 8;
  for (std::int64_t first = 0; first < n; first += kBlock) {
    const std::int64_t end = std::min(n, first + kBlock);
    for (std::int64_t line = 0; line < count; ++line)
      for (std::int64_t i = first; i < end; ++i) {
        if constexpr (gathers)
          lines[line * pitch + i] = spread[i * inner + line];
        else
          spread[i * inner + line] = lines[line * pitch + i];
      }
  }
}

// Threads take a multiple of this many short lines.
constexpr std::int64_t kLines = 16;
// Lines of a thread that hide one more.
constexpr std::int64_t kMany = 8;
// A line that threads share must take this much longer than lines of their own
// to be worth it.
constexpr std::int64_t kGain = 3;

// Returns how many contiguous lines of n elements are transformed at once: a
// few thousand elements, and as many lines as vectors have lanes.
std::int64_t contiguous_lines(std::int64_t n) {
  constexpr std::int64_t kElements = 16384;
  return std::max<std::int64_t>(kElements / n / kLines, 1) * kLines;
}

// Calls f(x, y, lines) for all lines along an axis of x_n and of y_n elements,
// contiguous ones at a time. `n` is the length of the transform. Threads may
// take lines if `splits`.
template <typename X, typename Y, typename F>
void for_lines(const X* x, Y* y, const Along& along, std::int64_t n,
               std::int64_t x_n, std::int64_t y_n, bool splits, F f) {
  const std::int64_t lines = along.outer * along.inner;
  constexpr std::int64_t kX{sizeof(X)}, kY{sizeof(Y)};
  const std::int64_t bytes = x_n * kX + y_n * kY;
  const bool is_worth = splits && lines_are_worth_threads(lines, n, bytes);
  if (along.inner == 1) {
    const std::int64_t some = contiguous_lines(n);
    const auto transform = [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = from; i < to; i += some)
        f(x + i * x_n, y + i * y_n,
          Lines{n, std::min(some, to - i), x_n, y_n, lines});
    };
    // Lines of this length are transformed one after the other. Those that
    // would leave threads without one are shared by all threads.
    constexpr std::int64_t kLong = 2048;
    if (n < kLong) return in_ranges(lines, kLines, is_worth, transform);
    const std::int64_t threads = settings().threads;
    const bool is_shared =
        lines < kMany * threads && lines_are_worth_threads(1, n, bytes / kGain);
    const std::int64_t rest = is_shared ? lines % threads : 0;
    in_ranges(lines - rest, 1, is_worth, transform);
    if (rest > 0) transform(lines - rest, lines);
    return;
  }
  const std::int64_t groups = (along.inner + kSideBySide - 1) / kSideBySide;
  in_ranges(
      along.outer * groups, 1, is_worth,
      [&](std::int64_t from, std::int64_t to) {
        const std::int64_t x_pitch = pitch_of(x_n);
        const std::int64_t y_pitch = pitch_of(y_n);
        const Scratch x_room(kSideBySide * x_pitch * std::int64_t(sizeof(X)));
        const Scratch y_room(kSideBySide * y_pitch * std::int64_t(sizeof(Y)));
        X* x_lines = reinterpret_cast<X*>(x_room.bytes());
        Y* y_lines = reinterpret_cast<Y*>(y_room.bytes());
        for (std::int64_t group = from; group < to; ++group) {
          const std::int64_t i = group / groups;
          const std::int64_t j = group % groups * kSideBySide;
          const std::int64_t count = std::min(kSideBySide, along.inner - j);
          move_lines<true>(x + i * x_n * along.inner + j, along.inner, x_lines,
                           x_pitch, x_n, count);
          f(x_lines, y_lines, Lines{n, count, x_pitch, y_pitch, lines});
          move_lines<false>(y + i * y_n * along.inner + j, along.inner, y_lines,
                            y_pitch, y_n, count);
        }
      });
}

// Transforms complex columns in place of lines that are not contiguous.
template <typename C>
void for_columns(const C* x, C* y, const Along& along, bool inverse,
                 bool splits) {
  // Whole cache lines, and as many columns as vectors have lanes.
  constexpr std::int64_t kColumns = 32;
  const std::int64_t groups = (along.inner + kColumns - 1) / kColumns;
  const bool is_worth =
      splits && lines_are_worth_threads(along.outer * along.inner, along.n,
                                        2 * along.n * std::int64_t{sizeof(C)});
  in_ranges(along.outer * groups, 1, is_worth,
            [&](std::int64_t from, std::int64_t to) {
              for (std::int64_t group = from; group < to; ++group) {
                const std::int64_t j = group % groups * kColumns;
                const std::int64_t at =
                    group / groups * along.n * along.inner + j;
                transform_columns(
                    x + at, y + at,
                    {along.n, std::min(kColumns, along.inner - j), along.inner},
                    inverse);
              }
            });
}

template <typename T>
void transform_axis(const std::complex<T>* x, std::complex<T>* y,
                    const Shape& shape, std::int64_t axis, bool inverse,
                    bool splits = true) {
  const Along along(shape, axis);
  if (along.inner > 1 && has_fast_columns(along.n, along.inner))
    for_columns(x, y, along, inverse, splits);
  else
    for_lines(
        x, y, along, along.n, along.n, along.n, splits,
        [&](const std::complex<T>* from, std::complex<T>* to,
            const Lines& lines) { transform_lines(from, to, lines, inverse); });
}

// Returns whether each axis is worth threads. If one thread did an axis after
// several threads did another, it would fetch what they wrote from their
// caches. Elements have `bytes` bytes, where those of real arrays count as half
// a complex number.
bool axes_are_worth_threads(const Shape& shape, const AxisList& axes,
                            std::int64_t bytes) {
  return std::all_of(axes.begin(), axes.end(), [&](std::int64_t axis) {
    const Along along(shape, axis);
    // Half of the lines of a later axis are fetched from another core.
    const std::int64_t line = 2 * along.n * bytes;
    return lines_are_worth_threads(along.outer * along.inner, along.n,
                                   axes.size() > 1 ? line * 9 / 10 : line);
  });
}

// Transforms complex elements over axes, which may occur more than once: from x
// to y, and then in place. The last axis comes first, because its lines are
// contiguous.
template <typename T>
void transform_axes(const std::complex<T>* x, std::complex<T>* y,
                    const Shape& shape, AxisList axes, bool inverse,
                    bool splits) {
  std::sort(axes.rbegin(), axes.rend());
  for (std::int64_t axis : axes) {
    transform_axis(x, y, shape, axis, inverse, splits);
    x = y;
  }
}

AxisList but_the_last(AxisList axes) {
  axes.pop_back();
  return axes;
}

template <typename T>
void fft_of(const Tensor& out, const Tensor& x, const AxisList& axes,
            bool inverse) {
  using C = std::complex<T>;
  const Converted<C, C> from(x);
  ConvertedOut<C, C> to(out);
  if (axes.empty())
    std::copy_n(from.data(), x.view.numel(), to.data());
  else if (axes.size() == 1)
    transform_axis(from.data(), to.data(), x.view.shape(), axes[0], inverse);
  else
    transform_axes(from.data(), to.data(), x.view.shape(), axes, inverse,
                   axes_are_worth_threads(x.view.shape(), axes, sizeof(C)));
  to.store();
}

template <typename T, typename Real, typename Bins>
void rfft_of(const Tensor& out, const Tensor& x, const AxisList& axes) {
  using C = std::complex<T>;
  const Converted<T, Real> from(x);
  ConvertedOut<C, Bins> to(out);
  if (axes.empty()) {
    std::copy_n(from.data(), x.view.numel(), to.data());
  } else {
    const Along along(x.view.shape(), axes.back());
    const bool splits = axes_are_worth_threads(x.view.shape(), axes, sizeof(T));
    for_lines(from.data(), to.data(), along, along.n, along.n, along.n / 2 + 1,
              splits, [](const T* reals, C* bins, const Lines& lines) {
                transform_lines(reals, bins, lines);
              });
    if (axes.size() > 1)
      transform_axes(to.data(), to.data(), out.view.shape(), but_the_last(axes),
                     false, splits);
  }
  to.store();
}

// Provides the bins of a real array of `count` elements: those of the operand,
// as far as there are any, and then zeros.
template <typename T, typename Bins>
Scratch fitted(const Tensor& x, const Shape& shape, std::size_t axis) {
  using C = std::complex<T>;
  const std::int64_t count = element_count(shape);
  Scratch bins(count * static_cast<std::int64_t>(sizeof(C)));
  auto* to = reinterpret_cast<C*>(bins.bytes());
  std::vector<std::pair<std::int64_t, std::int64_t>> kept;
  for (std::size_t i = 0; i < shape.size(); ++i)
    kept.emplace_back(0, std::min(shape[i], x.view.shape()[i]));
  const Tensor part{x.dtype, *x.view.shrink(kept), x.buffer};
  const View place(part.view.shape(), row_major_strides(shape), 0);
  if (shape[axis] > kept[axis].second) std::fill_n(to, count, C(0));
  if constexpr (std::is_same_v<C, Bins>) {
    strided_copy(bins.bytes(), place, HostMemory::storage_of(part), part.view,
                 sizeof(C));
  } else {
    const Converted<C, Bins> converted(part);
    strided_copy(bins.bytes(), place,
                 reinterpret_cast<const std::byte*>(converted.data()),
                 View(part.view.shape()), sizeof(C));
  }
  return bins;
}

template <typename T, typename Bins, typename Real>
void irfft_of(const Tensor& out, const Tensor& x, const AxisList& axes) {
  ConvertedOut<T, Real> to(out);
  if (axes.empty()) {
    const Dense<Bins> from(x);
    for (std::int64_t i = 0; i < from.size(); ++i)
      to.data()[i] = static_cast<T>(from[i].real());
    return to.store();
  }
  const auto last = static_cast<std::size_t>(axes.back());
  const std::int64_t n = out.view.shape()[last];
  const bool splits = axes_are_worth_threads(out.view.shape(), axes, sizeof(T));
  const auto transform_bins = [&](const std::complex<T>* bins) {
    const Along along(out.view.shape(), axes.back());
    for_lines(bins, to.data(), along, n, n / 2 + 1, n, splits,
              [](const std::complex<T>* half, T* reals, const Lines& lines) {
                transform_lines(half, reals, lines);
              });
    to.store();
  };
  if (axes.size() == 1 && x.view.shape()[last] == n / 2 + 1) {
    const Converted<std::complex<T>, Bins> from(x);
    return transform_bins(from.data());
  }
  Shape shape = out.view.shape();
  shape[last] = n / 2 + 1;
  if (shape == x.view.shape()) {
    const Converted<std::complex<T>, Bins> from(x);
    const Scratch room(element_count(shape) *
                       std::int64_t{sizeof(std::complex<T>)});
    auto* bins = reinterpret_cast<std::complex<T>*>(room.bytes());
    transform_axes(from.data(), bins, shape, but_the_last(axes), true, splits);
    return transform_bins(bins);
  }
  const Scratch room = fitted<T, Bins>(x, shape, last);
  auto* bins = reinterpret_cast<std::complex<T>*>(room.bytes());
  transform_axes(bins, bins, shape, but_the_last(axes), true, splits);
  transform_bins(bins);
}

}  // namespace

bool lines_are_worth_threads(std::int64_t lines, std::int64_t n,
                             std::int64_t bytes) {
  const auto steps =
      static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(n)));
  // A step takes about as long per byte of the line as these operations. A
  // convolution consists of two transforms that are two to three times as long.
  constexpr double kFlops = 1.5;
  constexpr std::int64_t kMoves = 2;  // steps that moving the line takes
  constexpr std::int64_t kConvolution = 5;
  const std::int64_t passes =
      kMoves + (has_radices(n) ? steps : kConvolution * steps);
  return is_worth_threads(
      0, static_cast<std::int64_t>(
             kFlops * static_cast<double>(lines * bytes * passes)));
}

Status fft(const Tensor& out, const Tensor& x, const AxisList& axes,
           bool inverse) {
  if (out.view.numel() == 0) return {};
  if (x.dtype == DType::kComplex64)
    fft_of<float>(out, x, axes, inverse);
  else
    fft_of<double>(out, x, axes, inverse);
  return {};
}

Status rfft(const Tensor& out, const Tensor& x, const AxisList& axes) {
  if (out.view.numel() == 0) return {};
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  const bool is_single = out.dtype == DType::kComplex64;
  if (x.dtype == DType::kFloat32 && is_single)
    rfft_of<float, float, Single>(out, x, axes);
  else if (x.dtype == DType::kFloat32)
    rfft_of<double, float, Double>(out, x, axes);
  else if (is_single)
    rfft_of<double, double, Single>(out, x, axes);
  else
    rfft_of<double, double, Double>(out, x, axes);
  return {};
}

Status irfft(const Tensor& out, const Tensor& x, const AxisList& axes) {
  if (out.view.numel() == 0) return {};
  using Single = std::complex<float>;
  using Double = std::complex<double>;
  const bool is_single = out.dtype == DType::kFloat32;
  if (x.dtype == DType::kComplex64 && is_single)
    irfft_of<float, Single, float>(out, x, axes);
  else if (x.dtype == DType::kComplex64)
    irfft_of<double, Single, double>(out, x, axes);
  else if (is_single)
    irfft_of<double, Double, float>(out, x, axes);
  else
    irfft_of<double, Double, double>(out, x, axes);
  return {};
}

}  // namespace assay::optimized
