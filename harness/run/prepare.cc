// Asks the oracle what each result of a case must be, and turns its answers
// into what is permitted. Some expectations need no answer: they follow from
// the operands, from a closed form or from another result.
// Tested by tests/harness/run/run_case_test.cc.
#include "harness/run/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/case/case_types.h"
#include "harness/case/refusal.h"
#include "harness/generate/robustness_case.h"
#include "harness/judge/subnormal_answers.h"
#include "harness/judge/tolerance.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/run/any_algorithm.h"
#include "harness/run/plan_answers.h"
#include "harness/run/profile_fit.h"
#include "harness/run/program.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether the result of a step is judged by the bits it finally holds,
// because later steps may write to it through a view.
bool is_judged_by_bits(const Step& step) {
  const bool is_kept = spec_of(step.op).signature.delivery == Delivery::kKept;
  if (!is_kept && !makes_tensor(step.op)) return false;
  const Tolerance& tolerance =
      variant_of(step.op, step.attributes).accuracy.items[0];
  return tolerance.accuracy == Accuracy::kBits;
}

// Returns whether moved elements may be several: of updates to one place any
// may remain, and a window outside may have any. The oracle then lists them.
bool moves_open_elements(const Step& step, const Profile& profile) {
  if (step.op == "gather_general"_op)
    return profile.is("gather_general.out_of_range=any"_policy);
  if (step.op == "scatter_general"_op)
    return step.attributes.mode() == ScatterMode::kSet;
  return step.op == "scatter"_op &&
         step.attributes.mode() == ScatterMode::kSet &&
         profile.is("scatter.duplicates=any"_policy);
}

// Returns what is permitted of each result of a step. `exactly` says of which
// results the bits of the exact one are demanded. Sets `results` to the tensors
// of the answer.
Result<std::vector<Permitted>> answered(const Program& program,
                                        const Step& step, Oracle& oracle,
                                        const Profile& profile,
                                        const std::vector<bool>& exactly,
                                        Tensors& results) {
  const Call call = program.call_of(step);
  auto answer = oracle.answer(call);
  if (!answer) return answer.status();
  OperandValues operands;
  for (const std::string& name : step.operands) {
    auto values = program.read(name, false);
    if (!values) return values.status();
    operands.push_back(*std::move(values));
  }
  std::vector<Permitted> all;
  for (std::size_t k = 0; k < step.outs.size(); ++k) {
    const Tensor& result = answer->tensors[k];
    const auto storage = oracle.to_host(result);
    if (!storage) return storage.status();
    std::vector<ElementBits> elements = elements_of(result, *storage);
    const bool is_rounded = is_of_any_algorithm(step, result.dtype, profile);
    if (exactly[k] && !is_rounded) {
      all.push_back(exactly_permitted(result.dtype, std::move(elements),
                                      answer->about(k)));
      continue;
    }
    Permitted permitted =
        permitted_answer(call, result.dtype, std::move(elements),
                         answer->about(k), operands, profile);
    if (exactly[k] && has_small_integers(call, operands))
      demand_nearest_integers(result.dtype, permitted);
    if (Status status = permit_flushed_operands(call, result.dtype, operands,
                                                oracle, profile, permitted, k);
        !status.ok())
      return status;
    all.push_back(std::move(permitted));
  }
  results = std::move(answer->tensors);
  return all;
}

// Replaces a list with `parts` entries per shared answer by one with `parts`
// entries per element. An empty list stays empty.
template <typename T>
void spread(const std::vector<std::uint32_t>& shared, std::size_t parts,
            std::vector<T>& list) {
  if (list.empty()) return;
  std::vector<T> all;
  all.reserve(shared.size() * parts);
  for (const std::uint32_t entry : shared)
    for (std::size_t part = 0; part < parts; ++part)
      all.push_back(list[entry * parts + part]);
  list = std::move(all);
}

