// Tests whole runs: the records they write, and what they depend on.
#include "conformance/check.h"

#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "conformance/case_file.h"
#include "harness/run/run_case.h"
#include "spec/built_in_profiles.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class Check : public ScratchRun {};

constexpr std::string_view kSomeCases =
    "neg:*:dtype=float32,abs:*:dtype=int8,sort:value";

TEST_F(Check, WritesRecordsInTheOrderOfThePlan) {
  CheckOptions options = this->options(kSomeCases);
  options.jobs = 3;
  options.seed = 7;
  const CheckReport report = report_of(options);
  EXPECT_FALSE(report.interrupted);
  const auto plan = plan_cases(options.level, options.filter);
  const auto lines = lines_of(options.out / "records.jsonl");
  ASSERT_LT(20u, plan.size());
  ASSERT_EQ(plan.size() + 1, lines.size());
  ASSERT_EQ(plan.size(), report.records.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const auto record =
        record_from_json(nlohmann::ordered_json::parse(lines[i + 1]));
    ASSERT_TRUE(record.ok()) << lines[i + 1];
    EXPECT_EQ(plan[i].id(), record->id);
    EXPECT_EQ(plan[i].id(), report.records[i].id);
    EXPECT_EQ(plan[i].clause, record->clause);
    EXPECT_EQ(Verdict::kPass, record->verdict) << record->id;
    EXPECT_EQ(to_json(*record), to_json(report.records[i]));
  }
  EXPECT_FALSE(std::filesystem::exists(options.out / "records.jsonl.partial"));
  EXPECT_TRUE(std::filesystem::is_empty(options.out / "cases"));
}

TEST_F(Check, SaysWhatTheRunWas) {
  CheckOptions options = this->options("neg:value:dtype=int8");
  options.seed = UINT64_MAX;
  options.level = Level::kStandard;
  report_of(options);
  const auto lines = lines_of(options.out / "records.jsonl");
  const auto run = run_from_json(nlohmann::ordered_json::parse(lines.at(0)));
  ASSERT_TRUE(run.ok()) << run.status().message;
  EXPECT_EQ("meddled", run->subject_name);
  EXPECT_EQ("nx", run->profile);
  EXPECT_EQ("standard", run->level);
  EXPECT_EQ("neg:value:dtype=int8", run->filter);
  EXPECT_EQ(UINT64_MAX, run->seed);
  EXPECT_EQ(20u, run->started_at.size());
  const auto cells = every_cell();
  const auto required = std::count_if(
      cells.begin(), cells.end(), [](const auto& cell) { return cell.second; });
  EXPECT_EQ(required, run->cells_required);
  EXPECT_EQ(std::ssize(cells) - required, run->cells_optional);
  EXPECT_EQ(required, run->cells_claimed);
}

// A subject that keeps its profile passes, and its differences from nx are also
// reported. A subject that follows nx has none.
TEST_F(Check, SaysWhatDiffersFromNx) {
  CheckOptions options = this->options("round:*:dtype=float32");
  options.profile = &kNumpy;
  options.make_oracle = [] { return std::make_unique<Reference>(kNumpy); };
  options.make_nx_oracle = [] { return std::make_unique<Reference>(); };
  const auto differing = [&](const Profile& followed) {
    options.make_subject = [&followed]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
          std::make_unique<Reference>(followed)));
    };
    std::set<std::string> clauses;
    for (const Record& record : report_of(options).records)
      if (record.differs_from_nx) clauses.insert(record.clause);
    return clauses;
  };
  EXPECT_EQ(std::set<std::string>{"round.half"}, differing(kNumpy));
  EXPECT_TRUE(differing(kNx).empty());
}

// The subject is sometimes wrong, so that cases are shrunk too.
TEST_F(Check, DependsOnTheSeedAndNotOnTheWorkers) {
  std::map<std::string, std::string> first;
  for (int jobs : {1, 2, 5}) {
    CheckOptions options = this->options(kSomeCases, confuse);
    options.jobs = jobs;
    options.out = folder_ / fmt::format("jobs-{}", jobs);
    report_of(options);
    const auto files = files_of(options.out);
    if (first.empty()) first = files;
    EXPECT_EQ(first, files) << jobs;
  }
  EXPECT_LT(3u, first.size());
  EXPECT_EQ(std::string::npos, first["records.jsonl"].find("started_at"));
}

// The subject keeps a diary of the operands that it sees.
TEST_F(Check, WithAnotherSeedShowsOtherData) {
  const auto diary_of = [&](std::uint64_t seed) {
    const auto path = folder_ / "diary";
    std::filesystem::remove(path);
    auto reader = std::make_shared<Reference>();
    CheckOptions options =
        this->options("neg:value:dtype=float*", [=](Call& call) {
          const auto bytes = reader->to_host(call.operands[0]);
          std::ofstream diary(path, std::ios::app);
          for (std::byte byte : *bytes) diary << static_cast<char>(byte);
        });
    options.seed = seed;
    report_of(options);
    return text_of(path);
  };
  const std::string diary = diary_of(0);
  EXPECT_LT(8u, diary.size());
  EXPECT_EQ(diary, diary_of(0));
  EXPECT_NE(diary, diary_of(1));
}

