// Tests JUnit XML, read back by an XML parser that is not ours (Python's).
#include "reports/junit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/reports/records.h"

namespace assay {
namespace {

// Prints the findings and every suite of cases with its counts, and every case
// with what is in it. The suite of the scores has no cases. Each count must be
// that of the elements it counts, and those of the document the sums of its
// suites of cases.
constexpr const char* kReader = R"(
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
keys = ("tests", "failures", "errors", "skipped")
def counts(element):
    assert element.get("time") == "0", element.tag
    return [int(element.get(key)) for key in keys]
def shown(suite):
    cases = suite.findall("testcase")
    assert all(case.get("time") == "0" for case in cases)
    found = [len(cases)] + [len(suite.findall("testcase/" + tag))
                            for tag in ("failure", "error", "skipped")]
    assert counts(suite) == found, suite.get("name")
    return {"name": suite.get("name"), "counts": counts(suite),
     "cases": [{"name": case.get("name"), "class": case.get("classname"),
      "children": [[child.tag, child.get("type") or child.get("message"),
                    child.text or "", child.get("message")] for child in case]}
     for case in cases]}
suites = [shown(suite) for suite in root]
assert suites[-1]["name"] == "op sets"
findings = [suite for suite in suites if suite["name"] == "findings"]
assert suites[:len(findings)] == findings
suites = suites[len(findings):-1]
assert counts(root) == [sum(suite["counts"][i] for suite in suites)
                        for i in range(4)]
print(json.dumps({"root": root.tag, "name": root.get("name"),
  "counts": counts(root), "suites": suites,
  "findings": findings[0] if findings else None}))
)";

// The document as Python sees it; null if it is not well-formed.
nlohmann::json parsed(const std::string& xml) {
  const std::string stem =
      testing::TempDir() + fmt::format("junit-{}", getpid());
  std::ofstream(stem + ".xml") << xml;
  std::ofstream(stem + ".py") << kReader;
  const std::string command =
      fmt::format("/usr/bin/python3 {0}.py {0}.xml", stem);
  std::string output;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe))
      output += static_cast<char>(c);
    pclose(pipe);
  }
  std::filesystem::remove(stem + ".xml");
  std::filesystem::remove(stem + ".py");
  auto json = nlohmann::json::parse(output, nullptr, false);
  return json.is_discarded() ? nlohmann::json() : json;
}

TEST(JUnit, HasASuitePerOpAndACasePerRecord) {
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "wrap", "int8", Verdict::kFail),
      elementwise("add", "value", "int4", Verdict::kUnsupported),
      elementwise("sub", "wrap", "int8", Verdict::kTimedOut),
  };
  const auto document = parsed(junit_xml(run_of_toy(), records, {.all = true}));
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ("testsuites", document["root"]);
  EXPECT_EQ("toy 1.2, profile nx", document["name"]);
  ASSERT_EQ(2u, document["suites"].size());
  const auto& add = document["suites"][0];
  EXPECT_EQ("elementwise/add", add["name"]);
  EXPECT_EQ((nlohmann::json{3, 1, 0, 1}), add["counts"]);
  ASSERT_EQ(3u, add["cases"].size());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(records[i].id, add["cases"][i]["name"]);
    EXPECT_EQ("elementwise/add", add["cases"][i]["class"]);
  }
  EXPECT_TRUE(add["cases"][0]["children"].empty());
  const auto& failure = add["cases"][1]["children"];
  ASSERT_EQ(1u, failure.size());
  EXPECT_EQ("failure", failure[0][0]);
  EXPECT_EQ("fail", failure[0][1]);
  const std::string text = failure[0][2];
  EXPECT_NE(std::string::npos, text.find("1 of 4 elements")) << text;
  EXPECT_NE(std::string::npos, text.find("cases/add.wrap.int8.json")) << text;
  EXPECT_EQ((nlohmann::json{
                {"skipped", "unsupported dtype", "", "unsupported dtype"}}),
            add["cases"][2]["children"]);
  EXPECT_EQ("timed_out", document["suites"][1]["cases"][0]["children"][0][1]);
}

