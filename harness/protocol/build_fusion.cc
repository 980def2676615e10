// Builds the cases about fusion plans, and the plans that break preconditions.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include <algorithm>
#include <numeric>

#include "harness/operands/exact_operands.h"
#include "harness/protocol/build_protocol.h"
#include "harness/protocol/draw_plan.h"
#include "harness/protocol/sample_calls.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::int64_t kFusedCounts[] = {
    257, 0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 16383, 16384, 16385};
constexpr int kSizeCount = static_cast<int>(std::size(kFusedCounts));
constexpr std::uint32_t kMostOutputs = 8;

// Returns the shape of case `number` about sizes: each size, then each rank.
Shape shape_of_size(int number) {
  const int turn = number % (kSizeCount + 9);
  if (turn < kSizeCount) return {kFusedCounts[turn]};
  Shape shape(static_cast<std::size_t>(turn - kSizeCount), 2);
  if (shape.size() > 2) shape[1] = 3;
  return shape;
}

// Adds input i with moderate elements other than 0. Those of floats have
// fractions, so that products and quotients round.
void add_input(CaseBuilder& builder, std::uint32_t i, const Shape& shape,
               PlanKind kind) {
  const DType dtype = builder.plan().dtype;
  ValueStream values(builder.seed(), 2200 + i);
  const bool is_moderate = kind == PlanKind::kRounding;
  builder.add_tensor(
      "input_" + std::to_string(i), dtype, shape, Layout::kContiguous,
      [&](std::size_t) {
        if (is_integer(dtype))
          return small_integer(
              dtype, 1 + static_cast<std::int64_t>(values.below(100)));
        const auto component = [&] {
          const double size = 0.25 + (is_moderate ? 1.5 : 9) * values.unit();
          const bool is_negative = !is_moderate && values.below(2) == 1;
          return encode_real(format_of(dtype), is_negative ? -size : size);
        };
        const std::uint64_t re = component();
        return ElementBits{re, is_complex(dtype) ? component() : 0};
      });
}

// Adds an input whose elements are special, each of them at many places.
void add_special_input(CaseBuilder& builder, std::uint32_t i,
                       const Shape& shape) {
  const FloatFormat& format = format_of(builder.plan().dtype);
  const auto of_value = [&](double value) {
    return encode_real(format, value);
  };
  const double inf = std::numeric_limits<double>::infinity();
  const std::uint64_t smallest = 1;  // the bits of the smallest subnormal
  const std::uint64_t specials[] = {of_value(1.5),  quiet_nan_bits(format),
                                    of_value(inf),  of_value(-inf),
                                    of_value(-0.0), smallest,
                                    of_value(0),    of_value(-2.25)};
  builder.add_tensor(
      "input_" + std::to_string(i), builder.plan().dtype, shape,
      Layout::kContiguous, [&](std::size_t k) {
        const std::size_t at = k * (i + 1) + k / 8;
        return ElementBits{specials[at % std::size(specials)], 0};
      });
}

std::vector<std::string> input_names(std::uint32_t count) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i)
    names.push_back("input_" + std::to_string(i));
  return names;
}

// Appends a plan whose results have names that begin with `prefix`. Returns the
// names.
std::vector<std::string> add_plan(CaseBuilder& builder, PlanSteps plan,
                                  std::uint32_t inputs,
                                  const std::string& prefix) {
  std::vector<std::string> outs;
  for (std::size_t k = 0; k < plan.outputs.size(); ++k)
    outs.push_back(prefix + std::to_string(k));
  plan.dtype = builder.plan().dtype;
  builder.add_surroundings(StepKind::kPlan, input_names(inputs), outs).plan =
      std::move(plan);
  return outs;
}

PlanKind kind_of(const PlannedCase& plan) {
  if (plan.clause == "fusion.local"_clause) return PlanKind::kRounding;
  const auto kind = static_cast<PlanKind>(plan.number % 3);
  return has_plans(kind, plan.dtype) ? kind : PlanKind::kArithmetic;
}

