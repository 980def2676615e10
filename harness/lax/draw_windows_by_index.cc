// Draws the calls of gather_general and scatter_general: index vectors for the
// drawn axes, and elements of which a wrong place shows.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/families/accumulation.h"
#include "harness/lax/draw_indexing.h"
#include "harness/operands/exact_operands.h"
#include "spec/window_dimensions.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

bool is_scatter(const CallWish& wish) {
  return spec_of(wish.cell.op).has(AttributeKey::kMode);
}

// Draws an index vector for each batch position.
class StartMaker {
 public:
  StartMaker(const CallWish& wish, const WindowGeometry& geometry)
      : wish_(wish),
        of_(geometry),
        special_(special_windows(wish)),
        shared_(geometry.shared_axes()) {}

  // Returns the components of the vectors of all batch positions, in row-major
  // order of these.
  std::vector<Index> starts() const {
    std::vector<Index> all;
    std::size_t number = 0;
    for (const Index& at : assay::indices(of_.batch)) {
      all.push_back(start_of(at, number));
      ++number;
    }
    if (special_ == LaxIndexingCase::kSorted) sort(all);
    return all;
  }

 private:
  Index start_of(const Index& at, std::size_t number) const {
    if (special_ == LaxIndexingCase::kMany || meets_in_few_places())
      return one_of_two(number);
    const bool is_distinct =
        is_scatter(wish_) && special_ != LaxIndexingCase::kRepeated;
    return is_distinct ? distinct_start(at, number) : drawn_start(number);
  }

  bool meets_in_few_places() const {
    return special_ == LaxIndexingCase::kRepeated && wish_.number % 2 == 0;
  }

  std::uint64_t random(std::size_t number, std::size_t component) const {
    return lax_indexing_bits(wish_, 1, number * 8 + component);
  }

  Index one_of_two(std::size_t number) const {
    Index start;
    for (std::int64_t axis : of_.index_map) {
      const std::int64_t last = of_.x[static_cast<std::size_t>(axis)] -
                                of_.sizes[static_cast<std::size_t>(axis)];
      start.push_back(number % 3 == 0 ? 0 : last);
    }
    return start;
  }

  Index drawn_start(std::size_t number) const {
    Index start;
    for (std::size_t k = 0; k < of_.index_map.size(); ++k) {
      const auto axis = static_cast<std::size_t>(of_.index_map[k]);
      start.push_back(special_start(special_ == LaxIndexingCase::kSorted
                                        ? LaxIndexingCase::kPlain
                                        : special_,
                                    index_dtype_of(wish_.cell), of_.x[axis],
                                    of_.sizes[axis], random(number, k)));
    }
    return start;
  }

  // Returns a window that has no element in common with those of other
  // positions. Where the case is about windows outside, all of them are moved
  // so that some are half outside, and some lie wholly outside.
  Index distinct_start(const Index& at, std::size_t number) const {
    std::int64_t own = 0;
    std::int64_t hash = wish_.choose(3, 8);
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      if (names_axis(shared_, axis))
        hash += at[axis] * static_cast<std::int64_t>(axis + 1);
      else
        own = own * of_.batch[axis] + at[axis];
    }
    const std::int64_t places = std::max<std::int64_t>(of_.place_count(), 1);
    std::int64_t step = 1 + wish_.choose(5, 5);
    while (std::gcd(step, places) != 1) ++step;
    std::int64_t place = (hash + own * step) % places;
    Index start;
    for (std::int64_t axis : of_.index_map) {
      const std::int64_t along = of_.places_along(axis);
      start.push_back(place % along *
                      of_.sizes[static_cast<std::size_t>(axis)]);
      place /= along;
    }
    move_outside(number, start);
    return start;
  }

  void move_outside(std::size_t number, Index& start) const {
    const bool is_extreme = special_ == LaxIndexingCase::kExtreme;
    if (!is_extreme && special_ != LaxIndexingCase::kOutside) return;
    for (std::size_t k = 0; k < start.size(); ++k) {
      const auto axis = static_cast<std::size_t>(of_.index_map[k]);
      const std::int64_t size = of_.sizes[axis];
      if (!is_extreme)
        start[k] += wish_.number % 2 == 0 ? (size + 1) / 2 : -((size + 1) / 2);
    }
    if (start.empty() ||
        (number + static_cast<std::size_t>(wish_.number)) % 3 != 0)
      return;
    const std::size_t k = number / 3 % start.size();
    const auto axis = static_cast<std::size_t>(of_.index_map[k]);
    const std::int64_t outside[] = {-of_.sizes[axis], of_.x[axis],
                                    -of_.x[axis] - of_.sizes[axis]};
    start[k] = is_extreme ? special_start(special_, index_dtype_of(wish_.cell),
                                          of_.x[axis], of_.sizes[axis],
                                          random(number, k) % 8)
                          : outside[random(number, k) % std::size(outside)];
  }

  // Sorts the vectors by the axes of x.
  void sort(std::vector<Index>& all) const {
    const auto by_axes = [&](const Index& start) {
      Index full(of_.x.size(), 0);
      for (std::size_t k = 0; k < start.size(); ++k)
        full[static_cast<std::size_t>(of_.index_map[k])] = start[k];
      return full;
    };
    std::sort(all.begin(), all.end(), [&](const Index& a, const Index& b) {
      return by_axes(a) < by_axes(b);
    });
  }

  const CallWish& wish_;
  const WindowGeometry& of_;
  LaxIndexingCase special_;
  Integers shared_;
};

