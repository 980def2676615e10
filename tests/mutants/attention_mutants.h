// Mutants of attention: a kernel in double with one thing wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/mutants/mutant.h"

namespace assay::mutants::arrays {

// Says what is wrong with the kernel.
enum class AttentionFault {
  kNone,
  kForgetsTheScale,
  kDividesByTheExtent,  // the default scale is 1/d
  kScaleIsPositive,
  kMaskKeeps,  // true keeps a key
  kForgetsTheMask,
  kForgetsTheBias,
  kForgetsCausal,
  kSeesOneMore,
  kTopLeft,
  kMaskOrCausal,  // a mask replaces causal
  kForgetsTheLimit,
  kLimitsHidden,   // the limit acts on what was hidden
  kLimitsBias,     // the limit acts after bias
  kEmptyRowIsNan,  // divides 0 by 0
  kEmptyRowIsMean,
  kBiasIsFinite,  // clamps -inf to a small finite number
  kDropsTheLastKey,
  kDropsTheLastPart,
  kForgetsTheMaximum,
  kForgetsOldMaxima,  // tiles of 64 keys, which are not rescaled
  kLosesNan,
  kSpreadsNan,
  kRoundsScores,  // to the dtype
  kNoKeysIsNothing,
  kFirstMaskRow,  // one row of mask and bias serves all queries
};

template <AttentionFault fault>
class Attends : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    const std::int64_t keys = call.operands[1].view.shape()[2];
    if (fault == AttentionFault::kNoKeysIsNothing && keys == 0)
      return Tensors{};
    auto made = Reference::execute(call);
    if (!made.ok()) return made;
    const Tensor& out = call.outs[0];
    const Shape& shape = out.view.shape();
    bool has_nan = false;
    for (const Index& at : indices({shape[0], shape[1], shape[2]})) {
      const std::vector<double> weights = weights_of(call, at);
      for (std::int64_t c = 0; c < shape[3]; ++c) {
        double y = 0;
        for (std::int64_t j = 0; j < keys; ++j) {
          const double w = weights[static_cast<std::size_t>(j)];
          if (w != 0) y += w * real_at(call.operands[2], {at[0], at[1], j, c});
        }
        if (fault == AttentionFault::kLosesNan && std::isnan(y)) y = 0;
        has_nan |= std::isnan(y);
        put_at(out, {at[0], at[1], at[2], c},
               {encode_real(format_of(out.dtype), y), 0});
      }
    }
    if (fault == AttentionFault::kSpreadsNan && has_nan)
      replace_each(out, [&](const Index&, ElementBits) {
        return ElementBits{quiet_nan_bits(format_of(out.dtype)), 0};
      });
    return made;
  }

 private:
  static double number(const Call& call, AttributeKey key) {
    return decode_real(format_of(call.operands[0].dtype),
                       call.attributes.element(key).re);
  }

  static double scale_of(const Call& call) {
    const auto width = static_cast<double>(call.operands[0].view.shape()[3]);
    if (fault == AttentionFault::kForgetsTheScale) return 1;
    if (call.attributes.find(AttributeKey::kScale) == nullptr)
      return fault == AttentionFault::kDividesByTheExtent
                 ? 1 / width
                 : 1 / std::sqrt(width);
    const double scale = number(call, AttributeKey::kScale);
    return fault == AttentionFault::kScaleIsPositive ? std::fabs(scale) : scale;
  }

  static bool is_hidden(const Call& call, const Index& at, std::int64_t j) {
    const std::int64_t keys = call.operands[1].view.shape()[2];
    const std::int64_t queries = call.operands[0].view.shape()[2];
    const bool has_mask = call.attributes.flag(AttributeKey::kMasked) &&
                          fault != AttentionFault::kForgetsTheMask;
    bool hidden = false;
    if (has_mask) {
      Index pair = {at[0], at[1], at[2], j};
      if (fault == AttentionFault::kFirstMaskRow) pair = {0, 0, 0, j};
      hidden = element_at(call.operands[3], pair).re != 0;
      if (fault == AttentionFault::kMaskKeeps) hidden = !hidden;
    }
    if (fault == AttentionFault::kForgetsCausal ||
        (fault == AttentionFault::kMaskOrCausal && has_mask) ||
        !call.attributes.flag(AttributeKey::kCausal))
      return hidden;
    std::int64_t last = at[2] + keys - queries;
    if (fault == AttentionFault::kTopLeft) last = at[2];
    if (fault == AttentionFault::kSeesOneMore) ++last;
    return hidden || j > last;
  }

  static std::vector<double> weights_of(const Call& call, const Index& at) {
    constexpr double kLow = -std::numeric_limits<double>::infinity();
    const std::int64_t keys = call.operands[1].view.shape()[2];
    const std::int64_t width = call.operands[0].view.shape()[3];
    const bool is_limited =
        call.attributes.find(AttributeKey::kSoftcap) != nullptr &&
        fault != AttentionFault::kForgetsTheLimit;
    const auto limited = [&](double s) {
      if (!is_limited) return s;
      const double cap = number(call, AttributeKey::kSoftcap);
      return cap * std::tanh(s / cap);
    };
    std::vector<double> scores;
    for (std::int64_t j = 0; j < keys; ++j) {
      double s = 0;
      const std::int64_t parts =
          width - (fault == AttentionFault::kDropsTheLastPart && width > 1);
      for (std::int64_t c = 0; c < parts; ++c)
        s += real_at(call.operands[0], {at[0], at[1], at[2], c}) *
             real_at(call.operands[1], {at[0], at[1], j, c});
      s *= scale_of(call);
      if (fault == AttentionFault::kRoundsScores) {
        const FloatFormat& format = format_of(call.operands[0].dtype);
        s = decode_real(format, encode_real(format, s));
      }
      if (fault != AttentionFault::kLimitsBias) s = limited(s);
      if (is_hidden(call, at, j))
        s = fault == AttentionFault::kLimitsHidden ? limited(kLow) : kLow;
      if (call.attributes.flag(AttributeKey::kBiased) &&
          fault != AttentionFault::kForgetsTheBias && s != kLow) {
        Index pair = {at[0], at[1], at[2], j};
        if (fault == AttentionFault::kFirstMaskRow) pair = {0, 0, 0, j};
        double b = real_at(call.operands.back(), pair);
        if (fault == AttentionFault::kBiasIsFinite) b = std::max(b, -8.0);
        s += b;
      }
      if (fault == AttentionFault::kLimitsBias) s = limited(s);
      if (fault == AttentionFault::kDropsTheLastKey && j > 0 && j + 1 == keys)
        s = kLow;
      scores.push_back(s);
    }
    return shares_of(scores);
  }

  static std::vector<double> shares_of(const std::vector<double>& scores) {
    constexpr double kLow = -std::numeric_limits<double>::infinity();
    std::vector<double> weights(scores.size(), 0);
    double largest = kLow;
    double sum = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if (fault == AttentionFault::kForgetsOldMaxima && j % 64 == 0)
        largest = kLow;  // of the tile
      largest =
          std::isnan(scores[j]) ? scores[j] : std::max(scores[j], largest);
      if (fault == AttentionFault::kForgetsOldMaxima &&
          (j % 64 == 63 || j + 1 == scores.size()))
        for (std::size_t k = j / 64 * 64; k <= j; ++k)
          sum += weights[k] = std::exp(scores[k] - largest);
    }
    const bool is_nan = std::any_of(scores.begin(), scores.end(),
                                    [](double s) { return std::isnan(s); });
    if (is_nan) {
      std::fill(weights.begin(), weights.end(),
                std::numeric_limits<double>::quiet_NaN());
      return weights;
    }
    if (largest == kLow && fault != AttentionFault::kForgetsOldMaxima) {
      if (fault == AttentionFault::kEmptyRowIsNan)
        std::fill(weights.begin(), weights.end(),
                  std::numeric_limits<double>::quiet_NaN());
      if (fault == AttentionFault::kEmptyRowIsMean)
        std::fill(weights.begin(), weights.end(),
                  1 / static_cast<double>(scores.size()));
      return weights;
    }
    if (fault != AttentionFault::kForgetsOldMaxima)
      for (std::size_t j = 0; j < scores.size(); ++j) {
        const double s = fault == AttentionFault::kForgetsTheMaximum
                             ? scores[j]
                             : scores[j] - largest;
        sum += weights[j] = std::exp(s);
      }
    for (double& weight : weights) weight /= sum;
    return weights;
  }
};

}  // namespace assay::mutants::arrays
