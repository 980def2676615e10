// Tests the HTML page: the model that its script gets, text that must not leave
// its element, and how much it contains.
#include "reports/html_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "spec/dtype.h"
#include "tests/reports/records.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPassed = 0, kUnsupportedVerdict = 1, kFailed = 6, kCrash = 15;

Json model_of(std::vector<Record> records, const HtmlOptions& options = {}) {
  return html_model({reported_run(run_of_toy(), std::move(records), "out/")},
                    options);
}
Json run_of(std::vector<Record> records, const HtmlOptions& options = {}) {
  return model_of(std::move(records), options)["runs"][0];
}

// The cell of the first row.
Json cell_of(const Json& run, DType dtype) {
  return run["rows"][0]["cells"][static_cast<std::size_t>(dtype)];
}

TEST(HtmlPage, NumbersVerdictsAsTheKitDoes) {
  const Json names = model_of({})["verdicts"];
  EXPECT_EQ("pass", names[kPassed]);
  EXPECT_EQ("unsupported", names[kUnsupportedVerdict]);
  EXPECT_EQ("fail", names[kFailed]);
  EXPECT_EQ("crashed", names[kCrash]);
}

TEST(HtmlPage, CountsTheVerdictsOfEachCellAndClause) {
  const Json model =
      model_of({elementwise("add", "value", "int8", Verdict::kPass),
                elementwise("add", "value", "int8", Verdict::kPass, 1),
                elementwise("add", "wrap", "int8", Verdict::kFail),
                elementwise("add", "value", "int4", Verdict::kUnsupported)});
  const Json& run = model["runs"][0];
  ASSERT_EQ(1u, run["rows"].size());
  EXPECT_EQ("add", run["rows"][0]["name"]);
  EXPECT_EQ("elementwise", run["rows"][0]["family"]);
  const Json cell = cell_of(run, DType::kInt8);
  EXPECT_EQ("required", cell["need"]);
  EXPECT_EQ(Json({{kPassed, 2}, {kFailed, 1}}), cell["verdicts"]);
  ASSERT_EQ(2u, cell["clauses"].size());
  const auto named = [&](const Json& entry) {
    return model["clauses"][entry[0].get<std::size_t>()][0];
  };
  EXPECT_EQ("add.value", named(cell["clauses"][0]));
  EXPECT_EQ(Json::parse("[[0,2]]"), cell["clauses"][0][1]);
  EXPECT_EQ("add.wrap", named(cell["clauses"][1]));
  EXPECT_EQ(Json::parse("[[6,1]]"), cell["clauses"][1][1]);
  EXPECT_EQ(Json::parse("[[1,1]]"), cell_of(run, DType::kInt4)["verdicts"]);
  EXPECT_EQ(Json({{"need", "required"}}), cell_of(run, DType::kInt16));
  EXPECT_EQ(Json(0), cell_of(run, DType::kBool));  // add has no bool
  EXPECT_EQ(2, run["counts"][kPassed]);
  EXPECT_EQ(1, run["counts"][kUnsupportedVerdict]);
  EXPECT_FALSE(run["conforms"]);
}

TEST(HtmlPage, GivesAPairOfDtypesARowPerResult) {
  const Json run = run_of(
      {record_of("conversion", "cast", "value", "float32>int8", Verdict::kPass),
       record_of("conversion", "cast", "value", "float32>bool",
                 Verdict::kPass)});
  ASSERT_EQ(2u, run["rows"].size());
  EXPECT_EQ("cast > int8", run["rows"][0]["name"]);
  EXPECT_EQ("cast > bool", run["rows"][1]["name"]);
  EXPECT_TRUE(cell_of(run, DType::kFloat32).contains("verdicts"));
  EXPECT_FALSE(cell_of(run, DType::kFloat64).contains("verdicts"));
}

TEST(HtmlPage, ShowsTheLargestErrorWithItsInputAndItsBound) {
  Record small = elementwise("exp", "value", "float32", Verdict::kPass, 2);
  small.max_ulp = 0.5;
  small.worst_operands = "x=0x1p-1";
  Record large = elementwise("exp", "value", "float32", Verdict::kPass, 1);
  large.max_ulp = 1.25;
  large.worst_operands = "x=0x1p+3";
  Record same = large;
  same.id.back() = '0';
  same.worst_operands = "x=0x1p+4";
  for (const auto& records :
       {std::vector{small, large, same}, std::vector{same, large, small}}) {
    const Json model = model_of(records);
    const Json cell = cell_of(model["runs"][0], DType::kFloat32);
    EXPECT_EQ(1.25, cell["ulp"]);
    EXPECT_EQ("x=0x1p+4", cell["worst"]);  // of equals the first id
    EXPECT_EQ(same.id, cell["worst_id"]);
    EXPECT_EQ("3 ULP", model["accuracy"][cell["accuracy"].get<std::size_t>()]);
  }
}

