// Evaluates interpolate and its gradient: sums of taps whose weights follow
// from exact source positions.
// Tested by tests/reference/interpolation_test.cc.
#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/nn/interpolation_axis.h"
#include "reference/nn/tap_sum.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds what the error of an interpolation is made of: t taps, the slope Λ of
// the interpolant, and the error κ of all weights together.
struct ErrorParts {
  double taps;
  double slope;
  double weights;
};
ErrorParts error_parts(Interpolation way) {
  switch (way) {
    case Interpolation::kBilinear:
      return {4, 4, 16};
    case Interpolation::kBicubic:
      return {16, 9, 256};
    case Interpolation::kLanczos3:
      return {36, 12, 512};
    default:
      return {1, 0, 0};
  }
}

// Holds the axes of a call, and the taps of each position along them.
class Image {
 public:
  explicit Image(const Evaluation& call)
      : way_(call.call.attributes.interpolation()),
        shape_(call.call.operands[0].view.shape()),
        rows_(axis(call, 0)),
        columns_(axis(call, 1)) {
    for (std::int64_t o = 0; o < rows_.out(); ++o)
      row_taps_.push_back(rows_.taps(o));
    for (std::int64_t o = 0; o < columns_.out(); ++o)
      column_taps_.push_back(columns_.taps(o));
  }

  Interpolation way() const { return way_; }
  Shape leading() const { return {shape_[0], shape_[1]}; }
  Shape spatial() const { return {shape_[2], shape_[3]}; }
  Shape sizes() const { return {rows_.out(), columns_.out()}; }
  const InterpolationAxis& rows() const { return rows_; }
  const InterpolationAxis& columns() const { return columns_; }
  const AxisTaps& row(std::int64_t o) const {
    return row_taps_[static_cast<std::size_t>(o)];
  }
  const AxisTaps& column(std::int64_t o) const {
    return column_taps_[static_cast<std::size_t>(o)];
  }

  // Returns 4·Λ·(n + 1) + κ, by which positions and weights that are rounded
  // change an element of 1, in units of roundoff.
  double sway() const {
    const ErrorParts parts = error_parts(way_);
    const auto n = static_cast<double>(std::max(shape_[2], shape_[3]));
    return 4 * parts.slope * (n + 1) + parts.weights;
  }

 private:
  InterpolationAxis axis(const Evaluation& call, std::size_t i) const {
    return {way_, shape_[i + 2],
            call.call.attributes.integers(
                AttributeKey::kOutputSize)[i],  // interpolate.axes_apart
            call.call.attributes.flag(AttributeKey::kAlignCorners)};
  }

  Interpolation way_;
  Shape shape_;
  InterpolationAxis rows_;
  InterpolationAxis columns_;
  std::vector<AxisTaps> row_taps_;
  std::vector<AxisTaps> column_taps_;
};

double share_of(const AxisTap& tap, const AxisTaps& taps) {
  return (tap.weight / taps.whole).nearest();
}

// Calls f(row, column) for each place between the first and the last tap of a
// position, and next to them.
template <typename F>
void for_each_reached(const Image& image, const Index& o, F f) {
  const AxisTaps& rows = image.row(o[0]);
  const AxisTaps& columns = image.column(o[1]);
  for (std::int64_t i = rows.low(); i <= rows.high(image.spatial()[0]); ++i)
    for (std::int64_t j = columns.low(); j <= columns.high(image.spatial()[1]);
         ++j)
      f(i, j);
}

// Returns the places that nearest or nearest_exact may take along an axis, the
// exact one first.
std::vector<std::int64_t> places_of(const InterpolationAxis& axis,
                                    const AxisTaps& taps, std::int64_t o) {
  const std::int64_t place = taps.taps.front().place;
  if (axis.may_take_one_before(o)) return {place, place - 1};
  return {place};
}

// Moves elements.
void move_nearest(const Image& image, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results y = call.results();
  for (const Index& lead : indices(image.leading()))
    for (const Index& o : indices(image.sizes())) {
      const Index to = {lead[0], lead[1], o[0], o[1]};
      bool is_first = true;
      for (std::int64_t i : places_of(image.rows(), image.row(o[0]), o[0]))
        for (std::int64_t j :
             places_of(image.columns(), image.column(o[1]), o[1])) {
          const ElementBits bits = x.bits({lead[0], lead[1], i, j});
          if (is_first)
            y.put(to, bits);  // interpolate.bits
          else
            y.note_alternative(to, bits);  // interpolate.breakpoint
          is_first = false;
        }
      if (image.rows().is_long() || image.columns().is_long())
        y.note_freedom(to, Freedom::kAny);
    }
}

