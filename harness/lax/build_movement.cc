// Joins the movement ops of lax: which function draws their calls, and how
// their clauses are tested. Draws diagonals and triangles itself.
// Tested by tests/harness/lax/drawn_movement_test.cc.
#include <algorithm>
#include <limits>

#include "harness/families/drawn_families.h"
#include "harness/lax/draw_moved.h"

namespace assay {
namespace {

Attributes two_axes(std::int64_t a, std::int64_t b) {
  return Attributes()
      .set(AttributeKey::kAxisA, {a})
      .set(AttributeKey::kAxisB, {b});
}

// A shape, and the axes of a diagonal in it.
struct Diagonal {
  Shape shape;
  std::int64_t a = 0;
  std::int64_t b = 1;
};

Diagonal long_diagonal(const CallWish& wish) {
  const std::int64_t n = wish.extent;
  switch (wish.number % 4) {
    case 0:
      return {{n, 3, 3}, 1, 2};
    case 1:
      return {{3, n, 3}, 2, 0};
    case 2:
      return {{3, 3, n}, 0, 1};
    default:
      return {{order_of(wish), order_of(wish)},
              wish.number / 4 % 2,
              1 - wish.number / 4 % 2};
  }
}

// Returns matrices with further axes before, between and after theirs.
Diagonal batched_diagonal(const CallWish& wish) {
  const std::int64_t d = 2 + pick(wish, 2, 3);
  Diagonal chosen;
  switch (wish.number % 4) {
    case 0:
      chosen = {{2, d, 3, d, 2}, 1, 3};
      break;
    case 1:
      chosen = {{2, d, d}, 1, 2};
      break;
    case 2:
      chosen = {{d, 3, d}, 0, 2};
      break;
    default:
      chosen = {{d, d, 2}, 0, 1};
  }
  if (pick(wish, 1, 2) == 1) std::swap(chosen.a, chosen.b);
  return chosen;
}

DrawnCall draw_extraction(const CallWish& wish) {
  Diagonal chosen;
  if (wish.extent > 0) {
    chosen = long_diagonal(wish);
  } else if (is_about(wish, StructureCase::kBatch)) {
    chosen = batched_diagonal(wish);
  } else {
    const bool is_swapped = is_about(wish, StructureCase::kSwapped);
    chosen.shape = moved_shape(wish, is_swapped ? 3 : 2);
    const std::int64_t rank = std::ssize(chosen.shape);
    chosen.a = pick(wish, 0, rank);
    chosen.b = (chosen.a + 1 + pick(wish, 1, rank - 1)) % rank;
    if (is_swapped && chosen.a < chosen.b) std::swap(chosen.a, chosen.b);
    const auto set_order = [&chosen](std::int64_t order) {
      chosen.shape[static_cast<std::size_t>(chosen.a)] = order;
      chosen.shape[static_cast<std::size_t>(chosen.b)] = order;
    };
    set_order((wish.number == 0 ? 4 : 2) + pick(wish, 2, 4));
    // The axis of extent 0 may have been one of the diagonal.
    if (wish.row.shape == CaseShape::kEmpty &&
        (wish.number % 2 == 0 || element_count(chosen.shape) > 0))
      set_order(0);
  }
  return {{telling_operand(wish, chosen.shape)}, two_axes(chosen.a, chosen.b)};
}

Diagonal long_embedding(const CallWish& wish) {
  const std::int64_t n = wish.extent;
  switch (wish.number % 4) {
    case 0:
      return {{n, 2}, 1, pick(wish, 1, 3)};
    case 1:
      return {{2, n}, 0, pick(wish, 1, 3)};
    case 2:
      return {{order_of(wish)}, 0, pick(wish, 1, 2)};
    default:
      return {{order_of(wish), 2}, 0, pick(wish, 1, 3)};
  }
}

// Reads the diagonal of the result, which must be the operand.
void read_back(CaseBuilder& builder, const Diagonal& chosen) {
  const std::int64_t a = chosen.a + (chosen.b <= chosen.a ? 1 : 0);
  builder.add_step("extract_diagonal"_op, {"y"}, two_axes(a, chosen.b),
                   {"x_again"});
  builder.expect("x_again").same_bits_as = "x";  // embed_diagonal.inverse
}

DrawnCall draw_embedding(const CallWish& wish) {
  Diagonal chosen;
  if (wish.extent > 0) {
    chosen = long_embedding(wish);
  } else {
    chosen.shape = moved_shape(wish, 1);
    // The result has one axis more, and 32 are the most.
    if (chosen.shape.size() == 32)
      chosen.shape.erase(
          std::find(chosen.shape.begin(), chosen.shape.end(), 1));
    const std::int64_t rank = std::ssize(chosen.shape);
    chosen.a = pick(wish, 0, rank);
    chosen.b = pick(wish, 1, rank + 1);
    if (is_about(wish, StructureCase::kEnds))
      chosen.b = wish.number % 2 == 0 ? 0 : rank;
  }
  DrawnCall call{{telling_operand(wish, chosen.shape)},
                 two_axes(chosen.a, chosen.b)};
  if (is_about(wish, StructureCase::kInverse))
    call.further = [chosen](CaseBuilder& builder) {
      read_back(builder, chosen);
    };
  return call;
}

// Returns an offset far outside of the matrix, or at its edge.
std::int64_t extreme_offset(const CallWish& wish, std::int64_t rows,
                            std::int64_t columns) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::int64_t offsets[] = {kLeast,
                                  kMost,
                                  std::int64_t{1} << 32,
                                  -(std::int64_t{1} << 32),
                                  kMost - 1,
                                  kLeast + 1,
                                  columns,
                                  -rows};
  return offsets[static_cast<std::size_t>(wish.number) % std::size(offsets)];
}

Shape triangle_shape(const CallWish& wish) {
  if (wish.extent > 0) {
    switch (wish.number % 4) {
      case 0:
        return {wish.extent, 5};
      case 1:
        return {5, wish.extent};
      case 2:
        return {wish.extent, 2, 3};
      default:
        return {order_of(wish), order_of(wish)};
    }
  }
  Shape shape = moved_shape(wish, 2);
  std::int64_t& rows = shape[shape.size() - 2];
  std::int64_t& columns = shape.back();
  if (is_about(wish, StructureCase::kRectangular)) {
    const bool is_tall = wish.number % 2 == 0;
    std::int64_t& longer = is_tall ? rows : columns;
    longer =
        std::max(longer, (is_tall ? columns : rows) + 1 + pick(wish, 2, 4));
  }
  return shape;
}

DrawnCall draw_triangle(const CallWish& wish) {
  const Shape shape = triangle_shape(wish);
  const std::int64_t rows = shape[shape.size() - 2];
  const std::int64_t columns = shape.back();
  // The first diagonal is the lowest, and the last one is above the matrix.
  std::int64_t k = pick(wish, 0, rows + columns + 1) - rows;
  if (wish.extent > 0) k = pick(wish, 0, 7) - 3;
  if (is_about(wish, StructureCase::kExtreme))
    k = extreme_offset(wish, rows, columns);
  if (is_about(wish, StructureCase::kWhole) && wish.number % 3 != 2)
    k = wish.cell.op == "tril"_op ? columns : -rows;
  return {{telling_operand(wish, shape)},
          Attributes().set(AttributeKey::kK, {k})};
}

}  // namespace

std::span<const ClauseCase> lax_movement_rows() {
  return rows_of<StructureCase>("movement", kLaxMovementClauseCases);
}

DrawnCall draw_lax_movement(const CallWish& wish) {
  const Op op = wish.cell.op;
  if (op == "broadcast_in_dim"_op) return draw_broadcast(wish);
  if (op == "slice_general"_op) return draw_strided_slice(wish);
  if (op == "pad_general"_op) return draw_general_pad(wish);
  if (op == "extract_diagonal"_op) return draw_extraction(wish);
  if (op == "embed_diagonal"_op) return draw_embedding(wish);
  return draw_triangle(wish);
}

}  // namespace assay
