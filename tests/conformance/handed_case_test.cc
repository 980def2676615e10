// Tests which facts about a case a worker passes on, and that facts about other
// cases are not taken for it.
#include "conformance/handed_case.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

Record record_of_a_case() {
  Record record;
  record.id = "a/case";
  record.verdict = Verdict::kFail;
  return record;
}

TEST(HandedCase, HoldsControlsAndRecordAsLines) {
  ControlCount count;
  count.add("exact", true, "");
  const std::string controls = to_json("a/case", count).dump();
  const std::string record = to_json(record_of_a_case()).dump();
  HandedCase handed;
  EXPECT_TRUE(handed.take(Handed::kControls, controls, "a/case"));
  EXPECT_FALSE(handed.record.has_value());
  EXPECT_TRUE(handed.take(Handed::kRecord, record, "a/case"));
  ASSERT_TRUE(handed.record.has_value());
  EXPECT_EQ(Verdict::kFail, handed.record->verdict);
  ASSERT_TRUE(handed.controls.has_value());
  EXPECT_EQ(1, handed.controls->caught);
  EXPECT_EQ(controls + '\n' + record, handed.lines);
}

TEST(HandedCase, KnowsAVerdictBeforeTheRecord) {
  HandedCase handed;
  EXPECT_TRUE(handed.take(Handed::kKnown,
                          R"({"verdict": "fail", "message": "2 is not 1"})",
                          "a/case"));
  EXPECT_EQ(Verdict::kFail, handed.known);
  EXPECT_EQ("2 is not 1", handed.known_message);
  EXPECT_EQ("", handed.lines);
}

TEST(HandedCase, RefusesWhatIsNotOfTheCase) {
  const std::string record = to_json(record_of_a_case()).dump();
  const std::string controls = to_json("a/case", ControlCount()).dump();
  const std::tuple<Handed, std::string, const char*> frames[] = {
      {Handed::kRecord, record, "another/case"},
      {Handed::kControls, controls, "another/case"},
      {Handed::kRecord, controls, "a/case"},
      {Handed::kControls, record, "a/case"},
      {Handed::kKnown, record + "x", "a/case"},
      {Handed::kRecord, "", "a/case"},
      {Handed::kRecord, "[]", "a/case"},
      {Handed::kRecord, to_json(record_of_a_case()).dump(1), "a/case"},
      {Handed::kKnown, R"({"verdict": 3, "message": ""})", "a/case"},
      {Handed::kKnown, R"({"verdict": "fail", "message": 3})", "a/case"},
      {Handed::kKnown, R"({"verdict": "broken", "message": ""})", "a/case"},
      {Handed::kKnown, R"({"verdict": "fail"})", "a/case"}};
  for (const auto& [what, text, id] : frames) {
    HandedCase handed;
    EXPECT_FALSE(handed.take(what, text, id)) << text;
    EXPECT_EQ("", handed.lines);
  }
}

}  // namespace
}  // namespace assay
