// Chooses the ops of a plan and the ids that they use.
// Tested by tests/harness/protocol/build_protocol_test.cc.
#include "harness/protocol/draw_plan.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "spec/op_lookup.h"

namespace assay {
namespace {

constexpr std::string_view kArithmetic[] = {"add", "sub",  "mul", "neg",
                                            "div", "sqrt", "abs"};
constexpr std::string_view kOfIntegers[] = {"add", "sub", "mul", "neg",
                                            "max", "min", "abs"};
constexpr std::string_view kOfComplexes[] = {"add", "sub", "neg", "conj"};
constexpr std::string_view kOrder[] = {"add", "sub", "max",
                                       "min", "abs", "clamp_general"};
// At 0 and 1 each of these has the exact answer 0 or 1.
constexpr std::string_view kOfZero[] = {"exp",  "cos",   "sin",
                                        "tanh", "expm1", "log1p"};
constexpr std::string_view kRounding[] = {"exp",   "log",  "sin",   "cos",
                                          "tanh",  "sqrt", "rsqrt", "expm1",
                                          "log1p", "mul",  "add",   "sub"};

std::span<const std::string_view> names_of(PlanKind kind, DType dtype) {
  if (is_integer(dtype)) return kOfIntegers;
  if (kind == PlanKind::kRounding) return kRounding;
  if (is_complex(dtype)) return kOfComplexes;
  if (kind == PlanKind::kOrder) return kOrder;
  return kArithmetic;
}

// The ops of the kind that are in the table and that plans of the dtype hold.
std::vector<Op> ops_among(std::span<const std::string_view> names,
                          DType dtype) {
  std::vector<Op> ops;
  for (const std::string_view name : names)
    if (const auto op = op_named(name); op && is_fusible(*op, dtype))
      ops.push_back(*op);
  return ops;
}

// A chain of functions at 0 and 1: each function of 0 follows a difference of
// an id with itself.
std::vector<PlanStep> exact_chain(DType dtype, std::uint32_t inputs,
                                  std::size_t count, ValueStream& stream) {
  const auto sub = *op_named("sub");
  const auto functions = ops_among(kOfZero, dtype);
  std::vector<PlanStep> steps;
  std::uint32_t last = 0;
  while (steps.size() < count) {
    const std::uint32_t id = inputs + static_cast<std::uint32_t>(steps.size());
    const auto other = static_cast<std::uint32_t>(
        stream.below(std::max<std::uint32_t>(id, 1)));
    if (steps.size() % 2 == 0)
      steps.push_back({sub, {other, other}});
    else
      steps.push_back({functions[stream.below(functions.size())], {last}});
    last = id;
  }
  return steps;
}

}  // namespace

bool has_plans(PlanKind kind, DType dtype) {
  if (kind == PlanKind::kArithmetic) return true;
  if (kind == PlanKind::kRounding) return !is_integer(dtype);
  return is_real(dtype);
}

std::vector<PlanStep> draw_steps(PlanKind kind, DType dtype,
                                 std::uint32_t inputs, std::size_t count,
                                 ValueStream& stream) {
  if (kind == PlanKind::kExactWays)
    return exact_chain(dtype, inputs, count, stream);
  const std::vector<Op> ops = ops_among(names_of(kind, dtype), dtype);
  std::vector<PlanStep> steps;
  for (std::uint32_t known = inputs; steps.size() < count; ++known) {
    PlanStep step{ops[stream.below(ops.size())], {}};
    // Plans begin with a sum of a product, which compilers like to contract.
    if (kind == PlanKind::kArithmetic && is_real(dtype) && steps.size() < 2)
      step.op = *op_named(steps.empty() ? "mul" : "add");
    const std::size_t operands = spec_of(step.op).signature.operands.size();
    for (std::size_t i = 0; i < operands; ++i) {
      // The first operand is the last result, so every step matters.
      const bool is_last = i == 0 && known > inputs;
      step.inputs.push_back(
          is_last ? known - 1
                  : static_cast<std::uint32_t>(stream.below(known)));
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace assay
