// Draws the calls of attention. In most of them one score of a query is far
// above the others, so that its weight is exactly 1 and the result is the value
// of one key. In others a power of two scores are equal and the rest far below,
// so that the mean is exact in any order.
// Tested by tests/harness/nn/build_attention_test.cc.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "harness/case/planned_case.h"
#include "harness/case/scrambled.h"
#include "harness/families/drawn_families.h"
#include "harness/nn/attention_rows.h"
#include "harness/nn/draw_slices.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Says what the scores of a case are.
enum class AttentionScores {
  kFarApart,  // of neighbours in order, at least a hundred
  kEqual,     // those of a power of two keys; the others are far below
  kNamed,     // each query names one of four keys among many equal ones
  kModerate,  // within a few units of 0; results are not exact from here on
  kOfKind,    // by the kind of values of the row
};

// Draws one call.
class AttentionDraw {
 public:
  explicit AttentionDraw(const CallWish& wish)
      : wish_(wish),
        dtype_(wish.cell.dtype),
        aspect_(aspect_of(wish.row.clause)),
        number_(wish.number) {
    choose_extents();
    choose_options();
    choose_scores();
  }

  DrawnCall call() {
    DrawnCall drawn;
    drawn.attributes.flag(AttributeKey::kCausal, is_causal_)
        .flag(AttributeKey::kMasked, is_masked_)
        .flag(AttributeKey::kBiased, is_biased_);
    if (scale_)
      drawn.attributes.element(AttributeKey::kScale,
                               nearest_element(dtype_, *scale_));
    if (softcap_)
      drawn.attributes.element(AttributeKey::kSoftcap,
                               nearest_element(dtype_, *softcap_));
    add_factors(drawn);
    if (is_masked_) drawn.operands.push_back(mask());
    if (is_biased_) drawn.operands.push_back(bias());
    if (aspect_ == "nan" || aspect_ == "heads_apart") add_nan(drawn);
    // Keys that a layout repeats have equal scores.
    drawn.demands_exact = !is_mean() && scores_ < AttentionScores::kModerate &&
                          !repeats_elements(wish_.layout);
    return drawn;
  }

 private:
  static constexpr std::int64_t kMostKeys = 16;

  bool is_far_apart() const { return scores_ == AttentionScores::kFarApart; }
  // Returns whether every key counts alike, whatever their number.
  bool is_mean() const { return scale_ && *scale_ == 0; }

  // Returns how far apart scores are, so that a weight vanishes in the
  // accumulator and the rest of a sum is not changed.
  double gap() const {
    return dtype_ == DType::kFloat64 && aspect_ != "large_scores" ? 1024 : 128;
  }

  void choose_extents() {
    const Structure& structure = wish_.structure;
    if (wish_.extent > 0) return choose_long_extents(wish_.extent);
    batch_ = structure.shape[0];
    heads_ = 1 + structure.choose(1, 3);
    queries_ = 2 + structure.choose(2, 5);
    keys_ = 2 + structure.choose(3, 5);
    width_ = 1 + structure.choose(4, 4);
    columns_ = 1 + structure.choose(5, 4);
    if (aspect_ == "heads_apart") batch_ = heads_ = 2;
    if (aspect_ == "causal") queries_ = keys_ = 3 + structure.choose(3, 4);
    if (aspect_ == "causal_offset")
      queries_ =
          number_ % 2 == 0 ? keys_ + 2 : std::max<std::int64_t>(1, keys_ - 2);
    if (aspect_ == "no_keys") keys_ = 0;
    if (aspect_ == "scale_default" && number_ % 2 == 1)
      width_ = 9 + structure.choose(4, 9);
    if (aspect_ == "nan" && number_ % 4 == 3) keys_ = 71;
    if (aspect_ == "every_term")
      keys_ = shrinkable_size(structure, kKeyCounts[number_ % 6]);
    if (aspect_ == "repeated_mask") {
      batch_ = heads_ = 1;
      if (number_ % 2 == 1) batch_ = 2;
    }
    if (aspect_ == "long") {
      constexpr std::int64_t kExtents[][2] = {
          {5, 63}, {5, 65}, {3, 129}, {513, 512}};
      queries_ = kExtents[number_ % 4][0];
      keys_ = shrinkable_size(structure, kExtents[number_ % 4][1]);
      batch_ = heads_ = columns_ = 1;
      width_ = 2;
    }
    if (wish_.row.shape == CaseShape::kEmpty) {
      std::int64_t* const extents[] = {&columns_, &queries_, &batch_};
      *extents[number_ % 3] = 0;
      return;
    }
    // In a result of few elements a misplaced one may meet equal neighbours.
    constexpr std::int64_t kFewest = 16;
    while (batch_ * heads_ * queries_ * columns_ < kFewest) ++columns_;
  }

