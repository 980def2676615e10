// `assay replay` of a folder, or of a file of golden vectors: every case of it
// on one subject, what did not pass, and the counts.
// Tested by tests/cli/stored_cases_test.cc.
#include <fmt/format.h>

#include <map>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/subject_named.h"
#include "conformance/case_claim.h"
#include "conformance/stored_cases.h"
#include "harness/planned_case.h"
#include "harness/prepare.h"
#include "harness/run_case.h"
#include "harness/view_subject.h"
#include "reference/reference.h"

namespace assay {
namespace {

// Runs stored cases on one subject, which is started once per profile.
class StoredReplay {
 public:
  StoredReplay(std::string subject, double timeout_seconds, bool robustness)
      : name_(std::move(subject)),
        timeout_seconds_(timeout_seconds),
        robustness_(robustness) {}

  // Returns an exit code where the run cannot go on, after the complaint.
  int run(const std::filesystem::path& file, Case& test_case) {
    if (!robustness_ && is_robustness_id(test_case.id)) {
      ++broken_calls_;
      return 0;
    }
    const Profile* profile = profile_named(test_case.profile);
    Subject* subject = nullptr;
    if (const int code = start(*profile, subject); code != 0) return code;
    const CaseClaim claim = claim_on(subject->backend(), test_case);
    if (claim == CaseClaim::kUnclaimed) {
      ++unsupported_;
      return 0;
    }
    if (Status s = complete_case(test_case); !s.ok())
      return complain(kExitUsage,
                      fmt::format("{}: {}", file.string(), s.message));
    const CaseOutcome outcome =
        run_case(test_case, *subject, claim == CaseClaim::kOutside);
    if (outcome.verdict == Verdict::kHarnessError)
      return complain(kExitInternal,
                      test_case.id + ": " + outcome.failure->message);
    count(outcome.verdict, file, test_case.id,
          outcome.failure ? outcome.failure->message : "");
    compared_ += outcome.compared;
    if (subject->breakdown())
      if (Status s = subject->restart(); !s.ok())
        return complain(kExitSubject, s.message);
    return 0;
  }

  void run_view(const std::filesystem::path& file, const ViewCase& view_case) {
    if (name_ != "reference") {
      ++views_;
      return;
    }
    SymbolicViewSubject view;
    const ViewJudgement judgement = judge_view_case(view_case, view);
    count(judgement.verdict, file, view_case.id, judgement.message);
  }

  // Prints the counts and returns the exit code.
  int summary() const {
    fmt::print(
        "{} cases: {} passed, {} failed, {} unsupported; {} elements "
        "compared\n",
        passed_ + failed_ + unsupported_, passed_, failed_, unsupported_,
        compared_);
    if (views_ > 0)
      fmt::print("{} cases about views left out: only reference can be asked\n",
                 views_);
    if (broken_calls_ > 0)
      fmt::print(
          "{} calls about preconditions left out: --robustness makes "
          "them\n",
          broken_calls_);
    if (failed_ > 0) return kExitDoesNotConform;
    return passed_ > 0 ? kExitConforms : kExitNothingSelected;
  }

 private:
  int start(const Profile& profile, Subject*& subject) {
    auto& started = subjects_[&profile];
    if (started == nullptr) {
      const auto maker = subject_named(name_, profile, timeout_seconds_);
      if (!maker) return complain(kExitUsage, maker.status().message);
      auto made = (*maker)();
      if (!made) return complain(kExitSubject, made.status().message);
      started = *std::move(made);
    }
    subject = started.get();
    return 0;
  }

  void count(Verdict verdict, const std::filesystem::path& file,
             const std::string& id, const std::string& message) {
    if (verdict == Verdict::kPass) {
      ++passed_;
    } else if (verdict == Verdict::kUnsupported) {
      ++unsupported_;
    } else {
      ++failed_;
      fmt::print("{}: {}\n  {}\n  in {}\n", name_of(verdict), id, message,
                 file.string());
    }
  }

  std::string name_;
  double timeout_seconds_;
  bool robustness_;
  std::map<const Profile*, std::unique_ptr<Subject>> subjects_;
  std::int64_t passed_ = 0, failed_ = 0, unsupported_ = 0, views_ = 0;
  std::int64_t broken_calls_ = 0, compared_ = 0;
};

// Whether a case says itself what to expect, so that no oracle is asked.
bool says_what_to_expect(const Case& test_case) {
  for (const Step& step : test_case.steps)
    if (step.status != StatusCode::kOk) return true;
  if (test_case.expect.empty()) return false;
  for (const Expectation& expectation : test_case.expect)
    if (expectation.any_of.empty() && expectation.same_bits_as.empty() &&
        !expectation.metadata_only)
      return false;
  return true;
}

}  // namespace

Status complete_case(Case& test_case) {
  if (says_what_to_expect(test_case)) return {};
  const Profile& profile = *profile_named(test_case.profile);
  Reference oracle(profile);
  return prepare_case(test_case, oracle, profile);
}

int replay_stored(const std::string& path, const std::string& subject,
                  double timeout_seconds, bool robustness) {
  const auto files = case_files_at(path);
  if (!files) return complain(kExitUsage, files.status().message);
  StoredReplay replay(subject, timeout_seconds, robustness);
  for (const std::filesystem::path& file : *files) {
    auto stored = read_stored_cases(file);
    if (!stored) return complain(kExitUsage, stored.status().message);
    for (Case& test_case : stored->cases)
      if (const int code = replay.run(file, test_case); code != 0) return code;
    for (const ViewCase& view_case : stored->view_cases)
      replay.run_view(file, view_case);
  }
  return replay.summary();
}

}  // namespace assay