// Each verdict has its element, and only a pass counts as passed. The table is
// written by hand.
TEST(JUnit, GivesEveryVerdictItsElement) {
  const std::map<Verdict, std::string> kElements = {
      {Verdict::kPass, ""},
      {Verdict::kUnsupported, "skipped"},
      {Verdict::kExpectedFailure, "skipped"},
      {Verdict::kFlaky, "skipped"},
      {Verdict::kUnexpectedPass, "skipped"},
      {Verdict::kMissing, "error"},
      {Verdict::kHarnessError, "error"}};
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const auto document = parsed(
        junit_xml(run_of_toy(), {elementwise("add", "value", "int8", verdict)},
                  {.all = true}));
    ASSERT_TRUE(document.is_object()) << kVerdictNames[i];
    const auto& suite = document["suites"][0];
    const auto known = kElements.find(verdict);
    const std::string expected =
        known == kElements.end() ? "failure" : known->second;
    const auto& children = suite["cases"][0]["children"];
    ASSERT_EQ(expected.empty() ? 0u : 1u, children.size()) << kVerdictNames[i];
    if (!expected.empty()) {
      EXPECT_EQ(expected, children[0][0]);
    }
    EXPECT_EQ(
        (nlohmann::json{1, expected == "failure", expected == "error",
                        expected == "skipped"}),
        nlohmann::json({suite["counts"][0], suite["counts"][1] == 1,
                        suite["counts"][2] == 1, suite["counts"][3] == 1}))
        << kVerdictNames[i];
  }
}

// The findings come first. Each failing case counts once in the document: as a
// case of its own suite.
TEST(JUnit, BeginsWithTheFindings) {
  Record mod = elementwise("mod", "value", "int8", Verdict::kFail);
  mod.explained_by = {"mod.sign=divisor"};
  mod.failure->tensor = "r0";
  mod.failure->program = "mod(-7, 3) -> r0";
  mod.failure->expected = ElementReport{"-1", "-1", "0xff"};
  mod.failure->got = ElementReport{"2", "2", "0x02"};
  Record other = mod;
  other.id = "elementwise/mod:sign:dtype=int8,case=1";
  const auto document = parsed(junit_xml(
      run_of_toy(),
      {elementwise("mod", "value", "int16", Verdict::kPass), mod, other,
       elementwise("sub", "wrap", "int8", Verdict::kCrashed)}));
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ((nlohmann::json{4, 3, 0, 0}), document["counts"]);
  const auto& findings = document["findings"];
  EXPECT_EQ((nlohmann::json{2, 2, 0, 0}), findings["counts"]);
  ASSERT_EQ(2u, findings["cases"].size());
  EXPECT_EQ("sub crashed", findings["cases"][0]["name"]);
  EXPECT_EQ("mod.sign=divisor", findings["cases"][1]["name"]);
  const auto& failure = findings["cases"][1]["children"][0];
  EXPECT_EQ("wrong value", failure[1]);
  EXPECT_EQ("mod.sign = divisor (mod): mod(-7, 3) → expected -1, got 2",
            failure[3]);
  const std::string text = failure[2];
  EXPECT_TRUE(contains(text, "2 cases of mod\nshared by array_api")) << text;
  EXPECT_TRUE(contains(text, mod.id)) << text;
  EXPECT_TRUE(contains(text, other.id)) << text;
  // The cases say what they belong to.
  EXPECT_EQ("mod.sign = divisor (mod)",
            document["suites"][0]["cases"][1]["children"][0][3]);
  EXPECT_EQ("sub crashes", document["suites"][1]["cases"][0]["children"][0][3]);
}