  // Makes one extent long. A rung has four cases, so the extent chooses too.
  void choose_long_extents(std::int64_t extent) {
    batch_ = heads_ = 1;
    queries_ = 2;
    keys_ = 3;
    width_ = 1;
    columns_ = 2;
    // A long dot product makes the bound of a score too wide to judge.
    constexpr std::int64_t kMostWidth = 1030;
    std::int64_t* const extents[] = {&keys_,    &queries_, &width_,
                                     &columns_, &heads_,   &batch_};
    std::int64_t* const one = extents[(number_ + extent) % 6];
    *one = one == &width_ ? std::min(extent, kMostWidth) : extent;
  }

  void choose_options() {
    const std::string_view variant = wish_.cell.variant;
    const bool is_combined = variant == "combined";
    // Mask and bias, mask and softcap, bias and softcap, or all of them.
    const int part = aspect_ == "softcap_first"     ? 1 + number_ % 3
                     : aspect_ == "bias_hides"      ? number_ % 2 * 3
                     : aspect_ == "mask_and_causal" ? number_ % 2
                                                    : number_ % 4;
    is_masked_ = variant == "mask" || (is_combined && part != 2);
    is_biased_ = variant == "bias" || (is_combined && part != 1);
    const bool is_limited = variant == "softcap" || (is_combined && part != 0);
    is_causal_ = aspect_ == "causal" || aspect_ == "causal_offset" ||
                 aspect_ == "mask_and_causal" ||
                 (aspect_ == "value" && number_ % 2 == 1);
    if (aspect_ == "empty_row" && !is_masked_) {
      is_causal_ = true;
      queries_ = keys_ + 2;
    }
    if (is_limited) softcap_ = 32 * gap();
    scale_ = 1;
  }

  void choose_scores() {
    scores_ = AttentionScores::kFarApart;
    if (aspect_ == "long") scores_ = AttentionScores::kNamed;
    if (aspect_ == "every_term" || (wish_.extent > 0 && keys_ > kMostKeys) ||
        keys_ > kMostKeys + 1)
      if (scores_ != AttentionScores::kNamed) scores_ = AttentionScores::kEqual;
    if (wish_.row.values != ValueKind::kPlain)
      scores_ = AttentionScores::kOfKind;
    const bool is_plain = aspect_ == "scale_default" || aspect_ == "softcap" ||
                          aspect_ == "softcap_first" ||
                          aspect_ == "accumulator" ||
                          aspect_ == "coarse_scores";
    if (is_plain || (aspect_ == "value" && number_ % 3 == 2)) {
      scores_ = AttentionScores::kModerate;
      scale_ = 0.3;  // rounded scores differ from exact ones
      if (softcap_) softcap_ = 1.5 + number_ % 3;
    }
    if (aspect_ == "scale_default") scale_.reset();
    if (aspect_ == "any_scale") {
      constexpr double kScales[] = {-1, 0, 0.5};
      scale_ = kScales[number_ % 3];
      if (is_mean()) scores_ = AttentionScores::kEqual;
    }
    // Scores of 10^4 stay far below this limit.
    if (aspect_ == "large_scores" && softcap_) softcap_ = 0x1p15;
    if (aspect_ == "coarse_scores") {
      scale_ = 0x1p14;
      softcap_ = softcap_ ? std::optional<double>(0x1p15) : std::nullopt;
    }
  }

  std::uint64_t word(const Index& at, std::uint64_t salt) const {
    std::uint64_t place = salt;
    for (std::int64_t i : at)
      place = place * 1031 + static_cast<std::uint64_t>(i);
    return scrambled(
        static_cast<std::uint64_t>(number_) * 64 + wish_.structure.choices[0],
        place);
  }

  DrawnOperand by_index(const Shape& shape, auto f) const {
    return {shape, [shape, f](std::size_t k) {
              Index at(shape.size());
              auto rest = static_cast<std::int64_t>(k);
              for (std::size_t i = shape.size(); i-- > 0; rest /= shape[i])
                at[i] = rest % shape[i];
              return f(at);
            }};
  }
  DrawnOperand numbers(const Shape& shape, auto f) const {
    return by_index(shape, [f, dtype = dtype_](const Index& at) {
      return nearest_element(dtype, f(at));
    });
  }