// Returns Σ w·x over the taps of position o.
Bounded interpolated(const Image& image, const Elements& x, const Index& lead,
                     const Index& o, double unit) {
  const AxisTaps& rows = image.row(o[0]);
  const AxisTaps& columns = image.column(o[1]);
  const auto value = [&](std::int64_t i, std::int64_t j) {
    return x.value<double>({lead[0], lead[1], i, j});
  };
  TapSum sum(image.sway() * unit);
  std::vector<Index> sure;
  for (const AxisTap& row : rows.taps)  // interpolate.no_antialias
    for (const AxisTap& column : columns.taps) {
      const double share = share_of(row, rows) * share_of(column, columns);
      sum.add(row.weight * column.weight, share,
              value(row.place, column.place));  // interpolate.value,
      // interpolate.identity, interpolate.nonfinite_tap
      if (sum.is_sure(share)) sure.push_back({row.place, column.place});
    }
  double largest = 0;
  for_each_reached(image, o, [&](std::int64_t i, std::int64_t j) {
    const double v = value(i, j);
    if (std::isfinite(v)) {
      largest = std::max(largest, std::fabs(v));
      return;
    }
    if (std::find(sure.begin(), sure.end(), Index{i, j}) == sure.end())
      sum.reach(v);  // interpolate.zero_weight
  });
  const double scale = (error_parts(image.way()).taps + 8) * sum.magnitude() +
                       image.sway() * largest;
  return sum.result(rows.whole * columns.whole, scale);
}

// Gathers the gradients of one element.
struct Gathered {
  TapSum sum;
  double reached = 0;  // Σ|grad| of what its value may depend on
  bool is_open = false;
};

// Adds one gradient to the elements that its position reaches.
void spread_gradient(const Image& image, const Index& o, double grad,
                     std::vector<Gathered>& gathered) {
  const auto at = [&](std::int64_t i, std::int64_t j) -> Gathered& {
    return gathered[static_cast<std::size_t>(i * image.spatial()[1] + j)];
  };
  const AxisTaps& rows = image.row(o[0]);
  const AxisTaps& columns = image.column(o[1]);
  std::vector<Index> sure;
  for (const AxisTap& row : rows.taps)
    for (const AxisTap& column : columns.taps) {
      const LongReal weight =
          row.weight * column.weight / (rows.whole * columns.whole);
      TapSum& sum = at(row.place, column.place).sum;
      sum.add(weight, weight.nearest(), grad);  // interpolate_backward.value,
      // interpolate_backward.overlap, interpolate_backward.every_term,
      // interpolate_backward.total, interpolate_backward.nonfinite
      if (sum.is_sure(weight.nearest()))
        sure.push_back({row.place, column.place});
    }
  if (is_nearest(image.way())) {
    const auto i = places_of(image.rows(), rows, o[0]);
    const auto j = places_of(image.columns(), columns, o[1]);
    at(i[0], j[0]).reached += std::fabs(grad);
    if (i.size() * j.size() == 1 && !image.rows().is_long() &&
        !image.columns().is_long())
      return;
    for (std::int64_t row : i)
      for (std::int64_t column : j)
        at(row, column).is_open = true;  // interpolate_backward.breakpoint
    return;
  }
  for_each_reached(image, o, [&](std::int64_t i, std::int64_t j) {
    if (std::isfinite(grad))
      at(i, j).reached += std::fabs(grad);
    else if (std::find(sure.begin(), sure.end(), Index{i, j}) == sure.end())
      at(i, j).sum.reach(grad);  // interpolate_backward.zero_weight
  });
}

double unit_of(const ScaledResults& results) {
  return static_cast<double>(unit_roundoff(results.accumulator()));
}

}  // namespace

// y[n, c, p, q] = Σ_ij v(p, i) · w(q, j) · x[n, c, i, j]
Result<Tensors> evaluate(OpTag<"interpolate">, const Evaluation& call) {
  const Image image(call);
  if (is_nearest(image.way())) {
    move_nearest(image, call);
    return Tensors{};
  }
  const Elements x = call.operand(0);
  const ScaledResults y(call);  // resampling.accumulator,
                                // resampling.partial_overflow
  for (const Index& lead : indices(image.leading()))
    for (const Index& o : indices(image.sizes()))
      y.put({lead[0], lead[1], o[0], o[1]},
            interpolated(image, x, lead, o, unit_of(y)));
  return Tensors{};
}

// gx[n, c, i, j] = Σ_pq v(p, i) · w(q, j) · grad[n, c, p, q]
Result<Tensors> evaluate(OpTag<"interpolate_backward">,
                         const Evaluation& call) {
  const Image image(call);
  const Elements grad = call.operand(1);  // interpolate_backward.shape_only
  const ScaledResults gx(call);           // resampling.accumulator,
  // resampling.partial_overflow, interpolate_backward.long
  const Gathered none{TapSum(image.sway() * unit_of(gx))};
  const auto count = static_cast<std::size_t>(element_count(image.spatial()));
  for (const Index& lead : indices(image.leading())) {
    std::vector<Gathered> gathered(count,
                                   none);  // interpolate_backward.uncovered
    for (const Index& o : indices(image.sizes()))
      spread_gradient(image, o,
                      grad.value<double>({lead[0], lead[1], o[0], o[1]}),
                      gathered);
    std::size_t place = 0;
    for (const Index& i : indices(image.spatial())) {
      const Gathered& got = gathered[place++];
      const double scale =
          (static_cast<double>(got.sum.count()) + 8) * got.sum.magnitude() +
          image.sway() * got.reached;
      gx.put({lead[0], lead[1], i[0], i[1]},
             got.is_open ? left_open() : got.sum.result(1.0, scale));
    }
  }
  return Tensors{};
}

}  // namespace assay
