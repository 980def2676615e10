// Subjects that do not get as far as saying who they are.
#include "conformance/describe_subject.h"

#include <cfenv>
#include <cstdio>

#include "spec/cells.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class Describe : public ScratchRun {
 protected:
  // Returns the description of a subject that calls act() when it starts.
  Result<RunRecord> described(void (*act)()) {
    CheckOptions options = this->options("neg");
    options.subject = "it";
    options.prepare_seconds = 0.3;
    options.make_subject = [act]() -> Result<std::unique_ptr<Subject>> {
      act();
      return subject_of([](Call&) {});
    };
    return describe_run(options);
  }
};

TEST_F(Describe, IsTheHeadOfARun) {
  const auto run = described([] { std::puts("noise"); });
  ASSERT_TRUE(run.ok()) << run.status().message;
  EXPECT_EQ("it", run->subject);
  EXPECT_EQ("meddled", run->subject_name);
  EXPECT_EQ("", run->abi_version);
}

TEST_F(Describe, ListsWhatIsClaimed) {
  CheckOptions options = this->options("neg");
  options.make_subject = [] { return Result(subject_of([](Call&) {})); };
  const auto claimed = claimed_cells(options);
  ASSERT_TRUE(claimed.ok()) << claimed.status().message;
  std::vector<Cell> expected;
  for (const auto& [cell, required] : every_cell())
    if ((*subject_of([](Call&) {})).backend().claim(cell))
      expected.push_back(cell);
  EXPECT_EQ(expected, *claimed);
  EXPECT_FALSE(expected.empty());
  options.make_subject = []() -> Result<std::unique_ptr<Subject>> { _exit(9); };
  EXPECT_NE(std::string::npos, claimed_cells(options).status().message.find(
                                   "exited with status 9"));
}

TEST_F(Describe, SaysHowASubjectFailedToStart) {
  // The function that it died in is named too.
  const std::string aborted = described([] { std::abort(); }).status().message;
  EXPECT_TRUE(aborted.starts_with(
      "it does not start: the process died of signal 6 (Aborted); at "))
      << aborted;
  EXPECT_NE(std::string::npos, aborted.find("(assay_conformance_test+0x"))
      << aborted;
  EXPECT_EQ("it does not start: the process exited with status 9",
            described([] { _exit(9); }).status().message);
  EXPECT_EQ("it does not start: no answer within 0.3 s", described([] {
                                                           for (;;) pause();
                                                         })
                                                             .status()
                                                             .message);
  EXPECT_EQ(
      "starting the subject changed the rounding mode, which every program in "
      "the process relies on",
      described([] { std::fesetround(FE_DOWNWARD); }).status().message);
}

TEST_F(Describe, KeepsTheLastWords) {
  const auto run = described([] {
    std::fputs("no GPU here\n", stderr);
    _exit(1);
  });
  EXPECT_EQ(
      "it does not start: the process exited with status 1; it printed: no GPU "
      "here",
      run.status().message);
}

}  // namespace
}  // namespace assay