// Answers an elementwise step whose elements share few tuples of operands. The
// oracle answers once for each tuple, and each answer is copied to all elements
// with that tuple.
Result<Permitted> answered_once(const Program& program, const Step& step,
                                Oracle& oracle, const Profile& profile,
                                DType type, std::vector<std::uint32_t> shared) {
  // Renumbers the tuples that occur from 0 on without gaps.
  constexpr std::uint32_t kUnknown = UINT32_MAX;
  std::vector<std::uint32_t> numbers(
      1 + *std::max_element(shared.begin(), shared.end()), kUnknown);
  std::uint32_t count = 0;
  for (std::uint32_t& entry : shared) {
    if (numbers[entry] == kUnknown) numbers[entry] = count++;
    entry = numbers[entry];
  }
  const Shape shape = {static_cast<std::int64_t>(count)};
  Call call{step.op, {}, step.attributes, {}};
  OperandValues operands;
  for (const std::string& name : step.operands) {
    const auto values = program.read(name, false);
    if (!values) return values.status();
    const DType dtype = program.find(name)->dtype;
    std::vector<ElementBits> few(count);
    for (std::size_t k = 0; k < shared.size(); ++k)
      few[shared[k]] = (*values)[k];
    Bytes bytes(static_cast<std::size_t>(storage_bytes(dtype, shape[0])));
    for (std::size_t k = 0; k < count; ++k)
      store_element(bytes.data(), dtype, static_cast<std::int64_t>(k), few[k]);
    auto operand = oracle.from_host(dtype, shape[0], bytes);
    if (!operand) return operand.status();
    call.operands.push_back(*std::move(operand));
    operands.push_back(std::move(few));
  }
  auto out = oracle.buffer(type, shape);
  if (!out) return out.status();
  call.outs.push_back(*std::move(out));
  const auto answer = oracle.answer(call);
  if (!answer) return answer.status();
  const Tensor& result = answer->tensors.front();
  const auto storage = oracle.to_host(result);
  if (!storage) return storage.status();
  Permitted permitted = permitted_answer(
      call, type, elements_of(result, *storage), *answer, operands, profile);
  if (Status status = permit_flushed_operands(call, type, operands, oracle,
                                              profile, permitted);
      !status.ok())
    return status;
  const std::size_t parts = is_complex(type) ? 2 : 1;
  spread(shared, 1, permitted.values);
  spread(shared, parts, permitted.accept);
  spread(shared, 1, permitted.bound);
  spread(shared, parts, permitted.residue);
  spread(shared, permitted.allowed.size() == count ? 1 : parts,
         permitted.allowed);
  return permitted;
}

// Returns whether the bits of the exact result are demanded of an out of the
// step. Partial sums are exact in the accumulators of nx, but not in narrower
// ones that a profile may allow.
bool is_exact(const Case& test_case, const Step& step, const std::string& name,
              DType type, const Profile& profile) {
  const Accumulation kind = accumulation_of(step.op, step.attributes);
  const bool is_wide =
      is_integer(type) || accumulator_format(type, profile, kind).precision ==
                              accumulator_format(type, kNx).precision;
  return is_wide &&
         std::any_of(test_case.expect.begin(), test_case.expect.end(),
                     [&](const Expectation& expectation) {
                       return expectation.tensor == name && expectation.exact;
                     });
}

// Sets the expected status of a factorization or solve, and the bounds of its
// results. Both follow from the operands, because the oracle does not factor.
Status permit_residuals(const Program& program, const TensorTypes& types,
                        const Profile& profile, Step& step, Case& test_case) {
  FactoredStep factored = factored_by(step.op, step.attributes, profile);
  for (const std::string& name : step.operands) {
    if (program.find(name) == nullptr)
      return Status::invalid(fmt::format(
          "{}: operand {} is a factor, whose values no oracle foretells",
          name_of(step.op), name));
    auto values = program.read(name, false);
    if (!values) return values.status();
    factored.operands.push_back({types.at(name), *std::move(values)});
  }
  for (const std::string& name : step.outs)
    factored.results.push_back({types.at(name), {}});
  const ResidualRule rule = residual_rule(factored);
  step.status = rule.status;
  step.kind = rule.kind;
  for (std::size_t i = 0; i < step.outs.size(); ++i)
    for (Expectation& expectation : test_case.expect)
      if (expectation.tensor == step.outs[i] && expectation.any_of.empty() &&
          expectation.same_bits_as.empty() && !expectation.metadata_only)
        expectation.any_of = {rule.results[i]};
  return {};
}

