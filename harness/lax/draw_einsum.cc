// Draws the calls of einsum: labels of one to eight operands and of the result,
// and elements that show what met.
// Tested by tests/harness/lax/drawn_contraction_test.cc.
#include <algorithm>

#include "harness/lax/contraction_labels.h"
#include "harness/lax/contraction_rows.h"
#include "harness/lax/draw_contraction.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// The most terms that a call of few elements has, over all elements.
constexpr std::int64_t kMostTerms = 4000;

class EinsumDraw {
 public:
  explicit EinsumDraw(const CallWish& wish)
      : wish_(wish),
        stream_(stream_of(wish, 1043)),
        output_(labelled_.subscripts.output),
        inputs_(labelled_.subscripts.inputs) {}

  DrawnCall draw() {
    if (wish_.extent > 0) {
      draw_rung();
    } else {
      inputs_.resize(operand_count());
      draw_labels();
      add_special_labels();
      draw_output();
      draw_extents();
      if (wish_.row.shape == CaseShape::kHighRank) raise_rank();
    }
    if (wish_.cell.variant == "embed") embed();
    DrawnCall call{operands(),
                   Attributes().set(AttributeKey::kSubscripts,
                                    subscript_integers(labelled_.subscripts))};
    call.permits_error = !is_exact_ && is_exact();
    call.demands_exact = is_sum_of_one() && is_exact_;
    return call;
  }

