// Tries smaller candidates of a failing case, first by structure and then
// element by element, and keeps each that still fails in the same way.
// Tested by tests/harness/run/shrink_test.cc.
#include "harness/run/shrink.h"

#include <algorithm>

#include "harness/case/case_storage.h"
#include "harness/families/clause_cases.h"
#include "harness/ladder/ladder.h"
#include "harness/operands/governing_clause.h"
#include "harness/run/misread.h"
#include "harness/run/prepare.h"
#include "harness/run/program.h"
#include "harness/subject/claim_reach.h"
#include "spec/float_codec.h"
#include "spec/infer.h"

namespace assay {
namespace {

// Runs the program again and returns whether the elements of a result are right
// elements of other places, or operand elements of other places.
bool has_misplaced(const Case& test_case, const Expectation& expectation,
                   Subject& subject) {
  if (expectation.any_of.size() != 1 || expectation.whole_storage) return false;
  const Permitted& permitted = expectation.any_of[0];
  subject.begin_case();
  Program program(subject.backend());
  if (!program.make_tensors(test_case).ok()) return false;
  for (const Step& step : test_case.steps)
    if (!program.run(step).ok()) return false;
  const Tensor* tensor = program.find(expectation.tensor);
  if (tensor == nullptr || tensor->dtype != expectation.dtype ||
      tensor->view.shape() != expectation.shape)
    return false;
  const auto got = program.read(expectation.tensor, false);
  if (!got.ok() || got->size() != permitted.values.size()) return false;
  if (is_misplaced(permitted.values, *got)) return true;
  const auto differ =
      std::mismatch(got->begin(), got->end(), permitted.values.begin());
  if (differ.first == got->end()) return false;
  Mismatch mismatch;
  mismatch.position = differ.first - got->begin();
  mismatch.expected = *differ.second;
  mismatch.got = *differ.first;
  return !misread_text(test_case, expectation, permitted, mismatch).empty();
}

// Does the same for the tensor that the failure names. Restarts a subject that
// breaks down.
bool is_misplaced(const ShrunkCase& failed, Subject& subject) {
  if (failed.outcome.verdict != Verdict::kFail || !failed.outcome.failure)
    return false;
  const auto& expect = failed.test_case.expect;
  const auto named = std::find_if(
      expect.begin(), expect.end(), [&](const Expectation& expectation) {
        return expectation.tensor == failed.outcome.failure->tensor;
      });
  if (named == expect.end()) return false;
  const bool found = has_misplaced(failed.test_case, *named, subject);
  if (!subject.breakdown()) return found;
  static_cast<void>(subject.restart());  // the next run sees if it failed
  return false;
}

// Counts the rows and columns of the tensor with misplaced elements.
struct Extents {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};
Extents extents_of(const Case& test_case, const std::string& tensor) {
  for (const Expectation& expectation : test_case.expect)
    if (expectation.tensor == tensor && !expectation.shape.empty()) {
      const std::int64_t columns = expectation.shape.back();
      const std::int64_t count = element_count(expectation.shape);
      return {columns == 0 ? 0 : count / columns, columns};
    }
  return {};
}

// Tries candidates and keeps the simplest one that still fails.
class Shrinker {
 public:
  Shrinker(const PlannedCase& plan, ShrunkCase failed, ShrinkContext context)
      : claim_(context.subject.backend().claim(plan.cell())),
        best_(std::move(failed)),
        context_(context) {
    // This check runs the case, so it counts as an attempt.
    if (context_.attempts-- <= 0) return;
    keeps_places_ = is_misplaced(best_, context_.subject);
    if (!keeps_places_) return;
    tensor_ = best_.outcome.failure->tensor;
    const Extents extents = extents_of(best_.test_case, tensor_);
    least_ = {std::min<std::int64_t>(extents.rows, 2),
              std::min<std::int64_t>(extents.columns, 3)};
  }

  // Returns whether right elements are in wrong places, which must stay
  // visible.
  bool keeps_places() const { return keeps_places_; }
  int attempts_left() const { return context_.attempts; }
  const Case& best() const { return best_.test_case; }
  const CaseOutcome& outcome() const { return best_.outcome; }
  ShrunkCase finish() { return std::move(best_); }

  // Returns whether the candidate fails in the same way, and keeps it if so.
  bool try_case(Case candidate) {
    if (context_.attempts-- <= 0) return false;
    if (beyond_claims(context_.subject.backend(), claim_, candidate))
      return false;
    for (Step& step : candidate.steps) {
      step.status = StatusCode::kOk;
      step.kind.clear();
    }
    if (!prepare_case(candidate, context_.oracle, context_.profile).ok())
      return false;
    if (keeps_places_) {
      const Extents extents = extents_of(candidate, tensor_);
      if (extents.rows < least_.rows || extents.columns < least_.columns)
        return false;
    }
    CaseOutcome outcome = run_case(candidate, context_.subject);
    if (context_.subject.breakdown()) {
      if (!context_.subject.restart().ok()) context_.attempts = 0;
      return false;
    }
    if (outcome.verdict != best_.outcome.verdict) return false;
    ShrunkCase smaller{std::move(candidate), std::move(outcome)};
    if (keeps_places_) {
      --context_.attempts;
      if (!is_misplaced(smaller, context_.subject)) return false;
    }
    best_ = std::move(smaller);
    return true;
  }

