// Evaluates grid_sample_2d: finds the position that a pair of the grid names,
// applies the padding mode, and samples the image there.
// Tested by tests/reference/grid_sample_test.cc.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "reference/nn/tap_sum.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds a position along one axis, after the padding mode.
struct AxisPosition {
  LongReal place;
  std::int64_t extent = 1;
  double size = 0;          // the largest magnitude that it has on its way
  bool is_outside = false;  // by more than an element, whatever its rounding
  bool is_lost = false;     // rounding moves it by an eighth or more
};

// Mirrors a position at `low` and `low` + `span` until it is between them.
LongReal mirrored(const LongReal& position, const LongReal& low,
                  const LongReal& span) {
  if (span == 0.0) return 0.0;  // grid_sample_2d.single
  const LongReal distance = abs(position - low);
  const LongReal turns = floor(distance / span);
  const LongReal rest = distance - turns * span;
  const bool is_even = floor(turns / 2.0) * 2.0 == turns;
  return is_even ? low + rest : low + span - rest;
}

LongReal clamped(const LongReal& place, std::int64_t extent) {
  if (place < 0.0) return 0.0;
  return from_integer(extent - 1) < place ? from_integer(extent - 1) : place;
}

// Finds positions along the axes of x.
class Positions {
 public:
  Positions(const Evaluation& call, double unit)
      : padding_(call.call.attributes.padding_mode()),
        aligns_(call.call.attributes.flag(AttributeKey::kAlignCorners)),
        unit_(unit) {}

  AxisPosition at(double g, std::int64_t n) const {
    const LongReal position =
        aligns_ ? (LongReal(g) + 1.0) * from_integer(n - 1) /
                      2.0  // grid_sample_2d.align_corners
                : ((LongReal(g) + 1.0) * from_integer(n) - 1.0) /
                      2.0;  // grid_sample_2d.half_pixels
    AxisPosition found{.place = position, .extent = n};
    const double nearest = position.nearest();
    const double off = margin(std::fabs(nearest), n);
    found.is_outside =
        nearest < -1 - off || nearest > static_cast<double>(n) + off;
    found.size = std::fabs(nearest);
    switch (padding_) {
      case PaddingMode::kZeros:
        break;
      case PaddingMode::kBorder:
        found.place = clamped(position, n);  // grid_sample_2d.border
        if (found.is_outside) found.size = static_cast<double>(n);
        break;
      case PaddingMode::kReflection:
        found.place = clamped(mirrored(position, aligns_ ? 0.0 : -0.5,
                                       from_integer(aligns_ ? n - 1 : n)),
                              n);  // grid_sample_2d.reflection
        break;
    }
    const bool is_far =
        found.is_outside && padding_ != PaddingMode::kReflection;
    found.is_lost = !is_far && margin(found.size, n) >= 0.125;
    if (padding_ != PaddingMode::kZeros) found.is_outside = false;
    return found;
  }

  // Returns what a position of this magnitude may be off by.
  double margin(double size, std::int64_t n) const {
    return 8 * unit_ * (size + static_cast<double>(n));
  }
  double margin(const AxisPosition& position) const {
    return margin(position.size, position.extent);
  }

 private:
  PaddingMode padding_;
  bool aligns_;
  double unit_;
};

// Returns the element that is nearest to a position, or nothing if rounding
// decides which it is.
std::optional<std::int64_t> nearest_place(const AxisPosition& position,
                                          double margin) {
  const LongReal below = floor(position.place);
  const LongReal past_half = position.place - below - 0.5;
  const auto first = static_cast<std::int64_t>(below.nearest());
  if (past_half == 0.0)
    return first + (first % 2 == 0 ? 0 : 1);  // grid_sample_2d.tie
  if (std::fabs(past_half.nearest()) <= margin) return std::nullopt;
  return past_half < 0.0 ? first : first + 1;
}

bool is_inside(std::int64_t place, std::int64_t extent) {
  return place >= 0 && place < extent;
}

