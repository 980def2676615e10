// Tests baselines: a written baseline makes the same run pass and hides nothing
// else.
#include "conformance/baseline.h"

#include "conformance/plan.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

constexpr const char* kUpdateDay = "2026-05-17";
constexpr const char* kWrap8 =
    "elementwise/add:wrap:dtype=int8,layout=contiguous,case=0";

class BaselineUpdate : public testing::Test {
 protected:
  BaselineUpdate() : plan_(plan_cases(Level::kQuick, Filter())) {
    for (const PlannedCase& planned : plan_) {
      Record record;
      record.id = planned.id();
      record.clause = planned.clause;
      record.op = name_of(planned.op);
      records_.push_back(std::move(record));
    }
  }

  // Makes the cases that a filter selects have a verdict.
  void give(const std::string& filter, Verdict verdict,
            const char* unsupported_kind = "") {
    const auto parsed = Filter::parse(filter);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message;
    bool found = false;
    for (Record& record : records_)
      if (parsed->selects(record.id)) {
        record.verdict = verdict;
        record.unsupported_kind = unsupported_kind;
        record.failure = Failure{.message = "wrong"};
        found = true;
      }
    EXPECT_TRUE(found) << filter;
  }

  Baseline updated(const std::string& old = "",
                   const std::vector<FailureGroup>& groups = {}) const {
    auto result = update_baseline(old, "e", kUpdateDay, plan_, records_,
                                  "why \"not\"", groups);
    EXPECT_TRUE(result.ok()) << result.status().message;
    return result.ok() ? *std::move(result) : Baseline();
  }

  // Groups the failing cases that a filter selects.
  FailureGroup group_of(const char* cause, const std::string& filter) const {
    const auto parsed = Filter::parse(filter);
    FailureGroup group{cause, {}};
    for (const Record& record : records_)
      if (record.verdict >= Verdict::kFail && parsed->selects(record.id))
        group.ids.push_back(record.id);
    EXPECT_FALSE(group.ids.empty()) << filter;
    return group;
  }

  // Applies the text to the raw records: nothing fails, nothing passes that
  // should not, and a second update changes nothing.
  void expect_settled(const Baseline& baseline) {
    const auto found =
        Expectations::parse(baseline.text, "e", kUpdateDay, plan_);
    ASSERT_TRUE(found.ok()) << found.status().message << "\n" << baseline.text;
    std::vector<Record> applied = records_;
    for (Record& record : applied) {
      apply(*found, record);
      EXPECT_FALSE(is_failure(record.verdict))
          << record.id << " " << name_of(record.verdict);
    }
    for (const auto& records : {applied, records_}) {
      const auto again = update_baseline(baseline.text, "e", kUpdateDay, plan_,
                                         records, "another");
      ASSERT_TRUE(again.ok());
      EXPECT_EQ(baseline.text, again->text);
    }
  }

  std::vector<PlannedCase> plan_;
  std::vector<Record> records_;
};

const char* const kReason = " reason=\"why \\\"not\\\"\"\n";

TEST_F(BaselineUpdate, OfARunThatPassesIsEmpty) {
  EXPECT_EQ("", updated().text);
  expect_settled(updated());
}

TEST_F(BaselineUpdate, GroupsWhereEveryCaseFails) {
  give("add:wrap", Verdict::kFail);
  give("sub:wrap:dtype=int8", Verdict::kCrashed);
  give("neg:strided_operands:dtype=float32,layout=mixed,case=0",
       Verdict::kTimedOut);
  give("abs:value:dtype=int8", Verdict::kFail, "dtype");
  const Baseline baseline = updated();
  EXPECT_EQ(std::string("unsupported elementwise/abs:value:dtype=int8") +
                kReason + "xfail elementwise/add:wrap" + kReason +
                "xfail elementwise/sub:wrap:dtype=int8" + kReason +
                "xfail elementwise/neg:strided_operands:dtype=float32,"
                "layout=mixed,case=0" +
                kReason,
            baseline.text);
  EXPECT_EQ(4, baseline.added);
  expect_settled(baseline);
}

