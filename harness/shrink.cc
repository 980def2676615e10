// Tested by tests/harness/shrink_test.cc.
#include "harness/shrink.h"

#include <algorithm>

#include "harness/clause_cases.h"
#include "harness/governing_clause.h"
#include "harness/ladder.h"
#include "harness/prepare.h"
#include "harness/program.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Tries candidates and keeps the best failing one.
class Shrinker {
 public:
  Shrinker(ShrunkCase failed, ShrinkContext context)
      : best_(std::move(failed)), context_(context) {}

  int attempts_left() const { return context_.attempts; }
  const Case& best() const { return best_.test_case; }
  const CaseOutcome& outcome() const { return best_.outcome; }
  ShrunkCase finish() { return std::move(best_); }

  // Returns whether the candidate fails in the same way; keeps it if so.
  bool try_case(Case candidate) {
    if (context_.attempts-- <= 0) return false;
    for (Step& step : candidate.steps) {
      step.status = StatusCode::kOk;
      step.kind.clear();
    }
    if (!prepare_case(candidate, context_.oracle, context_.profile).ok())
      return false;
    CaseOutcome outcome = run_case(candidate, context_.subject);
    if (context_.subject.breakdown()) {
      if (!context_.subject.restart().ok()) context_.attempts = 0;
      return false;
    }
    if (outcome.verdict != best_.outcome.verdict) return false;
    best_ = {std::move(candidate), std::move(outcome)};
    return true;
  }

 private:
  ShrunkCase best_;
  ShrinkContext context_;
};

// The operands of a one-step case as plain arrays of one shape.
struct PlainOperands {
  Shape shape;
  std::vector<std::vector<ElementBits>> values;
};

std::optional<PlainOperands> plain_operands(const Case& test_case) {
  if (test_case.steps.size() != 1 || test_case.expect.size() != 1 ||
      test_case.steps[0].operands.empty() ||
      test_case.steps[0].outs[0] != "out")
    return std::nullopt;
  PlainOperands plain;
  for (const std::string& name : test_case.steps[0].operands) {
    const CaseTensor* tensor = test_case.find(name);
    if (tensor == nullptr || !tensor->storage || tensor->view.numel() > 4096)
      return std::nullopt;
    if (plain.values.empty()) plain.shape = tensor->view.shape();
    if (tensor->view.shape() != plain.shape) return std::nullopt;
    plain.values.emplace_back();
    for (const Index& at : indices(plain.shape))
      plain.values.back().push_back((*tensor->storage)[static_cast<std::size_t>(
          tensor->view.linear_index(at))]);
  }
  return plain;
}

// The case with other operands: contiguous, out as the op infers it.
std::optional<Case> with_operands(const Case& from,
                                  const PlainOperands& plain) {
  Case test_case = from;
  test_case.tensors.clear();
  test_case.expect.clear();
  const Step& step = from.steps[0];
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < step.operands.size(); ++i) {
    const CaseTensor* old = from.find(step.operands[i]);
    test_case.tensors.push_back(
        {old->name, old->dtype, View(plain.shape), plain.values[i], {}});
    types.push_back({old->dtype, plain.shape});
  }
  const CaseTensor* out = from.find("out");
  if (out == nullptr || out->storage) return std::nullopt;
  const auto results = infer(step.op, types, step.attributes, out->dtype);
  if (!results) return std::nullopt;
  test_case.tensors.push_back(
      {"out", results->front().dtype, View(results->front().shape), {}, {}});
  Expectation expectation;
  expectation.tensor = "out";
  expectation.exact = from.expect[0].exact;
  test_case.expect.push_back(std::move(expectation));
  return test_case;
}

// Leaves index `at` of `axis` out of every operand.
PlainOperands without_index(const PlainOperands& plain, std::size_t axis,
                            std::int64_t at) {
  PlainOperands rest;
  rest.shape = plain.shape;
  --rest.shape[axis];
  rest.values.resize(plain.values.size());
  std::size_t position = 0;
  for (const Index& index : indices(plain.shape)) {
    if (index[axis] != at)
      for (std::size_t i = 0; i < plain.values.size(); ++i)
        rest.values[i].push_back(plain.values[i][position]);
    ++position;
  }
  return rest;
}

