// Builds the cases of families whose calls are drawn by one function.
// Tested by tests/harness/families/drawn_call_test.cc.
#include <algorithm>

#include "harness/families/accumulation.h"
#include "harness/families/drawn_call.h"
#include "harness/families/drawn_families.h"
#include "harness/operands/exact_operands.h"
#include "spec/cells.h"
#include "spec/infer.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// The stream of exact terms of the first operand; those of the others follow.
constexpr std::uint32_t kTermStream = 1007;

// On the ladder the elements of ops that work element by element repeat with
// this period, a prime, so that the reference computes few values.
constexpr std::int64_t kPeriod = 251;

// Returns whether the elements of the results must be sums of exact terms.
bool has_exact_sums(const CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  return adds_terms(plan.op, plan.variant) &&
         (builder.row().values == ValueKind::kExactSmall || plan.rung > 0);
}

// Makes the elements of the operands repeat. Those without a function are drawn
// by the kind of the row.
void make_periodic(const CaseBuilder& builder,
                   const std::vector<Argument>& arguments, DrawnCall& call) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    std::vector<ElementBits> period;
    const DType dtype = dtype_by(arguments[i].role, builder.plan().cell());
    ValueStream stream(builder.seed(),
                       kTermStream + static_cast<std::uint32_t>(i));
    for (std::int64_t k = 0; k < kPeriod; ++k)
      period.push_back(
          call.operands[i].element
              ? call.operands[i].element(static_cast<std::size_t>(k))
              : draw_element(builder.row().values, dtype, stream));
    call.operands[i].element = [period](std::size_t k) {
      return period[k % period.size()];
    };
  }
}

// Gathers the operand's elements at the indices of the second result, which
// must be the bits of the first one.
void add_gather(CaseBuilder& builder, const DrawnCall& call) {
  const PlannedCase& plan = builder.plan();
  const auto& signature = spec_of(plan.op).signature;
  const TensorType x{plan.dtype, call.operands[0].shape};
  const auto types = infer(plan.op, {&x, 1}, call.attributes, plan.dtype);
  builder.add_out("gathered", plan.dtype, types->front().shape);
  builder.add_step("gather"_op,
                   {std::string(signature.operands[0].name),
                    std::string(signature.results[1].name)},
                   Attributes().axis(call.attributes.axis()), {"gathered"});
  builder.expect("gathered").same_bits_as = "out";
}

}  // namespace

std::vector<Argument> given_operands(Op op, const Attributes& attributes) {
  std::vector<Argument> given;
  for (const Argument& operand : spec_of(op).signature.operands)
    if (is_given(operand, attributes)) given.push_back(operand);
  return given;
}

std::vector<Argument> listed_operands(Op op, const Attributes& attributes,
                                      std::size_t count) {
  std::vector<Argument> arguments = given_operands(op, attributes);
  const auto list =
      std::find_if(arguments.begin(), arguments.end(),
                   [](const Argument& argument) { return argument.is_list; });
  if (list != arguments.end() && count > arguments.size())
    arguments.insert(list, count - arguments.size(), Argument(*list));
  return arguments;
}

void build_drawn(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Structure& structure = builder.structure();
  DrawnCall call = drawn_family(plan.op)->draw(
      {.cell = plan.cell(),
       .row = builder.row(),
       .structure = structure,
       .number = plan.number,
       .extent = plan.rung > 0 ? structure.shape[0] : 0,
       .layout = plan.layout});
  const bool is_exact = has_exact_sums(builder);
  const auto arguments =
      listed_operands(plan.op, call.attributes, call.operands.size());
  if (plan.rung > 0 && spec_of(plan.op).signature.is_by_element)
    make_periodic(builder, arguments, call);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const DrawnOperand& operand = call.operands[i];
    const DType dtype = dtype_by(arguments[i].role, plan.cell());
    names.emplace_back(arguments[i].name);
    if (arguments[i].is_list) names[i] += "_" + std::to_string(i);
    ValueStream terms(builder.seed(),
                      kTermStream + static_cast<std::uint32_t>(i));
    const Layout layout =
        operand.is_repeated ? Layout::kBroadcast : builder.layout_of(i);
    if (operand.element)
      builder.add_tensor(names[i], dtype, operand.shape, layout,
                         operand.element);
    else if (is_exact)
      builder.add_tensor(names[i], dtype, operand.shape, layout,
                         [&](std::size_t) { return draw_term(dtype, terms); });
    else
      builder.add_operand(names[i], dtype, operand.shape, layout);
  }
  const Signature& signature = spec_of(plan.op).signature;
  if (signature.delivery == Delivery::kKept)
    builder.add_updating_program(names, call.attributes, call.kept,
                                 call.kept_layout);
  else if (signature.returns_tensor())
    builder.add_returning_program(names, call.attributes);
  else if (call.out_dtype)
    builder.add_writing_program(names, call.attributes, *call.out_dtype,
                                call.operands[0].shape);
  else
    builder.add_writing_program(names, call.attributes);
  if (call.permits_refusal) builder.permit_refusal();
  if (call.gathers) add_gather(builder, call);
  if (call.further) call.further(builder);
  if ((is_exact && !call.permits_error) || call.demands_exact)
    builder.demand_exact();
}

}  // namespace assay
