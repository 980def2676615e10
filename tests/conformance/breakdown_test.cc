// Subjects that die, hang or do not start: the verdict of the case at hand,
// and of no other.
#include <csignal>
#include <cstdlib>
#include <thread>

#include "conformance/case_claim.h"
#include "conformance/case_file.h"
#include "conformance/case_runner.h"
#include "harness/run/prepare.h"
#include "harness/run/run_case.h"
#include "spec/built_in_profiles.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

// A way to end a call, and what the record of its case says.
struct Way {
  const char* name;
  void (*end)();
  Verdict verdict;
  const char* message;
  friend void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }
};

void hang() {
  for (;;) pause();
}

const Way kWays[] = {
    {"aborts", [] { std::abort(); }, Verdict::kCrashed,
     "the process died of signal 6 (Aborted)"},
    {"segfaults",
     [] {
       std::signal(SIGSEGV, SIG_DFL);  // a sanitizer may have taken it
       std::raise(SIGSEGV);
     },
     Verdict::kCrashed, "the process died of signal 11 (Segmentation fault)"},
    {"exits", [] { _exit(0); }, Verdict::kCrashed,
     "the process exited with status 0"},
    {"exits_with_4", [] { _exit(4); }, Verdict::kCrashed,
     "the process exited with status 4"},
    {"hangs", hang, Verdict::kTimedOut,
     "no answer within 0.5 s, the limit of --timeout"},
    {"closes_every_file",
     [] {
       for (int fd = 3; fd < 256; ++fd) close(fd);
       hang();
     },
     Verdict::kTimedOut, "no answer within 0.5 s, the limit of --timeout"},
    {"throws", [] { throw std::runtime_error("out of toys"); },
     Verdict::kCrashed, "the process died of signal 6 (Aborted)"},
};

// Ends on abs of float32 alone.
Meddled::Meddle ending(void (*end)()) {
  return [end](Call& call) {
    if (call.op == "abs"_op && call.operands[0].dtype == DType::kFloat32) end();
  };
}

class Breakdowns : public ScratchRun,
                   public testing::WithParamInterface<Way> {};

INSTANTIATE_TEST_SUITE_P(Ways, Breakdowns, testing::ValuesIn(kWays),
                         [](const auto& at) {
                           return std::string(at.param.name);
                         });

TEST_P(Breakdowns, AreTheVerdictOfOneCase) {
  for (int jobs : {1, 2}) {
    CheckOptions options =
        this->options("neg:value,abs:value", ending(GetParam().end));
    options.jobs = jobs;
    options.timeout_seconds = 0.5;
    options.grace_seconds = 1;
    const CheckReport report = report_of(options);
    const auto plan = plan_cases(options.level, options.filter);
    ASSERT_EQ(plan.size(), report.records.size());
    EXPECT_EQ(plan.size() + 1, lines_of(options.out / "records.jsonl").size());
    int broken = 0;
    for (const Record& record : report.records) {
      const bool hit = record.op == "abs" && record.dtype == "float32";
      broken += hit ? 1 : 0;
      EXPECT_EQ(hit ? GetParam().verdict : Verdict::kPass, record.verdict)
          << record.id;
      if (!hit) continue;
      ASSERT_TRUE(record.failure.has_value());
      EXPECT_EQ(GetParam().message, record.failure->message);
      const auto lost = read_case_file(options.out / record.case_file);
      ASSERT_TRUE(lost.ok()) << lost.status().message;
      EXPECT_EQ(record.id, lost->id);
    }
    EXPECT_EQ(2, broken);  // a small case, and one of the ladder
  }
}

class Breakdown : public ScratchRun {};

// The case of a crash says what it needs to crash again, and by what profile.
TEST_F(Breakdown, ReplaysFromItsFile) {
  CheckOptions options =
      this->options("abs:value:dtype=float32", ending([] { std::abort(); }));
  options.profile = &kNumpy;
  const CheckReport report = report_of(options);
  auto lost = read_case_file(options.out / report.records.at(0).case_file);
  ASSERT_TRUE(lost.ok()) << lost.status().message;
  EXPECT_EQ("numpy", lost->profile);
  Reference oracle(kNumpy);
  ASSERT_TRUE(prepare_case(*lost, oracle, kNumpy).ok());
  const auto subject = subject_of(ending([] { std::abort(); }));
  EXPECT_EXIT(run_case(*lost, *subject), testing::KilledBySignal(SIGABRT), "");
}

// The filter selects one case of each op and clause, so of each kind of
// program.
TEST_F(Breakdown, LeavesCaseFilesThatCanBeRead) {
  std::string filter = "-layout=*";
  for (const char* op : {"where", "reduce_max", "argmax", "sort", "flip", "pad",
                         "cat", "contiguous", "copy", "assign"})
    filter += fmt::format(",{}:dtype=float16", op);
  CheckOptions options = this->options(filter, [](Call&) { std::abort(); });
  options.jobs = 2;
  int lost = 0;
  for (const Record& record : report_of(options).records) {
    if (record.verdict != Verdict::kCrashed) continue;
    ++lost;
    const auto file = read_case_file(options.out / record.case_file);
    EXPECT_TRUE(file.ok()) << file.status().message;
  }
  EXPECT_LT(60, lost);
}