void keep_failing_element(Shrinker& shrinker) {
  const auto plain = plain_operands(shrinker.best());
  const auto& failure = shrinker.outcome().failure;
  if (!plain || !failure || failure->index.size() != plain->shape.size())
    return;
  std::size_t position = 0;
  for (std::size_t axis = 0; axis < plain->shape.size(); ++axis)
    position = position * static_cast<std::size_t>(plain->shape[axis]) +
               static_cast<std::size_t>(failure->index[axis]);
  PlainOperands one;
  one.shape = {1};
  for (const auto& values : plain->values)
    one.values.push_back({values[position]});
  if (auto candidate = with_operands(shrinker.best(), one))
    shrinker.try_case(*std::move(candidate));
}

void leave_indices_out(Shrinker& shrinker) {
  const auto start = plain_operands(shrinker.best());
  if (!start) return;
  if (auto candidate = with_operands(shrinker.best(), *start))
    shrinker.try_case(*std::move(candidate));
  for (std::size_t axis = 0; axis < start->shape.size(); ++axis) {
    for (std::int64_t at = start->shape[axis] - 1; at >= 0; --at) {
      const auto plain = plain_operands(shrinker.best());
      if (!plain || plain->shape[axis] <= 1 || at >= plain->shape[axis])
        continue;
      if (auto candidate =
              with_operands(shrinker.best(), without_index(*plain, axis, at)))
        shrinker.try_case(*std::move(candidate));
    }
  }
}

std::vector<ElementBits> simple_elements(DType dtype) {
  if (!is_real(dtype) && !is_complex(dtype)) return {{0, 0}, {1, 0}};
  const FloatFormat& format = format_of(dtype);
  return {{0, 0}, {encode_real(format, 1), 0}, {encode_real(format, 2), 0}};
}

// Replaces elements by simple ones, where the same clause governs them.
void simplify_elements(const PlannedCase& plan, Shrinker& shrinker) {
  const auto start = plain_operands(shrinker.best());
  if (!start) return;
  // A family's clause says nothing of values: its cases have plain operands.
  const std::string_view governing =
      has_pool(plan.op) && clause_case(plan.clause) != nullptr
          ? plain_clause(plan.op, plan.dtype, plan.result)
          : plan.clause;
  for (std::size_t i = 0; i < start->values.size(); ++i) {
    const DType dtype =
        shrinker.best().find(shrinker.best().steps[0].operands[i])->dtype;
    for (std::size_t k = 0; k < start->values[i].size(); ++k) {
      for (const ElementBits& simple : simple_elements(dtype)) {
        auto plain = plain_operands(shrinker.best());
        if (!plain || plain->values[i][k] == simple) break;
        if (shrinker.attempts_left() <= 0) return;
        plain->values[i][k] = simple;
        if (has_pool(plan.op) && plan.op != "cast"_op) {
          std::vector<ElementBits> element;
          for (const auto& values : plain->values) element.push_back(values[k]);
          if (governing_clause(plan.op, plan.dtype, element) != governing)
            continue;
        }
        auto candidate = with_operands(shrinker.best(), *plain);
        if (candidate && shrinker.try_case(*std::move(candidate))) break;
      }
    }
  }
}

}  // namespace

ShrunkCase shrink_case(const PlannedCase& plan, ShrunkCase failed,
                       ShrinkContext context) {
  // A call that breaks a precondition is as small as it can be, and so is one
  // that is about its number of elements.
  if (plan.breach != Breach::kNone || plan.rung == kBeyondInt32Rung)
    return failed;
  Shrinker shrinker(std::move(failed), context);
  const ClauseCase* row = clause_case(plan.clause);
  const std::uint64_t seed = shrinker.best().seed;
  keep_failing_element(shrinker);
  const bool single = shrinker.best().expect.size() == 1 &&
                      element_count(shrinker.best().expect[0].shape) == 1;
  if (!single && plan.rung > 0)
    shrink_rung(draw_rung(plan, seed), context.attempts / 2,
                [&](const Structure& structure) {
                  return shrinker.try_case(
                      build_case(plan, context.run_seed, structure));
                });
  else if (!single)
    shrink_structure(seed, row != nullptr ? row->shape : CaseShape::kAny,
                     min_rank_of(plan), context.attempts / 2,
                     [&](const Structure& structure) {
                       return shrinker.try_case(
                           build_case(plan, context.run_seed, structure));
                     });
  if (!has_pool(plan.op)) leave_indices_out(shrinker);
  keep_failing_element(shrinker);
  simplify_elements(plan, shrinker);
  return shrinker.finish();
}

}  // namespace assay
