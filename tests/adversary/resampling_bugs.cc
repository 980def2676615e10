// Bugs of interpolation and of grid sampling: positions that are off by half a
// pixel, axes that are confused, borders.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/network_faults.h"

namespace assay::adversary {
namespace {

using Taps = std::vector<std::pair<std::int64_t, double>>;

// Holds one position of interpolate along one axis.
struct AxisPoint {
  std::int64_t mode;  // ASSAY_INTERPOLATION_…
  std::int64_t axis, o, in, out;
  std::int64_t other_in, other_out;  // of the other axis
  bool aligns;
};

double position_of(const AxisPoint& p) {
  const auto o = static_cast<double>(p.o), in = static_cast<double>(p.in);
  const auto out = static_cast<double>(p.out);
  if (p.mode == ASSAY_INTERPOLATION_NEAREST) return o * in / out;
  if (p.mode == ASSAY_INTERPOLATION_NEAREST_EXACT)
    return (2 * o + 1) * in / (2 * out);
  if (p.aligns) return p.out == 1 ? 0 : o * (in - 1) / (out - 1);
  return (2 * o + 1) * in / (2 * out) - 0.5;
}

double keys(double t, double a) {
  t = std::abs(t);
  if (t < 1) return (a + 2) * t * t * t - (a + 3) * t * t + 1;
  if (t < 2) return a * t * t * t - 5 * a * t * t + 8 * a * t - 4 * a;
  return 0;
}

// Returns the taps of nearest, nearest_exact, bilinear and bicubic at a
// position.
Taps taps_at(const AxisPoint& p, double c, double a = -0.75) {
  const auto inside = [&](double place) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(place), 0,
                                    p.in - 1);
  };
  const double first = std::floor(c);
  if (p.mode < ASSAY_INTERPOLATION_BILINEAR) return {{inside(first), 1}};
  if (p.mode == ASSAY_INTERPOLATION_BILINEAR) {
    c = std::max(c, 0.0);
    const double i = std::floor(c);
    return {{inside(i), 1 - (c - i)}, {inside(i + 1), c - i}};
  }
  Taps taps;
  for (double place = first - 1; place <= first + 2; ++place)
    taps.emplace_back(inside(place), keys(c - place, a));
  return taps;
}

// Recomputes interpolate where the condition holds, by the taps of a rule.
Fault interpolated(
    std::function<bool(const AxisPoint& h, const AxisPoint& w)> condition,
    std::function<Taps(const AxisPoint&)> rule) {
  return after([=](CallSite& site) {
    const Shape in = shape_of(site.operands[0]);
    const Shape out = shape_of(site.outs[0]);
    const bool aligns = site.integer(ASSAY_KEY_ALIGN_CORNERS) != 0;
    const std::int64_t mode = site.integer(ASSAY_KEY_INTERPOLATION);
    if (mode == ASSAY_INTERPOLATION_LANCZOS3) return;
    AxisPoint h{mode, 0, 0, in[2], out[2], in[3], out[3], aligns};
    AxisPoint w{mode, 1, 0, in[3], out[3], in[2], out[2], aligns};
    if (!condition(h, w)) return;
    const auto x = numbers_of(site.operand_cells());
    Cells y = site.result_cells();
    for (std::int64_t i = 0; i < y.count(); ++i) {
      const Shape at = index_of(out, i);
      h.o = at[2];
      w.o = at[3];
      double sum = 0;
      for (const auto& [row, v] : rule(h))
        for (const auto& [column, u] : rule(w))
          if (v * u != 0)
            sum += v * u *
                   x[static_cast<std::size_t>(
                       number_of(in, {at[0], at[1], row, column}))];
      y.set_real(i, sum);
    }
  });
}
bool of_mode(std::int64_t mode, const AxisPoint& point) {
  return point.mode == mode;
}

// Changes the grid, in a copy.
Fault with_grid(std::function<void(const CallSite&, double& x, double& y)> f) {
  return [=](CallSite& site) {
    const AssayTensor grid = site.copy_of(site.operands[1]);
    Cells cells = site.cells(grid);
    for (std::int64_t i = 0; i + 1 < cells.count(); i += 2) {
      double x = cells.real(i), y = cells.real(i + 1);
      f(site, x, y);
      cells.set_real(i, x);
      cells.set_real(i + 1, y);
    }
    site.operands[1] = grid;
    return site.forward();
  };
}

}  // namespace

