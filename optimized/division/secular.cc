// Implements the secular equation. A solution is found as a distance from the
// nearer pole, by interpolation with two poles within a bracket that shrinks
// (Li, "Solving secular equations stably and efficiently", 1993).
// Tested by tests/optimized/linalg_divide_test.cc.
#include "optimized/division/secular.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "optimized/resources/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/division/secular.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Computes the sums of weight_j / (pole_j - x) and of weight_j / (pole_j - x)²
// for the poles below x, and then both for those above it. The number of poles
// is a multiple of 8.
void sums_at(const double* poles, const double* weights, std::int64_t count,
             double x, double* sums) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0), at = hn::Set(d, x);
  auto below = zero, below_slope = zero, above = zero, above_slope = zero;
  for (std::int64_t j = 0; j < count; j += lanes) {
    const auto inverse = hn::Div(one, hn::Sub(hn::LoadU(d, poles + j), at));
    const auto term = hn::Mul(hn::LoadU(d, weights + j), inverse);
    const auto slope = hn::Mul(term, inverse);
    const auto is_below = hn::Lt(term, zero);
    below = hn::Add(below, hn::IfThenElseZero(is_below, term));
    below_slope = hn::Add(below_slope, hn::IfThenElseZero(is_below, slope));
    above = hn::Add(above, hn::IfThenZeroElse(is_below, term));
    above_slope = hn::Add(above_slope, hn::IfThenZeroElse(is_below, slope));
  }
  sums[0] = hn::GetLane(hn::SumOfLanes(d, below));
  sums[1] = hn::GetLane(hn::SumOfLanes(d, below_slope));
  sums[2] = hn::GetLane(hn::SumOfLanes(d, above));
  sums[3] = hn::GetLane(hn::SumOfLanes(d, above_slope));
}