// Returns the elements of the index operand in row-major order.
std::vector<std::int64_t> laid_out(const WindowGeometry& of,
                                   const std::vector<Index>& starts) {
  std::vector<std::int64_t> numbers;
  const View batch(of.batch);
  for (const Index& at : assay::indices(of.indices())) {
    Index position = at;
    std::size_t component = 0;
    if (of.has_vector_axis) {
      component = static_cast<std::size_t>(
          at[static_cast<std::size_t>(of.index_vector)]);
      position.erase(position.begin() + of.index_vector);
    }
    const auto number = static_cast<std::size_t>(batch.linear_index(position));
    numbers.push_back(starts[number][component]);
  }
  return numbers;
}

// Returns elements that windows move or combine.
CaseBuilder::Filler window_elements(const CallWish& wish, std::uint32_t operand,
                                    std::int64_t first) {
  if (!is_scatter(wish)) return moved_elements(wish, operand, first);
  const DType dtype = wish.cell.dtype;
  const bool is_set = wish.cell.variant.starts_with("set");
  const ValueKind values = wish.row.values;
  if (values == ValueKind::kZeros && is_set)
    return [wish, operand, dtype](std::size_t k) {
      ValueStream stream(lax_indexing_bits(wish, operand, k), 1071);
      return draw_element(ValueKind::kPayloads, dtype, stream);
    };
  if (is_set) return moved_elements(wish, operand, first);
  if (adds_terms(wish.cell.op, wish.cell.variant)) return {};
  const bool is_plain =
      values == ValueKind::kPlain || values == ValueKind::kExactSmall;
  if (!is_plain) return {};
  // Each operand of an extremum has the greater element at about half of all
  // places.
  return [wish, operand, dtype](std::size_t k) {
    const std::uint64_t bits = lax_indexing_bits(wish, operand, k);
    if (dtype == DType::kBool) return ElementBits{bits % 2, 0};
    return address_element(dtype, static_cast<std::int64_t>(bits % 4096));
  };
}

ScatterMode mode_of(const Cell& cell) {
  for (std::size_t mode = 0; mode < std::size(kScatterModeNames); ++mode)
    if (cell.variant.starts_with(kScatterModeNames[mode]))
      return static_cast<ScatterMode>(mode);
  return ScatterMode::kSet;
}

}  // namespace

DrawnCall draw_windows_by_index(const CallWish& wish) {
  Decisions decisions(wish);
  const WindowGeometry of = draw_window_geometry(wish, decisions);
  const auto starts = StartMaker(wish, of).starts();
  DrawnCall call{{{of.x, window_elements(wish, 0, 0)},
                  index_operand(index_dtype_of(wish.cell), of.indices(),
                                laid_out(of, starts))},
                 {}};
  const LaxIndexingCase special = special_windows(wish);
  call.attributes.set(AttributeKey::kIndexVectorDim, {of.index_vector})
      .set(AttributeKey::kOperandBatchingDims, of.batching)
      .set(AttributeKey::kStartIndicesBatchingDims, of.of_indices)
      .flag(AttributeKey::kIndicesAreSorted,
            special == LaxIndexingCase::kSorted);
  if (!is_scatter(wish)) {
    call.attributes.set(AttributeKey::kOffsetDims, of.window)
        .set(AttributeKey::kCollapsedSliceDims, of.left_out)
        .set(AttributeKey::kStartIndexMap, of.index_map)
        .set(AttributeKey::kSliceSizes, of.sizes);
    return call;
  }
  call.operands.push_back(
      {of.outer(), window_elements(wish, 2, element_count(of.x))});
  call.attributes.mode(mode_of(wish.cell))
      .set(AttributeKey::kUpdateWindowDims, of.window)
      .set(AttributeKey::kInsertedWindowDims, of.left_out)
      .set(AttributeKey::kScatterDimsToOperandDims, of.index_map)
      .flag(AttributeKey::kUniqueIndices, special == LaxIndexingCase::kUnique);
  return call;
}

}  // namespace assay
