// Compares an op in a fusion plan with the op alone, on ordinary operands. The
// steps around it are exact, so two results may differ by twice its bound.
// Tested by tests/harness/relation/relation_plan_test.cc.
#include <algorithm>

#include "harness/relation/relation_trial.h"
#include "spec/op_table.h"
#include "spec/plan.h"

namespace assay {
namespace {

// Returns whether all operands have the shape of the result.
bool fills_one_shape(const SampleCall& sample) {
  const Shape& shape = sample.operands[0].shape;
  return std::all_of(
      sample.operands.begin(), sample.operands.end(),
      [&shape](const Array& operand) { return operand.shape == shape; });
}

// Draws calls of ops that the subject claims, of the dtype of the plan, until
// one has operands of one shape.
std::optional<SampleCall> call_to_fuse(RelationTrial& trial) {
  ValueStream stream = trial.stream(1);
  std::vector<Cell> cells;
  for (const Op op : fusible_ops()) {
    const DType dtype = trial.plan().dtype;
    const Cell cell{op, {}, dtype, dtype};
    if (is_fusible(op, dtype) && trial.subject().backend().claim(cell))
      cells.push_back(cell);
  }
  constexpr int kTries = 16;
  for (int i = 0; i < kTries && !cells.empty(); ++i) {
    const Cell& cell = cells[stream.below(cells.size())];
    const SampleWish wish{.size = draw_size(stream, 1, largest_size(cell)),
                          .shape_seed = stream.next(),
                          .value_seed = stream.next()};
    SampleCall sample = sample_call(cell, wish, trial.profile());
    if (fills_one_shape(sample)) return sample;
  }
  return std::nullopt;
}

// Returns a plan of the call in which the first operand is negated twice before
// the op, and the result once after it. It asks for the last two results.
PlanSteps surrounded(const SampleCall& sample) {
  const auto inputs = static_cast<std::uint32_t>(sample.operands.size());
  PlanSteps plan{.dtype = sample.cell.dtype, .shape = sample.operands[0].shape};
  plan.steps = {
      {"neg"_op, {0}}, {"neg"_op, {inputs}}, {sample.op, {inputs + 1}}};
  for (std::uint32_t id = 1; id < inputs; ++id)
    plan.steps.back().inputs.push_back(id);
  plan.steps.push_back({"neg"_op, {inputs + 2}});
  plan.outputs = {inputs + 2, inputs + 3};
  return plan;
}

}  // namespace

void relate_plan(RelationTrial& trial) {
  const auto sample = call_to_fuse(trial);
  if (!sample)
    return trial.decline("op", "no op that plans may hold is claimed");
  const auto alone = trial.call(*sample);
  const auto live = trial.place(*sample);
  if (!alone || !live) return;
  const Plan plan{surrounded(*sample), live->call().operands};
  const auto outputs = live->backend().execute_plan(plan);
  if (trial.broke_down()) return;
  if (!outputs && outputs.status().kind == "plan")
    return trial.decline("plan", "the plan was declined");
  if (!outputs || outputs->size() != plan.outputs.size())
    return trial.fail(outputs ? "a plan of two outputs gave another number"
                              : "a plan answered " + outputs.status().message);
  const auto fused = trial.read(*live, {(*outputs)[0]});
  const auto negated = trial.read(*live, {(*outputs)[1]});
  if (!fused || !negated) return;
  const std::string op(name_of(sample->op));
  trial.demand_agreement(*sample, *alone, *fused, op + " in a plan and alone");
  const auto again = trial.call("neg"_op, *fused, {}, sample->cell.dtype);
  if (again)
    trial.demand_same(*again, 0, negated->front(), {},
                      op + " negated by the plan and alone", sample->open);
}

}  // namespace assay
