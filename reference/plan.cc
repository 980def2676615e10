// Carries out fusion plans op by op, which is what a plan means.
// Tested by tests/reference/plan_test.cc.
#include "spec/plan.h"

#include "reference/reference.h"
#include "spec/op_table.h"

namespace assay {

Result<Tensors> Reference::execute_plan(const Plan& plan) {
  if (Status status = check_plan(plan); !status.ok()) return status;
  Tensors known;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const Tensor& input = plan.inputs[i];
    auto shown = shown_input(plan, i, input.view);
    if (!shown) return shown.status();
    known.push_back({input.dtype, *std::move(shown), input.buffer});
  }
  for (const PlanStep& step : plan.steps) {
    Call call{step.op, {}, {}, {}};
    for (const std::uint32_t id : step.inputs)
      call.operands.push_back(known[id]);
    auto out = buffer(plan.dtype, plan.shape);
    if (!out) return out.status();
    call.outs.push_back(*out);
    if (auto done = execute(call); !done) return done.status();
    known.push_back(*std::move(out));
  }
  Tensors outputs;
  for (const std::uint32_t id : plan.outputs) {
    auto made = execute({"copy"_op, {known[id]}, {}, {}});
    if (!made) return made.status();
    outputs.push_back(std::move(made->front()));
  }
  return outputs;
}

}  // namespace assay
