// Chooses small extents by the structure, and changes them until they show what
// a case is about.
// Tested by tests/harness/nn/linear_geometry_test.cc.
#include "harness/nn/linear_geometry.h"

#include <algorithm>

#include "harness/nn/linear_rows.h"

namespace assay {
namespace {

// The fewest elements of a result whose sums are exact. In fewer a misplaced
// term may meet equal neighbours.
constexpr std::int64_t kFewestSums = 16;

// Numbers of terms around the sizes of vectors, blocks and tiles.
constexpr std::int64_t kTermCounts[] = {129, 300, 17, 65, 4096, 33, 257, 1025};

bool is_of_weight(Op op) { return op == "linear_weight_backward"_op; }

// Returns the extent that only the result has along its last axis.
std::int64_t& last_extent(Op op, LinearGeometry& geometry) {
  return op == "linear_x_backward"_op ? geometry.inputs : geometry.outputs;
}

// Returns the other extent of weight: along it are the terms, or the rows of
// the gradient of weight.
std::int64_t& other_extent(Op op, LinearGeometry& geometry) {
  return op == "linear_x_backward"_op ? geometry.outputs : geometry.inputs;
}

void set_terms(Op op, LinearGeometry& geometry, std::int64_t count) {
  if (is_of_weight(op))
    geometry.leading = {count};
  else
    other_extent(op, geometry) = count;
}

std::int64_t result_count(Op op, const LinearGeometry& geometry) {
  if (is_of_weight(op)) return geometry.inputs * geometry.outputs;
  return geometry.row_count() *
         (op == "linear"_op ? geometry.outputs : geometry.inputs);
}

// Adds columns until the result has enough elements.
void widen(Op op, LinearGeometry& geometry) {
  const std::int64_t rows =
      is_of_weight(op) ? geometry.inputs : geometry.row_count();
  if (rows == 0 || result_count(op, geometry) == 0) return;
  std::int64_t& columns = last_extent(op, geometry);
  columns = std::max(columns, (kFewestSums + rows - 1) / rows);
}

// Returns the geometry of a rung: one extent is long.
LinearGeometry long_geometry(Op op, std::int64_t extent, int way) {
  LinearGeometry geometry{.leading = {2}, .inputs = 2, .outputs = 2};
  switch (way) {
    case 0:
      last_extent(op, geometry) = 3;
      set_terms(op, geometry, extent);
      break;
    case 1:
      last_extent(op, geometry) = extent;
      break;
    case 2:
      if (is_of_weight(op))
        other_extent(op, geometry) = extent;
      else
        geometry.leading = {extent};
      break;
    default:
      geometry.leading = {2, (extent + 1) / 2};
      break;
  }
  return geometry;
}

void make_linear_empty(const CallWish& wish, LinearGeometry& geometry) {
  const Op op = wish.cell.op;
  if (wish.number % 2 == 0)
    last_extent(op, geometry) = 0;
  else if (is_of_weight(op))
    geometry.inputs = 0;
  else
    geometry.leading.push_back(0);
}

// Gives the leading axes a rank that leaves one for the last axis.
void raise_rank(const CallWish& wish, Shape& leading) {
  leading = with_high_rank(leading, wish.number);
  constexpr std::size_t kMost = 31;
  while (leading.size() > kMost)
    leading.erase(std::find(leading.begin(), leading.end(), 1));
}

// Changes the geometry so that it shows what the case is about.
void make_telling(const CallWish& wish, LinearGeometry& geometry) {
  const Op op = wish.cell.op;
  const Structure& structure = wish.structure;
  switch (special_of<LinearCase>(wish.row)) {
    case LinearCase::kShown:
      geometry.is_biased = false;
      set_terms(op, geometry, 2 + structure.choose(3, 4));
      break;
    case LinearCase::kLeading: {
      const Shape kLeading[] = {{}, {3}, {2, 3}, {2, 1, 3}};
      geometry.leading = kLeading[wish.number % 4];
      break;
    }
    case LinearCase::kBiased:
      geometry.is_biased = op == "linear"_op;
      break;
    case LinearCase::kEmptySum:
      set_terms(op, geometry, 0);
      if (is_of_weight(op) && wish.number % 2 == 1)
        geometry.leading.insert(geometry.leading.begin(), 2);
      break;
    case LinearCase::kManyTerms:
      if (wish.number % 2 == 1) {
        // Almost all error comes from the last rounding here, so a kernel that
        // truncates is found.
        geometry = {{17}, 15, 15, false};
        set_terms(op, geometry, 1 + wish.number / 2 % 3);
        break;
      }
      geometry.leading = {2};
      set_terms(op, geometry, shrinkable_size(structure, 260));
      break;
    case LinearCase::kEveryTerm:
      geometry.leading = {2};
      set_terms(
          op, geometry,
          shrinkable_size(structure,
                          kTermCounts[static_cast<std::size_t>(wish.number) %
                                      std::size(kTermCounts)]));
      break;
    case LinearCase::kOneSpecial:
      if (geometry.row_count() < 2) geometry.leading = {3};
      geometry.inputs = std::max<std::int64_t>(geometry.inputs, 2);
      geometry.outputs = std::max<std::int64_t>(geometry.outputs, 2);
      break;
    default:
      break;
  }
}

}  // namespace

Shape LinearGeometry::rows_of(std::int64_t extent) const {
  Shape shape = leading;
  shape.push_back(extent);
  return shape;
}

LinearGeometry linear_geometry(const CallWish& wish) {
  const Op op = wish.cell.op;
  const Structure& structure = wish.structure;
  if (wish.extent > 0) {
    LinearGeometry geometry = long_geometry(op, wish.extent, wish.number % 4);
    geometry.is_biased = op == "linear"_op && structure.choose(2, 2) == 1;
    return geometry;
  }
  Shape leading = structure.shape;
  leading.pop_back();
  LinearGeometry geometry{
      .leading = leading,
      .inputs = 1 + structure.choose(0, 6),
      .outputs = structure.shape.back() + structure.choose(1, 4),
      .is_biased = op == "linear"_op && structure.choose(2, 2) == 1};
  make_telling(wish, geometry);
  if (wish.row.shape == CaseShape::kHighRank)
    raise_rank(wish, geometry.leading);
  widen(op, geometry);
  if (wish.row.shape == CaseShape::kEmpty) make_linear_empty(wish, geometry);
  return geometry;
}

BiasGeometry bias_geometry(const CallWish& wish) {
  const Structure& structure = wish.structure;
  if (wish.extent > 0) {
    const Shape kShapes[] = {{wish.extent, 3},
                             {3, wish.extent},
                             {2, 3, wish.extent},
                             {2, wish.extent, 2}};
    return {kShapes[wish.number % 4], 1};
  }
  BiasGeometry geometry{structure.shape};
  if (geometry.shape.size() == 1 && wish.number % 4 != 3)
    geometry.shape.push_back(2 + structure.choose(1, 4));
  geometry.axis =
      static_cast<std::size_t>(structure.choose(0, std::ssize(geometry.shape)));
  std::int64_t& kept = geometry.shape[geometry.axis];
  // Most counts are no multiple of the length of a vector.
  kept = std::max(kept, kFewestSums + structure.choose(2, 4));
  const std::size_t other =
      (geometry.axis + 1) % std::max<std::size_t>(geometry.shape.size(), 1);
  switch (special_of<LinearCase>(wish.row)) {
    case LinearCase::kEmptySum:
      if (geometry.shape.size() == 1)
        geometry.shape.push_back(0);
      else
        geometry.shape[other] = 0;
      break;
    case LinearCase::kManyTerms:
      geometry = {{shrinkable_size(structure, 260), 3}, 1};
      if (wish.number % 2 == 1) geometry = {{2, 255}, 1};
      break;
    case LinearCase::kEveryTerm: {
      const std::int64_t terms = shrinkable_size(
          structure, kTermCounts[static_cast<std::size_t>(wish.number) %
                                 std::size(kTermCounts)]);
      // One axis after the kept one, or axes on both sides.
      geometry = {{kFewestSums, terms}, 0};
      if (wish.number % 2 == 1)
        geometry = {{2, kFewestSums, (terms + 1) / 2}, 1};
      break;
    }
    default:
      break;
  }
  if (wish.row.shape == CaseShape::kHighRank) {
    geometry.shape = with_high_rank(geometry.shape, wish.number);
    geometry.axis = static_cast<std::size_t>(
        std::max_element(geometry.shape.begin(), geometry.shape.end()) -
        geometry.shape.begin());
  }
  if (wish.row.shape == CaseShape::kEmpty) geometry.shape[geometry.axis] = 0;
  return geometry;
}

std::vector<DrawnOperand> linear_operands(Op op,
                                          const LinearGeometry& geometry) {
  const DrawnOperand x{geometry.rows_of(geometry.inputs)};
  const DrawnOperand weight{{geometry.inputs, geometry.outputs}};
  const DrawnOperand grad{geometry.rows_of(geometry.outputs)};
  if (op == "linear_x_backward"_op) return {weight, grad};
  if (is_of_weight(op)) return {x, grad};
  if (geometry.is_biased) return {x, weight, {{geometry.outputs}}};
  return {x, weight};
}

std::int64_t term_count(Op op, const LinearGeometry& geometry) {
  if (is_of_weight(op)) return geometry.row_count();
  return op == "linear"_op ? geometry.inputs : geometry.outputs;
}

bool has_terms_along_rows(Op op, std::size_t operand) {
  if (op == "linear_x_backward"_op) return true;
  return op == "linear"_op && operand == 0;
}

}  // namespace assay