 private:
  bool is_about(EinsumCase special) const {
    return special_of<EinsumCase>(wish_.row) == special;
  }
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(
        stream_.below(static_cast<std::uint64_t>(count)));
  }
  std::int64_t& extent_of(std::int64_t label) {
    return labelled_.extents[static_cast<std::size_t>(label)];
  }
  std::int64_t add_label(std::int64_t extent) {
    labelled_.extents.push_back(extent);
    return std::ssize(labelled_.extents) - 1;
  }

  std::size_t operand_count() const {
    constexpr std::size_t kCounts[] = {2, 3, 2, 4, 3, 1, 5, 8};
    const auto number = static_cast<std::size_t>(wish_.number);
    switch (special_of<EinsumCase>(wish_.row)) {
      case EinsumCase::kSingle:
        return 1;
      case EinsumCase::kPair:
        return 2;
      case EinsumCase::kHyperEdge:
        return 3 + number % 2;
      case EinsumCase::kManyTerms:
        return 2 + number % 3;
      case EinsumCase::kOuter:
        return 2 + number % 2;
      case EinsumCase::kTrace:
        return 1 + number % 3;
      default:
        return kCounts[number % std::size(kCounts)];
    }
  }

  // Gives each operand one to three labels. Neighbours have one in common.
  void draw_labels() {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      Labels& labels = inputs_[i];
      if (i > 0 && !inputs_[i - 1].empty())
        labels.push_back(inputs_[i - 1].back());
      const std::int64_t fresh =
          inputs_.size() > 4 && i > 0 ? below(2) : 1 + below(i == 0 ? 3 : 2);
      for (std::int64_t k = 0; k < fresh; ++k) labels.push_back(add_label(2));
      // A label of an earlier operand closes a loop.
      const std::int64_t earlier = below(std::ssize(labelled_.extents) + 1);
      if (earlier < std::ssize(labelled_.extents) && labels.size() < 4 &&
          Subscripts::count_in(labels, earlier) == 0)
        labels.push_back(earlier);
      labels = shuffled(labels, stream_);
    }
  }

  void add_special_labels() {
    if (is_about(EinsumCase::kTrace) ||
        (is_about(EinsumCase::kSingle) && wish_.number % 4 == 2)) {
      Labels& labels = inputs_[stream_.below(inputs_.size())];
      if (labels.empty()) labels.push_back(add_label(2));
      labels.insert(labels.begin() + below(std::ssize(labels) + 1),
                    labels[stream_.below(labels.size())]);
    }
    if (is_about(EinsumCase::kHyperEdge)) {
      const std::int64_t label = add_label(2);
      for (Labels& labels : inputs_)
        labels.insert(labels.begin() + below(std::ssize(labels) + 1), label);
    }
    if (is_about(EinsumCase::kSumOut)) {
      Labels& labels = inputs_[stream_.below(inputs_.size())];
      lone_ = add_label(2);
      labels.insert(labels.begin() + below(std::ssize(labels) + 1), lone_);
    }
  }

  // Chooses the labels that the result keeps.
  void draw_output() {
    const bool keeps_all =
        is_about(EinsumCase::kOuter) ||
        (is_about(EinsumCase::kSingle) && wish_.number % 2 == 0);
    Labels kept;
    for (std::int64_t label = 0; label < std::ssize(labelled_.extents);
         ++label) {
      if (labelled_.subscripts.operands_with(label) == 0) continue;
      const bool must_stay = is_about(EinsumCase::kPair) &&
                             labelled_.subscripts.operands_with(label) == 1;
      if ((keeps_all || must_stay || below(2) == 0) && label != lone_)
        kept.push_back(label);
    }
    if (kept.size() < 2 && !labelled_.extents.empty() && lone_ != 0 &&
        Subscripts::count_in(kept, 0) == 0 &&
        labelled_.subscripts.operands_with(0) > 0)
      kept.push_back(0);
    if (needs_sum() && labelled_.subscripts.summed().size() == kept.size())
      drop_one(kept);
    // Variant embed repeats a label of the result, so there has to be one.
    if (wish_.cell.variant == "embed" && kept.empty()) {
      kept.push_back(add_label(2));
      inputs_[0].push_back(kept.back());
    }
    output_ = shuffled(kept, stream_);
    if (is_about(EinsumCase::kOrder) &&
        std::is_sorted(output_.begin(), output_.end()))
      std::reverse(output_.begin(), output_.end());
  }
  bool needs_sum() const {
    return is_about(EinsumCase::kEmptySum) || is_about(EinsumCase::kManyTerms);
  }
  // Sums over a label that two operands have, or else over the last one.
  void drop_one(Labels& kept) {
    for (auto label = kept.begin(); label != kept.end(); ++label)
      if (labelled_.subscripts.operands_with(*label) > 1) {
        kept.erase(label);
        return;
      }
    kept.pop_back();
  }

  void draw_extents() {
    std::int64_t terms = 1;
    for (std::int64_t& extent : labelled_.extents) {
      extent = 2 + below(2);
      if (terms * extent > kMostTerms) extent = 1;
      terms *= extent;
    }
    constexpr std::int64_t kLonger[] = {7, 8, 17, 33, 65};
    std::int64_t label = below(std::ssize(labelled_.extents));
    std::int64_t longer = kLonger[below(std::ssize(kLonger))];
    if (wish_.number == 0) {
      longer = std::max(longer, shrinkable_size(wish_.structure, 12));
      // Sums that must be exact are shortened later.
      if (!output_.empty()) label = output_[0];
    }
    if (terms / extent_of(label) * longer <= kMostTerms)
      extent_of(label) = longer;
    const Labels summed = labelled_.subscripts.summed();
    if (is_about(EinsumCase::kEmptySum) && !summed.empty())
      extent_of(summed[stream_.below(summed.size())]) = 0;
    if (is_about(EinsumCase::kManyTerms)) draw_term_count(summed);
    if (wish_.row.shape == CaseShape::kEmpty) {
      if (output_.empty()) output_.push_back(inputs_[0][0]);
      extent_of(output_[stream_.below(output_.size())]) = 0;
    }
    if (is_exact()) fit_terms();
  }

  // Makes the first summed label the only long one in every second case. The
  // terms stay so few that the range in which sums are judged holds them.
  void draw_term_count(const Labels& summed) {
    if (summed.empty()) return;
    const int bits = spec_of(wish_.cell.dtype).bits;
    if (wish_.number % 2 == 0 && bits > 8) {
      for (std::int64_t& extent : labelled_.extents)
        extent = std::min<std::int64_t>(extent, 2);
      for (const std::int64_t label : summed) extent_of(label) = 1;
      extent_of(summed[0]) = shrinkable_size(wish_.structure, 200);
    }
    const std::int64_t most = bits == 8 ? 3 : bits == 16 ? 500 : kMostTerms;
    for (const std::int64_t extent : {3, 2, 1})
      for (const std::int64_t label : summed)
        if (labelled_.term_count() > most)
          extent_of(label) = std::min(extent_of(label), extent);
  }

  // Shortens summed axes until the sums are exact in the dtype, if
  // intermediates may be stored in it. Terms that may be addresses are fewer,
  // because their sum could leave the range of a narrow dtype.
  void fit_terms() {
    if (!stores_between()) return;
    const DType dtype = wish_.cell.dtype;
    const bool may_overflow = is_about(EinsumCase::kShown) && is_real(dtype) &&
                              spec_of(dtype).bits <= 16;
    constexpr std::int64_t kMostAddresses = 6;
    for (const std::int64_t most : {3, 2, 1})
      for (const std::int64_t label : labelled_.subscripts.summed()) {
        const std::int64_t terms = labelled_.term_count();
        if (exact_magnitude(dtype, terms, inputs_.size()) > 0 &&
            (!may_overflow || terms <= kMostAddresses))
          return;
        extent_of(label) = std::min(extent_of(label), most);
      }
  }
  bool stores_between() const {
    return inputs_.size() != 2 || labelled_.subscripts.lone_count() > 0;
  }

  // Adds labels of extent 1 to the first operand and to the result.
  void raise_rank() {
    constexpr std::size_t kRanks[] = {8, 16, 32, 5};
    const std::size_t rank =
        kRanks[static_cast<std::size_t>(wish_.number) % std::size(kRanks)];
    const std::size_t most = wish_.cell.variant == "embed" ? rank - 1 : rank;
    while (inputs_[0].size() < rank && output_.size() < most) {
      const std::int64_t label = add_label(1);
      inputs_[0].insert(inputs_[0].begin() + below(std::ssize(inputs_[0]) + 1),
                        label);
      output_.insert(output_.begin() + below(std::ssize(output_) + 1), label);
    }
  }

  // Draws a call with one long label.
  void draw_rung() {
    switch (wish_.number % 4) {
      case 0:
        labelled_ = {{{{0, 1}, {1, 2}}, {2, 0}}, {2, wish_.extent, 3}};
        break;
      case 1:
        labelled_ = {{{{0, 1}, {1, 2}}, {0, 2}}, {wish_.extent, 2, 2}};
        break;
      case 2:
        labelled_ = {{{{0, 1}, {0}, {1, 0}}, {1, 0}}, {wish_.extent, 2}};
        break;
      default:
        labelled_ = {{{{1, 0}}, {0, 1}}, {wish_.extent, 3}};
        break;
    }
  }

  // Puts a label of the result there once more.
  void embed() {
    // The shortest one that has more than one element.
    const auto is_before = [this](std::int64_t a, std::int64_t b) {
      return std::pair(extent_of(a) < 2, extent_of(a)) <
             std::pair(extent_of(b) < 2, extent_of(b));
    };
    const std::int64_t label =
        *std::min_element(output_.begin(), output_.end(), is_before);
    output_.insert(output_.begin() + below(std::ssize(output_) + 1), label);
  }

  // Returns whether the terms add up exactly. The elements of one operand that
  // are only moved have any bits, but those that are summed are such terms.
  bool is_exact() const {
    return wish_.extent > 0 || wish_.row.values == ValueKind::kExactSmall ||
           is_sum_of_one();
  }
  bool is_sum_of_one() const {
    return is_about(EinsumCase::kSingle) && wish_.extent == 0 &&
           !labelled_.subscripts.summed().empty();
  }

  std::vector<DrawnOperand> operands() {
    const DType dtype = wish_.cell.dtype;
    const std::size_t n = inputs_.size();
    if (is_about(EinsumCase::kManyTerms) && wish_.extent == 0)
      return moderate_operands(labelled_, dtype, stream_);
    if (!is_exact()) return plain_operands(labelled_);
    const bool tells = is_about(EinsumCase::kShown) && wish_.number % 4 != 3 &&
                       wish_.extent == 0;
    if (tells)
      return telling_operands(labelled_, dtype, stream_.below(n),
                              1 + wish_.choose(5, 3));
    const std::int64_t most =
        stores_between() ? exact_magnitude(dtype, labelled_.term_count(), n)
                         : most_of_pair();
    is_exact_ = most > 0;
    return integer_operands(labelled_, dtype, std::max<std::int64_t>(most, 1),
                            stream_);
  }

  // Returns the largest magnitude of two factors whose sums are exact in the
  // accumulator. Long sums stay within the integers of a 16-bit float.
  std::int64_t most_of_pair() const {
    const DType dtype = wish_.cell.dtype;
    if (is_integer(dtype)) return 7;
    if (spec_of(dtype).bits == 8) return 2;
    if (spec_of(dtype).bits == 16 && labelled_.term_count() > 64) return 1;
    return labelled_.term_count() > 4096 ? 3 : 7;
  }

  const CallWish& wish_;
  ValueStream stream_;
  LabelledCall labelled_;
  Labels& output_;
  std::vector<Labels>& inputs_;
  std::int64_t lone_ = -1;  // a label that must be summed
  bool is_exact_ = true;
};

}  // namespace

DrawnCall draw_einsum(const CallWish& wish) { return EinsumDraw(wish).draw(); }

}  // namespace assay