TEST(HtmlPage, GroupsFailuresByClauseVerdictAndAlikeMessage) {
  std::vector<Record> records = {
      elementwise("sub", "wrap", "int8", Verdict::kFail, 0),
      elementwise("add", "wrap", "int8", Verdict::kCrashed, 1),
      elementwise("sub", "wrap", "int16", Verdict::kFail, 2),
      elementwise("sub", "wrap", "int8", Verdict::kFail, 3),
      elementwise("sub", "wrap", "int8", Verdict::kPass, 4),
      elementwise("sub", "wrap", "int4", Verdict::kUnsupported, 5)};
  records[2].failure->message = "3 of 9 elements are not accepted";
  records[3].failure->message = "sub answered internal";
  const Json run = run_of(records);
  ASSERT_EQ(3u, run["groups"].size());
  EXPECT_EQ(2, run["groups"][0]["count"]);
  EXPECT_EQ(Json({"int8", "int16"}), run["groups"][0]["dtypes"]);
  EXPECT_EQ("sub answered internal", run["groups"][1]["message"]);
  EXPECT_EQ(kCrash, run["groups"][2]["verdict"]);
  EXPECT_EQ(4u, run["cases"].size());
  EXPECT_EQ(0, run["omitted"]);
  const auto second = run["groups"][0]["cases"][1].get<std::size_t>();
  EXPECT_EQ(records[2].id, run["cases"][second]["id"]);
}

TEST(HtmlPage, EmbedsAllThatARecordSaysOfAFailure) {
  Record record = elementwise("add", "wrap", "int8", Verdict::kFail);
  record.failure = Failure{.message = "1 of 4 elements are not accepted",
                           .tensor = "out",
                           .index = {1, 2},
                           .expected = ElementReport{"1", "0x1p+0", "0x01"},
                           .got = ElementReport{"2", "0x1p+1", "0x02"},
                           .accepted = "[1, 1]",
                           .operands = "a=1, b=0",
                           .program = "add(…) -> out",
                           .distance = 3.5,
                           .crash = Crash{.call = "add(a, b)",
                                          .signal = "SIGSEGV",
                                          .address = "null + 8",
                                          .frames = {"inner", "outer"}}};
  record.output = "noise";
  record.memory = "canaries";
  record.reason = "why";
  record.bug = "issue 7";
  HtmlOptions options;
  options.case_text = [](const Record& shown) {
    return "{\"file\": \"" + shown.case_file + "\"}";
  };
  const Json shown = run_of({record}, options)["cases"][0];
  EXPECT_EQ(Json({"1", "0x1p+0", "0x01"}), shown["expected"]);
  EXPECT_EQ(Json({"2", "0x1p+1", "0x02"}), shown["got"]);
  const std::pair<const char*, const char*> kTexts[] = {
      {"place", "out[1, 2]"},
      {"accepted", "[1, 1]"},
      {"operands", "a=1, b=0"},
      {"program", "add(…) -> out"},
      {"call", "add(a, b)"},
      {"address", "null + 8"},
      {"frames", "inner\nouter"},
      {"output", "noise"},
      {"memory", "canaries"},
      {"reason", "why"},
      {"bug", "issue 7"},
      {"file", "out/cases/add.wrap.int8.json"},
      {"text", "{\"file\": \"out/cases/add.wrap.int8.json\"}"},
      {"replay",
       "assay replay out/cases/add.wrap.int8.json 'exec:toy --fast'"}};
  for (const auto& [key, text] : kTexts) EXPECT_EQ(text, shown[key]) << key;
  EXPECT_EQ(3.5, shown["ulp"]);
}

// The message has such errors beside their bounds, as absolute numbers.
TEST(HtmlPage, ShowsNoUlpsWhereNormsAreJudged) {
  const auto shows_ulps = [](const char* family, const char* op,
                             const char* dtype) {
    Record record = record_of(family, op, "value", dtype, Verdict::kFail);
    record.failure->distance = 3.5;
    return run_of({record}, {})["cases"][0].contains("ulp");
  };
  EXPECT_TRUE(shows_ulps("elementwise", "exp", "float32"));
  EXPECT_TRUE(shows_ulps("conversion", "cast", "float32>float16"));
  EXPECT_FALSE(shows_ulps("elementwise", "div", "complex64"));
  EXPECT_FALSE(shows_ulps("reduction", "reduce_sum", "float32"));
  EXPECT_FALSE(shows_ulps("fourier", "fft", "complex64"));
  EXPECT_FALSE(shows_ulps("linalg", "qr", "float32"));
}

