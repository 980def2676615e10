// Draws the calls of the statistics family: shapes and axes of which a wrong
// one shows, and elements of which each counts. Tested by
// tests/harness/frontend/drawn_statistics_test.cc.
#include <algorithm>
#include <bit>

#include "harness/case/planned_case.h"
#include "harness/families/drawn_families.h"
#include "harness/frontend/draw_statistics.h"
#include "harness/frontend/statistics_rows.h"
#include "harness/operands/exact_operands.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

StatisticsCase statistics_case_of(const CallWish& wish) {
  return special_of<StatisticsCase>(wish.row);
}

// Returns long slices of terms, along one or several axes.
SlicedOperand long_slices(const CallWish& wish) {
  const auto size = [&](std::int64_t target) {
    return shrinkable_size(wish.structure, target);
  };
  switch (wish.number % 6) {
    case 0:
      return {{size(129), 3}, {0}};
    case 1:
      return {{5, size(8)}, {1}};
    case 2:
      return {{2, size(300)}, {1}};
    case 3:
      return {{size(13), 3, size(17)}, {0, 2}};
    case 4:
      return {{size(4096)}, {0}};
    default:
      return {{2, ladder_size(static_cast<int>(wish.choose(6, 18)))}, {1}};
  }
}

// Returns the axes that the structure picks, at least one if there is any.
std::vector<std::int64_t> picked_axes(const CallWish& wish, std::size_t rank) {
  if (rank == 0) return {};
  if (!reduces_axes(op_table::spec_of(wish.cell.op)))
    return {wish.choose(0, static_cast<std::int64_t>(rank))};
  std::vector<std::int64_t> axes;
  for (std::size_t axis = 0; axis < rank; ++axis)
    if ((wish.choose(0, 64) >> axis % 6 & 1) != 0)
      axes.push_back(static_cast<std::int64_t>(axis));
  if (axes.empty()) axes.push_back(0);
  if (wish.choose(2, 2) == 1) std::reverse(axes.begin(), axes.end());
  return axes;
}

Attributes attributes_for(const CallWish& wish, const SlicedOperand& reduced) {
  const OpSpec& op = spec_of(wish.cell.op);
  Attributes attributes;
  if (op.has(AttributeKey::kAxes))
    attributes.axes(reduced.axes);
  else
    attributes.axis(reduced.axes.front());
  attributes.keepdims((wish.choose(1, 2) + wish.number) % 2 == 1);
  if (op.has(AttributeKey::kIndexDType)) {
    const DType index = wish.number % 2 == 0 ? DType::kInt64 : DType::kInt32;
    attributes.set(AttributeKey::kIndexDType,
                   {static_cast<std::int64_t>(index)});
  }
  return attributes;
}

// Returns elements drawn by a kind, of one sign if they are to add up.
CaseBuilder::Filler drawn_by(const CallWish& wish, ValueKind kind,
                             bool is_positive) {
  ValueStream stream(static_cast<std::uint64_t>(wish.choose(4, 64)) << 8 |
                         static_cast<std::uint64_t>(wish.number),
                     1044);
  return [=, dtype = wish.cell.dtype](std::size_t) mutable {
    ElementBits bits = draw_element(kind, dtype, stream);
    if (is_positive) bits.re &= ~sign_bit(format_of(dtype));
    return bits;
  };
}

// Returns the elements of a mean that the kind of the row does not give.
CaseBuilder::Filler terms_of_mean(const CallWish& wish) {
  const DType dtype = wish.cell.dtype;
  if (is_integer(dtype))
    return wish.row.values == ValueKind::kExactSmall
               ? drawn_by(wish, ValueKind::kBits, false)
               : CaseBuilder::Filler{};
  const bool is_long = wish.row.shape == CaseShape::kLongAxis;
  if (is_long && wish.number % 3 != 2)
    return [tenth = encode_real(format_of(dtype), 0.1)](std::size_t) {
      return ElementBits{tenth, 0};
    };
  if (is_long || statistics_case_of(wish) == StatisticsCase::kManyTerms)
    return drawn_by(wish, ValueKind::kPlain, true);
  return {};
}

// Returns whether the elements are those of telling_elements().
bool has_telling_elements(const CallWish& wish) {
  const Op op = wish.cell.op;
  if (op == "mean"_op) return false;
  if (op == "any"_op || op == "all"_op) return true;
  // Every second case of an extremum has neighbouring values, or ties.
  if (statistics_case_of(wish) == StatisticsCase::kTelling)
    return wish.number % 2 == 1;
  return wish.row.values == ValueKind::kExactSmall || wish.extent > 0;
}

