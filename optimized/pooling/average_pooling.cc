// Implements means of windows and bins, and their gradients.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/layout/dense.h"
#include "optimized/pooling/pooling.h"
#include "optimized/pooling/window_folds.h"
#include "optimized/pooling/window_ranges.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {
namespace {

// Windows that are farther apart are folded one by one.
constexpr std::int64_t kLongestMeanStride = 8;

// Returns the number of positions of each window that are in x, or in x and
// its padding. What ceil_mode adds after the padding never counts.
WindowCounts window_counts(const PoolShape& shape, bool counts_padding) {
  WindowCounts counts;
  for (std::size_t a = 0; a < 3; ++a) {
    const PoolAxis& axis = shape.axes[a];
    for (std::int64_t p = 0; p < axis.out; ++p) {
      const Span taps = counts_padding ? axis.taps_within(p, -axis.before,
                                                          axis.in + axis.after)
                                       : axis.taps_inside(p);
      counts.axes[a].push_back(taps.count());
    }
  }
  return counts;
}

// Returns the number of positions of each range.
WindowCounts range_counts(const RangeShape& shape) {
  WindowCounts counts;
  for (std::size_t a = 0; a < 3; ++a)
    for (const Span& span : shape.axes[a].spans)
      counts.axes[a].push_back(span.count());
  return counts;
}

// Makes one axis of all, if bins hold whole planes.
PoolShape merged_bins(PoolShape shape) {
  if (shape.out_plane() != 1) return shape;
  PoolAxis whole;
  whole.in = whole.kernel = whole.stride = shape.in_plane();
  shape.axes = {PoolAxis(), PoolAxis(), whole};
  return shape;
}

// Calls f(elements of x, room for y, planes) for ranges of planes on all
// threads.
template <typename F>
void in_mean_planes(const PoolShape& shape, const Tensor& y, const Tensor& x,
                    F f) {
  const auto in_type = [&]<typename T>(std::type_identity<T>) {
    const Dense<T> from(x);
    DenseOut<T> to(y);
    // An element takes about twice as long as one that is copied.
    const std::int64_t bytes =
        2 * (from.size() + to.size()) * std::int64_t{sizeof(T)};
    in_ranges(shape.planes, 1, is_worth_threads(bytes),
              [&](std::int64_t first, std::int64_t last) {
                f(from.data(), to.data(), Span{first, last});
              });
    to.store();
  };
  if (y.dtype == DType::kFloat64)
    in_type(std::type_identity<double>());
  else
    in_type(std::type_identity<float>());
}

void mean_of_any_windows(const PoolShape& shape, const WindowCounts& counts,
                         const Tensor& y, const Tensor& x) {
  if (shape.axes[2].stride <= kLongestMeanStride)
    return in_mean_planes(shape, y, x,
                          [&]<typename T>(const T* from, T* to, Span planes) {
                            mean_of_windows(shape, counts, from, to, planes);
                          });
  const RangeShape ranges = ranges_of_windows(shape);
  in_mean_planes(shape, y, x,
                 [&]<typename T>(const T* from, T* to, Span planes) {
                   mean_of_ranges(ranges, counts, from, to, planes);
                 });
}

}  // namespace

void avg_pool(const Tensor& y, const Tensor& x, const PoolWindows& windows,
              bool counts_padding) {
  if (y.view.numel() == 0) return;
  const PoolShape shape =
      pool_shape(x.view.shape(), y.view.shape(), windows.kernel, windows.stride,
                 windows.padding);
  mean_of_any_windows(shape, window_counts(shape, counts_padding), y, x);
}

void avg_pool_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                       const PoolWindows& windows, bool counts_padding) {
  if (gx.view.numel() == 0) return;
  const PoolShape shape =
      pool_shape(x.view.shape(), grad.view.shape(), windows.kernel,
                 windows.stride, windows.padding);
  const WindowCounts counts = window_counts(shape, counts_padding);
  const RangeShape ranges = windows_of_positions(shape);
  in_mean_planes(shape, gx, grad,
                 [&]<typename T>(const T* from, T* to, Span planes) {
                   sum_of_shares(ranges, counts, from, to, planes);
                 });
}

void adaptive_avg_pool(const Tensor& y, const Tensor& x) {
  if (y.view.numel() == 0) return;
  const PoolShape shape =
      merged_bins(bin_shape(x.view.shape(), y.view.shape()));
  bool is_even = true;
  for (const PoolAxis& axis : shape.axes) is_even &= axis.kernel != 0;
  if (is_even)
    return mean_of_any_windows(shape, window_counts(shape, false), y, x);
  const RangeShape ranges = ranges_of_bins(shape);
  const WindowCounts counts = range_counts(ranges);
  in_mean_planes(shape, y, x,
                 [&]<typename T>(const T* from, T* to, Span planes) {
                   mean_of_ranges(ranges, counts, from, to, planes);
                 });
}

void adaptive_avg_pool_backward(const Tensor& gx, const Tensor& x,
                                const Tensor& grad) {
  if (gx.view.numel() == 0) return;
  const PoolShape shape = bin_shape(x.view.shape(), grad.view.shape());
  const WindowCounts counts = range_counts(ranges_of_bins(shape));
  if (shape.out_plane() == 1)
    return in_mean_planes(
        shape, gx, grad, [&]<typename T>(const T* from, T* to, Span planes) {
          const std::int64_t in = shape.in_plane();
          for (std::int64_t i = planes.first; i < planes.last; ++i)
            std::fill_n(to + i * in, in, from[i] / static_cast<T>(in));
        });
  const RangeShape ranges = bins_of_positions(shape);
  in_mean_planes(shape, gx, grad,
                 [&]<typename T>(const T* from, T* to, Span planes) {
                   sum_of_shares(ranges, counts, from, to, planes);
                 });
}

}  // namespace assay::optimized