TEST_F(Check, WritesFailingCasesThatReplay) {
  const CheckOptions options = this->options("neg:*:dtype=float32", confuse);
  const CheckReport report = report_of(options);
  std::set<std::string> files;
  int failing = 0;
  for (const Record& record : report.records) {
    EXPECT_EQ(is_failure(record.verdict), !record.case_file.empty());
    if (!is_failure(record.verdict)) continue;
    ++failing;
    EXPECT_TRUE(files.insert(record.case_file).second) << record.case_file;
    const auto again = read_case_file(options.out / record.case_file);
    ASSERT_TRUE(again.ok()) << again.status().message;
    EXPECT_EQ(record.id, again->id);
    const auto subject = subject_of(confuse);
    EXPECT_EQ(record.verdict, run_case(*again, *subject).verdict) << record.id;
    const auto right = subject_of([](Call&) {});
    EXPECT_EQ(Verdict::kPass, run_case(*again, *right).verdict) << record.id;
  }
  EXPECT_LT(2, failing);
  EXPECT_LT(failing, std::ssize(report.records));
}

TEST_F(Check, ShrinksAWrongValueToOneElement) {
  CheckOptions options = this->options("neg:value:dtype=float*", confuse);
  options.level = Level::kStandard;
  std::int64_t most = 0;
  for (const Record& record : report_of(options).records) {
    if (record.verdict != Verdict::kFail) continue;
    most = std::max(most, record.compared);
    const auto shrunk = read_case_file(options.out / record.case_file);
    ASSERT_TRUE(shrunk.ok()) << shrunk.status().message;
    EXPECT_EQ(1, element_count(shrunk->tensors.at(0).view.shape()))
        << record.id;
    ASSERT_TRUE(record.failure && record.failure->got) << record.id;
    EXPECT_NE(record.failure->got->bits, record.failure->expected->bits);
  }
  EXPECT_LT(8, most) << "a record says what was seen before shrinking";
}

TEST_F(Check, HasControlsThatAreNoCases) {
  const CheckOptions options = this->options(kSomeCases);
  const CheckReport report = report_of(options);
  const ControlCount& controls = report.run.controls;
  EXPECT_LE(6, controls.made);  // two of every cell
  EXPECT_GT(2 * std::ssize(report.records), controls.made);
  EXPECT_EQ(controls.made, controls.caught);
  EXPECT_TRUE(controls.classes.contains("exact"));
  const auto lines = lines_of(options.out / "records.jsonl");
  EXPECT_EQ(report.records.size() + 1, lines.size());
  const auto head = run_from_json(nlohmann::ordered_json::parse(lines.at(0)));
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(controls.made, head->controls.made);
}

// The rest of an interrupted run has its controls. Without them, the cases that
// must have a control count as missed.
TEST_F(Check, GoesOnWithItsControls) {
  CheckOptions options = this->options(kSomeCases);
  const ControlCount whole = report_of(options).run.controls;
  const auto lines = lines_of(options.out / "records.jsonl");
  const auto resumed = [&](bool with_controls) {
    std::filesystem::remove(options.out / "records.jsonl");
    std::ofstream partial(options.out / "records.jsonl.partial");
    RunRecord head = *run_from_json(nlohmann::ordered_json::parse(lines.at(0)));
    head.controls = {};
    partial << to_json(head).dump() << '\n';
    ControlCount some;
    some.add("exact", true, "");
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const Record record =
          *record_from_json(nlohmann::ordered_json::parse(lines[i]));
      if (with_controls) partial << to_json(record.id, some).dump() << '\n';
      partial << lines[i] << '\n';
    }
    partial.close();
    options.resume = true;
    return report_of(options).run.controls;
  };
  const ControlCount with = resumed(true);
  EXPECT_EQ(std::ssize(lines) - 1, with.made);
  EXPECT_EQ(with.made, with.caught);
  const ControlCount without = resumed(false);
  EXPECT_EQ(0, without.caught);
  EXPECT_LE(3, without.made);
  EXPECT_NE(std::string::npos,
            without.missed.find("it passed without a control"))
      << without.missed;
  EXPECT_LT(with.made, 2 * whole.made);
}

TEST_F(Check, CountsEveryCaseOnItsWay) {
  CheckOptions options = this->options(kSomeCases);
  options.jobs = 2;
  std::vector<std::size_t> seen;
  std::size_t all = 0;
  options.progress = [&](std::size_t done, std::size_t total) {
    seen.push_back(done);
    all = total;
  };
  EXPECT_EQ(all, 0u);
  EXPECT_EQ(report_of(options).records.size(), all);
  ASSERT_EQ(all, seen.size());
  for (std::size_t i = 0; i < all; ++i) EXPECT_EQ(i + 1, seen[i]);
}