// Vectors along the axes, whose product is one, too.
DrawnOperand unit_vectors(const CallWish& wish, const SlicedOperand& reduced,
                          std::int64_t turn) {
  const std::int64_t number = wish.number;
  return {reduced.shape, [=, dtype = wish.cell.dtype](std::size_t k) {
            const PlaceInSlice place = place_in_slice(reduced, k);
            const bool is_along =
                place.along == (place.slice / 2 + number + turn) % 3;
            return small_integer(dtype, is_along ? 1 + place.slice % 5 : 0);
          }};
}

}  // namespace

SlicedOperand chosen_reduction(const CallWish& wish) {
  if (wish.extent > 0) {
    const SlicedOperand kWays[] = {{{wish.extent, 3}, {0}},
                                   {{3, wish.extent}, {1}},
                                   {{wish.extent}, {0}},
                                   {{wish.extent, 2}, {1}}};
    return kWays[wish.number % 4];
  }
  const bool is_along_one = !reduces_axes(op_table::spec_of(wish.cell.op));
  Shape shape = wish.structure.shape;
  switch (wish.row.shape) {
    case CaseShape::kLongAxis:
      if (wish.number % 3 == 0) return {{4096, 2}, {0}};
      if (wish.number % 3 == 1) return {{2, 4096}, {1}};
      return {{600}, {0}};
    case CaseShape::kNoAxes:
      return {shape, {}};
    case CaseShape::kEmpty: {
      // A kept axis comes first and has extent 0.
      shape.insert(shape.begin(), 0);
      const auto rank = static_cast<std::int64_t>(shape.size());
      return {shape, {rank - 1}};
    }
    case CaseShape::kHighRank:
      shape = with_high_rank(shape, wish.number);
      break;
    default:
      break;
  }
  const StatisticsCase special = statistics_case_of(wish);
  const bool is_telling =
      special == StatisticsCase::kTelling && wish.number % 2 == 1;
  if (special == StatisticsCase::kEveryTerm || is_telling) {
    SlicedOperand reduced = long_slices(wish);
    if (is_along_one) reduced.axes.resize(1);
    return reduced;
  }
  if (special == StatisticsCase::kManyTerms)
    return {{2, shrinkable_size(wish.structure, 300)}, {1}};
  SlicedOperand reduced{shape, picked_axes(wish, shape.size())};
  if (wish.row.shape == CaseShape::kEmptyAxis) {
    const auto first = static_cast<std::size_t>(reduced.axes.front());
    reduced.shape[first] = 0;
    // If no kept axis has elements either, the call is refused, too.
    if (wish.number == 3) reduced.shape[(first + 1) % reduced.shape.size()] = 0;
  }
  return reduced;
}

DrawnCall draw_cross(const CallWish& wish) {
  Shape shape = wish.structure.shape;
  std::size_t axis = static_cast<std::size_t>(
      wish.choose(0, static_cast<std::int64_t>(shape.size()) + 1));
  const StatisticsCase special = statistics_case_of(wish);
  if (wish.extent > 0) {
    const Shape kWays[] = {
        {wish.extent}, {wish.extent}, {2, wish.extent}, {wish.extent, 2}};
    shape = kWays[wish.number % 4];
    axis = wish.number % 4 == 0 ? 0 : 1;
  }
  if (special == StatisticsCase::kManyTerms) shape = {2, 17};
  if (wish.row.shape == CaseShape::kEmpty) shape.back() = 0;
  if (wish.row.shape == CaseShape::kHighRank) {
    shape = with_high_rank(shape, wish.number);
    axis = static_cast<std::size_t>(std::find(shape.begin(), shape.end(), 1) -
                                    shape.begin());
    shape[axis] = 3;
  } else {
    axis = std::min(axis, shape.size());
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 3);
  }
  const auto along = static_cast<std::int64_t>(axis);
  DrawnCall call{{{shape}, {shape}}, Attributes().axis(along)};
  if (special == StatisticsCase::kUnitVectors)
    for (std::size_t i = 0; i < 2; ++i)
      call.operands[i] = unit_vectors(
          wish, {shape, {along}},
          i == 0 ? 0 : 1 + static_cast<std::int64_t>(wish.choose(2, 2)));
  return call;
}

std::span<const ClauseCase> statistics_rows() {
  return rows_of<StatisticsCase>("statistics", kStatisticsClauseCases);
}

DrawnCall draw_statistics(const CallWish& wish) {
  if (wish.cell.op == "cross"_op) return draw_cross(wish);
  const SlicedOperand reduced = chosen_reduction(wish);
  DrawnCall call{{{reduced.shape}}, attributes_for(wish, reduced)};
  if (wish.cell.op == "mean"_op) {
    call.operands[0].element = terms_of_mean(wish);
    // Only a division by a power of two is exact in every way to compute it.
    const auto size = static_cast<std::uint64_t>(reduced.slice_size());
    call.permits_error = !std::has_single_bit(size);
  }
  if (has_telling_elements(wish))
    call.operands[0].element = telling_elements(wish, reduced);
  return call;
}

}  // namespace assay
