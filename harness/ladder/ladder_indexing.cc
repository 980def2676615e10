// Builds gather, scatter, unfold and fold at all sizes: elements are addresses,
// and indices reach every part of a long axis.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/families/clause_rows/indexing.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "spec/infer.h"
#include "spec/places.h"

namespace assay {
namespace {

// Says which of the two is long along the axis; the case number selects it.
enum class LongSide : int { kBoth, kData, kIndices };

struct IndexingShapes {
  Shape data;
  Shape indices;
  std::size_t axis = 0;
};

IndexingShapes indexing_shapes(const CaseBuilder& builder) {
  const LongAxis along = long_axis(builder);
  IndexingShapes shapes{along.shape, along.shape,
                        static_cast<std::size_t>(along.axis)};
  const std::int64_t few = 2 + builder.structure().choose(4, 6);
  switch (static_cast<LongSide>(builder.plan().number / kAxisPlaceCount % 3)) {
    case LongSide::kData:
      shapes.indices[shapes.axis] = std::min(few, along.shape[shapes.axis]);
      break;
    case LongSide::kIndices:
      shapes.data[shapes.axis] = few;
      break;
    case LongSide::kBoth:
      break;
  }
  return shapes;
}

// Draws the indices of each place at random, but always including the end of
// the axis. For scatter each place occurs at most once in a line, unless
// several updates may reach one place.
std::vector<ElementBits> draw_indices(const CaseBuilder& builder,
                                      const IndexingShapes& shapes,
                                      bool is_distinct) {
  const std::int64_t extent = shapes.data[shapes.axis];
  const std::int64_t count = shapes.indices[shapes.axis];
  // A step that is coprime to the extent visits all of it.
  std::int64_t step = extent / 3 * 2 + 1;
  while (std::gcd(step, extent) != 1) ++step;
  Strides strides(shapes.indices.size(), 0);
  strides[shapes.axis] = 1;
  Shape lines = shapes.indices;
  lines[shapes.axis] = 1;
  Strides of_line = row_major_strides(lines);
  of_line[shapes.axis] = 0;
  std::vector<std::int64_t> line_of;
  for_each_place(View(shapes.indices, std::move(of_line), 0),
                 [&](std::int64_t line) { line_of.push_back(line); });
  std::vector<ElementBits> indices;
  indices.reserve(line_of.size());
  for_each_place(
      View(shapes.indices, std::move(strides), 0), [&](std::int64_t at) {
        const std::int64_t line = line_of[indices.size()];
        std::int64_t index =
            is_distinct ? (extent - 1 - line % extent + at * step) % extent
                        : static_cast<std::int64_t>(
                              scrambled(builder.seed(), indices.size()) %
                              static_cast<std::uint64_t>(extent));
        if (is_distinct && index < 0) index += extent;
        if (!is_distinct && (at == count - 1 || at == 0)) index = extent - 1;
        indices.push_back(small_integer(DType::kInt32, index));
      });
  return indices;
}

// Returns addresses if elements only move, and small terms if they are added.
CaseBuilder::Filler values(const CaseBuilder& builder, std::uint64_t first) {
  const DType dtype = builder.plan().dtype;
  const std::uint64_t seed = builder.seed() + first;
  if (dtype == DType::kBool)
    return [seed](std::size_t k) {
      return ElementBits{scrambled(seed, k) & 1, 0};
    };
  if (builder.plan().variant == "add")
    return [dtype, seed](std::size_t k) {
      const std::uint64_t word = scrambled(seed, k);
      ElementBits bits =
          small_integer(dtype, static_cast<std::int64_t>(word % 3) - 1);
      if (is_complex(dtype))
        bits.im =
            small_integer(dtype, static_cast<std::int64_t>(word / 3 % 3) - 1)
                .re;
      return bits;
    };
  return [dtype, seed](std::size_t k) {
    const auto many = static_cast<std::uint64_t>(
        std::min<std::int64_t>(address_count(dtype), 1 << 22));
    return address_element(
        dtype, static_cast<std::int64_t>(scrambled(seed, k) % many));
  };
}

void build_gather_rung(CaseBuilder& builder, const IndexingShapes& shapes) {
  builder.add_tensor("data", builder.plan().dtype, shapes.data,
                     builder.layout_of(0), values(builder, 0));
  const auto indices = draw_indices(builder, shapes, false);
  builder.add_tensor("indices", DType::kInt32, shapes.indices,
                     builder.layout_of(1),
                     [&](std::size_t k) { return indices[k]; });
  builder.add_writing_program(
      {"data", "indices"},
      Attributes().axis(static_cast<std::int64_t>(shapes.axis)),
      builder.plan().dtype, shapes.indices);
}

void build_scatter_rung(CaseBuilder& builder, IndexingShapes shapes) {
  const PlannedCase& plan = builder.plan();
  const bool is_sum = plan.variant == "add";
  const bool repeats =
      is_sum ||
      special_of<IndexingCase>(builder.row()) == IndexingCase::kRepeated ||
      repeats_elements(plan.layout);
  // If each place may occur only once, there must be as many places as updates.
  if (!repeats)
    shapes.data[shapes.axis] =
        std::max(shapes.data[shapes.axis], shapes.indices[shapes.axis]);
  builder.add_tensor("template", plan.dtype, shapes.data, builder.layout_of(0),
                     values(builder, 0));
  const auto indices = draw_indices(builder, shapes, !repeats);
  builder.add_tensor("indices", DType::kInt32, shapes.indices,
                     builder.layout_of(1),
                     [&](std::size_t k) { return indices[k]; });
  builder.add_tensor("updates", plan.dtype, shapes.indices,
                     builder.layout_of(2), values(builder, 7919));
  Attributes attributes;
  attributes.axis(static_cast<std::int64_t>(shapes.axis))
      .mode(is_sum ? ScatterMode::kAdd : ScatterMode::kSet)
      .flag(AttributeKey::kUniqueIndices,
            !repeats && builder.structure().choose(5, 2) == 1);
  builder.add_returning_program({"template", "indices", "updates"}, attributes);
  if (is_sum) builder.demand_exact();
}

}  // namespace

bool is_long_template(int number) {
  return number % kAxisPlaceCount >= static_cast<int>(AxisPlace::kManyRows) ||
         static_cast<LongSide>(number / kAxisPlaceCount % 3) !=
             LongSide::kIndices;
}

void build_indexing_rung(CaseBuilder& builder) {
  const IndexingShapes shapes = indexing_shapes(builder);
  if (takes_updates(spec_of(builder.plan().op)))
    return build_scatter_rung(builder, shapes);
  build_gather_rung(builder, shapes);
}

}  // namespace assay