// Returns whether the expectation needs no answer of the oracle.
bool is_settled(const Expectation& expectation) {
  return !expectation.any_of.empty() || !expectation.same_bits_as.empty() ||
         expectation.metadata_only || expectation.follows.has_value();
}

bool is_asked_for(const Case& test_case, const std::string& name) {
  return std::any_of(test_case.expect.begin(), test_case.expect.end(),
                     [&](const Expectation& expectation) {
                       return expectation.tensor == name &&
                              !is_settled(expectation);
                     });
}

// Returns which elements of a tensor have the same operands, or null if that is
// not known.
const std::vector<std::uint32_t>* shared_answers(const Case& test_case,
                                                 const std::string& name) {
  for (const Expectation& expectation : test_case.expect)
    if (expectation.tensor == name && !expectation.shared_answers.empty())
      return &expectation.shared_answers;
  return nullptr;
}

// Completes the expectations that have a closed form. Each is the result of the
// last step that writes the tensor.
void permit_closed_forms(Case& test_case, const Profile& profile) {
  for (Expectation& expectation : test_case.expect) {
    if (!expectation.closed_form) continue;
    const ClosedForm& known = *expectation.closed_form;
    for (const Step& step : test_case.steps) {
      if (step.outs.front() != expectation.tensor) continue;
      const CaseTensor* operand = test_case.find(step.operands.front());
      const Call call{step.op,
                      {{operand->dtype, operand->view, nullptr}},
                      step.attributes,
                      {}};
      const Answer answer{.residue = {known.residue},
                          .scale = {known.scale},
                          .terms = {known.terms},
                          .roundings = {roundings_of_reduction(
                              operand->dtype, known.terms, profile)}};
      expectation.any_of = {permitted_answer(
          call, expectation.dtype, {known.value}, answer, {}, profile)};
    }
  }
}

}  // namespace

