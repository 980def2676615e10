// JUnit XML, read back by an XML parser that is not ours (Python's).
#include "reports/junit.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/reports/records.h"

namespace assay {
namespace {

// Prints every suite with its counts, and every case with what is in it.
constexpr const char* kReader = R"(
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(json.dumps({"root": root.tag, "name": root.get("name"), "suites": [
  {"name": suite.get("name"), "counts": [int(suite.get(key))
    for key in ("tests", "failures", "skipped")],
   "cases": [{"name": case.get("name"), "class": case.get("classname"),
     "children": [[child.tag, child.get("type") or child.get("message"),
                   child.text or ""] for child in case]} for case in suite]}
  for suite in root]}))
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
  const auto document = parsed(junit_xml(run_of_toy(), records));
  ASSERT_TRUE(document.is_object());
  EXPECT_EQ("testsuites", document["root"]);
  EXPECT_EQ("toy 1.2, profile nx", document["name"]);
  ASSERT_EQ(2u, document["suites"].size());
  const auto& add = document["suites"][0];
  EXPECT_EQ("elementwise/add", add["name"]);
  EXPECT_EQ((nlohmann::json{3, 1, 1}), add["counts"]);
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
  EXPECT_EQ((nlohmann::json{{"skipped", "unsupported dtype", ""}}),
            add["cases"][2]["children"]);
  EXPECT_EQ("timed_out", document["suites"][1]["cases"][0]["children"][0][1]);
}

// The counts are those of the elements, whatever the verdict.
TEST(JUnit, CountsEveryVerdictOnce) {
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i) {
    const auto verdict = static_cast<Verdict>(i);
    const auto document = parsed(junit_xml(
        run_of_toy(), {elementwise("add", "value", "int8", verdict)}));
    ASSERT_TRUE(document.is_object()) << kVerdictNames[i];
    const auto& suite = document["suites"][0];
    int failures = 0, skipped = 0;
    for (const auto& child : suite["cases"][0]["children"]) {
      failures += child[0] == "failure" ? 1 : 0;
      skipped += child[0] == "skipped" ? 1 : 0;
    }
    EXPECT_EQ((nlohmann::json{1, failures, skipped}), suite["counts"])
        << kVerdictNames[i];
    EXPECT_EQ(verdict == Verdict::kPass ? 0 : 1, failures + skipped)
        << kVerdictNames[i];
  }
}

// What was expected to fail is skipped with its reason, never a plain pass;
// an unexpected pass fails where that is asked for.
TEST(JUnit, TellsWhatWasExpected) {
  struct Row {
    Verdict verdict;
    const char* message;
  };
  for (const Row& row : {Row{Verdict::kExpectedFailure, "expected failure"},
                         Row{Verdict::kFlaky, "flaky"},
                         Row{Verdict::kUnexpectedPass, "unexpected pass"}})
    for (const bool strict : {false, true}) {
      Record record = elementwise("add", "value", "int8", row.verdict);
      record.reason = "of <old>";
      record.bug = "toy#7";
      const auto document = parsed(junit_xml(run_of_toy(), {record}, strict));
      const auto& suite = document["suites"][0];
      const auto& child = suite["cases"][0]["children"][0];
      if (strict && row.verdict == Verdict::kUnexpectedPass) {
        EXPECT_EQ("failure", child[0]);
        EXPECT_EQ("unexpected_pass", child[1]);
        EXPECT_EQ((nlohmann::json{1, 1, 0}), suite["counts"]);
      } else {
        EXPECT_EQ("skipped", child[0]);
        EXPECT_EQ(row.message + std::string(": of <old> (toy#7)"), child[1]);
        EXPECT_EQ((nlohmann::json{1, 0, 1}), suite["counts"]);
      }
    }
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