TEST(JUnit, HasNoFindingsWithoutFailures) {
  const auto document = parsed(junit_xml(
      run_of_toy(), {elementwise("add", "value", "int8", Verdict::kPass)}));
  EXPECT_TRUE(document["findings"].is_null());
  EXPECT_EQ((nlohmann::json{1, 0, 0, 0}), document["counts"]);
}

// A case without a finding has the message of its record, on one line.
TEST(JUnit, GivesEveryErrorAMessage) {
  Record missing = elementwise("add", "value", "int8", Verdict::kMissing);
  missing.failure = Failure{.message = "no record\nof it"};
  const auto document = parsed(junit_xml(run_of_toy(), {missing}));
  EXPECT_EQ("no record of it",
            document["suites"][0]["cases"][0]["children"][0][3]);
  RunRecord blind = run_of_toy();
  blind.controls.add("exact", false, "nobody saw it");
  const auto none = parsed(junit_xml(blind, {missing}));
  EXPECT_EQ("live controls", none["suites"][0]["name"]);
  EXPECT_TRUE(none["suites"][0]["cases"][0]["children"][0][3].is_string());
  EXPECT_EQ((nlohmann::json{2, 0, 2, 0}), none["counts"]);
}

TEST(JUnit, LeavesOutCellsThatAreNotClaimed) {
  Record needy = elementwise("neg", "value", "int8", Verdict::kUnsupported);
  needy.needs = "copy";
  const std::vector<Record> records = {
      elementwise("add", "value", "int8", Verdict::kPass),
      elementwise("add", "value", "int4", Verdict::kUnsupported), needy,
      elementwise("add", "wrap", "int8", Verdict::kUnsupported)};
  const std::string few = junit_xml(run_of_toy(), records);
  EXPECT_EQ((nlohmann::json{3, 0, 0, 2}), parsed(few)["counts"]);
  EXPECT_FALSE(contains(few, "dtype=int4"));
  EXPECT_TRUE(contains(few, "value=\"1, which --all writes\""));
  const std::string all = junit_xml(run_of_toy(), records, {.all = true});
  EXPECT_EQ((nlohmann::json{4, 0, 0, 3}), parsed(all)["counts"]);
  EXPECT_TRUE(contains(all, "dtype=int4"));
  EXPECT_FALSE(contains(all, "which --all writes"));
}

TEST(JUnit, FailsAnUnexpectedPassIfStrict) {
  const auto document = parsed(
      junit_xml(run_of_toy(),
                {elementwise("add", "value", "int8", Verdict::kUnexpectedPass)},
                {.strict = true}));
  EXPECT_EQ("failure", document["suites"][0]["cases"][0]["children"][0][0]);
}

TEST(JUnit, SaysWhyAFailureWasExpectedAndWhatACasePrinted) {
  Record expected =
      elementwise("add", "value", "int8", Verdict::kExpectedFailure);
  expected.reason = "rounds down";
  expected.bug = "issue 7";
  Record crashed = elementwise("add", "value", "int8", Verdict::kCrashed, 1);
  crashed.output = "free(): invalid pointer";
  const auto document = parsed(junit_xml(run_of_toy(), {expected, crashed}));
  const auto& cases = document["suites"][0]["cases"];
  EXPECT_EQ("expected_failure: rounds down (issue 7)",
            cases[0]["children"][0][1]);
  const std::string text = cases[1]["children"][0][2];
  EXPECT_NE(std::string::npos, text.find(crashed.output)) << text;
}

TEST(JUnit, HasEachSuiteAndEachNameOnce) {
  const Record add = elementwise("add", "value", "int8", Verdict::kPass);
  const Record sub = elementwise("sub", "value", "int8", Verdict::kPass);
  const auto document = parsed(junit_xml(run_of_toy(), {add, sub, add}));
  ASSERT_EQ(2u, document["suites"].size());
  const auto& cases = document["suites"][0]["cases"];
  ASSERT_EQ(2u, cases.size());
  EXPECT_EQ(add.id, cases[0]["name"]);
  EXPECT_EQ(add.id + " #2", cases[1]["name"]);
}

