// Evaluates attention row by row, in 128 bits, and derives what its error may
// be.
// Tested by tests/reference/attention_test.cc.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "reference/nn/scaled_results.h"
#include "reference/policy.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Holds the operands and attributes of a call.
struct Heads {
  explicit Heads(const Evaluation& call)
      : query(call.operand(0)),
        key(call.operand(1)),
        value(call.operand(2)),
        is_causal(call.call.attributes.flag(AttributeKey::kCausal)),
        width(query.view().shape()[3]),
        queries(query.view().shape()[2]),
        keys(key.view().shape()[2]) {
    const Attributes& attributes = call.call.attributes;
    const auto number = [&](AttributeKey name) {
      return decode_component(format_of(query.dtype()),
                              attributes.element(name).re);
    };
    std::size_t next = 3;
    if (attributes.flag(AttributeKey::kMasked)) mask = call.operand(next++);
    if (attributes.flag(AttributeKey::kBiased)) bias = call.operand(next);
    if (attributes.find(AttributeKey::kScale) != nullptr)
      scale = number(AttributeKey::kScale);  // attention.any_scale
    else
      scale = 1.0 / sqrt(LongReal(static_cast<double>(
                        width)));  // attention.scale_default
    if (attributes.find(AttributeKey::kSoftcap) != nullptr)
      softcap = number(AttributeKey::kSoftcap);
  }

  Elements query;
  Elements key;
  Elements value;
  std::optional<Elements> mask;
  std::optional<Elements> bias;
  bool is_causal;
  std::int64_t width;
  std::int64_t queries;
  std::int64_t keys;
  LongReal scale;
  std::optional<double> softcap;
};

// tanh x = 1 - 2 / (e^2x + 1)
LongReal tanh_of(const LongReal& x) { return 1.0 - 2.0 / (exp(x + x) + 1.0); }

// Holds the score of a key, and what it is off by at most, in units of
// roundoff.
struct Score {
  LongReal value = 0.0;
  double error = 0;
  bool is_hidden = false;
  bool is_nan = false;   // NaN, whatever the order of evaluation
  bool is_open = false;  // not finite, and perhaps NaN
};

// Computes the scores of one query.
class Scores {
 public:
  Scores(const Heads& heads, const Index& row, bool is_top_left)
      : heads_(heads), row_(row), is_top_left_(is_top_left) {}

  Score at(std::int64_t j) const {
    Score score;
    score.is_hidden = is_hidden(j);
    double magnitude = 0;
    for (std::int64_t c = 0; c < heads_.width; ++c) {
      const auto q = heads_.query.value<double>({row_[0], row_[1], row_[2], c});
      const auto k = heads_.key.value<double>({row_[0], row_[1], j, c});
      score.is_nan |= is_nan(q) || is_nan(k);
      score.is_open |= !std::isfinite(q) || !std::isfinite(k);
      score.value = score.value +
                    LongReal(q) * k;  // attention.value, attention.every_term
      magnitude += std::fabs(q * k);
    }
    score.value = heads_.scale * score.value;
    if (heads_.softcap) {
      const double cap = *heads_.softcap;
      score.value =
          cap * tanh_of(score.value / cap);  // attention.softcap,
                                             // attention.softcap_first
    }
    const double before_bias = std::fabs(score.value.nearest());
    add_bias(j, score);
    score.error = (static_cast<double>(heads_.width) + 3) *
                      std::fabs(heads_.scale.nearest()) * magnitude +
                  12 * before_bias + 2 * std::fabs(score.value.nearest());
    return score;
  }

 private:
  bool is_hidden(std::int64_t j) const {
    const Index pair = {row_[0], row_[1], row_[2], j};
    if (heads_.mask &&
        heads_.mask->value<bool>(pair))  // attention.repeated_mask
      return true;  // attention.mask_polarity, attention.mask_and_causal
    const std::int64_t offset = is_top_left_ ? 0 : heads_.keys - heads_.queries;
    return heads_.is_causal &&
           j > row_[2] + offset;  // attention.causal, attention.causal_offset
  }

  void add_bias(std::int64_t j, Score& score) const {
    if (!heads_.bias) return;
    const auto b = heads_.bias->value<double>({row_[0], row_[1], row_[2], j});
    if (b == -kInfinity) {
      score.is_hidden = true;  // attention.bias_hides
      return;
    }
    score.is_nan |= is_nan(b);
    score.is_open |= !std::isfinite(b);
    score.value = score.value + b;  // attention.bias
  }

  const Heads& heads_;
  const Index& row_;
  bool is_top_left_;
};

// Holds e^(s_j - M) for the keys that one query sees, where M is its largest
// score.
struct SeenKeys {
  struct Weight {
    std::int64_t key = 0;
    LongReal power = 0.0;
    double share = 0;  // of the sum of powers
    double below = 0;  // M - s_j
    double error = 0;
  };
  std::vector<Weight> weights;
  LongReal sum = 0.0;
  double mean_error = 0;
  double largest_error = 0;
  bool is_nan = false;
  bool is_open = false;
};

// Returns e^x. Most rows of long calls have few different scores, so powers
// are kept.
class Powers {
 public:
  LongReal of(const LongReal& x) {
    const double nearest = x.nearest();
    if (mpfr_cmp_d(x.get(), nearest) != 0) return exp(x);
    const auto [found, is_new] = kept_.try_emplace(nearest, 0.0);
    if (is_new) found->second = exp(x);
    return found->second;
  }

 private:
  std::map<double, LongReal> kept_;
};

