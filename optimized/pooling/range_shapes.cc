// Finds the ranges of positions that windows and bins hold, and the other way
// round.
// Tested by tests/optimized/pooling_test.cc.
#include "optimized/pooling/window_ranges.h"

namespace assay::optimized {
namespace {

// Calls span(axis, i) for each i < count(axis) of each axis.
template <typename Count, typename F>
RangeShape ranges(const PoolShape& shape, bool from_results, Count count,
                  F span) {
  RangeShape found;
  found.planes = shape.planes;
  for (std::size_t a = 0; a < 3; ++a) {
    const PoolAxis& axis = shape.axes[a];
    found.axes[a].in = from_results ? axis.out : axis.in;
    for (std::int64_t i = 0; i < count(axis); ++i)
      found.axes[a].spans.push_back(span(axis, i));
  }
  return found;
}

std::int64_t out_of(const PoolAxis& axis) { return axis.out; }
std::int64_t in_of(const PoolAxis& axis) { return axis.in; }

}  // namespace

RangeShape ranges_of_windows(const PoolShape& shape) {
  RangeShape found = ranges(
      shape, false, out_of, [](const PoolAxis& axis, std::int64_t p) -> Span {
        const Span taps = axis.taps_inside(p);
        if (taps.count() == 0) return {0, 0};
        return {axis.place(p, taps.first), axis.place(p, taps.last - 1) + 1};
      });
  for (std::size_t a = 0; a < 3; ++a)
    found.axes[a].step = shape.axes[a].dilation;
  return found;
}

RangeShape ranges_of_bins(const PoolShape& shape) {
  return ranges(shape, false, out_of,
                [](const PoolAxis& axis, std::int64_t p) -> Span {
                  return {p * axis.in / axis.out,
                          ((p + 1) * axis.in + axis.out - 1) / axis.out};
                });
}

RangeShape windows_of_positions(const PoolShape& shape) {
  return ranges(shape, true, in_of, [](const PoolAxis& axis, std::int64_t i) {
    return axis.windows_of(i);
  });
}

RangeShape bins_of_positions(const PoolShape& shape) {
  // Bin p holds i if p·in/out < i + 1 and i < (p + 1)·in/out.
  return ranges(shape, true, in_of,
                [](const PoolAxis& axis, std::int64_t i) -> Span {
                  return {i * axis.out / axis.in,
                          ((i + 1) * axis.out + axis.in - 1) / axis.in};
                });
}

}  // namespace assay::optimized