// A standard run in which everything fails, at length, and with much to escape.
TEST(JUnit, StaysBelowItsLimitWhenEverythingFails) {
  std::vector<Record> records;
  for (int i = 0; i < 62874; ++i) {
    records.push_back(elementwise("associative_scan", "strided_operands",
                                  "float8_e4m3fn", Verdict::kCrashed, i));
    records.back().failure->message = std::string(700, '<') + "€€€";
    records.back().output = std::string(4000, '&');
  }
  const std::string whole = junit_xml(run_of_toy(), records);
  EXPECT_LT(whole.size(), 30'000'000u);
  EXPECT_GT(whole.size(), 20'000'000u);
  records.resize(20);
  const auto roomy = parsed(junit_xml(run_of_toy(), records));
  const auto tight =
      parsed(junit_xml(run_of_toy(), records, {.limit = 20 * 600}));
  ASSERT_TRUE(roomy.is_object() && tight.is_object());
  const std::string text = tight["suites"][0]["cases"][3]["children"][0][2];
  EXPECT_TRUE(text.ends_with("<… (cut)")) << text;
  EXPECT_LT(junit_xml(run_of_toy(), records, {.limit = 20 * 600}).size(),
            20u * 600 + 300);
  const std::string more = roomy["suites"][0]["cases"][3]["children"][0][2];
  EXPECT_GT(more.size(), 1000u);
}

TEST(JUnit, OfNothingIsWellFormed) {
  const auto document = parsed(junit_xml(run_of_toy(), {}));
  ASSERT_TRUE(document.is_object());
  EXPECT_TRUE(document["suites"].empty());
}

TEST(JUnit, EscapesWhatXmlMarksUp) {
  Record record = elementwise("add", "value", "int8", Verdict::kFail);
  record.id = "a\"<b>&'/c:d";
  record.failure->message = "x < y && y > \"z\" ]]> </failure>";
  RunRecord run = run_of_toy();
  run.subject_name = "<toy> & \"co\"";
  const auto document = parsed(junit_xml(run, {record}));
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ("<toy> & \"co\" 1.2, profile nx", document["name"]);
  const auto& suite = document["suites"][0];
  EXPECT_EQ("a\"<b>&'/c", suite["name"]);
  EXPECT_EQ(record.id, suite["cases"][0]["name"]);
  const std::string text = suite["cases"][0]["children"][0][2];
  EXPECT_NE(std::string::npos, text.find(record.failure->message)) << text;
}

TEST(JUnit, ReplacesWhatXmlCannotHold) {
  struct Row {
    std::string_view given, shown;
  };
  const Row rows[] = {
      {{"a\0b", 3}, "a?b"},
      {"a\x01\x1b\x1f"
       "b",
       "a???b"},
      {"tab\there", "tab\there"},
      {"Zwölf €, 😀", "Zwölf €, 😀"},
      {"latin \xe9.", "latin ?."},
      {"cut \xe2\x82", "cut ??"},
      {"overlong \xc0\xaf.", "overlong ??."},
      {"overlong \xe0\x80\xaf.", "overlong ???."},
      {"surrogate \xed\xa0\x80.", "surrogate ???."},
      {"no character \xef\xbf\xbf.", "no character ???."},
      {"too large \xf4\x90\x80\x80.", "too large ????."},
  };
  for (const Row& row : rows) {
    Record record = elementwise("add", "value", "int8", Verdict::kFail);
    record.failure->message = row.given;
    const auto document = parsed(junit_xml(run_of_toy(), {record}));
    ASSERT_TRUE(document.is_object()) << row.shown;
    const std::string text =
        document["suites"][0]["cases"][0]["children"][0][2];
    EXPECT_NE(std::string::npos, text.find("fail: " + std::string(row.shown)))
        << text;
  }
}

}  // namespace
}  // namespace assay
