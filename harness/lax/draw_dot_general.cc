// Draws the calls of dot_general and of its update: which axes have which role,
// in which order the lists name them, and elements that show what met.
// Tested by tests/harness/lax/drawn_contraction_test.cc.
#include <algorithm>

#include "harness/lax/contraction_labels.h"
#include "harness/lax/contraction_rows.h"
#include "harness/lax/draw_contraction.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Numbers of terms around the sizes of vectors, blocks and tiles.
constexpr std::int64_t kTermCounts[] = {129, 300, 17, 65, 1025, 33, 257, 8};
// Extents around the sizes of vectors.
constexpr std::int64_t kLongExtents[] = {7, 8, 17, 33, 65};
// The most products that a call of few elements has.
constexpr std::int64_t kMostProducts = 6000;

// Holds how many axes each role has, and the extents of each.
struct DotRoles {
  Shape batch;
  Shape contracted;
  Shape lhs_free;
  Shape rhs_free;

  std::vector<Shape*> all() {
    return {&batch, &contracted, &lhs_free, &rhs_free};
  }
};

// Draws a call of one cell.
class DotDraw {
 public:
  explicit DotDraw(const CallWish& wish)
      : wish_(wish), stream_(stream_of(wish, 1041)) {}

  DrawnCall draw() {
    place_axes(wish_.extent > 0 ? long_roles() : chosen_roles());
    DrawnCall call{operands(), attributes()};
    if (is_update()) add_update(call);
    return call;
  }