// Multiplies product[j] by the quotients of distance and gap, for a range.
void multiply_quotients(const double* distances, const double* poles,
                        double pole, bool is_squared, std::int64_t count,
                        double* products) {
  if (is_squared)
    for (std::int64_t j = 0; j < count; ++j)
      products[j] *= distances[j] / ((poles[j] - pole) * (poles[j] + pole));
  else
    for (std::int64_t j = 0; j < count; ++j)
      products[j] *= distances[j] / (poles[j] - pole);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(sums_at);
HWY_EXPORT(multiply_quotients);

namespace {

constexpr double kUnit = std::numeric_limits<double>::epsilon();

// Returns the least multiple of the longest vector that is not below n.
std::int64_t whole_vectors(std::int64_t n) {
  constexpr std::int64_t kLanes = 8;
  return (n + kLanes - 1) / kLanes * kLanes;
}

struct SecularSums {
  double below, below_slope, above, above_slope;
};

// One equation, seen from one of its poles.
class SecularView {
 public:
  explicit SecularView(const SecularEquation& equation)
      : equation_(equation),
        count_(std::ssize(equation.poles)),
        // Elements past the last contribute nothing, and are far away.
        shifted_(static_cast<std::size_t>(whole_vectors(count_)),
                 std::numeric_limits<double>::max()),
        weights_(shifted_.size(), 0) {
    std::copy(equation.weights.begin(), equation.weights.end(),
              weights_.begin());
  }

  void look_from(std::int64_t origin) {
    for (std::int64_t j = 0; j < count_; ++j)
      shifted_.data()[j] = gap(j, origin);
  }
  double shifted(std::int64_t j) const { return shifted_.data()[j]; }
  double weight(std::int64_t j) const { return weights_.data()[j]; }
  // Returns pole_i - pole_j.
  double gap(std::int64_t i, std::int64_t j) const {
    const double* poles = equation_.poles.data();
    const double difference = poles[i] - poles[j];
    return equation_.is_squared ? difference * (poles[i] + poles[j])
                                : difference;
  }
  SecularSums sums(double x) const {
    double sums[4];
    HWY_DYNAMIC_DISPATCH(sums_at)
    (shifted_.data(), weights_.data(), std::ssize(shifted_), x, sums);
    return {sums[0], sums[1], sums[2], sums[3]};
  }

 private:
  const SecularEquation& equation_;
  std::int64_t count_;
  RoomVector<double> shifted_, weights_;
};

// Returns the solution of constant + first / (near - x) + second / (far - x) =
// 0 in (low, high), or NaN if there is none.
double solve_two_poles(double constant, double first, double near,
                       double second, double far, double low, double high) {
  const double linear = -(constant * (near + far) + first + second);
  const double absolute = constant * near * far + first * far + second * near;
  const double root =
      std::sqrt(std::max(linear * linear - 4 * constant * absolute, 0.0));
  const double sum = -(linear + std::copysign(root, linear)) / 2;
  for (const double x : {absolute / sum, sum / constant})
    if (x > low && x < high) return x;
  return std::numeric_limits<double>::quiet_NaN();
}

// Finds the solution after pole i and stores its distances from all poles.
// Returns it, or its square root if the poles are squared.
double find_solution(const SecularEquation& equation, SecularView& view,
                     std::int64_t i, double* distances) {
  constexpr int kTries = 100;
  const std::int64_t count = std::ssize(equation.poles);
  const bool is_last = i + 1 == count;
  const double inverse = 1 / equation.rho;
  view.look_from(i);
  double low = 0, high = 0;
  std::int64_t origin = i;
  if (is_last) {
    double total = 0;
    for (const double weight : equation.weights) total += weight;
    // Sums are rounded, so the bound is widened.
    high = equation.rho * total * (1 + 0x1p-20);
  } else {
    high = view.shifted(i + 1) / 2;
    const SecularSums middle = view.sums(high);
    if (inverse + middle.below + middle.above < 0) {
      origin = i + 1;
      view.look_from(origin);
      low = view.shifted(i) / 2;
      high = 0;
    }
  }
  const std::int64_t other = is_last ? i : i + 1;
  double x = low + (high - low) / 2;
  for (int tries = 0; tries < kTries; ++tries) {
    const SecularSums sums = view.sums(x);
    const double value = inverse + sums.below + sums.above;
    const double slope = sums.below_slope + sums.above_slope;
    // The value cannot be known better than this.
    const double error =
        inverse + 8 * (sums.above - sums.below) + std::abs(x) * slope;
    if (std::abs(value) <= kUnit * error) break;
    (value < 0 ? low : high) = x;
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    const double near = view.shifted(i) - x, far = view.shifted(other) - x;
    double step;
    if (is_last) {
      // Σ weight / (pole - x) is as steep as that of a single pole.
      step = near + near * near * slope / (value - near * slope);
      if (!(x + step > low && x + step < high)) step = middle - x;
    } else {
      const double constant =
          value - near * sums.below_slope - far * sums.above_slope;
      step =
          solve_two_poles(constant, near * near * sums.below_slope, near,
                          far * far * sums.above_slope, far, low - x, high - x);
      if (std::isnan(step)) step = middle - x;
    }
    const double next = x + step;
    if (next == x) break;
    x = next > low && next < high ? next : middle;
  }
  for (std::int64_t j = 0; j < count; ++j) distances[j] = view.shifted(j) - x;
  const double pole = equation.poles.data()[origin];
  if (!equation.is_squared) return pole + x;
  return pole + x / (pole + std::sqrt(std::max(pole * pole + x, 0.0)));
}

}  // namespace

void solve_secular(const SecularEquation& equation, double* solutions,
                   double* distances, std::int64_t stride) {
  constexpr std::int64_t kRows = 16;
  const std::int64_t count = std::ssize(equation.poles);
  // A solution takes about six sums of quotients, each of which takes as long
  // as many products.
  in_ranges(count, kRows, is_worth_threads(0, 6 * 100 * count * count),
            [&](std::int64_t first, std::int64_t last) {
              SecularView view(equation);
              for (std::int64_t i = first; i < last; ++i)
                solutions[i] =
                    find_solution(equation, view, i, distances + i * stride);
            });
}

RoomVector<double> secular_roots_of_weights(const SecularEquation& equation,
                                            const double* distances,
                                            std::int64_t stride) {
  const double* poles = equation.poles.data();
  const std::int64_t count = std::ssize(equation.poles);
  RoomVector<double> products(equation.poles.size(), 1 / equation.rho);
  // Threads take columns.
  const auto multiply = [&](std::int64_t from, std::int64_t to) {
    const auto some = [&](const double* row, std::int64_t first,
                          std::int64_t last, double pole) {
      if (first >= last) return;
      HWY_DYNAMIC_DISPATCH(multiply_quotients)
      (row + first, poles + first, pole, equation.is_squared, last - first,
       products.data() + first);
    };
    for (std::int64_t i = 0; i < count; ++i) {
      const double* row = distances + i * stride;
      some(row, from, std::min(i, to), poles[i]);
      if (i >= from && i < to) products.data()[i] *= row[i];
      some(row, std::max(from, i + 1), to, poles[i]);
    }
    for (std::int64_t j = from; j < to; ++j)
      products.data()[j] = std::sqrt(std::abs(products.data()[j]));
  };
  in_ranges(count, whole_vectors(count / range_count() + 1),
            is_worth_threads(0, 100 * count * count), multiply);
  return products;
}

}  // namespace assay::optimized
#endif