// Returns the ids of the last results, at most kMostOutputs of them.
std::vector<std::uint32_t> last_ids(std::uint32_t inputs, std::size_t steps) {
  const auto count =
      std::min<std::uint32_t>(kMostOutputs, static_cast<std::uint32_t>(steps));
  std::vector<std::uint32_t> ids(count);
  std::iota(ids.begin(), ids.end(),
            inputs + static_cast<std::uint32_t>(steps) - count);
  return ids;
}

// Shows inputs of lower ranks in a plan of rank 3.
void build_views(CaseBuilder& builder, std::vector<PlanStep> steps) {
  const int number = builder.plan().number;
  PlanSteps plan;
  plan.shape = {3, 4, 5};
  const PlanKind kind = kind_of(builder.plan());
  add_input(builder, 0, plan.shape, kind);
  const bool is_turned = number % 2 == 1;
  add_input(builder, 1, is_turned ? Shape{5, 3} : Shape{4}, kind);
  add_input(builder, 2, number % 4 < 2 ? Shape{} : Shape{3, 1, 5}, kind);
  plan.views = {std::nullopt,
                is_turned ? std::vector<std::int64_t>{2, 0}
                          : std::vector<std::int64_t>{1},
                number % 4 < 2 ? std::vector<std::int64_t>{}
                               : std::vector<std::int64_t>{0, 1, 2}};
  // Each input is used, whatever the other steps are.
  const Op add = "add"_op;
  const auto id = static_cast<std::uint32_t>(3 + steps.size());
  plan.steps = std::move(steps);
  plan.steps.push_back({add, {0, 1}});
  plan.steps.push_back({add, {id, 2}});
  plan.outputs = {id, id + 1, id - 1};
  for (const std::string& out : add_plan(builder, std::move(plan), 3, "out_"))
    builder.expect(out);  // fusion.views
}

// Uses ids in every way that a plan permits.
void build_uses(CaseBuilder& builder, std::vector<PlanStep> steps,
                std::uint32_t inputs, const Shape& shape) {
  PlanSteps plan;
  plan.shape = shape;
  const auto first = inputs + static_cast<std::uint32_t>(steps.size());
  plan.steps = std::move(steps);
  plan.steps.push_back({"add"_op, {first - 1, first - 1}});
  plan.steps.push_back({"sub"_op, {0, first}});  // feeds no output
  plan.steps.push_back({"add"_op, {first, 0}});
  switch (builder.plan().number % 4) {
    case 0:
      plan.outputs = {first + 2, 0, first + 2};
      break;
    case 1:
      plan.outputs = {0, 0, first};
      break;
    case 2:
      plan.outputs = {first, first - 1, first + 2};
      break;
    default:
      plan.outputs = {first + 2};
  }
  for (const std::string& out :
       add_plan(builder, std::move(plan), inputs, "out_"))
    builder.expect(out);  // fusion.reuse
}

}  // namespace