 private:
  bool is_about(DotCase special) const {
    return special_of<DotCase>(wish_.row) == special;
  }
  // Returns whether the elements of a case about the value are addresses. In
  // every fourth case all batches but one are 0.
  bool tells() const { return wish_.number % 4 != 3 && wish_.extent == 0; }
  bool is_update() const { return wish_.cell.op == "dot_general_update"_op; }
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(
        stream_.below(static_cast<std::uint64_t>(count)));
  }

  // Returns the roles of a rung: one extent is long.
  DotRoles long_roles() const {
    const std::int64_t extent = wish_.extent;
    switch (wish_.number % 4) {
      case 0:
        return {{}, {extent}, {2}, {3}};
      case 1:
        return {{extent}, {2}, {2}, {}};
      case 2:
        return {{2}, {3}, {extent}, {}};
      default:
        return {{}, {2}, {2}, {extent}};
    }
  }

  DotRoles chosen_roles() {
    DotRoles roles;
    for (Shape* extents : roles.all())
      extents->resize(static_cast<std::size_t>(below(3)));
    set_counts(roles);
    set_extents(roles);
    set_special_extents(roles);
    return roles;
  }

  // Sets how many axes the case needs of each role.
  void set_counts(DotRoles& roles) {
    const auto at_least = [](Shape& extents, std::size_t count) {
      extents.resize(std::max(extents.size(), count));
    };
    switch (special_of<DotCase>(wish_.row)) {
      case DotCase::kPairing:
      case DotCase::kManyAxes:
        roles.batch.resize(2);
        roles.contracted.resize(2);
        at_least(roles.lhs_free, 1);
        break;
      case DotCase::kOuter:
        roles.contracted.clear();
        break;
      case DotCase::kNoBatch:
        roles.batch.clear();
        break;
      case DotCase::kOnlyBatch:
        at_least(roles.batch, 1);
        roles.lhs_free.clear();
        roles.rhs_free.clear();
        break;
      case DotCase::kShown:
        if (!tells()) at_least(roles.batch, 1);
        break;
      case DotCase::kEmptySum:
      case DotCase::kEveryTerm:
      case DotCase::kManyTerms:
      case DotCase::kConjugated:
        at_least(roles.contracted, 1);
        break;
      case DotCase::kOneSpecial:
        at_least(roles.contracted, 1);
        at_least(roles.lhs_free, 1);
        at_least(roles.rhs_free, 1);
        break;
      default:
        break;
    }
    if (wish_.row.shape == CaseShape::kEmpty || is_update())
      at_least(roles.lhs_free, 1);
  }

  // Gives every axis an extent, one of them a longer one.
  void set_extents(DotRoles& roles) {
    std::vector<std::int64_t*> all;
    for (Shape* extents : roles.all())
      for (std::int64_t& extent : *extents) all.push_back(&extent);
    constexpr std::int64_t kFew[] = {2, 3, 2, 3, 1};
    std::int64_t products = 1;
    for (std::int64_t* extent : all) {
      *extent = kFew[below(std::ssize(kFew))];
      products *= *extent;
    }
    if (all.empty()) return;
    std::int64_t& one = *all[stream_.below(all.size())];
    std::int64_t longer = kLongExtents[below(std::ssize(kLongExtents))];
    if (wish_.number == 0)
      longer = std::max(longer, shrinkable_size(wish_.structure, 12));
    if (products / one * longer <= kMostProducts) one = longer;
  }

  void set_special_extents(DotRoles& roles) {
    switch (special_of<DotCase>(wish_.row)) {
      case DotCase::kEmptySum:
        roles.contracted[stream_.below(roles.contracted.size())] = 0;
        break;
      case DotCase::kManyTerms:
        // Every second case has so few terms that almost all error comes from
        // the last rounding, so a kernel that truncates is found.
        roles = {{2}, {shrinkable_size(wish_.structure, 260)}, {3}, {2}};
        if (wish_.number % 2 == 1)
          roles = {{2}, {1 + wish_.number / 2 % 3}, {17}, {7}};
        break;
      case DotCase::kEveryTerm: {
        const std::int64_t terms = shrinkable_size(
            wish_.structure, kTermCounts[static_cast<std::size_t>(
                                 wish_.number % std::ssize(kTermCounts))]);
        roles = {{2}, {terms}, {3}, {2}};
        if (wish_.number % 2 == 1) roles.contracted = {2, (terms + 1) / 2};
        break;
      }
      case DotCase::kShown:
        if (!tells())
          roles.batch[0] = std::max<std::int64_t>(roles.batch[0], 3);
        break;
      case DotCase::kOneSpecial:
        for (Shape* extents : {&roles.lhs_free, &roles.rhs_free})
          extents->front() = std::max<std::int64_t>(extents->front(), 2);
        break;
      default:
        break;
    }
    if (wish_.row.shape == CaseShape::kEmpty) roles.lhs_free[0] = 0;
  }

  // Gives each axis a label, and each operand an order of its axes. Half of the
  // lists do not ascend.
  void place_axes(const DotRoles& roles) {
    Shape& extents = labelled_.extents;
    const auto add = [&](const Shape& of_role) {
      Labels labels;
      for (const std::int64_t extent : of_role) {
        labels.push_back(std::ssize(extents));
        extents.push_back(extent);
      }
      return labels;
    };
    batch_ = add(roles.batch);
    contracted_ = add(roles.contracted);
    Labels sides[] = {add(roles.lhs_free), add(roles.rhs_free)};
    if (wish_.row.shape == CaseShape::kHighRank ||
        (is_about(DotCase::kManyAxes) && wish_.number % 2 == 1))
      raise_rank(sides);
    for (Labels& labels : sides) {
      labels.insert(labels.end(), batch_.begin(), batch_.end());
      labels.insert(labels.end(), contracted_.begin(), contracted_.end());
      labels = shuffled(labels, stream_);
      labelled_.subscripts.inputs.push_back(labels);
    }
    batch_ = shuffled(batch_, stream_);
    contracted_ = shuffled(contracted_, stream_);
    if (is_about(DotCase::kPairing)) reverse_lists();
    labelled_.subscripts.output = batch_;
    for (const Labels& labels : labelled_.subscripts.inputs)
      for (const std::int64_t label : labels)
        if (Subscripts::count_in(batch_, label) == 0 &&
            Subscripts::count_in(contracted_, label) == 0)
          labelled_.subscripts.output.push_back(label);
  }

  // Adds axes of extent 1 of every role, as many as ranks up to 32 have room
  // for. The result has those of the batch and of both sides.
  void raise_rank(Labels (&sides)[2]) {
    constexpr std::int64_t kRanks[] = {8, 16, 32, 5};
    const std::int64_t most =
        kRanks[static_cast<std::size_t>(wish_.number / 2 % 4)];
    Labels* const roles[] = {&sides[0], &contracted_, &batch_, &sides[1]};
    for (std::size_t turn = 0;; ++turn) {
      const std::int64_t shared = std::ssize(batch_) + std::ssize(contracted_);
      const std::int64_t free[] = {std::ssize(sides[0]), std::ssize(sides[1])};
      if (std::max({shared + free[0], shared + free[1],
                    std::ssize(batch_) + free[0] + free[1]}) >= most)
        return;
      roles[turn % 4]->push_back(std::ssize(labelled_.extents));
      labelled_.extents.push_back(1);
    }
  }

  // Makes sure that the lists of lhs do not ascend.
  void reverse_lists() {
    for (Labels* list : {&batch_, &contracted_})
      if (places(0, (*list)[0]) < places(0, (*list)[1]))
        std::swap((*list)[0], (*list)[1]);
  }

  std::int64_t places(std::size_t side, std::int64_t label) const {
    const Labels& labels = labelled_.subscripts.inputs[side];
    return std::find(labels.begin(), labels.end(), label) - labels.begin();
  }
  Attributes::Integers places(std::size_t side, const Labels& labels) const {
    Attributes::Integers found;
    for (const std::int64_t label : labels)
      found.push_back(places(side, label));
    return found;
  }

  Attributes attributes() const {
    return Attributes()
        .set(AttributeKey::kLhsContracting, places(0, contracted_))
        .set(AttributeKey::kRhsContracting, places(1, contracted_))
        .set(AttributeKey::kLhsBatch, places(0, batch_))
        .set(AttributeKey::kRhsBatch, places(1, batch_));
  }

  bool is_exact() const {
    return wish_.extent > 0 || wish_.row.values == ValueKind::kExactSmall;
  }

  // Returns the largest magnitude of exact terms. Long sums stay within the
  // integers of a 16-bit float.
  std::int64_t most() const {
    const DType dtype = wish_.cell.dtype;
    if (is_integer(dtype)) return 7;
    if (spec_of(dtype).bits == 8) return 2;
    if (spec_of(dtype).bits == 16 && labelled_.term_count() > 64) return 1;
    return labelled_.term_count() > 4096 ? 3 : 7;
  }

  std::vector<DrawnOperand> operands() {
    const DType dtype = wish_.cell.dtype;
    if (!is_exact()) return plain_operands(labelled_);
    if (is_about(DotCase::kShown) && tells())
      return telling_operands(labelled_, dtype,
                              static_cast<std::size_t>(wish_.number % 2),
                              1 + wish_.choose(5, 3));
    if (is_about(DotCase::kShown) && wish_.extent == 0)
      return isolated_operands(
          labelled_, dtype, most(), stream_, batch_[0],
          labelled_.extents[static_cast<std::size_t>(batch_[0])] / 2);
    std::vector<DrawnOperand> drawn =
        integer_operands(labelled_, dtype, most(), stream_);
    if (is_about(DotCase::kOneSpecial)) add_special(drawn);
    return drawn;
  }

  // Puts a NaN or an infinity into lhs or, in every second case, into rhs.
  void add_special(std::vector<DrawnOperand>& drawn) {
    DrawnOperand& operand = drawn[wish_.number % 2 == 0 ? 0 : 1];
    const FloatFormat& format = format_of(wish_.cell.dtype);
    const bool is_nan = wish_.number % 4 < 2 || is_complex(wish_.cell.dtype);
    const ElementBits special{
        is_nan ? quiet_nan_bits(format) : overflow_bits(format), 0};
    const std::size_t place =
        stream_.below(static_cast<std::uint64_t>(element_count(operand.shape)));
    operand.element = [special, place, term = operand.element](std::size_t k) {
      return k == place ? special : term(k);
    };
  }

  // Adds the factors, the flags and the elements of out.
  void add_update(DrawnCall& call) {
    const DType dtype = wish_.cell.dtype;
    const bool is_fractional = is_about(DotCase::kManyTerms);
    std::int64_t alpha = 1;
    std::int64_t beta = 1;
    constexpr std::int64_t kFactors[] = {1, -1, 2, -2};
    const bool is_address = is_about(DotCase::kShown) && tells();
    if (!is_address) {
      alpha = kFactors[below(4)];
      beta = kFactors[below(4)];
    }
    if (is_address || is_about(DotCase::kBetaZero)) beta = 0;
    if (is_about(DotCase::kBetaOne)) beta = 1;
    if (is_about(DotCase::kAlphaZero)) alpha = 0;
    if (is_about(DotCase::kStridedOut)) alpha = beta = 1;
    if (wish_.row.values == ValueKind::kInfinite) beta = 1;
    ElementBits scale = small_integer(dtype, alpha);
    ElementBits keep = small_integer(dtype, beta);
    if (is_fractional) {
      scale = draw_element(ValueKind::kPlain, dtype, stream_);
      keep = draw_element(ValueKind::kPlain, dtype, stream_);
    } else if (is_complex(dtype) && is_about(DotCase::kConjugated)) {
      std::swap(scale.re, scale.im);  // a factor that must not be conjugated
    }
    const bool is_conjugated = is_about(DotCase::kConjugated);
    call.attributes
        .flag(AttributeKey::kLhsConj,
              is_conjugated ? wish_.number % 4 != 1 : below(2) == 1)
        .flag(AttributeKey::kRhsConj,
              is_conjugated ? wish_.number % 4 == 1 || wish_.number % 4 == 2
                            : below(2) == 1)
        .set(AttributeKey::kAlpha, integers_of(scale))
        .set(AttributeKey::kBeta, integers_of(keep));
    call.kept = old_elements();
    if (is_about(DotCase::kStridedOut)) {
      make_positive(call);
      constexpr Layout kLayouts[] = {Layout::kSlice, Layout::kMixed,
                                     Layout::kTranspose, Layout::kFlip};
      const bool has_gaps = wish_.row.program == CaseProgram::kNeighbours;
      call.kept_layout = kLayouts[wish_.number % (has_gaps ? 2 : 4)];
    }
    if (is_about(DotCase::kAlphaZero)) add_special(call.operands);
  }

  static Attributes::Integers integers_of(const ElementBits& bits) {
    return {static_cast<std::int64_t>(bits.re),
            static_cast<std::int64_t>(bits.im)};
  }

  // Returns what out has before the call; none where the row decides.
  CaseBuilder::Filler old_elements() {
    const DType dtype = wish_.cell.dtype;
    if (!is_exact()) return {};
    ValueStream stream = stream_of(wish_, 1042);
    if (is_about(DotCase::kBetaZero)) {
      const FloatFormat& format = format_of(dtype);
      const ElementBits nan{quiet_nan_bits(format), quiet_nan_bits(format)};
      return [nan, format, dtype](std::size_t k) {
        ElementBits bits = nan;
        if (k % 2 == 1) bits.re = overflow_bits(format);
        if (!is_complex(dtype)) bits.im = 0;
        return bits;
      };
    }
    return [stream, dtype](std::size_t) mutable {
      return small_integer(dtype,
                           static_cast<std::int64_t>(1 + stream.below(3)));
    };
  }

  // Makes every term positive, so that no result is a zero, whose sign is free.
  void make_positive(DrawnCall& call) {
    const DType dtype = wish_.cell.dtype;
    for (DrawnOperand& operand : call.operands)
      operand.element = [dtype](std::size_t k) {
        return small_integer(dtype, 1 + static_cast<std::int64_t>(k % 2));
      };
  }

  const CallWish& wish_;
  ValueStream stream_;
  LabelledCall labelled_;
  Labels batch_;
  Labels contracted_;
};

}  // namespace

DrawnCall draw_dot_general(const CallWish& wish) {
  return DotDraw(wish).draw();
}

}  // namespace assay
