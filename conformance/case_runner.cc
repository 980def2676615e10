// Runs one case: compares it with the claims, asks the oracle, calls the
// subject, and shrinks and stores a failure. The verdict is reported before the
// case is run again, because that may end the process.
// Tested by tests/conformance/check_test.cc.
#include "conformance/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "conformance/case_claim.h"
#include "conformance/case_file.h"
#include "harness/case/case_json.h"
#include "harness/case/case_line.h"
#include "harness/families/drawn_families.h"
#include "harness/generate/build_case.h"
#include "harness/ladder/ladder.h"
#include "harness/relation/relation_trial.h"
#include "harness/run/broken_clause.h"
#include "harness/run/control.h"
#include "harness/run/prepare.h"
#include "harness/run/shrink.h"
#include "spec/file_profile.h"
#include "spec/policy_scope.h"

namespace assay {
namespace {

// Returns whether a verdict is worth shrinking: a new run of the case does no
// harm and is likely to fail again.
bool is_shrinkable(Verdict verdict) {
  return verdict == Verdict::kFail || verdict == Verdict::kNondeterministic ||
         verdict == Verdict::kWrongMetadata ||
         verdict == Verdict::kModifiedOperand ||
         verdict == Verdict::kWroteOutside;
}

void note_outcome(CaseOutcome outcome, Record& record) {
  record.verdict = outcome.verdict;
  record.compared = outcome.compared;
  record.max_ulp = outcome.max_ulp;
  record.tightness = outcome.tightness;
  record.measured = std::move(outcome.measured);
  record.worst_operands = std::move(outcome.worst_operands);
  record.unsupported_kind = outcome.unsupported_kind;
  record.needs = std::move(outcome.needs);
  record.memory = std::move(outcome.memory);
  record.failure = std::move(outcome.failure);
}

// A change of the environment outranks a wrong value, which it may have caused.
void note_change(const std::string& change, ShrunkCase& result) {
  if (result.outcome.verdict >= Verdict::kChangedEnvironment) return;
  result.outcome.verdict = Verdict::kChangedEnvironment;
  result.outcome.failure =
      Failure{.message = change, .program = case_line(result.test_case)};
}

// Returns whether a case takes so long that it is not run again for each
// explanation.
bool is_long(const PlannedCase& plan) { return times_of_limit(plan) > 1; }

Record unclaimed(Record record) {
  record.verdict = Verdict::kUnsupported;
  record.unsupported_kind = "dtype";
  return record;
}

Record outside(Record record, BeyondClaim beyond) {
  record.verdict = Verdict::kUnsupported;
  record.unsupported_kind = std::move(beyond.kind);
  record.needs = std::move(beyond.needs);
  return record;
}

}  // namespace

Record record_of(const PlannedCase& plan) {
  Record record;
  record.id = plan.id();
  record.clause = plan.clause;
  record.op = name_of(plan.op);
  record.variant = plan.variant;
  record.dtype = name_of(plan.dtype);
  if (spec_of(plan.op).signature.is_paired())
    record.dtype += fmt::format(">{}", name_of(plan.result));
  return record;
}

std::string cell_text(const Record& record) {
  return fmt::format("{}:{}:{}", record.op, record.variant, record.dtype);
}

std::string line_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

CaseRunner::CaseRunner(const CheckOptions& options, Subject& subject)
    : options_(options), subject_(subject), oracle_(options.make_oracle()) {
  if (options.profile->name != kNx.name && options.make_nx_oracle)
    nx_oracle_ = options.make_nx_oracle();
  if (options.make_oracle_of)
    hypotheses_.emplace(*options.profile, options.make_oracle_of, subject,
                        options.seed);
}

// Returns whether profile nx expects something else than `judged` does, and the
// subject fails what nx expects.
bool CaseRunner::differs_from_nx(const Case& judged, const PlannedCase& plan) {
  Case test_case = build_case(plan, options_.seed);
  if (!prepare_case(test_case, *nx_oracle_, kNx).ok()) return false;
  if (asks_the_same(judged, test_case)) return false;
  return is_failure(run_case(test_case, subject_).verdict);
}

std::vector<std::string> CaseRunner::policies_beyond_nx(
    const PlannedCase& plan) {
  std::vector<std::string> names;
  if (!hypotheses_) return names;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    const std::uint8_t value = options_.profile->values[axis];
    if (value != kNx.values[axis] && is_in_scope(axis, name_of(plan.op)) &&
        hypotheses_->try_on(plan, policy_name({axis, kNx.values[axis]})) ==
            Agreement::kDisagrees)
      names.push_back(policy_name({axis, value}));
  }
  return names;
}

std::vector<std::string> CaseRunner::explanations(const PlannedCase& plan) {
  if (!hypotheses_ || subject_.breakdown() || plan.breach != Breach::kNone)
    return {};
  return hypotheses_->explaining(plan);
}

Record CaseRunner::trial(const PlannedCase& plan) {
  Record record = record_of(plan);
  if (!hypotheses_) return record;
  if (options_.trial == Trial::kEvidence) {
    if (!subject_.backend().claim(plan.cell())) return record;
    const ClaimReach reach =
        claim_reach(subject_.backend(), plan, build_case(plan, options_.seed));
    if (reach.claimed && !reach.beyond)
      record.explained_by = hypotheses_->evidence(plan);
    return record;
  }
  const Agreement wanted = options_.trial == Trial::kRefute
                               ? Agreement::kDisagrees
                               : Agreement::kAgrees;
  if (const auto found = options_.tried->find(cell_text(record));
      found != options_.tried->end())
    for (const std::string& name : found->second)
      if (hypotheses_->try_on(plan, name) == wanted)
        record.explained_by.push_back(name);
  return record;
}