void build_fusion(CaseBuilder& builder) {
  const PlannedCase& planned = builder.plan();
  const std::string_view clause = planned.clause;
  const int number = planned.number;
  const bool is_long = clause == "fusion.long"_clause;
  const bool is_special = clause == "fusion.value_special"_clause;
  const PlanKind kind = is_special ? PlanKind::kArithmetic : kind_of(planned);
  const bool is_view = clause == "fusion.views"_clause;
  const auto inputs =
      is_view ? 3u : 1u + static_cast<std::uint32_t>(number) % 4;
  ValueStream stream(builder.seed(), 2199);
  const std::size_t count = is_long ? 40 : 2 + stream.below(6);
  std::vector<PlanStep> steps =
      draw_steps(kind, planned.dtype, inputs, count, stream);
  if (is_view) return build_views(builder, std::move(steps));

  const Shape shape = clause == "fusion.sizes"_clause
                          ? shape_of_size(number)
                          : shape_of_size(number % 2 == 0 ? 0 : number);
  for (std::uint32_t i = 0; i < inputs; ++i)
    if (is_special)
      add_special_input(builder, i, {67});
    else
      add_input(builder, i, shape, kind);
  if (clause == "fusion.reuse"_clause)
    return build_uses(builder, std::move(steps), inputs, shape);
  PlanSteps plan;
  plan.shape = is_special ? Shape{67} : shape;
  plan.outputs = last_ids(inputs, steps.size());
  plan.steps = std::move(steps);
  const std::vector<std::string> outs = add_plan(builder, plan, inputs, "out_");
  if (kind == PlanKind::kRounding) {
    // The results of the steps, whose ids are all asked for.
    const auto name_of_id = [&](std::uint32_t id) {
      return id < inputs ? "input_" + std::to_string(id) : outs[id - inputs];
    };
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
      Follows follows{plan.steps[i].op, {}, {}};
      for (const std::uint32_t id : plan.steps[i].inputs)
        follows.operands.push_back(name_of_id(id));
      builder.expect(outs[i]).follows = std::move(follows);  // fusion.local
    }
    return;
  }
  for (const std::string& out : outs)
    builder.expect(out);  // fusion.exact_bits, fusion.value_special,
                          // fusion.sizes, fusion.long, fusion.decline,
                          // fusion.operands_kept
  if (clause == "fusion.repeatable"_clause) {
    const auto again = add_plan(builder, plan, inputs, "again_");
    for (std::size_t k = 0; k < outs.size(); ++k)
      builder.expect(again[k]).same_bits_as = outs[k];  // fusion.repeatable
  }
  if (clause != "fusion.outputs_independent"_clause) return;
  for (std::size_t k = 0; k < outs.size(); k += 2) {
    PlanSteps fewer = plan;
    fewer.outputs = {plan.outputs[k]};
    const auto one =
        add_plan(builder, fewer, inputs, "alone_" + std::to_string(k) + "_");
    builder.expect(one[0]).same_bits_as =
        outs[k];  // fusion.outputs_independent
  }
}

void add_protocol_rows(const Cell& cell, RobustnessRows& rows) {
  for (const Clause& clause : spec_of(cell.op).clauses)
    // Only the wire can name a buffer that is gone.
    if (clause.enforced_by == EnforcedBy::kInfer &&
        clause.id != "reclaim.double"_clause)
      rows.push_back({clause.id, {}, {}});
}

void build_protocol_breach(CaseBuilder& builder) {
  const std::string_view clause = builder.plan().clause;
  const DType dtype = builder.plan().dtype;
  const bool breaks = builder.plan().breach == Breach::kBroken;
  add_input(builder, 0, {6}, PlanKind::kArithmetic);
  if (clause == "placement.unknown"_clause) {
    builder.add_surroundings(StepKind::kTransfer, {"input_0"}, {"copy"}).place =
        std::string(breaks ? kNowherePlace : kHomePlace);
    if (!breaks) builder.expect("copy");
  } else {
    const DType other =
        dtype == DType::kFloat32 ? DType::kInt32 : DType::kFloat32;
    const bool is_other = breaks && clause == "fusion.dtype"_clause;
    const bool is_short = breaks && clause == "fusion.shape"_clause;
    add_addressed(builder, "input_1", is_other ? other : dtype,
                  {is_short ? 5 : 6});
    PlanSteps plan;
    plan.shape = {6};
    const bool is_early = breaks && clause == "fusion.ids"_clause;
    const Op op =
        breaks && clause == "fusion.op"_clause ? "reduce_sum"_op : "add"_op;
    plan.steps = {{op, {0, is_early ? 2u : 1u}}};
    plan.outputs = {2};
    add_plan(builder, std::move(plan), 2, "out_");
    if (!breaks) builder.expect("out_0");
  }
  if (!breaks) return;
  builder.last_step().status = StatusCode::kInvalid;
  builder.last_step().kind = kRefusal;
}

}  // namespace assay