// The run does not give up after three breakdowns in a row.
TEST_F(Breakdown, OfManyCasesLeavesTheOthers) {
  const CheckOptions options =
      this->options("abs:value,neg:value", [](Call& call) {
        if (call.op == "abs"_op) _exit(4);
      });
  for (const Record& record : report_of(options).records)
    EXPECT_EQ(record.op == "abs" ? Verdict::kCrashed : Verdict::kPass,
              record.verdict)
        << record.id;
}

// Says what it is, and starts in no worker.
TEST_F(Breakdown, AtEveryStartEndsTheRun) {
  const auto starts = folder_ / "starts";
  CheckOptions options = this->options("neg:value");
  options.sets = *PlannedSets::parse("nx");  // so that claims choose none
  options.jobs = 2;
  options.make_subject = [starts]() -> Result<std::unique_ptr<Subject>> {
    const bool first = !std::filesystem::exists(starts);
    std::ofstream(starts, std::ios::app) << "x";
    if (first) return subject_of([](Call&) {});
    return Status::internal("only once");
  };
  const CheckReport report = report_of(options);
  for (const Record& record : report.records) {
    EXPECT_EQ(Verdict::kCrashed, record.verdict);
    EXPECT_EQ("the subject does not start again", record.failure->message);
  }
  EXPECT_LT(6u, report.records.size());
  EXPECT_EQ(1u + 2u * 3u, text_of(starts).size())
      << "three attempts per worker";
}

TEST_F(Breakdown, MayNotBeASlowStart) {
  CheckOptions options = this->options("neg:value:dtype=int8");
  options.timeout_seconds = 0.1;
  options.grace_seconds = 0.3;
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    return subject_of([](Call&) {});
  };
  EXPECT_EQ(Verdict::kPass, report_of(options).records.at(0).verdict);
}

TEST_F(Breakdown, MayBeAStartWithoutEnd) {
  CheckOptions options = this->options("neg:value:dtype=int*");
  options.sets = *PlannedSets::parse("nx");  // so that claims choose none
  options.prepare_seconds = 0.3;
  options.make_subject =
      [first = folder_ / "first"]() -> Result<std::unique_ptr<Subject>> {
    if (std::filesystem::exists(first)) hang();
    std::ofstream(first) << "x";
    return subject_of([](Call&) {});
  };
  const CheckReport report = report_of(options);
  EXPECT_EQ(10u, report.records.size());
  for (const Record& record : report.records) {
    EXPECT_TRUE(is_failure(record.verdict)) << record.id;
    EXPECT_EQ("the subject does not start again", record.failure->message);
  }
}

// The oracle, dying on sqrt of float64.
class DyingOracle : public Reference {
 public:
  Result<Answer> answer(const Call& call) override {
    if (call.op == "sqrt"_op && call.operands[0].dtype == DType::kFloat64)
      std::abort();
    return Reference::answer(call);
  }
};

TEST_F(Breakdown, OfTheOracleIsNotTheSubjects) {
  CheckOptions options = this->options("sqrt:value");
  options.make_oracle = [] { return std::make_unique<DyingOracle>(); };
  const CheckReport report = report_of(options);
  for (const Record& record : report.records) {
    const bool hit = record.dtype == "float64";
    EXPECT_EQ("", report.end_fault);
    EXPECT_EQ(hit ? Verdict::kHarnessError : Verdict::kPass, record.verdict)
        << record.id;
    if (!hit) continue;
    ASSERT_TRUE(record.failure.has_value());
    EXPECT_EQ(
        "while the case was built, the process died of signal 6 (Aborted)",
        record.failure->message);
  }
}

// The oracle, dying once, as it does where a call spoilt its memory.
class SpoiltOracle : public Reference {
 public:
  explicit SpoiltOracle(std::filesystem::path mark) : mark_(std::move(mark)) {}
  Result<Answer> answer(const Call& call) override {
    if (!std::filesystem::exists(mark_)) {
      std::ofstream(mark_) << "x";
      std::abort();
    }
    return Reference::answer(call);
  }

 private:
  std::filesystem::path mark_;
};

TEST_F(Breakdown, BeforeACaseIsAskedIsTriedOnceMore) {
  CheckOptions options = this->options("sqrt:value");
  options.make_oracle = [mark = folder_ / "mark"] {
    return std::make_unique<SpoiltOracle>(mark);
  };
  const CheckReport report = report_of(options);
  for (const Record& record : report.records)
    EXPECT_EQ(Verdict::kPass, record.verdict) << record.id;
  EXPECT_TRUE(report.end_fault.starts_with(
      "an earlier call spoilt memory: while elementwise/sqrt:value:"))
      << report.end_fault;
  EXPECT_TRUE(report.end_fault.ends_with("died of signal 6 (Aborted)"));
}