SeenKeys keys_seen(const Heads& heads, const Index& at, bool is_top_left,
                   Powers& powers) {
  SeenKeys row;
  std::vector<Score> scores;
  std::vector<std::int64_t> seen;
  const Scores score_of(heads, at, is_top_left);
  for (std::int64_t j = 0; j < heads.keys; ++j) {
    const Score score = score_of.at(j);
    row.is_open |= score.is_open;  // attention.nonfinite
    if (score.is_hidden) continue;
    row.is_nan |= score.is_nan;  // attention.nan
    seen.push_back(j);
    scores.push_back(score);
  }
  if (row.is_nan || row.is_open || seen.empty()) return row;
  LongReal largest = scores[0].value;
  for (const Score& score : scores)
    if (largest < score.value) largest = score.value;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const LongReal below = largest - scores[i].value;  // attention.large_scores
    row.weights.push_back({.key = seen[i],
                           .power = powers.of(-below),
                           .below = below.nearest(),
                           .error = scores[i].error});
    row.sum = row.sum + row.weights.back().power;
    row.largest_error = std::max(row.largest_error, scores[i].error);
  }
  for (SeenKeys::Weight& weight : row.weights) {
    weight.share = (weight.power / row.sum).nearest();
    row.mean_error += weight.share * weight.error;
  }
  return row;
}

// Rounds the weights to the dtype where the profile permits it. execute() does
// that. An answer keeps them exact, and its scale has what they may be off by.
class WeightRounding {
 public:
  explicit WeightRounding(const Evaluation& call)
      : is_permitted_(is_narrow_real(call.call.operands[0].dtype) &&
                      call.profile.is(kPolicy<"attention.weights=dtype">)),
        is_done_(is_permitted_ && call.answer == nullptr),
        format_(format_of(call.call.operands[0].dtype)),
        least_(std::ldexp(1.0,
                          format_.min_exponent -
                              (call.profile.is(kPolicy<"float.subnormal=kept">)
                                   ? format_.precision - 1
                                   : 0))) {}

  bool is_done() const { return is_done_; }
  double rounded(double weight) const {
    return decode_component(format_, encode_real(format_, weight));
  }
  // Returns what the rounding of a weight may change.
  double error(double weight) const {
    if (!is_permitted_) return 0;
    return static_cast<double>(unit_roundoff(format_)) * weight +
           std::min(weight, least_);
  }

 private:
  bool is_permitted_;
  bool is_done_;
  const FloatFormat& format_;
  double least_;
};

// Σ_j p_j · value[j], or `without_keys` if the query sees no key
Bounded mean_of(const Heads& heads, const SeenKeys& row, const Index& at,
                const FloatFormat& accumulator, const WeightRounding& rounding,
                double without_keys) {
  const auto value = [&](std::int64_t j) {
    return heads.value.value<double>({at[0], at[1], j, at[3]});
  };
  const double smallest = std::ldexp(1.0, accumulator.min_exponent);
  LongReal sum = 0.0;
  LongReal scale = 0.0;
  double weight_error = 0;
  bool is_open = false;
  std::size_t next = 0;
  const auto keys = static_cast<double>(heads.keys);
  for (std::int64_t j = 0; j < heads.keys; ++j) {
    const double v = value(j);
    const bool is_seen =
        next < row.weights.size() && row.weights[next].key == j;
    if (!is_seen) {
      is_open |= !std::isfinite(v);  // attention.nonfinite
      continue;
    }
    const SeenKeys::Weight& weight = row.weights[next++];
    if (is_nan(v) && weight.share > smallest)
      return certain(kNaN);  // attention.nan
    is_open |= !std::isfinite(v);
    if (is_open) continue;
    if (rounding.is_done())
      sum = sum + LongReal(rounding.rounded(weight.share)) * v;
    else
      sum = sum + weight.power * v;  // attention.value, attention.every_term,
                                     // attention.long
    weight_error += rounding.error(weight.share) * std::fabs(v);
    scale =
        scale + std::fabs(v) * weight.share *
                    LongReal(weight.error + row.mean_error + 2 * weight.below +
                             std::log(keys) + 3 * keys + 24);
  }
  if (is_open) return left_open();
  if (row.weights.empty())
    return certain(without_keys);  // attention.empty_row, attention.no_keys
  const auto u = static_cast<double>(unit_roundoff(accumulator));
  return {.value = rounding.is_done() ? sum : sum / row.sum,
          .scale = scale.nearest(),
          .more = weight_error / u};
}

}  // namespace

Result<Tensors> evaluate(OpTag<"attention">, const Evaluation& call) {
  const Heads heads(call);
  const ScaledResults out(call);  // attention.accumulator,
                                  // attention.partial_overflow
  const auto u = static_cast<double>(unit_roundoff(out.accumulator()));
  const bool is_top_left =
      call.profile.is(kPolicy<"attention.causal=top_left">);
  const WeightRounding rounding(call);
  const double without_keys =
      call.profile.is(kPolicy<"attention.empty_row=nan">) ? kNaN : 0;
  const Shape& shape = call.call.outs[0].view.shape();
  Powers powers;
  for (const Index& start :
       indices({shape[0], shape[1], shape[2]})) {  // attention.heads_apart
    const SeenKeys row = keys_seen(heads, start, is_top_left, powers);
    for (std::int64_t c = 0; c < shape[3]; ++c) {
      const Index at = {start[0], start[1], start[2], c};
      if (row.is_nan)
        out.put(at, certain(kNaN));
      else if (row.is_open)
        out.put(at, left_open());
      else if (row.largest_error * u > 0.125)
        out.put(at, left_open());  // attention.coarse_scores
      else
        out.put(at, mean_of(heads, row, at, out.accumulator(), rounding,
                            without_keys));
    }
  }
  return Tensors{};
}

}  // namespace assay