// Runs a relation, which needs no oracle. It stores no case file, because the
// id alone makes the relation again.
Record CaseRunner::run_alone(const PlannedCase& plan, Record record) {
  if (!subject_.backend().claim(plan.cell()))
    return unclaimed(std::move(record));
  const bool controlled =
      plan.controlled || has_controls(case_seed(options_.seed, plan.id()));
  CaseOutcome outcome =
      run_relation(plan, options_.seed, subject_, *options_.profile,
                   options_.repeats, controlled ? &controls_ : nullptr);
  if (auto change = changed();
      change && outcome.verdict < Verdict::kChangedEnvironment) {
    outcome.verdict = Verdict::kChangedEnvironment;
    outcome.failure = Failure{.message = *change};
  }
  known(outcome);
  const bool is_explicable = is_shrinkable(outcome.verdict);
  note_outcome(std::move(outcome), record);
  if (is_explicable) record.explained_by = explanations(plan);
  return record;
}

Record CaseRunner::run(const PlannedCase& plan) {
  controls_ = {};
  if (options_.trial != Trial::kNone) return trial(plan);
  Record record = record_of(plan);
  if (plan.relation != Relation::kNone) return run_alone(plan, record);
  // Checked before the case is built, because a backend may claim few cells.
  if (!plan.stored && !subject_.backend().claim(plan.cell()))
    return unclaimed(std::move(record));
  Case test_case = build_case(plan, options_.seed);
  ClaimReach reach = plan.stored
                         ? claim_reach(subject_.backend(), *plan.stored)
                         : claim_reach(subject_.backend(), plan, test_case);
  if (!reach.claimed) return unclaimed(std::move(record));
  if (reach.beyond) return outside(std::move(record), *std::move(reach.beyond));
  if (Status status =
          plan.stored ? Status()
                      : prepare_case(test_case, *oracle_, *options_.profile);
      !status.ok()) {
    record.verdict = Verdict::kHarnessError;
    record.failure = Failure{.message = "the oracle answered " +
                                        std::string(name_of(status.code)) +
                                        ": " + status.message};
    return record;
  }
  const bool controlled = plan.controlled || has_controls(test_case.seed);
  subject_.allow_times(times_of_limit(plan));
  ShrunkCase result{std::move(test_case), {}};
  result.outcome = run_case(result.test_case, subject_,
                            controlled ? &controls_ : nullptr, oracle_.get());
  if (auto change = changed()) note_change(*change, result);
  known(result.outcome);
  if (plan.stored) {
    note_outcome(std::move(result.outcome), record);
    return record;
  }
  // protocol.unsupported counts for nothing, so a wrong answer is only told.
  if (plan.clause == "protocol.unsupported" &&
      is_shrinkable(result.outcome.verdict)) {
    CaseOutcome told;
    told.verdict = Verdict::kUnsupported;
    told.unsupported_kind = "op";
    told.needs = result.outcome.failure->message;
    result.outcome = std::move(told);
  }
  // Ordinary cases of a clause show the difference; long ones would repeat it.
  if (nx_oracle_ != nullptr && plan.rung == 0 && !subject_.breakdown() &&
      result.outcome.verdict != Verdict::kChangedEnvironment)
    record.differs_from_nx = differs_from_nx(result.test_case, plan);
  if (record.differs_from_nx && result.outcome.verdict == Verdict::kPass)
    record.policies = policies_beyond_nx(plan);
  if (is_shrinkable(result.outcome.verdict) && !is_long(plan) &&
      !surrounds_calls(plan.op))
    record.explained_by = explanations(plan);
  // The cases of op set protocol are small programs, each of whose steps
  // counts.
  const bool is_program = surrounds_calls(plan.op);
  if (is_shrinkable(result.outcome.verdict) && !is_program) {
    const std::int64_t compared = result.outcome.compared;
    const double max_ulp = result.outcome.max_ulp;
    const double tightness = result.outcome.tightness;
    const std::string worst_operands = result.outcome.worst_operands;
    const std::optional<double> distance = result.outcome.failure->distance;
    const std::vector<ClassPair> pairs = result.outcome.failure->pairs;
    result =
        shrink_case(plan, std::move(result),
                    {*oracle_, subject_, *options_.profile, options_.seed, 60});
    // The values from before shrinking tell more than those of the small case.
    result.outcome.compared = compared;
    result.outcome.max_ulp = max_ulp;
    result.outcome.tightness = tightness;
    result.outcome.worst_operands = worst_operands;
    result.outcome.failure->distance = distance;
    result.outcome.failure->pairs = pairs;
  }
  if (is_shrinkable(result.outcome.verdict) && !is_program)
    record.broken = broken_clause(
        plan, result, {*oracle_, subject_, *options_.profile, options_.seed});
  note_outcome(result.outcome, record);
  if (is_failure(record.verdict)) {
    const std::string name = "cases/" + case_file_name(record.id);
    if (write_case_file(options_.out / name, result.test_case).ok())
      record.case_file = name;
  }
  return record;
}

}  // namespace assay