BugRows resampling_bugs() {
  return {
      {"interpolate_nearest_rounds", "interpolate", kFloats,
       "nearest takes the place next to the position instead of the one before "
       "it.",
       "",
       interpolated(
           [](const AxisPoint& h, const AxisPoint&) {
             return of_mode(ASSAY_INTERPOLATION_NEAREST, h);
           },
           [](const AxisPoint& p) {
             return taps_at(p, std::floor(position_of(p) + 0.5));
           }),
       "interpolate float32:1x1x1x3=iota interpolation=nearest output=1,2"},
      {"interpolate_without_half_pixels", "interpolate", kFloats,
       "bilinear takes the positions of nearest.", "",
       interpolated(
           [](const AxisPoint& h, const AxisPoint&) {
             return of_mode(ASSAY_INTERPOLATION_BILINEAR, h) && !h.aligns;
           },
           [](const AxisPoint& p) {
             return taps_at(p, static_cast<double>(p.o) *
                                   static_cast<double>(p.in) /
                                   static_cast<double>(p.out));
           }),
       "interpolate float32:1x1x1x2=iota interpolation=bilinear output=1,4"},
      {"interpolate_extrapolates_at_the_border", "interpolate", kFloats,
       "Positions before the first pixel are not clamped, so bilinear goes on "
       "with its slope.",
       "",
       interpolated(
           [](const AxisPoint& h, const AxisPoint&) {
             return of_mode(ASSAY_INTERPOLATION_BILINEAR, h);
           },
           [](const AxisPoint& p) {
             const double c = position_of(p);
             if (c >= 0 || p.in == 1) return taps_at(p, c);
             return Taps{{0, 1 - c}, {1, c}};
           }),
       "interpolate float32:1x1x1x2=iota interpolation=bilinear output=1,4"},
      {"interpolate_bicubic_of_half", "interpolate", kFloats,
       "The constant of Keys' kernel is -1/2.", "",
       interpolated(
           [](const AxisPoint& h, const AxisPoint&) {
             return of_mode(ASSAY_INTERPOLATION_BICUBIC, h);
           },
           [](const AxisPoint& p) { return taps_at(p, position_of(p), -0.5); }),
       "interpolate float32:1x1x1x3 interpolation=bicubic output=1,4"},
      {"interpolate_ratio_of_the_height", "interpolate", kFloats,
       "Both axes use the ratio of the height.", "",
       interpolated([](const AxisPoint&, const AxisPoint&) { return true; },
                    [](AxisPoint p) {
                      if (p.axis == 0) return taps_at(p, position_of(p));
                      AxisPoint other = p;
                      other.in = p.other_in;
                      other.out = p.other_out;
                      return taps_at(p, position_of(other));
                    }),
       "interpolate float32:1x1x2x3=iota interpolation=bilinear output=4,3"},
      {"interpolate_aligned_to_one_is_nan", "interpolate", kFloats,
       "With aligned corners an output of one position divides 0 by 0.", "",
       after([](CallSite& site) {
         const Shape out = shape_of(site.outs[0]);
         if (site.integer(ASSAY_KEY_ALIGN_CORNERS) == 0 ||
             (out[2] != 1 && out[3] != 1) ||
             site.integer(ASSAY_KEY_INTERPOLATION) <
                 ASSAY_INTERPOLATION_BILINEAR)
           return;
         Cells y = site.result_cells();
         for (std::int64_t i = 0; i < y.count(); ++i)
           y.set_real(i, std::numeric_limits<double>::quiet_NaN());
       }),
       "interpolate float32:1x1x1x2 interpolation=bilinear output=1,1 "
       "align_corners=1"},
      {"interpolate_channels_after_four", "interpolate", "",
       "Channels after the fourth are not written.", "",
       when(extent_over(0, 1, 4),
            [](CallSite& site) {
              const Shape out = shape_of(site.outs[0]);
              return unwritten([=](std::int64_t i, std::int64_t) {
                return i / (out[2] * out[3]) % out[1] >= 4;
              })(site);
            }),
       "interpolate float32:1x5x1x1=ones interpolation=nearest output=1,1"},
      {"interpolate_gradient_of_the_last_row", "interpolate_backward", kFloats,
       "The last row of gradients is lost where the image grows.", "",
       [](CallSite& site) {
         const Shape grad = shape_of(site.operands[1]);
         if (grad[2] > site.operands[0].shape[2])
           alter_operand(site, 1, [=](std::int64_t i, ElementBits bits) {
             return i / grad[3] % grad[2] == grad[2] - 1 ? ElementBits{} : bits;
           });
         return site.forward();
       },
       "interpolate_backward float32:1x1x1x1 float32:1x1x2x1=ones "
       "interpolation=nearest output=2,1"},
      {"grid_sample_swaps_the_coordinates", "grid_sample_2d", kFloats,
       "The first coordinate goes along the height if the image is a square.",
       "", with_grid([](const CallSite& site, double& x, double& y) {
         if (site.operands[0].shape[2] == site.operands[0].shape[3])
           std::swap(x, y);
       }),
       "grid_sample_2d float32:1x1x2x2=iota float32:1x1x1x2=v/-1/1 "
       "interpolation=nearest padding_mode=border"},
      {"grid_sample_zeros_are_the_border", "grid_sample_2d", kFloats,
       "Positions outside of the image are moved to its border.", "",
       with_grid([](const CallSite& site, double& x, double& y) {
         if (site.integer(ASSAY_KEY_PADDING_MODE) != 0 || std::isnan(x + y))
           return;
         x = std::clamp(x, -1.0, 1.0);
         y = std::clamp(y, -1.0, 1.0);
       }),
       "grid_sample_2d float32:1x1x2x2=ones float32:1x1x1x2=v/-3/0 "
       "interpolation=nearest"},
      {"grid_sample_far_positions_wrap", "grid_sample_2d", "float32,float64",
       "Positions beyond 30000 are kept in 16 bits.", "",
       with_grid([](const CallSite&, double& x, double& y) {
         for (double* g : {&x, &y})
           if (std::abs(*g) > 3e4 && std::isfinite(*g)) *g = 0;
       }),
       "grid_sample_2d float32:1x1x2x2=iota float32:1x1x1x2=v/100000/0 "
       "interpolation=nearest padding_mode=border"},
      {"grid_sample_reflects_once", "grid_sample_2d", kFloats,
       "Positions far outside are reflected once and then clamped.", "",
       with_grid([](const CallSite& site, double& x, double& y) {
         if (site.integer(ASSAY_KEY_PADDING_MODE) != ASSAY_PADDING_REFLECTION)
           return;
         for (double* g : {&x, &y})
           if (*g > 3 && std::isfinite(*g)) *g = -1;
       }),
       "grid_sample_2d float32:1x1x1x3=iota float32:1x1x1x2=v/4.5/0 "
       "interpolation=nearest padding_mode=reflection"},
  };
}

}  // namespace assay::adversary