  // Returns the place of a key in the order of the scores of a head, from 1 on.
  double rank_of(std::int64_t b, std::int64_t h, std::int64_t j) const {
    const std::int64_t n = std::max<std::int64_t>(keys_, 1);
    std::int64_t step = 1 + wish_.structure.choose(6, n);
    while (std::gcd(step, n) != 1) ++step;
    const std::int64_t lowest = aspect_ == "large_scores" ? 62 : 1;
    return static_cast<double>((j * step + b * heads_ + h + number_) % n +
                               lowest);
  }
  // Every second query prefers the lowest rank, so that rows differ.
  static double sign_of(std::int64_t h, std::int64_t i) {
    return (h + i) % 2 == 0 ? 1 : -1;
  }
  // Returns whether a key is one of those whose scores are largest: a power of
  // two. Means of few 16-bit integers are exact in their dtype.
  bool is_on_top(std::int64_t h, std::int64_t j) const {
    const auto count =
        static_cast<std::uint64_t>(std::max<std::int64_t>(keys_, 1));
    const int most = static_cast<int>(std::bit_width(count)) - 1;
    const int limit = kHalves.contains(dtype_) ? 4 : most;
    const int exponent = number_ % 3 == 1 ? 0 : std::min(most, limit);
    const std::int64_t begin = wish_.structure.choose(6, 64) + h;
    return ((j - begin) % keys_ + keys_) % keys_ <
           (std::int64_t{1} << exponent);
  }
  // Whether the scores of a case about bias come from it alone.
  bool is_ranked_by_bias() const {
    return is_biased_ && is_far_apart() &&
           (aspect_ == "bias" || number_ % 2 == 1) && aspect_ != "any_scale";
  }
  // Returns the part of a query and of a key that meet.
  std::int64_t hot_part() const { return wish_.structure.choose(7, width_); }

  void add_factors(DrawnCall& drawn) {
    const Shape query = {batch_, heads_, queries_, width_};
    const Shape key = {batch_, heads_, keys_, width_};
    const Shape value = {batch_, heads_, keys_, columns_};
    drawn.operands = {{query}, {key}, {value}};
    const AttentionDraw& self = *this;
    if (scores_ == AttentionScores::kOfKind) return;
    if (scores_ == AttentionScores::kModerate) {
      const auto quarters = [self](const Index& at, std::uint64_t salt) {
        return static_cast<double>(self.word(at, salt) % 9) / 4 - 1;
      };
      drawn.operands[0] =
          numbers(query, [=](const Index& at) { return 2 * quarters(at, 1); });
      drawn.operands[1] =
          numbers(key, [=](const Index& at) { return 2 * quarters(at, 2); });
      return;
    }
    drawn.operands[0] =
        numbers(query, [self](const Index& at) { return self.query_at(at); });
    drawn.operands[1] =
        numbers(key, [self](const Index& at) { return self.key_at(at); });
    drawn.operands[2] =
        numbers(value, [self](const Index& at) { return self.value_at(at); });
  }

  double query_at(const Index& at) const {
    if (scores_ == AttentionScores::kNamed) {
      const bool is_of_part = at[3] == at[2] / 2 % 2;
      return is_of_part ? gap() * (at[2] % 2 == 0 ? 1 : -1) : 0;
    }
    if (is_ranked_by_bias() || at[3] != hot_part()) return 0;
    if (scores_ == AttentionScores::kEqual) return -gap();
    return sign_of(at[1], at[2]) * gap() * (scale_ && *scale_ == 0.5 ? 2 : 1);
  }
  double key_at(const Index& at) const {
    if (scores_ == AttentionScores::kNamed) {
      // The first and the last key, and two at the edge of a tile.
      const std::int64_t places[] = {0, std::min<std::int64_t>(63, keys_ / 2),
                                     std::min<std::int64_t>(64, keys_ / 2 + 1),
                                     keys_ - 1};
      for (std::int64_t k = 0; k < 4; ++k)
        if (at[2] == places[k] && at[3] == k / 2) return k % 2 == 0 ? 1 : -1;
      return 0;
    }
    if (at[3] != hot_part() || is_mean())  // a scale of 0 hides the keys
      return static_cast<double>(word(at, 3) % 7) - 3;
    if (scores_ == AttentionScores::kEqual)
      return is_on_top(at[1], at[2]) ? 0 : 1;
    return rank_of(at[0], at[1], at[2]);
  }
  double value_at(const Index& at) const {
    if (scores_ == AttentionScores::kEqual)
      return static_cast<double>(word(at, 4) % 15) - 7;
    // Values of one column differ from key to key.
    const std::int64_t place = at[2] * 37 + at[3] * 5 + at[1] * 11 + at[0] * 3;
    return static_cast<double>((place % 251) + 1) *
           ((at[2] + at[3]) % 2 == 0 ? 1 : -1);
  }

