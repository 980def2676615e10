// Implements interpolation: finds taps and shares planes among threads. The
// nearest elements are moved as bits.
// Tested by tests/optimized/resampling_test.cc.
#include <cstring>

#include "optimized/layout/dense.h"
#include "optimized/layout/element_bits.h"
#include "optimized/resampling/resample.h"
#include "optimized/resampling/resampling.h"
#include "optimized/resources/parallel.h"

namespace assay::optimized {
namespace {

// Stores the elements that the single tap of each row and column names.
template <typename T>
void take_nearest(const AxisTaps& rows, const AxisTaps& columns, const T* x,
                  T* y) {
  const std::int32_t* places = columns.places.data();
  // Either rounding names each element twice then.
  const bool doubles = columns.out == 2 * columns.in;
  for (std::int64_t o = 0; o < rows.out; ++o, y += columns.out) {
    const std::int32_t row = rows.place(o, 0);
    if (o > 0 && row == rows.place(o - 1, 0)) {
      std::memcpy(y, y - columns.out,
                  static_cast<std::size_t>(columns.out) * sizeof(T));
      continue;
    }
    const T* from = x + row * columns.in;
    if (doubles)
      for (std::int64_t i = 0; i < columns.in; ++i)
        y[2 * i] = y[2 * i + 1] = from[i];
    else
      for (std::int64_t i = 0; i < columns.out; ++i) y[i] = from[places[i]];
  }
}

void interpolate_nearest(const Tensor& y, const Tensor& x, const AxisTaps& rows,
                         const AxisTaps& columns) {
  const ElementsIn from(x, true);
  ElementsOut to(y);
  const std::int64_t planes = x.view.shape()[0] * x.view.shape()[1];
  with_bits_of(to.bytes(), [&]<typename T>(T) {
    const bool is_worth =
        is_worth_threads(y.view.numel() * std::int64_t{sizeof(T)});
    in_ranges(planes, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t i = first; i < last; ++i)
        take_nearest(
            rows, columns, from.first<T>() + i * rows.in * columns.in,
            reinterpret_cast<T*>(to.storage()) + i * rows.out * columns.out);
    });
  });
  to.store();
}

void resample_tensor(const Tensor& y, const Tensor& x, const AxisTaps& rows,
                     const AxisTaps& columns) {
  const std::int64_t planes = x.view.shape()[0] * x.view.shape()[1];
  const auto in_type = [&]<typename T>(std::type_identity<T>) {
    const Dense<T> from(x);
    DenseOut<T> to(y);
    const bool is_worth =
        is_worth_threads((from.size() + to.size()) * std::int64_t{sizeof(T)});
    in_ranges(planes, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      resample_planes(rows, columns, from.data(), to.data(), first, last);
    });
    to.store();
  };
  if (y.dtype == DType::kFloat64)
    in_type(std::type_identity<double>());
  else
    in_type(std::type_identity<float>());
}

bool is_nearest(Interpolation way) {
  return way == Interpolation::kNearest || way == Interpolation::kNearestExact;
}

// Returns the taps of spatial axis 0 or 1 from one shape to another.
AxisTaps taps_of(const Shape& x, const Shape& y, std::size_t axis,
                 Interpolation way, bool aligns_corners) {
  return interpolation_taps(way, x[axis + 2], y[axis + 2], aligns_corners);
}

}  // namespace

void interpolate(const Tensor& y, const Tensor& x, Interpolation way,
                 bool aligns_corners) {
  if (y.view.numel() == 0) return;
  const auto taps = [&](std::size_t axis) {
    return taps_of(x.view.shape(), y.view.shape(), axis, way, aligns_corners);
  };
  if (is_nearest(way))
    interpolate_nearest(y, x, taps(0), taps(1));
  else
    resample_tensor(y, x, taps(0), taps(1));
}

void interpolate_backward(const Tensor& gx, const Tensor& x, const Tensor& grad,
                          Interpolation way, bool aligns_corners) {
  if (gx.view.numel() == 0) return;
  const auto taps = [&](std::size_t axis) {
    return transposed_taps(
        taps_of(x.view.shape(), grad.view.shape(), axis, way, aligns_corners));
  };
  resample_tensor(gx, grad, taps(0), taps(1));
}

}  // namespace assay::optimized