// Loses its connection on abs of int8 and takes its time to come back.
class Disconnecting : public Subject {
 public:
  Disconnecting()
      : backend_([this](Call& call) {
          if (call.op == "abs"_op && call.operands[0].dtype == DType::kInt8)
            breakdown_ = assay::Breakdown{
                assay::Breakdown::Kind::kProtocolError, "gibberish"};
        }) {}
  Backend& backend() override { return backend_; }
  void begin_case() override {}
  const std::optional<assay::Breakdown>& breakdown() const override {
    return breakdown_;
  }
  Status restart() override {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    breakdown_.reset();
    return {};
  }

 private:
  std::optional<assay::Breakdown> breakdown_;
  Meddled backend_;
};

TEST_F(Breakdown, KeepsItsVerdictWhileTheSubjectRestarts) {
  CheckOptions options = this->options("abs:value");
  options.timeout_seconds = 0.1;
  options.grace_seconds = 0.3;
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return std::unique_ptr<Subject>(std::make_unique<Disconnecting>());
  };
  for (const Record& record : report_of(options).records) {
    const bool hit = record.dtype == "int8";
    EXPECT_EQ(hit ? Verdict::kProtocolError : Verdict::kPass, record.verdict)
        << record.id;
    if (!hit) continue;
    ASSERT_TRUE(record.failure.has_value());
    EXPECT_EQ("gibberish", record.failure->message);
  }
}

// Claims neg of int8 and of float32, the latter for contiguous rank 2 alone.
class Modest : public Reference {
 public:
  std::optional<Claim> claim(const Cell& cell) const override {
    if (cell.op != "neg"_op) return std::nullopt;
    if (cell.dtype == DType::kInt8) return Claim{};
    if (cell.dtype == DType::kFloat32) return Claim{2, {"contiguous"}};
    return std::nullopt;
  }
  Result<Tensors> execute(const Call& call) override {
    const bool contiguous = call.operands[0].view.is_c_contiguous();
    if (call.op == "neg"_op && call.operands[0].dtype == DType::kFloat32 &&
        (!contiguous || call.operands[0].view.rank() > 2))
      return Status::unsupported("layout", "too odd");
    return Reference::execute(call);
  }
};

TEST_F(Breakdown, IsNotWhatWasNeverClaimed) {
  CheckOptions options = this->options("neg:*:dtype=*8,neg:*:dtype=float32");
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(std::make_unique<Modest>()));
  };
  int unsupported = 0;
  for (const Record& record : report_of(options).records) {
    const bool strided =
        record.id.find("layout=contiguous") == std::string::npos;
    if (record.dtype == "int8") {
      EXPECT_EQ(Verdict::kPass, record.verdict) << record.id;
    } else if (record.dtype == "uint8") {
      EXPECT_EQ(Verdict::kUnsupported, record.verdict) << record.id;
      EXPECT_EQ("dtype", record.unsupported_kind);
    } else if (record.dtype == "float32" && strided) {
      EXPECT_EQ(Verdict::kUnsupported, record.verdict) << record.id;
      EXPECT_EQ("layout", record.unsupported_kind);
      ++unsupported;
    }
  }
  EXPECT_EQ(4, unsupported);
}

// A case of neg on one operand of a view.
Case neg_of(const View& view, DType dtype) {
  Case test_case;
  test_case.clause = "neg.value";
  const auto count = static_cast<std::size_t>(view.bounds().second + 1);
  test_case.tensors = {{"x", dtype, view, std::vector<ElementBits>(count), {}},
                       {"out", dtype, View(view.shape()), {}, {}}};
  Step step;
  step.op = "neg"_op;
  step.operands = {"x"};
  step.outs = {"out"};
  test_case.steps = {step};
  return test_case;
}

TEST(ClaimReach, IsUpToTheRankAndLayoutsOfTheClaim) {
  Modest backend;
  PlannedCase plan;
  plan.op = "neg"_op;
  plan.clause = "neg.value";
  const auto reach = [&](const View& view) {
    return claim_reach(backend, plan, neg_of(view, plan.dtype));
  };
  EXPECT_TRUE(reach(View({2, 3})).claimed);
  EXPECT_FALSE(reach(View({2, 3})).beyond);
  EXPECT_EQ("rank 3", reach(View({2, 3, 1})).beyond->needs);
  EXPECT_EQ("layout flip", reach(View({2, 3}, {3, -1}, 2)).beyond->needs);
  // The name of the layout says nothing of it.
  plan.layout = Layout::kFlip;
  EXPECT_FALSE(reach(View({2, 3})).beyond);
  plan.dtype = DType::kInt8;
  EXPECT_FALSE(reach(View({2, 3, 1}, {-3, -1, 1}, 5)).beyond);
  plan.dtype = DType::kBool;
  EXPECT_FALSE(reach(View({2, 3})).claimed);
  // A stored case has the claims of its steps.
  EXPECT_FALSE(claim_reach(backend, neg_of(View({3}), DType::kFloat32)).beyond);
  EXPECT_TRUE(
      claim_reach(backend, neg_of(View({3}, {-1}, 2), DType::kFloat32)).beyond);
  EXPECT_FALSE(claim_reach(backend, neg_of(View({3}), DType::kUint8)).claimed);
}

}  // namespace
}  // namespace assay