  // Drops the index of the axis that a repeated mask or bias repeats.
  Index repeated(Index at) const {
    if (aspect_ == "repeated_mask") at[number_ % 2 == 1 ? 0 : 2] = 0;
    return at;
  }
  Shape pairs() const { return {batch_, heads_, queries_, keys_}; }

  DrawnOperand mask() const {
    DrawnOperand mask = by_index(pairs(), [self = *this](const Index& at) {
      return ElementBits{self.is_masked_out(self.repeated(at)) ? 1u : 0u, 0};
    });
    mask.is_repeated = aspect_ == "repeated_mask";
    return mask;
  }
  bool is_masked_out(const Index& at) const {
    if (scores_ == AttentionScores::kEqual)
      return !is_on_top(at[1], at[3]) && at[3] % 2 == 0;
    if (scores_ == AttentionScores::kNamed)
      // Keys that no query names.
      return at[3] % 5 == 2 && key_at({at[0], at[1], at[3], 0}) == 0 &&
             key_at({at[0], at[1], at[3], 1}) == 0;
    if (aspect_ == "empty_row" && at[2] % 2 == 0) return true;
    // A NaN in a key must reach a query.
    if (aspect_ == "nan" && at[2] == 0) return false;
    return word(at, 5) % 3 == 0;
  }

  DrawnOperand bias() const {
    if (scores_ == AttentionScores::kOfKind) return {pairs()};
    DrawnOperand bias = numbers(pairs(), [self = *this](const Index& at) {
      return self.bias_at(self.repeated(at));
    });
    bias.is_repeated = aspect_ == "repeated_mask";
    return bias;
  }
  double bias_at(const Index& at) const {
    const bool hides = aspect_ == "bias_hides" || aspect_ == "repeated_mask";
    if (hides &&
        (word(at, 6) % 3 == 0 || (aspect_ == "bias_hides" && at[2] % 4 == 3)))
      return -HUGE_VAL;
    if (scores_ == AttentionScores::kModerate)
      return static_cast<double>(word(at, 7) % 9) / 4 - 1;
    if (!is_ranked_by_bias()) return 0;
    return sign_of(at[1], at[2]) * gap() * rank_of(at[0], at[1], at[3]);
  }

  // Puts a NaN into a query, a key, or a bias; or, if heads must stay apart,
  // into the second head of the first batch entry, and into a value, too.
  void add_nan(DrawnCall& drawn) const {
    const bool is_apart = aspect_ == "heads_apart";
    std::size_t operand =
        static_cast<std::size_t>(number_) % (is_apart ? 3 : 2);
    if (!is_apart && is_biased_ && number_ % 4 == 2)
      operand = drawn.operands.size() - 1;
    DrawnOperand& spoilt = drawn.operands[operand];
    const Shape& shape = spoilt.shape;
    Index place = {0, is_apart ? 1 : wish_.structure.choose(1, heads_), 0, 0};
    for (std::size_t i : {2u, 3u})
      place[i] = wish_.structure.choose(i, shape[i]);
    if (shape[2] > 64) place[2] = shape[2] - 2;
    const auto hot = static_cast<std::size_t>(View(shape).linear_index(place));
    const ElementBits nan = {quiet_nan_bits(format_of(dtype_)), 0};
    spoilt.element = [hot, nan, before = spoilt.element](std::size_t k) {
      return k == hot ? nan : before(k);
    };
  }

  static constexpr std::int64_t kKeyCounts[] = {8, 64, 129, 33, 16, 65};

  const CallWish wish_;
  DType dtype_;
  std::string_view aspect_;
  int number_;
  std::int64_t batch_ = 1;
  std::int64_t heads_ = 1;
  std::int64_t queries_ = 1;
  std::int64_t keys_ = 1;
  std::int64_t width_ = 1;
  std::int64_t columns_ = 1;
  bool is_causal_ = false;
  bool is_masked_ = false, is_biased_ = false;
  std::optional<double> scale_, softcap_;
  AttentionScores scores_ = AttentionScores::kFarApart;
};

}  // namespace

std::span<const ClauseCase> attention_rows() {
  return rows_of("attention", kAttentionClauseCases);
}

DrawnCall draw_attention(const CallWish& wish) {
  return AttentionDraw(wish).call();
}

}  // namespace assay