// The failures of one cause have one line where one glob matches them all.
TEST_F(BaselineUpdate, WritesOneLineForACause) {
  give("mod", Verdict::kFail);
  give("add:*:dtype=float32", Verdict::kCrashed);
  give("neg:value:dtype=int8", Verdict::kFail);
  const Baseline baseline = updated(
      "",
      {group_of("add crashes", "add"), group_of("mod.sign = divisor", "mod")});
  EXPECT_EQ(std::string("# cause: add crashes\n"
                        "xfail elementwise/add:dtype=float32") +
                kReason +
                "# cause: mod.sign = divisor\n"
                "xfail elementwise/mod" +
                kReason + "xfail elementwise/neg:value:dtype=int8" + kReason,
            baseline.text);
  EXPECT_EQ(3, baseline.added);
  expect_settled(baseline);
}

// Two causes may share a clause; no line of one matches cases of the other.
TEST_F(BaselineUpdate, KeepsCausesApart) {
  give("add:wrap", Verdict::kFail);
  const Baseline baseline = updated("", {group_of("one", "add:wrap:dtype=int8"),
                                         group_of("two", "add:wrap")});
  EXPECT_TRUE(baseline.text.starts_with(
      std::string("# cause: one\nxfail elementwise/add:wrap:dtype=int8") +
      kReason + "# cause: two\n"))
      << baseline.text;
  expect_settled(baseline);
}

// A glob of a cause may match cases that the subject does not support, and
// never cases that pass or were not run.
TEST_F(BaselineUpdate, PassesOverWhatIsNotSupported) {
  give("add:wrap", Verdict::kFail);
  give("add:wrap:dtype=int8", Verdict::kUnsupported);
  const FailureGroup all = group_of("it", "add:wrap");
  const std::string one =
      std::string("# cause: it\nxfail elementwise/add:wrap") + kReason;
  EXPECT_EQ(one, updated("", {all}).text);
  expect_settled(updated("", {all}));
  // An older line has these cases already.
  const std::string old = "flaky add:wrap:dtype=int8 reason=x\n";
  const Baseline beside = updated(old, {all});
  EXPECT_TRUE(beside.text.starts_with(old + "# cause: it\n"));
  EXPECT_FALSE((beside.text.find("add:wrap reason") != std::string::npos))
      << beside.text;
  expect_settled(beside);
  give("add:wrap:dtype=int8", Verdict::kPass);
  EXPECT_NE(one, updated("", {all}).text);
  expect_settled(updated("", {all}));
  std::erase_if(records_, [](const Record& record) {
    return record.id.starts_with("elementwise/add:wrap:dtype=int8");
  });
  EXPECT_NE(one, updated("", {all}).text);
}

TEST_F(BaselineUpdate, DropsTheCauseWithItsLastLine) {
  give("sub:wrap", Verdict::kFail);
  const std::string old =
      "# mine\n# cause: a\nxfail add:wrap reason=x\n"
      "# cause: b\nxfail sub:wrap reason=x\n"
      "# cause: c\nxfail neg:wrap reason=x\n";
  EXPECT_EQ("# mine\n# cause: b\nxfail sub:wrap reason=x\n", updated(old).text);
  give("add:wrap:dtype=int8", Verdict::kFail);
  EXPECT_TRUE(updated(old).text.starts_with(
      "# mine\n# cause: a\nxfail elementwise/add:wrap:dtype=int8 "))
      << updated(old).text;
}

// As a glob the clause of "sort" is also that of "sort:descending".
TEST_F(BaselineUpdate, WritesNoGlobThatMatchesWhatPasses) {
  for (Record& record : records_)
    if (record.id.starts_with("sorting/sort:value:dtype=int8"))
      record.verdict = Verdict::kFail;
  const Baseline baseline = updated();
  EXPECT_EQ(std::string("xfail sorting/sort:value:dtype=int8,"
                        "layout=contiguous,case=0") +
                kReason +
                "xfail sorting/sort:value:dtype=int8,layout=contiguous,rung=3,"
                "case=4" +
                kReason,
            baseline.text);
  expect_settled(baseline);
}

