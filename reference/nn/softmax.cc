// Evaluates softmax, softmin and log_softmax, slice by slice.
// Tested by tests/reference/activation_test.cc.
#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/nn/scaled_results.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds one slice: its largest element M and Σ e^(x - M).
struct Slice {
  std::vector<double> x;
  double largest = -kInfinity;
  bool is_nan = false;
  std::vector<LongReal> powers;  // e^(x - M)
  LongReal sum = 0.0;

  double count() const { return static_cast<double>(x.size()); }
  // Returns M - x.
  LongReal below(std::size_t i) const { return LongReal(largest) - x[i]; }
};

Slice slice_of(std::vector<double> x) {
  Slice slice{.x = std::move(x)};
  for (double e : slice.x) {
    slice.is_nan |= is_nan(e) || e == kInfinity;  // softmax.nan, softmin.nan,
                                                  // log_softmax.nan
    slice.largest = std::max(slice.largest, e);
  }
  slice.is_nan |= slice.largest == -kInfinity;
  if (slice.is_nan) return slice;
  for (std::size_t i = 0; i < slice.x.size(); ++i) {
    slice.powers.push_back(
        exp(-slice.below(i)));  // softmax.shifted, softmin.shifted,
                                // log_softmax.shifted
    slice.sum =
        slice.sum + slice.powers[i];  // softmax.every_term, softmin.every_term,
                                      // log_softmax.every_term
  }
  return slice;
}

// e^(x_i - M) / Σ_j e^(x_j - M)
Bounded share(const Slice& slice, std::size_t i) {
  if (slice.is_nan) return certain(kNaN);
  if (slice.x[i] == -kInfinity)
    return certain(0);  // softmax.negative_infinity, softmin.infinity
  const double n = slice.count();
  const LongReal r = slice.powers[i] / slice.sum;  // softmax.value,
                                                   // softmax.unit_range,
                                                   // softmin.unit_range
  const LongReal scale = r * (n + 16 + std::log(n) + slice.below(i));
  return {.value = r, .scale = scale.nearest(), .may_vanish = true};
}

// x_i - M - ln Σ_j e^(x_j - M)
Bounded log_share(const Slice& slice, std::size_t i) {
  if (slice.is_nan) return certain(kNaN);
  if (slice.x[i] == -kInfinity)
    return certain(-kInfinity);  // log_softmax.negative_infinity
  const double n = slice.count();
  const LongReal r = slice.x[i] - LongReal(slice.largest) -
                     log(slice.sum);  // log_softmax.value,
                                      // log_softmax.below_zero
  const LongReal scale =
      n + 16 + 10 * std::log(n) + 2.0 * slice.below(i) + 2.0 * abs(r);
  return {.value = r, .scale = scale.nearest()};
}

// Stores f(slice, i) for each element of each slice of sign·x.
template <typename F>
Result<Tensors> each_slice(const Evaluation& call, double sign, F f) {
  const Elements x = call.operand(0);
  const ScaledResults out(call);
  Slices slices(x.view().shape(), {call.call.attributes.axis()});
  for (const Index& start : slices.starts()) {  // softmax.slices_apart,
                                                // softmin.slices_apart,
                                                // log_softmax.slices_apart
    std::vector<double> elements;
    for (const Index& step : slices.steps())
      elements.push_back(sign * x.value<double>(slices.at(start, step)));
    const Slice slice = slice_of(std::move(elements));
    std::size_t i = 0;
    for (const Index& step : slices.steps())
      out.put(slices.at(start, step), f(slice, i++));
  }
  return Tensors{};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"softmax">, const Evaluation& call) {
  return each_slice(call, 1, share);
}

Result<Tensors> evaluate(OpTag<"softmin">, const Evaluation& call) {
  return each_slice(call, -1, share);  // softmin.value
}

Result<Tensors> evaluate(OpTag<"log_softmax">, const Evaluation& call) {
  return each_slice(call, 1, log_share);
}

}  // namespace assay
