// Tests the exports: they have everything of the table, and two exports are
// equal.
#include "spec/spec_export.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "spec/built_in_profiles.h"
#include "spec/op_sets.h"
#include "spec/op_table.h"
#include "spec/profile.h"
#include "spec/version.h"

namespace assay {
namespace {

using Json = nlohmann::json;

// The start of a clause's row; axes of profiles have rows like it.
std::string clause_row(const Clause& clause) {
  return "| `" + std::string(clause.id) + "` | " + letter_of(clause.status) +
         " | ";
}

// Counts how often a text occurs in another.
std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(SpecJson, SaysItsFormatAndVersion) {
  const Json json = Json::parse(spec_json());
  EXPECT_EQ(json.at("format"), 1);
  EXPECT_EQ(json.at("spec_version"), kSpecVersion);
}

TEST(SpecJson, HasEveryOpWithItsRow) {
  const Json json = Json::parse(spec_json());
  ASSERT_EQ(json.at("ops").size(), every_op().size());
  for (const Json& op : json.at("ops")) {
    const auto found = op_named(op.at("name").get<std::string>());
    ASSERT_TRUE(found) << op;
    const OpSpec& spec = spec_of(*found);
    EXPECT_EQ(op.at("id"), spec.id);
    EXPECT_EQ(op.at("family"), family_of(*found).name);
    EXPECT_EQ(op.at("set"), set_of(*found));
    EXPECT_EQ(op.at("formula"), spec.formula);
    EXPECT_EQ(op.at("returns_tensor"), spec.signature.returns_tensor());
    EXPECT_EQ(op.at("attributes").size(), spec.attributes.size());
    ASSERT_EQ(op.at("clauses").size(), spec.clauses.size());
    for (const Json& clause : op.at("clauses")) {
      const Clause* row = clause_named(clause.at("id").get<std::string>());
      ASSERT_NE(row, nullptr) << clause;
      EXPECT_EQ(clause.at("text"), row->text);
      EXPECT_EQ(clause.at("status"), std::string(1, letter_of(row->status)));
      EXPECT_EQ(clause.contains("demand"),
                row->status == ClauseStatus::kUnspecified);
      EXPECT_EQ(clause.at("enforced_by"),
                kEnforcedByNames[static_cast<int>(row->enforced_by)]);
    }
  }
}

// Each dtype of a variant has exactly one accuracy, and no other dtype has.
TEST(SpecJson, GivesEachDTypeOfAVariantOneAccuracy) {
  const Json json = Json::parse(spec_json());
  for (const Json& op : json.at("ops"))
    for (const Json& variant : op.at("variants")) {
      std::multiset<std::string> claimed;
      for (const char* list : {"required", "optional"})
        for (const Json& name : variant.at(list)) claimed.insert(name);
      std::multiset<std::string> judged;
      for (const Json& accuracy : variant.at("accuracy")) {
        EXPECT_TRUE(accuracy.at("class").is_string());
        for (const Json& name : accuracy.at("dtypes")) judged.insert(name);
      }
      EXPECT_EQ(claimed, judged) << op.at("name");
    }
}

TEST(SpecJson, HasTheOpSets) {
  const Json json = Json::parse(spec_json());
  ASSERT_EQ(json.at("sets").size(), std::size(kOpSets));
  for (std::size_t i = 0; i < std::size(kOpSets); ++i) {
    EXPECT_EQ(json.at("sets")[i].at("name"), kOpSets[i].name);
    EXPECT_EQ(json.at("sets")[i].at("text"), kOpSets[i].text);
    EXPECT_EQ(json.at("sets")[i].at("shares").size(), kOpSets[i].shares.size());
  }
}

TEST(SpecMarkdown, SaysTheSetOfEachFamily) {
  const std::string page = spec_markdown();
  for (const FamilySpec& family : every_family()) {
    const std::string opening = "## Family " + std::string(family.name) +
                                "\n\nOp set `" + std::string(family.set) +
                                "`.\n";
    EXPECT_NE(page.find(opening), std::string::npos) << opening;
  }
}

TEST(SpecJson, HasNamedExamples) {
  const Json json = Json::parse(spec_json());
  const auto op = [&](std::string_view name) {
    for (const Json& each : json.at("ops"))
      if (each.at("name") == name) return each;
    return Json();
  };
  EXPECT_EQ(op("add").at("signature"), "binary");
  EXPECT_EQ(op("add").at("delivery"), "written");
  EXPECT_EQ(op("add").at("operands")[1].at("name"), "b");
  EXPECT_EQ(op("cmplt").at("results")[0].at("role"), "bool");
  EXPECT_EQ(op("cat").at("operands")[0].at("is_list"), true);
  EXPECT_EQ(op("linear").at("operands")[2].at("given_by"), "biased");
  EXPECT_EQ(op("flip").at("delivery"), "view");
  EXPECT_EQ(op("flip").at("attributes")[0].at("key"), 8);
  EXPECT_EQ(op("irfft").at("attributes")[2].at("is_optional"), true);
  EXPECT_EQ(op("sort").at("attributes")[1].at("name"), "descending");
  EXPECT_EQ(op("sort").at("attributes")[1].at("kind"), "bool");
  EXPECT_EQ(op("full").at("attributes")[2].at("kind"), "element");
  EXPECT_EQ(op("associative_scan").at("attributes")[1].at("kind"), "scan");
  const Json exp = op("exp").at("variants")[0];
  EXPECT_EQ(exp.at("optional"), Json::array());
  EXPECT_EQ(exp.at("accuracy")[1].at("class"), "ulp");
  EXPECT_EQ(exp.at("accuracy")[1].at("bound"), 3);
  EXPECT_EQ(exp.at("accuracy")[1].at("dtypes"),
            Json::array({"float32", "float64"}));
  EXPECT_FALSE(op("cat").at("variants")[0].at("accuracy")[0].contains("bound"));
}

TEST(SpecJson, HasTheDTypesFamiliesAxesAndProfiles) {
  const Json json = Json::parse(spec_json());
  ASSERT_EQ(json.at("dtypes").size(), kDTypes.size());
  EXPECT_EQ(json.at("dtypes")[0].at("name"), "float16");
  EXPECT_EQ(json.at("dtypes")[0].at("float_format").at("precision"), 11);
  EXPECT_FALSE(json.at("dtypes")[6].contains("float_format"));
  ASSERT_EQ(json.at("families").size(), every_family().size());
  EXPECT_EQ(json.at("families")[0].at("clauses").size(),
            std::size(kElementwiseClauses));
  ASSERT_EQ(json.at("policy_axes").size(), kPolicyAxisCount);
  EXPECT_EQ(json.at("policy_axes")[0].at("values"),
            Json::array({"away", "even"}));
  const Json& half = json.at("policy_axes")[0].at("texts")[0];
  EXPECT_EQ(half.at("value"), "even");
  EXPECT_EQ(half.at("clauses"), Json::array({"round.half"}));
  EXPECT_EQ(half.at("effect"), "replaces");
  EXPECT_EQ(half.at("text"), "Halves round to the even neighbour.");
  ASSERT_EQ(json.at("profiles").size(), std::size(kProfiles));
  for (const Json& profile : json.at("profiles"))
    EXPECT_EQ(profile.at("values").size(), kPolicyAxisCount);
  EXPECT_EQ(json.at("profiles")[0].at("values").at("round.half"), "away");
  EXPECT_EQ(json.at("profiles")[1].at("values").at("round.half"), "even");
}

TEST(SpecMarkdown, SaysWhatClausesSayUnderEachPolicyValue) {
  const std::string page = spec_markdown();
  EXPECT_EQ(1u, occurrences(page,
                            "| `mod.sign = divisor` | array_api, burn | "
                            "`mod.sign` | A remainder has the sign of the "
                            "divisor, also where the signs differ. |\n"));
  EXPECT_EQ(1u, occurrences(page,
                            "| `mod.sign = dividend` | nx, numpy, torch, jax, "
                            "stablehlo, onnx, tenferro | "
                            "`mod.sign` | A remainder has the sign of the "
                            "dividend, also where the signs differ. |\n"));
  EXPECT_EQ(1u, occurrences(page,
                            "| `pow.overflow = any` | array_api, jax, "
                            "stablehlo, onnx | `pow.value`, "
                            "`pow.one` | + An integer exponent above 63 may "
                            "give any value. |\n"));
}

TEST(SpecMarkdown, HasEveryOpAndClauseOnce) {
  const std::string page = spec_markdown();
  for (const OpSpec* op : every_op()) {
    EXPECT_EQ(occurrences(page, "### " + std::string(op->name) + "\n"), 1u)
        << op->name;
    for (const Clause& clause : op->clauses)
      EXPECT_EQ(occurrences(page, clause_row(clause)), 1u) << clause.id;
  }
  for (const FamilySpec& family : every_family())
    for (const Clause& clause : family.clauses)
      EXPECT_EQ(occurrences(page, clause_row(clause)), 1u) << clause.id;
  EXPECT_NE(page.find(std::string(kSpecVersion)), std::string::npos);
}

TEST(SpecMarkdown, EscapesBarsInCells) {
  const std::string page = spec_markdown();
  EXPECT_NE(page.find("\\|INT_MIN\\| is INT_MIN."), std::string::npos);
  EXPECT_EQ(page.find("|INT_MIN|"), std::string::npos);
}

TEST(SpecExport, IsTheSameEveryTimeAndEndsInANewline) {
  EXPECT_EQ(spec_json(), spec_json());
  EXPECT_EQ(spec_markdown(), spec_markdown());
  EXPECT_TRUE(spec_json().ends_with("}\n"));
  EXPECT_TRUE(spec_markdown().ends_with("|\n"));
}

}  // namespace
}  // namespace assay