TEST(HtmlPage, ShowsRobustnessApart) {
  const Record passed = elementwise("add", "value", "int8", Verdict::kPass);
  EXPECT_TRUE(run_of({passed})["robustness"].is_null());
  const Json run = run_of({passed, call_of("broken", "add", Verdict::kCrashed),
                           call_of("broken", "sub", Verdict::kPass),
                           call_of("broken", "mul", Verdict::kFail),
                           call_of("control", "add", Verdict::kPass)});
  EXPECT_EQ(true, run["conforms"]);
  EXPECT_EQ(1u, run["rows"].size());
  EXPECT_EQ(Json::array(), run["gaps"]);
  const Json& robustness = run["robustness"];
  EXPECT_EQ(3, robustness["calls"]);
  EXPECT_EQ(1, robustness["refused"]);
  EXPECT_EQ("add", robustness["harmful"][0]["op"]);
  EXPECT_EQ("mul", robustness["accepted"][0]["op"]);
  EXPECT_EQ(Json::array(), robustness["controls"]);
}

TEST(HtmlPage, SaysWhatIsMissingOfARun) {
  ReportedRun reported = reported_run(
      run_of_toy(), {elementwise("add", "value", "int8", Verdict::kPass)});
  EXPECT_TRUE(html_model({reported}, {})["runs"][0]["gaps"].empty());
  reported.planned = 5;
  EXPECT_EQ(Json({"4 of 5 planned cases have no result."}),
            html_model({reported}, {})["runs"][0]["gaps"]);
}

// Beyond its limit a page has one case of each clause of each cell before it
// has a second one of any.
TEST(HtmlPage, CapsCasesFairlyAndCountsTheRest) {
  std::vector<Record> records;
  for (int i = 0; i < 50; ++i)
    records.push_back(elementwise("add", "wrap", "int8", Verdict::kFail, i));
  records.push_back(elementwise("sub", "wrap", "int8", Verdict::kFail));
  HtmlOptions options;
  options.case_limit = 5;
  const Json run = run_of(records, options);
  EXPECT_EQ(5u, run["cases"].size());
  EXPECT_EQ(46, run["omitted"]);
  EXPECT_EQ(50, run["groups"][0]["count"]);
  EXPECT_EQ(4u, run["groups"][0]["cases"].size());
  EXPECT_EQ(1u, run["groups"][1]["cases"].size());
}

TEST(HtmlPage, StaysSmallWhateverFails) {
  std::vector<Record> records;
  for (int i = 0; i < 62874; ++i) {
    records.push_back(elementwise("add", "wrap", "int8", Verdict::kFail, i));
    records.back().failure->message = std::string(5000, 'x');
    records.back().output = std::string(200, '<');
  }
  HtmlOptions options;
  options.case_text = [](const Record&) { return std::string(9000, 'y'); };
  const std::string page =
      html_page({reported_run(run_of_toy(), records)}, options);
  EXPECT_LT(page.size(), 25'000'000u);
  for (Record& record : records) {
    record.verdict = Verdict::kPass;
    record.failure.reset();
  }
  const std::string none = html_page({reported_run(run_of_toy(), {})}, options);
  EXPECT_LT(html_page({reported_run(run_of_toy(), records)}, options).size(),
            none.size() + 10'000u);
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

// Text in records stays text of the model.
TEST(HtmlPage, LetsNoTextOutOfItsElement) {
  const std::string plain =
      html_page({reported_run(run_of_toy(), {})}, HtmlOptions());
  RunRecord run = run_of_toy();
  run.subject_name = "</title></script><script>alert(1)</script><!--";
  Record record = elementwise("add", "wrap", "int8", Verdict::kFail);
  record.failure->message =
      "</script><img src=x onerror=alert(1)>\xff/*script*/";
  const std::string page = html_page({reported_run(run, {record})}, {});
  for (const char* part : {"<script", "</script", "</title", "<img", "<!--"})
    EXPECT_EQ(count_of(plain, part), count_of(page, part)) << part;
  EXPECT_EQ(std::string::npos, page.find('\xff'));
  EXPECT_NE(std::string::npos, page.find("&lt;/title&gt;"));
  EXPECT_EQ(std::string::npos, plain.find("/*script*/"));
}

TEST(HtmlPage, LoadsNothingFromElsewhere) {
  const std::string page = html_page({reported_run(run_of_toy(), {})}, {});
  for (const char* part : {"src=", "<link", "@import", "url(", "fetch(",
                           "XMLHttp", "innerHTML", "insertAdjacent", "eval("})
    EXPECT_EQ(0u, count_of(page, part)) << part;
  EXPECT_NE(std::string::npos, page.find("default-src 'none'"));
}

}  // namespace
}  // namespace assay
