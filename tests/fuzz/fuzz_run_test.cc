// Tests whole runs of random programs: right subjects pass, failures are found,
// shrunk and kept, and a subject that dies loses only one program.
#include "fuzz/fuzz_run.h"

#include <unistd.h>

#include "conformance/case_file.h"
#include "harness/run/run_case.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class Fuzzing : public ScratchRun {
 protected:
  FuzzOptions fuzzing(Meddled::Meddle meddle, std::int64_t count) {
    FuzzOptions fuzz;
    fuzz.check = options("", std::move(meddle));
    fuzz.check.jobs = 2;
    fuzz.seconds = 600;
    fuzz.count = count;
    return fuzz;
  }
  // Runs it, and returns why there was no run, if there was none.
  std::string run(const FuzzOptions& options) {
    report_ = {};
    const auto failure = run_fuzz(options, report_);
    return failure ? failure->message : "";
  }
  FuzzReport report_;
};

TEST_F(Fuzzing, PassesWhatIsRight) {
  ASSERT_EQ("", run(fuzzing([](Call&) {}, 200)));
  EXPECT_EQ(0, report_.failing);
  EXPECT_EQ(0, report_.unsupported);
  EXPECT_LT(180, report_.programs);
  EXPECT_LT(2 * report_.programs, report_.steps);
  EXPECT_TRUE(report_.kept.empty());
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / "batch"));
}

TEST_F(Fuzzing, KeepsWhatIsWrongShrunk) {
  ASSERT_EQ("", run(fuzzing(confuse, 400)));
  EXPECT_LT(0, report_.failing);
  ASSERT_EQ(1u, report_.kept.size());
  const Record kept = report_.kept[0];
  EXPECT_EQ(Verdict::kFail, kept.verdict);
  const auto file = folder_ / "out" / kept.case_file;
  const auto read = read_case_file(file);
  ASSERT_TRUE(read.ok()) << read.status().message;
  ASSERT_EQ(1u, read->steps.size());
  EXPECT_EQ("neg"_op, read->steps[0].op);
  // This subject itself knows what is right and what is wrong.
  const auto wrong = subject_of(confuse);
  EXPECT_EQ(Verdict::kFail, run_case(*read, *wrong).verdict);
  const auto right = subject_of([](Call&) {});
  EXPECT_EQ(Verdict::kPass, run_case(*read, *right).verdict);
  // The same programs, the same finding; and the folder may be used again.
  const FuzzReport first = report_;
  ASSERT_EQ("", run(fuzzing(confuse, 400)));
  EXPECT_EQ(first.programs, report_.programs);
  EXPECT_EQ(first.failing, report_.failing);
  ASSERT_EQ(1u, report_.kept.size());
  EXPECT_EQ(kept.case_file, report_.kept[0].case_file);
}

TEST_F(Fuzzing, OutlivesItsSubject) {
  const auto die = [](Call& call) {
    if (call.op == "sort"_op) _exit(7);
  };
  FuzzOptions fuzz = fuzzing(die, 150);
  fuzz.kept = 1;
  ASSERT_EQ("", run(fuzz));
  EXPECT_LT(130, report_.programs);
  ASSERT_EQ(1u, report_.kept.size());
  EXPECT_EQ(Verdict::kCrashed, report_.kept[0].verdict);
  const auto read = read_case_file(folder_ / "out" / report_.kept[0].case_file);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(1u, read->steps.size());
  EXPECT_EQ("sort"_op, read->steps[0].op);
}

TEST_F(Fuzzing, SaysWhatItCannotRun) {
  FuzzOptions fuzz = fuzzing([](Call&) {}, 50);
  fuzz.check.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return Status::invalid("it is not there");
  };
  FuzzReport report;
  auto failure = run_fuzz(fuzz, report);
  ASSERT_TRUE(failure);
  EXPECT_EQ(CheckError::kSubject, failure->error);
  EXPECT_EQ("it is not there", failure->message);

  fuzz = fuzzing([](Call&) {}, 50);
  struct ClaimsNothing : Reference {
    std::optional<Claim> claim(const Cell&) const override { return {}; }
  };
  fuzz.check.make_subject = []() -> Result<std::unique_ptr<Subject>> {
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(std::make_unique<ClaimsNothing>()));
  };
  failure = run_fuzz(fuzz, report);
  ASSERT_TRUE(failure);
  EXPECT_EQ(CheckError::kNothingSelected, failure->error);

  // A folder with something else in it is left alone.
  fuzz = fuzzing([](Call&) {}, 50);
  std::filesystem::create_directories(folder_ / "other");
  std::ofstream(folder_ / "other" / "file") << "text";
  fuzz.check.out = folder_ / "other";
  failure = run_fuzz(fuzz, report);
  ASSERT_TRUE(failure);
  EXPECT_EQ(CheckError::kUnwritable, failure->error);
}

}  // namespace
}  // namespace assay