// Returns the sum of the four elements around a position.
Bounded bilinear(const Elements& x, const Index& lead, const AxisPosition& row,
                 const AxisPosition& column, double unit) {
  const LongReal first_row = floor(row.place);
  const LongReal first_column = floor(column.place);
  const auto top = static_cast<std::int64_t>(first_row.nearest());
  const auto left = static_cast<std::int64_t>(first_column.nearest());
  const LongReal down = row.place - first_row;
  const LongReal right = column.place - first_column;
  const double far =
      std::max(row.size + static_cast<double>(row.extent),
               column.size + static_cast<double>(column.extent)) +
      1;
  TapSum sum(32 * far * unit);
  double largest = 0;
  for (std::int64_t i = top - 1; i <= top + 2; ++i)
    for (std::int64_t j = left - 1; j <= left + 2; ++j) {
      if (!is_inside(i, row.extent) || !is_inside(j, column.extent))
        continue;  // grid_sample_2d.zeros
      const double v = x.value<double>({lead[0], lead[1], i, j});
      if (std::isfinite(v)) largest = std::max(largest, std::fabs(v));
      const bool is_tap =
          (i == top || i == top + 1) && (j == left || j == left + 1);
      if (!is_tap) {
        sum.reach(v);  // grid_sample_2d.zero_weight
        continue;
      }
      const LongReal weight =
          (i == top ? 1.0 - down : down) * (j == left ? 1.0 - right : right);
      sum.add(weight, weight.nearest(), v);  // grid_sample_2d.value,
                                             // grid_sample_2d.isolated_nan
    }
  return sum.result(1.0, 12 * sum.magnitude() + 32 * far * largest);
}

// Stores the element that is nearest to a position.
void put_nearest(const Results& y, const Elements& x, const Index& to,
                 const AxisPosition& row, const AxisPosition& column,
                 const Positions& positions) {
  const auto i = nearest_place(row, positions.margin(row));
  const auto j = nearest_place(column, positions.margin(column));
  y.put(to, 0.0);
  if (!i || !j)
    return y.note_freedom(to, Freedom::kAny);  // grid_sample_2d.near_half
  if (is_inside(*i, row.extent) && is_inside(*j, column.extent))
    y.put(to, x.bits({to[0], to[1], *i, *j}));  // grid_sample_2d.value
}

}  // namespace

// y[n, c, p, q] = x[n, c] at the position that grid[n, p, q] names
Result<Tensors> evaluate(OpTag<"grid_sample_2d">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements grid = call.operand(1);
  const Shape& shape = x.view().shape();
  const ScaledResults results(call);  // resampling.accumulator,
                                      // resampling.partial_overflow
  const Results y = call.results();
  const auto unit = static_cast<double>(unit_roundoff(results.accumulator()));
  const Positions positions(call, unit);
  const bool is_nearest =
      call.call.attributes.interpolation() == Interpolation::kNearest;
  for (const Index& to : indices(call.call.outs[0].view.shape())) {
    const auto g = [&](std::int64_t k) {
      return grid.value<double>({to[0], to[2], to[3], k});
    };
    if (!std::isfinite(g(0)) || !std::isfinite(g(1))) {
      results.put(to, left_open());  // grid_sample_2d.nonfinite_grid
      continue;
    }
    const AxisPosition column =
        positions.at(g(0), shape[3]);  // grid_sample_2d.order
    const AxisPosition row = positions.at(g(1), shape[2]);
    if (row.is_outside || column.is_outside)
      y.put(to, 0.0);  // grid_sample_2d.far
    else if (row.is_lost || column.is_lost)
      results.put(to, left_open());  // grid_sample_2d.lost_position
    else if (is_nearest)
      put_nearest(y, x, to, row, column, positions);
    else
      results.put(to, bilinear(x, {to[0], to[1]}, row, column, unit));
  }
  return Tensors{};
}

}  // namespace assay
