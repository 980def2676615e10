// Builds the cases of the memory family: creation, copies, assignment,
// transfers to and from the host, and accessors.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/families/case_builder.h"
#include "harness/families/clause_rows/memory.h"

namespace assay {
namespace {

Shape fitted_shape(const CaseBuilder& builder) {
  Shape shape = builder.structure().shape;
  if (builder.row().shape == CaseShape::kEmpty) shape.back() = 0;
  if (builder.row().shape == CaseShape::kHighRank)
    return with_high_rank(shape, builder.plan().number);
  return shape;
}

void build_creation(CaseBuilder& builder, const Shape& shape) {
  const PlannedCase& plan = builder.plan();
  Attributes attributes = Attributes().dtype(plan.dtype).shape(shape);
  if (spec_of(plan.op).has(AttributeKey::kValue)) {
    ValueStream values(builder.seed(), 1004);
    attributes.value(draw_element(builder.row().values, plan.dtype, values));
  }
  builder.add_step(plan.op, {}, attributes, {"y"});
  if (builder.row().program == CaseProgram::kFresh) {
    builder.add_step(plan.op, {}, attributes, {"y_again"});
    builder.add_write("y_again", plan.dtype, shape);
  }
  Expectation& expectation = builder.expect("y");
  expectation.contiguous = memory_traits(plan.op).is_contiguous;
  expectation.metadata_only =
      spec_of(plan.op).signature.delivery == Delivery::kAllocated;
}

// Builds a contiguous() of a contiguous operand, whose result may share memory:
// a later write to the operand shows in the result or does not.
void build_may_share(CaseBuilder& builder, const Shape& shape) {
  const DType dtype = builder.plan().dtype;
  ValueStream stream(builder.seed(), 1005);
  std::vector<std::vector<ElementBits>> values(2);
  for (auto& elements : values)
    for (std::int64_t i = 0; i < element_count(shape); ++i)
      elements.push_back(draw_element(ValueKind::kPlain, dtype, stream));
  builder.add_tensor("x", dtype, shape, Layout::kContiguous,
                     [&](std::size_t at) { return values[0][at]; });
  builder.add_tensor("source", dtype, shape, Layout::kContiguous,
                     [&](std::size_t at) { return values[1][at]; });
  builder.add_step(builder.plan().op, {"x"}, {}, {"y"});
  builder.add_step("assign"_op, {"source"}, {}, {"x"});
  builder.expect_values("y", values);
}

// Builds a copy and then a write to the operand, which must not show in the
// copy.
void build_copy(CaseBuilder& builder, const Shape& shape) {
  const PlannedCase& plan = builder.plan();
  if (builder.row().program == CaseProgram::kMayCopy)
    return build_may_share(builder, shape);
  const bool fresh = builder.row().program == CaseProgram::kFresh;
  const bool needs_offset = fresh && memory_traits(plan.op).is_contiguous;
  builder.add_operand("x", plan.dtype, shape,
                      needs_offset ? Layout::kOffset : builder.layout_of(0));
  builder.add_step(plan.op, {"x"}, {}, {"y"});
  if (fresh) {
    builder.add_operand("source", plan.dtype, shape, Layout::kContiguous);
    builder.add_step("assign"_op, {"source"}, {}, {"x"});
    builder.add_next_result({"x"}, {});
  }
  builder.expect("y").contiguous = memory_traits(plan.op).is_contiguous;
}

// Builds an assignment between two views of one tensor, one element apart.
void build_overlap(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const std::int64_t count = 2 + builder.structure().choose(0, 6);
  builder.add_operand("x", plan.dtype, {count + 1}, Layout::kContiguous);
  builder.add_step("shrink"_op, {"x"}, Attributes().ranges({{0, count}}),
                   {"source"});
  builder.add_step("shrink"_op, {"x"}, Attributes().ranges({{1, count + 1}}),
                   {"destination"});
  builder.add_step(plan.op, {"source"}, {}, {"destination"});
  builder.permit_refusal();  // assign.overlap
  builder.expect("x").metadata_only = true;
}

void build_assign(CaseBuilder& builder, const Shape& shape) {
  const PlannedCase& plan = builder.plan();
  if (builder.row().program == CaseProgram::kOverlap)
    return build_overlap(builder);
  if (builder.row().program == CaseProgram::kMetadata) {
    builder.add_operand("x", plan.dtype, shape, Layout::kContiguous);
    builder.add_operand("out", plan.dtype, shape, Layout::kBroadcast);
    builder.add_step(plan.op, {"x"}, {}, {"out"});
    builder.permit_refusal();  // assign.repeated
    builder.expect("out").metadata_only = true;
    return;
  }
  const bool neighbours = builder.row().program == CaseProgram::kNeighbours;
  builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  // No destination has repeated elements. The first two layouts leave
  // neighbouring elements between, before and after those that are written.
  constexpr Layout kDestinations[] = {Layout::kSlice, Layout::kMixed,
                                      Layout::kOffset, Layout::kFlip,
                                      Layout::kTranspose};
  const std::int64_t ways = neighbours ? 2 : 5;
  builder.add_operand("out", plan.dtype, shape,
                      kDestinations[builder.structure().choose(1, ways)]);
  builder.add_step(plan.op, {"x"}, {}, {"out"});
  builder.expect("out").whole_storage = neighbours;
}

// Builds cases of the accessors and of transfers to and from the host.
void build_access(CaseBuilder& builder, const Shape& shape) {
  const PlannedCase& plan = builder.plan();
  const Layout layout = memory_traits(plan.op).takes_views
                            ? builder.layout_of(0)
                            : Layout::kContiguous;
  builder.add_operand("x", plan.dtype, shape, layout);
  if (spec_of(plan.op).signature.delivery == Delivery::kHosted) {
    builder.add_step(plan.op, {"x"}, {}, {"y"});
    builder.expect("y");
    return;
  }
  // A tensor that the backend made itself has the same accessors and the same
  // context. buffer makes it because every backend has that op.
  builder.add_step("buffer"_op, {}, Attributes().dtype(plan.dtype).shape(shape),
                   {"made"});
  builder.add_step(plan.op, {"made"}, {}, {"y_made"});
  builder.add_step(plan.op, {"x"}, {}, {"y"});
  builder.expect("y");
  Expectation& made = builder.expect("y_made");
  made.contiguous = true;
  made.metadata_only = true;
}

}  // namespace

void build_memory(CaseBuilder& builder) {
  const Shape shape = fitted_shape(builder);
  const Signature& signature = spec_of(builder.plan().op).signature;
  if (signature.operands.empty()) return build_creation(builder, shape);
  if (signature.delivery == Delivery::kShared)
    return build_copy(builder, shape);
  if (signature.delivery == Delivery::kKept)
    return build_assign(builder, shape);
  build_access(builder, shape);
}

}  // namespace assay