 private:
  std::optional<Claim> claim_;
  ShrunkCase best_;
  ShrinkContext context_;
  bool keeps_places_ = false;
  std::string tensor_;  // the tensor with misplaced elements
  Extents least_;       // the extents that it keeps
};

// Holds the operands of a one-step case as plain arrays of one shape.
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
    plain.values.push_back(shown_elements(*tensor));
  }
  return plain;
}

// Returns the case with other operands. They are contiguous, and out has its
// inferred type.
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

// Removes index `at` of `axis` from every operand.
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
  for (std::size_t axis = 0; axis < plain->shape.size(); ++axis) {
    // A result may have an element where an empty operand has none.
    if (failure->index[axis] >= plain->shape[axis]) return;
    position = position * static_cast<std::size_t>(plain->shape[axis]) +
               static_cast<std::size_t>(failure->index[axis]);
  }
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
  auto contiguous = with_operands(shrinker.best(), *start);
  // Smaller candidates are contiguous too.
  if ((!contiguous || !shrinker.try_case(*std::move(contiguous))) &&
      shrinker.keeps_places())
    return;
  for (std::size_t axis = 0; axis < start->shape.size(); ++axis) {
    const bool is_last = axis + 1 == start->shape.size();
    const std::int64_t least = shrinker.keeps_places() && is_last ? 3 : 1;
    for (std::int64_t at = start->shape[axis] - 1; at >= 0; --at) {
      const auto plain = plain_operands(shrinker.best());
      if (!plain || plain->shape[axis] <= least || at >= plain->shape[axis])
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

// Returns whether the case's clause governs the operand elements at position k,
// for ops whose operands come from a pool. The clause of a family does not
// depend on values, so its cases have plain operands.
bool is_governed(const PlannedCase& plan, const PlainOperands& plain,
                 std::size_t k) {
  if (!has_pool(plan.op) || spec_of(plan.op).signature.is_paired()) return true;
  const std::string_view governing =
      clause_case(plan.clause) != nullptr
          ? plain_clause(plan.op, plan.dtype, plan.result)
          : plan.clause;
  std::vector<ElementBits> element;
  for (const auto& values : plain.values) element.push_back(values[k]);
  return governing_clause(plan.op, plan.dtype, element) == governing;
}

// Replaces the elements of an operand by 1, 2, 3, …, so that each tells its
// place.
void count_elements(const PlannedCase& plan, Shrinker& shrinker) {
  const auto start = plain_operands(shrinker.best());
  if (!start) return;
  for (std::size_t i = 0; i < start->values.size(); ++i) {
    auto plain = plain_operands(shrinker.best());
    const DType dtype =
        shrinker.best().find(shrinker.best().steps[0].operands[i])->dtype;
    // Every dtype but bool can hold this many different numbers.
    const std::size_t most = spec_of(dtype).bits == 4 ? 7 : 100;
    if (!plain || dtype == DType::kBool || plain->values[i].size() > most)
      continue;
    bool is_meant = true;
    for (std::size_t k = 0; k < plain->values[i].size(); ++k) {
      const std::uint64_t number = k + 1;
      const bool is_integer = !is_real(dtype) && !is_complex(dtype);
      plain->values[i][k] = {
          is_integer
              ? number
              : encode_real(format_of(dtype), static_cast<double>(number)),
          0};
      is_meant = is_meant && is_governed(plan, *plain, k);
    }
    if (!is_meant) continue;
    if (auto candidate = with_operands(shrinker.best(), *plain))
      shrinker.try_case(*std::move(candidate));
  }
}

// Replaces elements by simple ones that the same clause governs.
void simplify_elements(const PlannedCase& plan, Shrinker& shrinker) {
  const auto start = plain_operands(shrinker.best());
  if (!start) return;
  for (std::size_t i = 0; i < start->values.size(); ++i) {
    const DType dtype =
        shrinker.best().find(shrinker.best().steps[0].operands[i])->dtype;
    for (std::size_t k = 0; k < start->values[i].size(); ++k) {
      for (const ElementBits& simple : simple_elements(dtype)) {
        auto plain = plain_operands(shrinker.best());
        if (!plain || plain->values[i][k] == simple) break;
        if (shrinker.attempts_left() <= 0) return;
        plain->values[i][k] = simple;
        if (!is_governed(plan, *plain, k)) continue;
        auto candidate = with_operands(shrinker.best(), *plain);
        if (candidate && shrinker.try_case(*std::move(candidate))) break;
      }
    }
  }
}

}  // namespace

ShrunkCase shrink_case(const PlannedCase& plan, ShrunkCase failed,
                       ShrinkContext context) {
  // A call that breaks a precondition is already minimal, and so is one whose
  // subject is its number of elements.
  if (plan.breach != Breach::kNone || plan.rung == kBeyondInt32Rung)
    return failed;
  Shrinker shrinker(plan, std::move(failed), context);
  const ClauseCase* row = clause_case(plan.clause);
  const std::uint64_t seed = structure_seed(plan, context.run_seed);
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
  if (!has_pool(plan.op) || shrinker.keeps_places())
    leave_indices_out(shrinker);
  keep_failing_element(shrinker);
  if (shrinker.keeps_places())
    count_elements(plan, shrinker);
  else
    simplify_elements(plan, shrinker);
  return shrinker.finish();
}

}  // namespace assay
