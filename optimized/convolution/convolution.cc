// Implements the ops on tensors: says which elements meet, as axes of taps, and
// chooses the method.
// Tested by tests/optimized/convolution_test.cc and the convolution family.
#include "optimized/convolution/convolution.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <optional>

#include "optimized/convolution/correlation.h"
#include "optimized/convolution/gathered_sums.h"
#include "optimized/convolution/plane_product.h"
#include "optimized/convolution/plane_sums.h"
#include "optimized/convolution/plane_taps.h"
#include "optimized/convolution/row_sums.h"
#include "optimized/convolution/tile_correlation.h"
#include "optimized/layout/compute_type.h"
#include "optimized/layout/dense.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

std::int64_t flops_of(const Correlation& c) {
  return 2 * c.batch * c.groups * c.outputs * c.inputs * count_of(c.axes) *
         taps_of(c.axes);
}

// Leaves out the taps at the ends of a filter that are over no element of x.
void trim(TapAxis& axis) {
  const auto is_over_none = [&](std::int64_t tap) {
    const TapRange range = axis.range(tap);
    return range.first == range.end;
  };
  while (axis.taps > 0 && is_over_none(axis.taps - 1)) --axis.taps;
  while (axis.taps > 0 && is_over_none(0)) {
    --axis.taps;
    axis.start += axis.dilation;
    axis.weight_first += axis.weight_step;
  }
}

// Returns which share of the taps of all results is over elements of x.
double share_over_x(const TapAxes& axes) {
  double share = 1;
  for (const TapAxis& axis : axes) {
    std::int64_t count = 0;
    for (std::int64_t tap = 0; tap < axis.taps; ++tap) {
      const TapRange range = axis.range(tap);
      count += range.end - range.first;
    }
    share *= static_cast<double>(count) /
             (static_cast<double>(axis.taps) * static_cast<double>(axis.count));
  }
  return share;
}

// Methods that multiply padding are used if at least this share of the taps is
// over elements of x.
constexpr double kLeastShare = 1.0 / 16;

void correlate(Correlation c, DType compute) {
  for (TapAxis& axis : c.axes) trim(axis);
  if (count_of(c.axes) == 0) return;
  const bool is_float =
      compute == DType::kFloat32 || compute == DType::kFloat64;
  if (is_float && taps_of(c.axes) != 0 && share_over_x(c.axes) >= kLeastShare) {
    const bool is_double = compute == DType::kFloat64;
    if (suits_product(c, is_double)) return correlate_by_product(c, is_double);
    if (suits_planes(c, is_double)) return correlate_planes(c, is_double);
    return correlate_gathered(c, is_double);
  }
  const std::int64_t rows =
      c.batch * c.groups * c.outputs * c.axes[0].count * c.axes[1].count;
  in_ranges(rows, 1, is_worth_threads(0, flops_of(c)),
            [&](std::int64_t first, std::int64_t last) {
              correlate_rows(c, compute, first, last);
            });
}

void sum_all_taps(const TapSums& s, DType compute) {
  const bool is_double = compute == DType::kFloat64;
  if ((is_double || compute == DType::kFloat32) &&
      share_over_x(s.axes) >= kLeastShare) {
    if (suits_gathering(s, is_double)) return sum_taps_gathered(s, is_double);
    if (suits_planes(s)) return sum_taps_of_planes(s, is_double);
  }
  const std::int64_t count = s.groups * s.outputs * s.inputs * taps_of(s.axes);
  in_ranges(count, 1,
            is_worth_threads(0, 2 * count * s.batch * count_of(s.axes)),
            [&](std::int64_t first, std::int64_t last) {
              sum_taps(s, compute, first, last);
            });
}

// Returns the product of the extents after an axis of a shape.
std::int64_t inner_count(const Shape& shape, std::size_t axis) {
  std::int64_t count = 1;
  for (std::size_t i = axis + 1; i < shape.size(); ++i) count *= shape[i];
  return count;
}

// Returns the axes of windows over places, each of which has one element per
// window.
TapAxes window_axes(const Shape& windows, const Shape& weight,
                    const Shape& places, const FilterShape& shape) {
  TapAxes axes;
  const std::size_t count = shape.stride.size();
  for (std::size_t i = 0; i < count; ++i) {
    TapAxis& axis = axes[3 - count + i];
    axis.in = places[i + 2];
    axis.count = axis.to = windows[i + 2];
    axis.taps = weight[i + 2];
    axis.start = -shape.padding[i].first;
    axis.stride = shape.stride[i];
    axis.dilation = shape.dilation[i];
    axis.weight_step = inner_count(weight, i + 2);
  }
  return axes;
}

// Returns the axis of the places `first`, `first` + stride, …, each of which
// has one element. Its taps are reversed, so that they are over windows in
// increasing order. `over` is the axis of windows.
TapAxis phase_of(const TapAxis& over, std::int64_t first) {
  TapAxis axis;
  const std::int64_t stride = over.stride;
  const std::int64_t before = -over.start;
  axis.in = over.count;
  axis.to = over.in;
  axis.to_step = stride;
  axis.to_first = first;
  axis.count = (over.in - 1 - first) / stride + 1;
  const std::int64_t phase = (first + before) % stride;
  // Every `step`-th tap falls on these places, from the first one on.
  const std::int64_t shared = std::gcd(stride, over.dilation);
  const std::int64_t step = stride / shared;
  std::int64_t tap = 0;
  while (tap < std::min(step, over.taps) &&
         (over.dilation * tap - phase) % stride != 0)
    ++tap;
  const bool is_met = tap < std::min(step, over.taps);
  axis.taps = is_met ? (over.taps - 1 - tap) / step + 1 : 0;
  axis.dilation = over.dilation / shared;
  const std::int64_t last_tap = tap + step * (axis.taps - 1);
  axis.start = (axis.to_first + before - over.dilation * last_tap) / stride;
  axis.weight_first = over.weight_step * last_tap;
  axis.weight_step = -over.weight_step * step;
  return axis;
}

