// Tests the summary of broken calls, and that they do not affect conformance.
#include "reports/robustness_summary.h"

#include <gtest/gtest.h>

#include "reports/junit.h"
#include "tests/reports/records.h"

namespace assay {
namespace {

TEST(RobustnessSummary, SortsByWhatBecameOfTheCall) {
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    SCOPED_TRACE(kVerdictNames[i]);
    const std::vector<Record> records = {call_of("broken", "add", verdict)};
    const RobustnessSummary summary = summarize_robustness(records);
    EXPECT_EQ(1, summary.calls);
    EXPECT_EQ(1, summary.rules);
    EXPECT_TRUE(summary.controls.empty());
    const bool accepted =
        verdict == Verdict::kFail || verdict == Verdict::kUnexpectedPass;
    EXPECT_EQ(accepted, is_accepted_breach(records[0]));
    EXPECT_EQ(accepted, summary.accepted.size() == 1);
    EXPECT_EQ(is_failure(verdict) && !accepted, summary.harmful.size() == 1);
    EXPECT_EQ(summary.harmful.empty(), summary.is_harmless());
    EXPECT_EQ(verdict == Verdict::kPass ? 1 : 0, summary.refused);
    EXPECT_EQ(verdict == Verdict::kUnsupported ? 1 : 0, summary.unsupported);
  }
}

TEST(RobustnessSummary, CountsAFailingControl) {
  for (Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kCrashed}) {
    const std::vector<Record> records = {call_of("control", "add", verdict)};
    const RobustnessSummary summary = summarize_robustness(records);
    EXPECT_EQ(0, summary.calls);
    EXPECT_EQ(is_failure(verdict) ? 1u : 0u, summary.controls.size());
    EXPECT_EQ(!is_failure(verdict), summary.is_harmless());
    EXPECT_FALSE(is_accepted_breach(records[0]));
  }
}

TEST(RobustnessSummary, IsNoPartOfConformance) {
  const std::vector<Record> conforming = {
      elementwise("add", "value", "int8", Verdict::kPass)};
  std::vector<Record> both = conforming;
  both.push_back(call_of("broken", "add", Verdict::kCrashed));
  both.push_back(call_of("control", "add", Verdict::kFail));
  const Summary alone = summarize(conforming);
  const Summary summary = summarize(both);
  EXPECT_TRUE(summary.conforms());
  EXPECT_EQ(text_report(run_of_toy(), alone, {}),
            text_report(run_of_toy(), summary, {}));
  EXPECT_EQ(0, summarize_robustness(conforming).calls);
  EXPECT_EQ(
      "", robustness_text(run_of_toy(), summarize_robustness(conforming), {}));
}

TEST(RobustnessSummary, SaysWhatWasAcceptedAndShowsHarm) {
  const std::vector<Record> records = {
      call_of("broken", "add", Verdict::kFail),
      call_of("broken", "sub", Verdict::kFail),
      call_of("broken", "mul", Verdict::kPass),
      call_of("broken", "div", Verdict::kCrashed)};
  const std::string text =
      robustness_text(run_of_toy(), summarize_robustness(records), {});
  const auto shows = [&](const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  };
  shows("does not count for conformance: 4 calls that break 4 preconditions");
  shows("1 refused, 2 accepted, 1 harmful");
  shows("elementwise.same_shape          2  add, sub");
  shows(records[3].id);
  shows("replay");
  EXPECT_EQ(text.find(records[0].id), std::string::npos);
}

TEST(RobustnessSummary, HasSuitesOfItsOwnInJunit) {
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      call_of("broken", "add", Verdict::kFail),
      call_of("control", "add", Verdict::kFail),
      call_of("broken", "add", Verdict::kCrashed)};
  const std::string xml = junit_xml(run_of_toy(), records);
  EXPECT_NE(xml.find("name=\"elementwise/add\" tests=\"1\" failures=\"0\""),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("name=\"robustness/elementwise/add\" tests=\"3\" "
                     "failures=\"2\" errors=\"0\" skipped=\"1\""),
            std::string::npos)
      << xml;
}

}  // namespace
}  // namespace assay
