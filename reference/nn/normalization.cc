// Evaluates layer_norm and batch_norm.
// Tested by tests/reference/normalization_test.cc.
#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/nn/scaled_results.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

double epsilon_of(const Evaluation& call) {
  return decode_component(
      format_of(call.call.operands[0].dtype),
      call.call.attributes.element(AttributeKey::kEpsilon).re);
}

// Holds the statistics of a row of n elements.
struct Row {
  explicit Row(const std::vector<double>& x)
      : n(static_cast<double>(x.size())) {
    for (double e : x) {
      mean = mean + LongReal(e) / n;  // layer_norm.every_term, layer_norm.nan
      mean_magnitude += std::fabs(e) / n;
      has_unit_steps &= std::fabs(e) == 1;
    }
    for (double e : x) {
      const LongReal centred = e - mean;  // layer_norm.large_mean
      variance =
          variance + centred * centred / n;  // layer_norm.biased_variance
    }
  }

  double n;
  LongReal mean = 0.0;
  LongReal variance = 0.0;
  double mean_magnitude = 0;
  bool has_unit_steps = true;  // whether each element is 1 or -1
};

// z·gamma + beta, where z = (x - μ)/√(v + epsilon)
Bounded normalized(const Row& row, double x, double gamma, double beta,
                   double epsilon, double u) {
  const LongReal under = row.variance + epsilon;
  if (!under.is_nan() && !(0.0 < under))
    return left_open();               // layer_norm.no_variance
  const LongReal root = sqrt(under);  // layer_norm.epsilon_inside
  const LongReal z = (x - row.mean) / root;
  const LongReal r = z * gamma + beta;  // layer_norm.value, layer_norm.bias
  if (r.is_nan()) return {.value = r};
  if (row.n == 1) return certain(beta);  // layer_norm.single
  const double spread = root.nearest();
  if ((row.n + 2) * row.mean_magnitude * u / spread > 0.25)
    return left_open();  // layer_norm.far_mean
  const double distance = std::fabs(z.nearest());
  double scale = (1 + distance) * (row.n + 2) * row.mean_magnitude / spread +
                 distance * (row.n + 16);
  // Sums of 1 and -1 are exact in any order.
  if (row.has_unit_steps && mpfr_zero_p(row.mean.get())) scale = 32 * distance;
  return {.value = r,
          .scale = std::fabs(gamma) * scale + 2 * std::fabs(r.nearest()) +
                   std::fabs(beta)};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"layer_norm">, const Evaluation& call) {
  const Elements x = call.operand(0);
  const Elements gamma = call.operand(1);
  const double epsilon = epsilon_of(call);
  const bool is_biased = call.call.attributes.flag(AttributeKey::kBiased);
  const ScaledResults out(call);
  const auto u = static_cast<double>(unit_roundoff(out.accumulator()));
  const auto last = static_cast<std::int64_t>(x.view().rank()) - 1;
  Slices rows(x.view().shape(), {last});
  for (const Index& start : rows.starts()) {  // layer_norm.rows_apart,
                                              // layer_norm.empty_rows
    std::vector<double> elements;
    for (const Index& step : rows.steps())
      elements.push_back(x.value<double>(rows.at(start, step)));
    const Row row(elements);
    for (const Index& step : rows.steps()) {
      const Index at = rows.at(start, step);
      const Index i = {at.back()};
      const double beta = is_biased ? call.operand(2).value<double>(i) : 0;
      out.put(at, normalized(row, x.value<double>(at), gamma.value<double>(i),
                             beta, epsilon, u));
    }
  }
  return Tensors{};
}

// (x - mean)/√(variance + epsilon)·gamma + beta
Result<Tensors> evaluate(OpTag<"batch_norm">, const Evaluation& call) {
  const Elements operand = call.operand(0);
  const double epsilon = epsilon_of(call);
  const ScaledResults out(call);
  for (const Index& at :
       indices(operand.view().shape())) {  // batch_norm.any_rank
    const auto of_channel = [&](std::size_t k) {
      return call.operand(k).value<double>({at[1]});  // batch_norm.channels
    };
    const auto x = operand.value<double>(at);
    const double gamma = of_channel(1);
    const double beta = of_channel(2);
    const double mean = of_channel(3);
    const LongReal under = LongReal(of_channel(4)) + epsilon;
    if (!under.is_nan() && !(0.0 < under)) {
      out.put(at, left_open());  // batch_norm.no_variance
      continue;
    }
    const LongReal root = sqrt(under);
    const LongReal r = (LongReal(x) - mean) / root * gamma +
                       beta;  // batch_norm.value, batch_norm.nan
    const LongReal scale =
        8.0 * abs(gamma) * (abs(x) + abs(mean)) / root + 4.0 * abs(beta);
    out.put(at, Bounded{.value = r, .scale = scale.nearest()});
  }
  return Tensors{};
}

}  // namespace assay
