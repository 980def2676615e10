// Tests the findings in the model of the HTML page: their parts, their cases,
// the policy values beside them, and the programs of cases.
#include "reports/html_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/html_page.h"
#include "spec/clause_source.h"
#include "tests/reports/records.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json model_of(const std::vector<Record>& records, const std::string& profile,
              const HtmlOptions& options = {}) {
  RunRecord run = run_of_toy();
  run.profile = profile;
  return html_model({reported_run(run, records, "out/")}, options);
}

// A case that returns a wrong value where one was expected.
Record wrong_value(const std::string& op, const std::string& aspect,
                   const std::string& dtype, int number = 0) {
  Record record = elementwise(op, aspect, dtype, Verdict::kFail, number);
  record.failure->tensor = "out";
  record.failure->program = op + "(-7, 3) -> out";
  record.failure->expected = ElementReport{"-1", "-0x1p+0", "0xff"};
  record.failure->got = ElementReport{"2", "0x1p+1", "0x02"};
  record.failure->pairs = {{.expected_class = "value",
                            .got_class = "value",
                            .count = 1,
                            .index = {},
                            .expected = "-1",
                            .got = "2",
                            .operands = ""}};
  return record;
}

std::string clause_of(const Json& model, const Json& number) {
  return model["clauses"][number.get<std::size_t>()][0];
}

TEST(HtmlFindings, SayWhatIsFoundAndNameTheCases) {
  const Json model = model_of({wrong_value("mod", "value", "int8"),
                               wrong_value("mod", "wrap", "int16", 1)},
                              "nx");
  const Json& run = model["runs"][0];
  ASSERT_EQ(1u, run["findings"].size());
  const Json& finding = run["findings"][0];
  EXPECT_EQ("wrong value", model["kinds"][finding["kind"].get<std::size_t>()]);
  EXPECT_EQ(static_cast<int>(FindingPart::kBroken), finding["part"]);
  EXPECT_EQ("mod returns wrong values", finding["title"]);
  EXPECT_EQ("mod(-7, 3) → expected -1, got 2", finding["example"]);
  EXPECT_EQ(2, finding["count"]);
  EXPECT_EQ(Json({"mod"}), finding["ops"]);
  EXPECT_EQ(Json({"int8", "int16"}), finding["dtypes"]);
  EXPECT_EQ("mod.value", clause_of(model, finding["clause"]));
  ASSERT_EQ(1u, finding["also"].size());
  EXPECT_EQ("mod.wrap", clause_of(model, finding["also"][0]));
  ASSERT_EQ(2u, finding["cases"].size());
  const auto place = finding["cases"][1].get<std::size_t>();
  EXPECT_EQ("mod", run["cases"][place]["op"]);
  EXPECT_FALSE(finding.contains("policy"));
}

// Under nx, a value of an axis that explains a finding has its own part.
TEST(HtmlFindings, OfAPolicyAreApartUnderNxOnly) {
  Record record = wrong_value("mod", "sign", "int8");
  record.explained_by = {"mod.sign=divisor"};
  const auto finding_under = [&](const std::string& profile) {
    return model_of({record}, profile)["runs"][0]["findings"][0];
  };
  const Json under_nx = finding_under("nx");
  EXPECT_EQ(static_cast<int>(FindingPart::kPolicy), under_nx["part"]);
  EXPECT_EQ("mod.sign=divisor", under_nx["policy"]);
  const Json& sharing = under_nx["shared_by"];
  EXPECT_NE(sharing.end(),
            std::find(sharing.begin(), sharing.end(), "array_api"));
  EXPECT_EQ(static_cast<int>(FindingPart::kBroken),
            finding_under("burn")["part"]);
}

TEST(HtmlFindings, OfUnspecifiedClausesAreApart) {
  const Clause* open = nullptr;
  for (const Clause* clause : every_clause())
    if (clause->status == ClauseStatus::kUnspecified) open = clause;
  ASSERT_NE(nullptr, open);
  Record record = wrong_value("mod", "value", "int8");
  record.broken = std::string(open->id);
  EXPECT_EQ(static_cast<int>(FindingPart::kUnpromised),
            model_of({record}, "numpy")["runs"][0]["findings"][0]["part"]);
}