TEST_F(Check, RunsNothingThatIsNotSelected) {
  const CheckOptions options = this->options("neg:no_such_aspect");
  const CheckFailure failure = failure_of(options);
  EXPECT_EQ(CheckError::kNothingSelected, failure.error);
  EXPECT_NE(std::string::npos, failure.message.find("neg:no_such_aspect"));
  EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST_F(Check, NeedsASubjectThatStarts) {
  CheckOptions options = this->options("neg");
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return Status::internal("out of order");
  };
  const CheckFailure failure = failure_of(options);
  EXPECT_EQ(CheckError::kSubject, failure.error);
  EXPECT_EQ("out of order", failure.message);
  EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST_F(Check, NeedsAFolderOfItsOwn) {
  const auto file = folder_ / "file";
  std::ofstream(file) << "mine";
  for (const auto& out : {file, file / "below", folder_}) {
    CheckOptions options = this->options("neg:value:dtype=int8");
    options.out = out;
    const CheckFailure failure = failure_of(options);
    EXPECT_EQ(CheckError::kUnwritable, failure.error);
    EXPECT_TRUE(failure.message.starts_with(out.string())) << failure.message;
  }
  EXPECT_EQ("mine", text_of(file));
}

// Disk space ends in the middle of the records.
TEST_F(Check, WithoutSpaceLeavesNoWholeRecords) {
  const CheckOptions options = this->options("neg,abs,sign,sqrt,exp");
  constexpr rlim_t kSpace = 100000;
  const auto run = [&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit few{kSpace, kSpace};
    setrlimit(RLIMIT_FSIZE, &few);
    CheckReport report;
    const auto failure = run_check(options, report);
    _exit(failure && failure->error == CheckError::kUnwritable ? 7 : 1);
  };
  EXPECT_EXIT(run(), testing::ExitedWithCode(7), "");
  EXPECT_FALSE(std::filesystem::exists(options.out / "records.jsonl"));
  EXPECT_EQ(kSpace,
            std::filesystem::file_size(options.out / "records.jsonl.partial"));
}

// Names come from command lines and adapters; JSON has to survive them.
TEST_F(Check, TakesNamesThatAreNoUtf8) {
  CheckOptions options = this->options("neg:value:dtype=int8");
  options.subject = "exec:caf\xe9";
  options.filter_text = "\xff";
  report_of(options);
  const auto run = run_from_json(nlohmann::ordered_json::parse(
      lines_of(options.out / "records.jsonl").at(0)));
  ASSERT_TRUE(run.ok()) << run.status().message;
  EXPECT_EQ("exec:caf\xef\xbf\xbd", run->subject);
}

class Interrupted : public ScratchRun,
                    public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Signals, Interrupted,
                         testing::Values(SIGINT, SIGTERM));

TEST_P(Interrupted, KeepsTheRecordsThatItHas) {
  // A shell lets what it runs in the background ignore SIGINT.
  struct sigaction before {};
  sigaction(GetParam(), nullptr, &before);
  CheckOptions options = this->options("neg,abs", [](Call&) { usleep(2000); });
  options.jobs = 2;
  options.progress = [](std::size_t done, std::size_t) {
    // Time for the worker to send more than the five, to be read at once.
    if (done == 1) std::this_thread::sleep_for(std::chrono::milliseconds(300));
    if (done == 5) std::raise(GetParam());
  };
  const CheckReport report = report_of(options);
  EXPECT_TRUE(report.interrupted);
  EXPECT_FALSE(std::filesystem::exists(options.out / "records.jsonl"));
  std::size_t records = 0;
  for (const auto& line : lines_of(options.out / "records.jsonl.partial")) {
    const auto json = nlohmann::ordered_json::parse(line);
    records += record_from_json(json).ok() ? 1 : 0;
    EXPECT_TRUE(json.contains("run") || record_from_json(json).ok() ||
                controls_from_json(json).has_value())
        << line;
  }
  EXPECT_EQ(report.records.size(), records);
  EXPECT_LE(5u, report.records.size());
  EXPECT_GT(plan_cases(options.level, options.filter).size(),
            report.records.size());
  EXPECT_EQ(-1, waitpid(-1, nullptr, WNOHANG)) << "a worker is left";
  struct sigaction after {};
  sigaction(GetParam(), nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler) << "the handler is left";

  // The next run takes the folder over.
  options.progress = {};
  EXPECT_FALSE(report_of(options).interrupted);
  EXPECT_FALSE(std::filesystem::exists(options.out / "records.jsonl.partial"));
  EXPECT_TRUE(std::filesystem::exists(options.out / "records.jsonl"));
}

}  // namespace
}  // namespace assay
