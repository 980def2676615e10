// Draws windows whose starts are data, and the elements and starts that all ops
// of this kind share.
// Tested by tests/harness/lax/drawn_indexing_test.cc.
#include <algorithm>
#include <iterator>
#include <limits>

#include "harness/lax/draw_indexing.h"
#include "harness/operands/exact_operands.h"
#include "spec/cells.h"

namespace assay {
namespace {

std::int64_t least_of(DType dtype) {
  return dtype == DType::kInt64 ? std::numeric_limits<std::int64_t>::min()
                                : std::numeric_limits<std::int32_t>::min();
}
std::int64_t greatest_of(DType dtype) {
  return dtype == DType::kInt64 ? std::numeric_limits<std::int64_t>::max()
                                : std::numeric_limits<std::int32_t>::max();
}

std::int64_t one_of(std::initializer_list<std::int64_t> starts,
                    std::uint64_t random) {
  return starts.begin()[random % starts.size()];
}

// Returns a start at or near an end of the dtype. One of int64 may be in range
// again where only 32 bits of it are read.
std::int64_t extreme_start(DType dtype, std::int64_t size,
                           std::uint64_t random) {
  const std::int64_t least = least_of(dtype);
  const std::int64_t greatest = greatest_of(dtype);
  constexpr std::int64_t kWord = std::int64_t{1} << 32;
  if (dtype == DType::kInt64)
    return one_of({least, greatest, kWord + 1, -kWord, least + 1,
                   greatest - size + 1, kWord / 2, -kWord + 1, least + kWord},
                  random);
  return one_of({least, greatest, least + 1, greatest - size + 1, greatest - 1,
                 least + size},
                random);
}

// Returns the shape of x, and of the window.
std::pair<Shape, Shape> dynamic_shapes(const CallWish& wish,
                                       Decisions& decisions) {
  if (wish.extent > 0) {
    const std::int64_t half = std::max<std::int64_t>(wish.extent / 2, 1);
    switch (wish.number % 4) {
      case 0:
        return {{wish.extent}, {std::max<std::int64_t>(wish.extent - 5, 1)}};
      case 1:
        return {{3, wish.extent}, {2, wish.extent}};
      case 2:
        return {{wish.extent, 3}, {half, 2}};
      default:
        return {{wish.extent}, {std::min<std::int64_t>(wish.extent, 3)}};
    }
  }
  if (wish.row.shape == CaseShape::kRankZero) return {{}, {}};
  Shape x = wish.structure.shape;
  for (std::int64_t& extent : x) extent += decisions.below(3);
  if (wish.row.shape == CaseShape::kHighRank)
    x = with_high_rank(x, wish.number);
  const bool is_whole = special_windows(wish) == LaxIndexingCase::kWhole;
  Shape sizes;
  for (std::int64_t extent : x)
    sizes.push_back(
        is_whole ? extent : extent - std::min(decisions.below(3), extent / 2));
  if (!x.empty()) {
    // One axis at least has a choice of windows, and of several elements.
    const auto axis = static_cast<std::size_t>(decisions.below(std::ssize(x)));
    if (!is_whole && sizes[axis] == x[axis]) x[axis] += 1 + decisions.below(3);
    // Without an update the result equals x, but it must be a copy.
    const bool is_copy =
        wish.row.program == CaseProgram::kFresh && wish.number == 3;
    if (is_copy || wish.row.shape == CaseShape::kEmpty) {
      sizes[axis] = 0;
      if (wish.number % 3 == 2) x[axis] = 0;
    }
  }
  return {x, sizes};
}

}  // namespace

DType index_dtype_of(const Cell& cell) { return dtype_by(Role::kIndex, cell); }

std::int64_t special_start(LaxIndexingCase special, DType dtype,
                           std::int64_t extent, std::int64_t size,
                           std::uint64_t random) {
  const std::int64_t last = extent - size;
  const std::int64_t inside = static_cast<std::int64_t>(
      random / 64 % static_cast<std::uint64_t>(last + 1));
  switch (special) {
    case LaxIndexingCase::kPast:
      return one_of({last + 1, extent - 1, inside, extent, extent + 7}, random);
    case LaxIndexingCase::kNegative:
      return one_of({-1, inside, -size, -extent, -extent - 1, inside - extent},
                    random);
    case LaxIndexingCase::kOutside:
      return one_of({last + 1, inside, -1, extent, -size, extent - 1, 1 - size,
                     inside, -extent},
                    random);
    case LaxIndexingCase::kExtreme:
      return random / 8 % 4 == 3 ? inside : extreme_start(dtype, size, random);
    case LaxIndexingCase::kWhole:
      return one_of({1, -1, extent, greatest_of(dtype), 0}, random);
    default:
      return inside;
  }
}

std::uint64_t lax_indexing_bits(const CallWish& wish, std::uint32_t operand,
                                std::size_t k) {
  const auto seed = static_cast<std::uint64_t>(wish.number) << 40 |
                    static_cast<std::uint64_t>(wish.choose(4, 64)) << 32 | k;
  return ValueStream(seed, 1061 + operand).next();
}

CaseBuilder::Filler moved_elements(const CallWish& wish, std::uint32_t operand,
                                   std::int64_t first) {
  const DType dtype = wish.cell.dtype;
  if (dtype == DType::kBool)
    return [wish, operand](std::size_t k) {
      return ElementBits{lax_indexing_bits(wish, operand, k) % 2, 0};
    };
  if (wish.row.values == ValueKind::kPayloads) return {};
  return [first, dtype](std::size_t k) {
    return address_element(dtype, first + static_cast<std::int64_t>(k));
  };
}

DrawnOperand index_operand(DType dtype, Shape shape,
                           std::vector<std::int64_t> numbers) {
  return {std::move(shape),
          [dtype, numbers = std::move(numbers)](std::size_t k) {
            return small_integer(dtype, numbers[k]);
          }};
}

DrawnCall draw_dynamic_slice(const CallWish& wish) {
  Decisions decisions(wish);
  auto [x, sizes] = dynamic_shapes(wish, decisions);
  const DType dtype = index_dtype_of(wish.cell);
  std::vector<std::int64_t> starts;
  for (std::size_t axis = 0; axis < x.size(); ++axis)
    starts.push_back(special_start(special_windows(wish), dtype, x[axis],
                                   sizes[axis],
                                   lax_indexing_bits(wish, 1, axis)));
  // The special start of the case stands on one axis for certain.
  if (!x.empty() && special_windows(wish) != LaxIndexingCase::kPlain) {
    const std::size_t axis = static_cast<std::size_t>(wish.number) % x.size();
    starts[axis] =
        special_start(special_windows(wish), dtype, x[axis], sizes[axis],
                      static_cast<std::uint64_t>(wish.number / std::ssize(x)));
  }
  const auto rank = std::ssize(x);
  const std::int64_t count = element_count(x);
  DrawnCall call{{{x, moved_elements(wish, 0, 0)}}, {}};
  if (spec_of(wish.cell.op).has(AttributeKey::kSliceSizes))
    call.attributes.set(AttributeKey::kSliceSizes, sizes);
  else
    call.operands.push_back({sizes, moved_elements(wish, 2, count)});
  call.operands.push_back(index_operand(dtype, {rank}, std::move(starts)));
  return call;
}

}  // namespace assay