Status prepare_case(Case& test_case, Oracle& oracle, const Profile& profile) {
  test_case.profile = profile.name;
  fit_to_profile(test_case, profile);
  const auto types = type_case(test_case);
  if (!types) return types.status();
  for (Expectation& expectation : test_case.expect) {
    const TensorType& type = types->at(expectation.tensor);
    expectation.dtype = type.dtype;
    expectation.shape = type.shape;
  }
  if (auto wrapped = with_wrapped_indices(test_case)) {
    const Status status = prepare_case(*wrapped, oracle, profile);
    test_case.expect = std::move(wrapped->expect);
    return status;
  }
  if (must_be_refused(test_case.steps.back())) return {};
  // Under such a profile each result is held to the op's bound instead.
  if ((profile.is("layout.bits=within_bound"_policy) &&
       test_case.clause == "elementwise.layout_invariance"_clause) ||
      (profile.is("scatter_general.order=any"_policy) &&
       test_case.clause == "scatter_general.order"_clause))
    for (Expectation& expectation : test_case.expect)
      expectation.same_bits_as.clear();
  permit_closed_forms(test_case, profile);
  if (!test_case.expect.empty() &&
      std::all_of(test_case.expect.begin(), test_case.expect.end(), is_settled))
    return {};

  Program program(oracle);
  program.imagine_places();
  if (Status status = program.make_tensors(test_case); !status.ok())
    return status;
  std::map<std::string, Permitted> answers;
  for (Step& step : test_case.steps) {
    if (is_refused(step)) continue;  // the oracle has one place
    if (step.does != StepKind::kCall) {
      if (Status status = program.run(step); !status.ok()) return status;
      continue;
    }
    if (is_judged_by_residual(step.op)) {
      if (Status s =
              permit_residuals(program, *types, profile, step, test_case);
          !s.ok())
        return s;
      if (step.status == StatusCode::kOk || uses_protocol(test_case)) continue;
      test_case.expect.clear();
      return {};
    }
    const std::string& out = step.outs.front();
    // A write to a factor, which the oracle does not compute.
    if (!makes_tensor(step.op) && program.find(out) == nullptr) continue;
    const bool is_asked = std::any_of(
        step.outs.begin(), step.outs.end(),
        [&](const std::string& name) { return is_asked_for(test_case, name); });
    const bool has_alternatives =
        moves_open_elements(step, profile) && is_asked;
    if (has_alternatives || (!is_judged_by_bits(step) && is_asked)) {
      const std::vector<std::uint32_t>* shared = shared_answers(test_case, out);
      bool is_answered = false;
      Tensors results;
      if (shared != nullptr) {
        auto permitted = answered_once(program, step, oracle, profile,
                                       types->at(out).dtype, *shared);
        is_answered = permitted.ok();
        if (permitted) answers.insert_or_assign(out, *std::move(permitted));
      } else {
        std::vector<bool> exactly;
        for (const std::string& name : step.outs)
          exactly.push_back(
              !has_alternatives &&
              is_exact(test_case, step, name, types->at(name).dtype, profile));
        auto permitted =
            answered(program, step, oracle, profile, exactly, results);
        is_answered = permitted.ok();
        if (permitted)
          for (std::size_t k = 0; k < step.outs.size(); ++k)
            answers.insert_or_assign(step.outs[k], std::move((*permitted)[k]));
      }
      // No later step or expectation needs the elements of these results, so
      // the oracle need not run.
      const auto is_known = [&](const Expectation& expectation) {
        return is_settled(expectation) ||
               (!expectation.whole_storage &&
                answers.contains(expectation.tensor));
      };
      if (is_answered && &step == &test_case.steps.back() &&
          std::all_of(test_case.expect.begin(), test_case.expect.end(),
                      is_known) &&
          (!makes_tensor(step.op) || results.size() == step.outs.size())) {
        for (std::size_t k = 0; makes_tensor(step.op) && k < results.size();
             ++k)
          if (program.find(step.outs[k]) == nullptr)
            program.name_tensor(step.outs[k], std::move(results[k]));
        break;
      }
    }
    const Status status = program.run(step);
    if (status.ok()) continue;
    if (status.code == StatusCode::kInternal ||
        status.code == StatusCode::kUnsupported)
      return status;
    step.status = status.code;
    // The kind of a refused call is our own name for the broken rule, so only
    // numeric errors demand their kind.
    if (status.code == StatusCode::kNumeric) step.kind = status.kind;
    if (uses_protocol(test_case)) continue;
    test_case.expect.clear();
    return {};
  }
  for (Expectation& expectation : test_case.expect) {
    // If contiguous() keeps an offset under this profile, no other layout is
    // demanded.
    const Tensor* made = program.find(expectation.tensor);
    if (expectation.contiguous && made != nullptr)
      expectation.contiguous = made->view.is_c_contiguous();
    if (is_settled(expectation)) continue;
    if (const auto found = answers.find(expectation.tensor);
        found != answers.end() && !expectation.whole_storage) {
      // Nearly always nothing else needs the answer, which may be long.
      const bool is_last = std::none_of(
          &expectation + 1, test_case.expect.data() + test_case.expect.size(),
          [&](const Expectation& later) {
            return later.tensor == expectation.tensor;
          });
      expectation.any_of.push_back(is_last ? std::move(found->second)
                                           : found->second);
      continue;
    }
    auto values = program.read(expectation.tensor, expectation.whole_storage);
    if (!values) return values.status();
    if (is_made_by_plan(test_case, expectation.tensor)) {
      auto permitted = permitted_of_plan(test_case, program, expectation.tensor,
                                         *std::move(values), oracle, profile);
      if (!permitted) return permitted.status();
      expectation.any_of.push_back(*std::move(permitted));
      continue;
    }
    expectation.any_of.push_back(
        {.values = *std::move(values), .accuracy = Accuracy::kBits});
  }
  return {};
}

}  // namespace assay
