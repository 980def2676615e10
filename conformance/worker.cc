// Tested by tests/conformance/breakdown_test.cc.
#include "conformance/worker.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "conformance/case_file.h"
#include "harness/build_case.h"
#include "harness/case_json.h"
#include "harness/prepare.h"
#include "harness/run_case.h"
#include "harness/shrink.h"

namespace assay {
namespace {

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// Tells the parent that a new run begins, so that it may watch the time.
class WatchedSubject : public Subject {
 public:
  WatchedSubject(Subject& subject, int report_fd)
      : subject_(subject), report_fd_(report_fd) {}
  Backend& backend() override { return subject_.backend(); }
  void begin_case() override {
    write_all(report_fd_, "B\n");
    subject_.begin_case();
  }
  const std::optional<Breakdown>& breakdown() const override {
    return subject_.breakdown();
  }
  Status restart() override { return subject_.restart(); }

 private:
  Subject& subject_;
  int report_fd_;
};

std::size_t rank_of(const Case& test_case) {
  std::size_t rank = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    rank = std::max(rank, tensor.view.rank());
  return rank;
}

// Verdicts worth shrinking: those that come again without harm.
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
  record.unsupported_kind = outcome.unsupported_kind;
  record.memory = outcome.memory;
  record.failure = std::move(outcome.failure);
}

// Whether two preparations of a case ask for the same.
bool same_expectations(const Case& a, const Case& b) {
  const auto first = case_to_json(a);
  const auto second = case_to_json(b);
  return first["steps"] == second["steps"] &&
         first["expect"] == second["expect"];
}

// Returns whether nx asks for something else than the prepared case does, and
// the subject does not give it.
bool differs_from_nx(const Case& judged, const PlannedCase& plan,
                     const CheckOptions& options, Oracle& nx_oracle,
                     Subject& subject, bool outside_claim) {
  Case test_case = build_case(plan, options.seed);
  if (!prepare_case(test_case, nx_oracle, kNx).ok()) return false;
  if (same_expectations(judged, test_case)) return false;
  return is_failure(run_case(test_case, subject, outside_claim).verdict);
}

Record run_planned(const CheckOptions& options, const PlannedCase& plan,
                   Oracle& oracle, Oracle* nx_oracle, Subject& subject) {
  Record record = record_of(plan);
  Case test_case = build_case(plan, options.seed);
  const ClaimReach reach =
      claim_reach(subject.backend(), plan, rank_of(test_case));
  if (!reach.claimed) {
    record.verdict = Verdict::kUnsupported;
    record.unsupported_kind = "dtype";
    return record;
  }
  if (Status status = prepare_case(test_case, oracle, *options.profile);
      !status.ok()) {
    record.verdict = Verdict::kHarnessError;
    record.failure = Failure{.message = "the oracle answered " +
                                        std::string(name_of(status.code)) +
                                        ": " + status.message};
    return record;
  }
  ShrunkCase result{std::move(test_case), {}};
  result.outcome = run_case(result.test_case, subject, reach.outside);
  if (nx_oracle != nullptr && !subject.breakdown())
    record.differs_from_nx = differs_from_nx(
        result.test_case, plan, options, *nx_oracle, subject, reach.outside);
  if (is_shrinkable(result.outcome.verdict)) {
    const std::int64_t compared = result.outcome.compared;
    const double max_ulp = result.outcome.max_ulp;
    result = shrink_case(plan, std::move(result),
                         {oracle, subject, *options.profile, options.seed, 60});
    // What was seen before shrinking says more than what was left.
    result.outcome.compared = compared;
    result.outcome.max_ulp = max_ulp;
  }
  note_outcome(result.outcome, record);
  if (is_failure(record.verdict)) {
    const std::string name = "cases/" + case_file_name(record.id);
    if (write_case_file(options.out / name, result.test_case).ok())
      record.case_file = name;
  }
  return record;
}

}  // namespace

ClaimReach claim_reach(const Backend& backend, const PlannedCase& plan,
                       std::size_t rank) {
  const auto claim = backend.claim(plan.cell());
  if (!claim) return {};
  const auto& layouts = claim->layouts;
  const bool layout_inside =
      layouts.empty() || std::find(layouts.begin(), layouts.end(),
                                   name_of(plan.layout)) != layouts.end();
  const bool rank_inside = static_cast<std::int64_t>(rank) <= claim->max_rank;
  return {true, !layout_inside || !rank_inside};
}

Record record_of(const PlannedCase& plan) {
  Record record;
  record.id = plan.id();
  record.clause = plan.clause;
  record.op = name_of(plan.op);
  record.variant = plan.variant;
  record.dtype = name_of(plan.dtype);
  if (is_paired(spec_of(plan.op).signature))
    record.dtype += fmt::format(">{}", name_of(plan.result));
  return record;
}

std::string line_of(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

int run_worker(const CheckOptions& options,
               const std::vector<PlannedCase>& plan,
               const std::vector<std::size_t>& share, int report_fd) noexcept {
  const auto oracle = options.make_oracle();
  std::unique_ptr<Oracle> nx_oracle;
  if (options.profile->name != kNx.name && options.make_nx_oracle)
    nx_oracle = options.make_nx_oracle();
  const auto say = [&](std::string_view line) {
    return write_all(report_fd, line);
  };
  if (!say("S\n")) return 3;
  auto made = options.make_subject();
  if (!made) return say("N\n") ? 0 : 3;
  WatchedSubject subject(**made, report_fd);
  int failed_restarts = 0;
  for (std::size_t position : share) {
    if (failed_restarts == 3) return say("N\n") ? 0 : 3;
    if (!say("C\n")) return 3;
    const Record record =
        run_planned(options, plan[position], *oracle, nx_oracle.get(), subject);
    // Told before the restart, which may take its time or fail.
    if (!say(fmt::format("R {} {}\n", position, line_of(to_json(record)))))
      return 3;
    if (!subject.breakdown()) continue;
    if (!say("S\n")) return 3;
    failed_restarts = subject.restart().ok() ? 0 : failed_restarts + 1;
  }
  return 0;
}

}  // namespace assay
