// Builds the cases of the sorting family (sort and argsort): the structure
// chooses the axis, and the row of the clause the kind of values.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/families/case_builder.h"
#include "spec/call_attributes.h"
#include "spec/cells.h"

namespace assay {

void build_sorting(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape = builder.fitted_shape();
  builder.add_operand("x", plan.dtype, shape, builder.layout_of(0));
  Attributes attributes;
  attributes.axis(
      builder.structure().choose(0, static_cast<std::int64_t>(shape.size())));
  select_variant(plan.op, plan.variant, attributes);
  builder.add_writing_program(
      {"x"}, attributes,
      dtype_by(spec_of(plan.op).signature.results[0].role, plan.cell()), shape);
}

}  // namespace assay