TEST(HtmlFindings, ListThePolicyValuesOfPassingCases) {
  Record passed = elementwise("mod", "sign", "int8", Verdict::kPass);
  passed.policies = {"mod.sign=divisor"};
  Record other = elementwise("mod", "sign", "int16", Verdict::kPass, 1);
  other.policies = {"mod.sign=divisor", "round.half=even"};
  Record failed = wrong_value("mod", "sign", "int32");
  failed.policies = {"mod.sign=divisor"};
  const Json policies =
      model_of({passed, other, failed}, "torch")["runs"][0]["policies"];
  ASSERT_EQ(2u, policies.size());
  EXPECT_EQ("mod.sign=divisor", policies[0]["policy"]);
  EXPECT_EQ(2, policies[0]["count"]);
  EXPECT_EQ(Json({"mod"}), policies[0]["ops"]);
  EXPECT_EQ("Burn remainder, PyTorch remainder", policies[0]["source"]);
  EXPECT_EQ(1, policies[1]["count"]);
  EXPECT_FALSE(policies[0]["shared_by"].empty());
}

// However many other cases there are, a finding shows some of its own.
TEST(HtmlFindings, EmbedTheirExamplesFirst) {
  std::vector<Record> records;
  for (int i = 0; i < 20; ++i)
    records.push_back(wrong_value("add", "wrap", "int8", i));
  for (int i = 0; i < 5; ++i)
    records.push_back(
        elementwise("add", "wrap", "int8", Verdict::kCrashed, 20 + i));
  HtmlOptions options;
  options.case_limit = 6;
  const Json run = model_of(records, "nx", options)["runs"][0];
  ASSERT_EQ(2u, run["findings"].size());
  for (const Json& finding : run["findings"])
    EXPECT_EQ(3u, finding["cases"].size()) << finding["title"];
  EXPECT_EQ(19, run["omitted"]);
}

TEST(HtmlFindings, ClausesSayWhereTheyComeFrom) {
  const Clause* explained = nullptr;
  for (const Clause* clause : every_clause())
    if (!source_of(clause->id).why.empty()) explained = clause;
  ASSERT_NE(nullptr, explained);
  const ClauseSource source = source_of(explained->id);
  const SourceSection* section = section_of(source.place);
  ASSERT_NE(nullptr, section);
  Record record = wrong_value("add", "value", "int8");
  record.clause = std::string(explained->id);
  const Json model = model_of({record}, "nx");
  const Json& clause = model["clauses"][0];
  EXPECT_EQ(explained->id, clause[0].get<std::string>());
  const std::string from = model["sections"][clause[3].get<std::size_t>()];
  EXPECT_TRUE(from.starts_with(section->name)) << from;
  EXPECT_TRUE(contains(from, std::string(section->subject))) << from;
  EXPECT_EQ(source.why,
            model["reasons"][clause[4].get<std::size_t>()].get<std::string>());
}

TEST(HtmlFindings, RowsSayThatNothingIsClaimed) {
  const Json rows =
      model_of({elementwise("add", "value", "int8", Verdict::kPass),
                elementwise("sub", "value", "int8", Verdict::kUnsupported)},
               "nx")["runs"][0]["rows"];
  ASSERT_EQ(2u, rows.size());
  EXPECT_FALSE(rows[0].contains("claimed"));
  EXPECT_EQ(false, rows[1]["claimed"]);
}

// The passages of a program and the case file between them are the program.
TEST(HtmlFindings, CasesShareThePassagesOfTheirPrograms) {
  HtmlOptions options;
  const auto file_of = [](const Record& record) {
    return "{\"id\": \"" + record.id + "\"}";
  };
  const auto program_of = [&](const Record& record) {
    return "# " + record.op + "\n\nimport numpy\n\nCASE = '''" +
           file_of(record) + "'''\n\nmain()\n";
  };
  options.case_text = [&](const Record& record) {
    return file_of(record) + "\n";
  };
  options.python = program_of;
  const std::vector<Record> records = {wrong_value("mod", "value", "int8"),
                                       wrong_value("add", "wrap", "int8")};
  const Json model = model_of(records, "nx", options);
  EXPECT_EQ(5u, model["passages"].size());
  const auto passage = [&](const Json& number) {
    return model["passages"][number.get<std::size_t>()].get<std::string>();
  };
  const Json& cases = model["runs"][0]["cases"];
  ASSERT_EQ(2u, cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::string program;
    for (const Json& number : cases[i]["python"][0]) program += passage(number);
    program += file_of(records[i]) + passage(cases[i]["python"][1]);
    EXPECT_EQ(program_of(records[i]), program);
  }
}

}  // namespace
}  // namespace assay