Correlation extents_of(const Shape& out, const Shape& x, std::int64_t groups) {
  Correlation c;
  c.batch = out[0];
  c.groups = groups;
  c.inputs = x[1] / groups;
  c.outputs = out[1] / groups;
  return c;
}

// Holds the operands of a correlation as plain arrays.
class PlainOperands {
 public:
  PlainOperands(const Tensor& out, const Tensor& x, const Tensor& weight,
                const Tensor* bias)
      : x_(x), weight_(weight), out_(out) {
    if (bias != nullptr) bias_.emplace(*bias);
  }

  // Fills in everything but the axes and the strides of channels of weight.
  Correlation correlation(const Shape& out, const Shape& x,
                          std::int64_t groups) const {
    Correlation c = extents_of(out, x, groups);
    c.x = x_.bytes();
    c.weight = weight_.bytes();
    c.bias = bias_ ? bias_->bytes() : nullptr;
    c.out = out_.bytes();
    return c;
  }
  void store() { out_.store(); }

 private:
  DenseBytes x_, weight_;
  std::optional<DenseBytes> bias_;
  DenseOutBytes out_;
};

}  // namespace

void conv(const Tensor& out, const Tensor& x, const Tensor& weight,
          const Tensor* bias, const FilterShape& shape) {
  if (out.view.numel() == 0) return;
  const Shape& filters = weight.view.shape();
  const TapAxes axes =
      window_axes(out.view.shape(), filters, x.view.shape(), shape);
  if (out.dtype == DType::kBfloat16 && share_over_x(axes) >= kLeastShare) {
    Correlation c = extents_of(out.view.shape(), x.view.shape(), shape.groups);
    c.axes = axes;
    if (correlate_in_tiles(out, x, weight, bias, c)) return;
  }
  PlainOperands operands(out, x, weight, bias);
  Correlation c =
      operands.correlation(out.view.shape(), x.view.shape(), shape.groups);
  c.axes = axes;
  const std::int64_t taps = taps_of(c.axes);
  c.weight_output = c.inputs * taps;
  c.weight_input = taps;
  c.weight_group = c.outputs * c.weight_output;
  correlate(c, compute_dtype_of(out.dtype));
  operands.store();
}

void conv_transpose(const Tensor& out, const Tensor& x, const Tensor& weight,
                    const Tensor* bias, const FilterShape& shape) {
  if (out.view.numel() == 0) return;
  const Shape& filters = weight.view.shape();
  PlainOperands operands(out, x, weight, bias);
  Correlation c =
      operands.correlation(out.view.shape(), x.view.shape(), shape.groups);
  const TapAxes over =
      window_axes(x.view.shape(), filters, out.view.shape(), shape);
  const std::int64_t taps = taps_of(over);
  c.weight_output = taps;
  c.weight_input = c.outputs * taps;
  c.weight_group = c.inputs * c.weight_input;
  std::array<std::int64_t, 3> phases;
  for (std::size_t i = 0; i < 3; ++i)
    phases[i] = std::min(over[i].stride, over[i].in);
  const std::int64_t count = phases[0] * phases[1] * phases[2];
  const std::int64_t flops =
      2 * c.batch * c.groups * c.outputs * c.inputs * count_of(over) * taps;
  // A thread takes whole phases if there are enough.
  c.is_alone = count >= settings().threads && is_worth_threads(0, flops);
  in_ranges(count, 1, c.is_alone, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
      Correlation phase = c;
      phase.axes = {phase_of(over[0], i / phases[2] / phases[1]),
                    phase_of(over[1], i / phases[2] % phases[1]),
                    phase_of(over[2], i % phases[2])};
      correlate(phase, compute_dtype_of(out.dtype));
    }
  });
  operands.store();
}

void filter_gradient(const Tensor& gw, const Tensor& windows,
                     const Tensor& places, const FilterShape& shape) {
  if (gw.view.numel() == 0) return;
  const Shape& filters = gw.view.shape();
  const DenseBytes from(places), by(windows);
  DenseOutBytes to(gw);
  if (places.view.numel() == 0) {
    std::memset(to.bytes(), 0,
                static_cast<std::size_t>(gw.view.numel() *
                                         bytes_of(compute_dtype_of(gw.dtype))));
    return to.store();
  }
  TapSums s;
  s.batch = places.view.shape()[0];
  s.groups = shape.groups;
  s.outputs = windows.view.shape()[1] / shape.groups;
  s.inputs = places.view.shape()[1] / shape.groups;
  s.axes =
      window_axes(windows.view.shape(), filters, places.view.shape(), shape);
  s.x = from.bytes();
  s.windows = by.bytes();
  s.out = to.bytes();
  sum_all_taps(s, compute_dtype_of(gw.dtype));
  to.store();
}

}  // namespace assay::optimized