TEST_F(BaselineUpdate, GroupsPairsOfCasts) {
  give("cast:value:dtype=int8,to=float32", Verdict::kFail);
  const Baseline baseline = updated();
  EXPECT_EQ(std::string("xfail conversion/cast:value:dtype=int8,to=float32") +
                kReason,
            baseline.text);
  expect_settled(baseline);
}

TEST_F(BaselineUpdate, KeepsCommentsAndLinesThatHold) {
  give("add:wrap", Verdict::kFail);
  const std::string old =
      "# Known.\n\nxfail   add:wrap reason=old bug=7 # since ever\n\n"
      "flaky sub:wrap reason=races\n";
  const Baseline baseline = updated(old);
  EXPECT_EQ(old, baseline.text);
  EXPECT_EQ(2, baseline.kept);
  EXPECT_EQ(0, baseline.added + baseline.removed + baseline.narrowed);
}

TEST_F(BaselineUpdate, RemovesLinesWhoseCasesPass) {
  const std::string old = "# one\nxfail add:wrap reason=x\n# two\n";
  EXPECT_EQ("# one\n# two\n", updated(old).text);
  give("add:wrap", Verdict::kUnexpectedPass);
  EXPECT_EQ("# one\n# two\n", updated(old).text);
  EXPECT_EQ(1, updated(old).removed);
  // Lines of cases that were not run stay.
  std::erase_if(records_, [](const Record& record) {
    return record.clause == "add.wrap";
  });
  EXPECT_EQ(old, updated(old).text);
}

TEST_F(BaselineUpdate, NarrowsLinesOfWhichSomeCasesPass) {
  give("add:wrap:dtype=int8", Verdict::kExpectedFailure);
  const Baseline baseline =
      updated("xfail add:wrap reason=old bug=7 until=2026-12-31\n");
  EXPECT_EQ(
      "xfail elementwise/add:wrap:dtype=int8 reason=\"old\" bug=\"7\" "
      "until=2026-12-31\n",
      baseline.text);
  EXPECT_EQ(1, baseline.narrowed);
}

// A case that fails beyond what its line permits gets another line.
TEST_F(BaselineUpdate, MovesWhatFailsOtherwise) {
  give("exp:value:dtype=float32", Verdict::kFail);
  give("exp:value:dtype=float64", Verdict::kFail);
  for (Record& record : records_)
    if (record.id.starts_with("elementwise/exp:value:") && record.failure)
      record.failure->distance =
          record.id.find("float32") != std::string::npos ? 2 : 9;
  const Baseline baseline =
      updated("ulp exp:value:dtype=float* limit=3 reason=old\n");
  EXPECT_EQ(std::string("ulp elementwise/exp:value:dtype=float32 limit=3 "
                        "reason=\"old\"\n"
                        "xfail elementwise/exp:value:dtype=float64") +
                kReason,
            baseline.text);
  expect_settled(baseline);
  EXPECT_EQ(2, updated(baseline.text).kept);
}

TEST_F(BaselineUpdate, ExpectsNoHarnessError) {
  give(kWrap8, Verdict::kHarnessError);
  const Baseline baseline = updated();
  EXPECT_EQ("", baseline.text);
  EXPECT_EQ((std::vector<std::string>{kWrap8}), baseline.left_out);
}

TEST_F(BaselineUpdate, RefusesWhatCheckRefuses) {
  for (const char* old : {"xfail\n", "xfail add:nothing reason=x\n",
                          "xfail add:wrap reason=x until=2026-05-16\n"}) {
    const auto none =
        update_baseline(old, "e", kUpdateDay, plan_, records_, "why");
    ASSERT_FALSE(none.ok()) << old;
    EXPECT_EQ(0u, none.status().message.find("e:1: ")) << none.status().message;
  }
}

// A line without its end at the end of the file stays a line of its own.
TEST_F(BaselineUpdate, AddsBehindALineWithoutItsEnd) {
  give("add:wrap", Verdict::kFail);
  EXPECT_EQ(std::string("# last\nxfail elementwise/add:wrap") + kReason,
            updated("# last").text);
}

}  // namespace
}  // namespace assay
