// Builds the cases of the indexing family (gather and scatter), whose elements
// tell from which address they came.
// Tested by tests/harness/families/build_arrays_test.cc.
#include <algorithm>

#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/indexing.h"
#include "harness/operands/exact_operands.h"

namespace assay {
namespace {

IndexingCase indexing_case_of(const CaseBuilder& builder) {
  return special_of<IndexingCase>(builder.row());
}

// Holds the shape of the data (or template), the indexed axis, and the shape of
// the indices.
struct IndexingGeometry {
  Shape data;
  std::size_t axis = 0;
  Shape indices;
};

IndexingGeometry indexing_geometry(const CaseBuilder& builder) {
  const Structure& structure = builder.structure();
  const CaseShape wanted = builder.row().shape;
  IndexingGeometry geometry;
  geometry.data = wanted == CaseShape::kHighRank
                      ? with_high_rank(structure.shape, builder.plan().number)
                      : structure.shape;
  const bool is_smaller = indexing_case_of(builder) == IndexingCase::kSmaller;
  if (is_smaller && geometry.data.size() == 1) geometry.data.push_back(2);
  const auto rank = static_cast<std::int64_t>(geometry.data.size());
  geometry.axis = static_cast<std::size_t>(structure.choose(0, rank));
  geometry.indices = geometry.data;
  for (std::size_t axis = 0; is_smaller && axis < geometry.data.size(); ++axis)
    if (axis != geometry.axis)
      geometry.data[axis] += 1 + structure.choose(1, 2);
  std::int64_t& along = geometry.indices[geometry.axis];
  if (indexing_case_of(builder) == IndexingCase::kRepeated)
    along += 4 + structure.choose(2, 4);
  else if (takes_updates(spec_of(builder.plan().op)))
    along = std::max<std::int64_t>(along - structure.choose(2, 3), 1);
  else
    along += structure.choose(2, 3);
  if (wanted == CaseShape::kEmpty)
    geometry.indices[static_cast<std::size_t>(structure.choose(7, rank))] = 0;
  // Without updates the result equals the template, but it must be a copy.
  if (builder.row().program == CaseProgram::kFresh &&
      builder.plan().number == 4)
    along = 0;
  return geometry;
}

// Returns whether the indices have no elements, or a smaller extent than the
// data on an axis other than the indexed one.
bool reaches_less_far(const IndexingGeometry& geometry) {
  for (std::size_t axis = 0; axis < geometry.data.size(); ++axis)
    if (geometry.indices[axis] == 0 ||
        (axis != geometry.axis && geometry.indices[axis] < geometry.data[axis]))
      return true;
  return false;
}

// Draws indices within the extent. For scatter each place occurs at most once,
// in another order on each line. Repeated indices name only the first two
// places.
std::vector<ElementBits> drawn_indices(const CaseBuilder& builder,
                                       const IndexingGeometry& geometry) {
  const std::int64_t extent = geometry.data[geometry.axis];
  const bool is_repeated = indexing_case_of(builder) == IndexingCase::kRepeated;
  const bool is_distinct =
      !is_repeated && takes_updates(spec_of(builder.plan().op));
  const std::int64_t start = builder.structure().choose(3, 8);
  ValueStream stream(builder.seed(), 1005);
  std::vector<ElementBits> drawn =
      elements_by_index(geometry.indices, [&](const Index& at) {
        std::int64_t line = start;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
          if (axis != geometry.axis) line += at[axis];
        // Lines run up and down alternately.
        const std::int64_t along = at[geometry.axis];
        const std::int64_t step = line % 2 == 0 ? along : extent - 1 - along;
        if (is_distinct)
          return small_integer(DType::kInt32, (line + step) % extent);
        const auto count =
            is_repeated ? std::min<std::int64_t>(extent, 2) : extent;
        return small_integer(DType::kInt32,
                             static_cast<std::int64_t>(stream.below(
                                 static_cast<std::uint64_t>(count))));
      });
  // Makes one index negative, so that it wraps to its former place, or moves it
  // past the end.
  if (indexing_case_of(builder) == IndexingCase::kOutside && !drawn.empty()) {
    ElementBits& one = drawn[drawn.size() / 2];
    const auto index = static_cast<std::int64_t>(
        static_cast<std::int32_t>(static_cast<std::uint32_t>(one.re)));
    one = small_integer(DType::kInt32, builder.plan().number % 2 == 0
                                           ? index - extent
                                           : index + extent);
  }
  return drawn;
}

// Adds an operand with values of the row's kind. By default its elements are
// addresses if they only move, and terms with exact sums if they are added.
void add_values(CaseBuilder& builder, const std::string& name,
                const Shape& shape, std::size_t operand, std::int64_t first) {
  const PlannedCase& plan = builder.plan();
  const ValueKind kind = builder.row().values;
  const Layout layout = builder.layout_of(operand);
  const bool is_sum = plan.variant == "add";
  const bool is_moved = !is_sum && plan.dtype != DType::kBool;
  if (is_moved && kind != ValueKind::kPayloads) {
    builder.add_tensor(name, plan.dtype, shape, layout, [&](std::size_t k) {
      return address_element(plan.dtype, first + static_cast<std::int64_t>(k));
    });
  } else if (is_sum && kind == ValueKind::kExactSmall) {
    ValueStream terms(builder.seed(),
                      1006 + static_cast<std::uint32_t>(operand));
    builder.add_tensor(name, plan.dtype, shape, layout, [&](std::size_t) {
      return draw_term(plan.dtype, terms);
    });
  } else {
    builder.add_operand(name, plan.dtype, shape, layout);
  }
}

void build_gather(CaseBuilder& builder, const IndexingGeometry& geometry) {
  add_values(builder, "data", geometry.data, 0, 0);
  const auto drawn = drawn_indices(builder, geometry);
  builder.add_tensor("indices", DType::kInt32, geometry.indices,
                     builder.layout_of(1),
                     [&](std::size_t k) { return drawn[k]; });
  builder.add_writing_program(
      {"data", "indices"},
      Attributes().axis(static_cast<std::int64_t>(geometry.axis)),
      builder.plan().dtype, geometry.indices);
}

void build_scatter(CaseBuilder& builder, const IndexingGeometry& geometry) {
  add_values(builder, "template", geometry.data, 0, 0);
  const auto drawn = drawn_indices(builder, geometry);
  builder.add_tensor("indices", DType::kInt32, geometry.indices,
                     builder.layout_of(1),
                     [&](std::size_t k) { return drawn[k]; });
  add_values(builder, "updates", geometry.indices, 2,
             element_count(geometry.data));
  const bool is_unique = indexing_case_of(builder) == IndexingCase::kUnique;
  Attributes attributes;
  attributes.axis(static_cast<std::int64_t>(geometry.axis))
      .mode(builder.plan().variant == "add" ? ScatterMode::kAdd
                                            : ScatterMode::kSet)
      .flag(AttributeKey::kUniqueIndices, is_unique);
  const std::vector<std::string> operands = {"template", "indices", "updates"};
  builder.add_returning_program(operands, attributes);
  // scatter.smaller, scatter.empty
  if (reaches_less_far(geometry)) builder.permit_refusal();
  if (builder.row().values == ValueKind::kExactSmall) builder.demand_exact();
  if (!is_unique) return;
  attributes.flag(AttributeKey::kUniqueIndices, false);
  builder.add_step(builder.plan().op, operands, attributes, {"y_again"});
  builder.expect("y_again").same_bits_as = "y";
}

}  // namespace

void build_indexing(CaseBuilder& builder) {
  const IndexingGeometry geometry = indexing_geometry(builder);
  if (takes_updates(spec_of(builder.plan().op)))
    return build_scatter(builder, geometry);
  build_gather(builder, geometry);
}

}  // namespace assay
