// Cases about views: the plan covers every clause, the view module passes all
// of it, and a module that is broken in one way is told so by the right clause.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>

#include "harness/view/view_case_plan.h"
#include "harness/view/view_subject.h"
#include "spec/sets/nx/view.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<ViewCase>& cases() {
  static const auto planned = planned_view_cases();
  EXPECT_TRUE(planned.ok()) << planned.status().message;
  static const std::vector<ViewCase> none;
  return planned.ok() ? *planned : none;
}

bool is_refused(const ViewCase& view_case) {
  for (const ViewQuestion& question : view_case.questions)
    if (question.status != StatusCode::kOk) return true;
  return view_case.statuses.front() != StatusCode::kOk;
}

TEST(ViewCasePlan, HasCasesOfEveryClauseAndNoOther) {
  std::set<std::string_view> clauses;
  for (const Clause& clause : kViewClauses) clauses.insert(clause.id);
  EXPECT_EQ(clauses.size(), std::size(kViewClauses));
  std::set<std::string_view> covered;
  std::set<std::string> ids;
  for (const ViewCase& view_case : cases()) {
    covered.insert(view_case.clause);
    EXPECT_TRUE(ids.insert(view_case.id).second) << view_case.id;
  }
  EXPECT_EQ(covered, clauses);
}

TEST(ViewCasePlan, ClausesAreSentencesOfTheView) {
  for (const Clause& clause : kViewClauses) {
    EXPECT_TRUE(clause.id.starts_with("view.")) << clause.id;
    EXPECT_EQ(clause.text.back(), '.') << clause.id;
    EXPECT_EQ(clause.enforced_by, EnforcedBy::kView) << clause.id;
  }
}

TEST(ViewCasePlan, EveryRefusalHasAControl) {
  std::set<std::string> refused;
  std::set<std::string> accepted;
  for (const ViewCase& view_case : cases()) {
    (is_refused(view_case) ? refused : accepted).insert(view_case.clause);
    const bool is_control =
        view_case.id.find("control=yes") != std::string::npos;
    EXPECT_FALSE(is_control && is_refused(view_case)) << view_case.id;
  }
  for (const std::string& clause : refused)
    EXPECT_TRUE(accepted.contains(clause)) << clause;
  EXPECT_GT(refused.size(), 20u);
}

TEST(ViewCase, TheViewModulePassesAll) {
  SymbolicViewSubject subject;
  for (const ViewCase& view_case : cases()) {
    const ViewJudgement judgement = judge_view_case(view_case, subject);
    EXPECT_EQ(judgement.verdict, Verdict::kPass)
        << view_case.id << ": " << judgement.message;
  }
}

TEST(ViewCase, IsReadBackAsItWasWritten) {
  for (const ViewCase& view_case : cases()) {
    const Json json = view_case_to_json(view_case);
    const auto read = parse_view_case(json.dump());
    ASSERT_TRUE(read.ok()) << read.status().message << json.dump();
    EXPECT_EQ(view_case_to_json(*read), json);
    EXPECT_EQ(read->id, view_case.id);
    EXPECT_EQ(read->questions.size(), view_case.questions.size());
    EXPECT_EQ(read->statuses, view_case.statuses);
  }
}

// A view module that is right but for what its two functions change.
class BrokenView : public SymbolicViewSubject {
 public:
  std::function<void(ViewStep&)> change_step = [](ViewStep&) {};
  std::function<void(const ViewQuestion&, Result<Json>&)> change_answer =
      [](const ViewQuestion&, Result<Json>&) {};

  Status apply(const ViewStep& step) override {
    ViewStep changed = step;
    change_step(changed);
    return SymbolicViewSubject::apply(changed);
  }
  Result<Json> ask(const ViewQuestion& question) override {
    auto answer = SymbolicViewSubject::ask(question);
    change_answer(question, answer);
    return answer;
  }
};

std::set<std::string> clauses_failed(ViewSubject& subject) {
  std::set<std::string> failed;
  for (const ViewCase& view_case : cases()) {
    const ViewJudgement judgement = judge_view_case(view_case, subject);
    if (judgement.verdict == Verdict::kPass) continue;
    EXPECT_EQ(judgement.verdict, Verdict::kFail);
    EXPECT_FALSE(judgement.message.empty());
    failed.insert(view_case.clause);
  }
  return failed;
}

TEST(ViewCase, ABrokenTransformationFails) {
  BrokenView swaps_padding;
  swaps_padding.change_step = [](ViewStep& step) {
    if (step.name != "pad") return;
    for (auto& pair : step.pairs) std::swap(pair.first, pair.second);
  };
  const auto padding = clauses_failed(swaps_padding);
  for (const char* clause :
       {"view.pad_offset", "view.pad_mask", "view.pad_masked"})
    EXPECT_TRUE(padding.contains(clause)) << clause;
  EXPECT_FALSE(padding.contains("view.reshape_regroup"));

  BrokenView flips_nothing;
  flips_nothing.change_step = [](ViewStep& step) {
    step.flags.assign(step.flags.size(), false);
  };
  const auto flips = clauses_failed(flips_nothing);
  for (const char* clause : {"view.flip", "view.flip_invalid", "view.flip_mask",
                             "view.flip_symbolic", "view.immutable"})
    EXPECT_TRUE(flips.contains(clause)) << clause;
  EXPECT_FALSE(flips.contains("view.reshape_regroup"));

  BrokenView keeps_whole_axes;
  keeps_whole_axes.change_step = [](ViewStep& step) {
    if (step.name == "shrink")
      for (auto& range : step.pairs) range.first = 0;
  };
  EXPECT_TRUE(clauses_failed(keeps_whole_axes).contains("view.shrink_mask"));
}

// Answers that are always the same fail every clause that asks for another.
TEST(ViewCase, ABrokenAnswerFails) {
  const std::pair<const char*, Json> kWrong[] = {
      {"offset", 99},         {"strides", Json::array({99})},
      {"mask", "none"},       {"is_c_contiguous", nullptr},
      {"ndim", 99},           {"numel", "n*n*n"},
      {"offset_dim", 99},     {"dim", "m*m*m"},
      {"stride", 99},         {"strides_opt", Json::array({99})},
      {"linear_index", 99},   {"is_valid", nullptr},
      {"elements", Json{99}}, {"can_get_strides", nullptr},
      {"to_view", 99},        {"is_materializable", nullptr},
      {"text", Json{"n"}},    {"shape", Json{99}}};
  for (const auto& [name, wrong] : kWrong) {
    BrokenView broken;
    const std::string_view question = name;
    const Json& answer = wrong;
    broken.change_answer = [&](const ViewQuestion& asked, Result<Json>& given) {
      if (asked.name == question && given.ok()) given = answer;
    };
    EXPECT_FALSE(clauses_failed(broken).empty()) << name;
  }
}

TEST(ViewCase, AWrongStatusFails) {
  class Refusing : public SymbolicViewSubject {
   public:
    explicit Refusing(Status status) : status_(std::move(status)) {}
    Status apply(const ViewStep&) override { return status_; }
    Result<Json> ask(const ViewQuestion&) override { return status_; }
    Status status_;
  };
  // A refusal passes only where it is expected; reasons are told apart.
  Refusing invalid(Status::invalid("no"));
  Refusing layout(Status::unsupported("layout", "no"));
  Refusing view(Status::unsupported("view", "no"));
  const std::set<std::string> all = clauses_failed(layout);
  EXPECT_EQ(all.size(), std::size(kViewClauses) - 1);  // but for view.reach
  const auto failed_view = clauses_failed(view);
  const auto failed_invalid = clauses_failed(invalid);
  EXPECT_TRUE(failed_view.contains("view.permute_invalid"));
  EXPECT_TRUE(failed_invalid.contains("view.flip_symbolic"));
}

TEST(ViewCase, IsNotFailedForTheFormOfAnAnswer) {
  const auto judged = [](const char* key, const Json& expected,
                         const Json& given) {
    ViewCase view_case;
    view_case.clause = "view.shape";
    view_case.variables = {{"n", 0, 8}};
    view_case.questions = {{key, {}, false, StatusCode::kOk, expected}};
    BrokenView subject;
    subject.change_answer = [&](const ViewQuestion&, Result<Json>& answer) {
      answer = given;
    };
    return judge_view_case(view_case, subject).verdict;
  };
  EXPECT_EQ(judged("shape", {"2*n"}, {"n + n"}), Verdict::kPass);
  EXPECT_EQ(judged("shape", {"2*n"}, {"n"}), Verdict::kFail);
  EXPECT_EQ(judged("shape", {"2*n"}, "n"), Verdict::kFail);
  EXPECT_EQ(judged("mask", Json::parse("[[0, 0], [0, 2]]"),
                   Json::parse("[[1, 1], [1, 2]]")),
            Verdict::kPass);
  EXPECT_EQ(judged("mask", Json::parse("[[0, 0]]"), nullptr), Verdict::kFail);
  EXPECT_EQ(judged("mask", Json::parse("[[0, 1]]"), Json::parse("[[0, 2]]")),
            Verdict::kFail);
}

// Each text differs from a good one in one thing.
TEST(ViewCase, BadTextIsAnsweredByOneSentence) {
  const std::string good =
      R"({"format": 1, "id": "x", "clause": "view.pad_mask",
          "variables": {"n": [0, 4]}, "view": {"shape": [2, "n"]},
          "steps": [{"pad": [[0, 1], [0, 1]]}], "expect": {"ndim": 2}})";
  ASSERT_TRUE(parse_view_case(good).ok());
  const std::pair<const char*, const char*> kChanges[] = {
      {"\"format\": 1", "\"format\": 2"},
      {"\"id\": \"x\"", "\"id\": 7"},
      {"\"id\": \"x\"", "\"name\": \"x\""},
      {"view.pad_mask", "pad.mask"},
      {"[0, 4]", "[0]"},
      {"[0, 4]", "[4, 0]"},
      {"[0, 4]", "7"},
      {"{\"n\": [0, 4]}", "[]"},
      {"\"n\"]", "\"k\"]"},
      {"\"n\"]", "1.5]"},
      {"\"n\"]", "9223372036854775808]"},
      {"[2, \"n\"]", "2"},
      {"{\"shape\": [2, \"n\"]}", "{}"},
      {"{\"shape\": [2, \"n\"]}", "[]"},
      {"[[0, 1], [0, 1]]", "[[0, 1], [0]]"},
      {"[[0, 1], [0, 1]]", "[[0, 1], 0]"},
      {"[[0, 1], [0, 1]]", "true"},
      {"\"pad\"", "\"turn\""},
      {"{\"pad\": [[0, 1], [0, 1]]}", "{}"},
      {"{\"pad\": [[0, 1], [0, 1]]}", "{\"flip\": [1]}"},
      {"{\"pad\": [[0, 1], [0, 1]]}", "{\"bind\": {\"n\": \"n\"}}"},
      {"{\"pad\": [[0, 1], [0, 1]]}", "{\"bind\": [1]}"},
      {"\"ndim\": 2", "\"rank\": 2"},
      {"\"ndim\": 2", "\"mask\": 2"},
      {"\"ndim\": 2", "\"shape\": [\"k\"]"},
      {"\"ndim\": 2", "\"status\": \"crashed\""},
      {"\"ndim\": 2", "\"status\": []"},
      {"\"ndim\": 2", "\"first\": {\"status\": \"ok\"}"},
      {"\"ndim\": 2", "\"first\": 1"},
      {"\"ndim\": 2", "\"status\": \"ok\", \"message\": [\"n\"]"},
      {"\"ndim\": 2", "\"status\": \"invalid\", \"message\": 1"},
      {"\"ndim\": 2", "\"first\": {\"message\": [\"n\"]}"},
      {"\"ndim\": 2", "\"calls\": 1"},
      {"\"ndim\": 2", "\"calls\": [1]"},
      {"\"ndim\": 2", "\"calls\": [{\"dim\": 0}]"},
      {"\"ndim\": 2", "\"calls\": [{\"answer\": 0}]"},
      {"\"ndim\": 2", "\"calls\": [{\"dim\": [0], \"answer\": 2}]"},
      {"\"ndim\": 2", "\"calls\": [{\"is_valid\": 0, \"answer\": true}]"},
      {"\"ndim\": 2",
       "\"calls\": [{\"dim\": 0, \"stride\": 0, \"answer\": 2}]"},
      {"}}", "}"},
  };
  for (const auto& [from, to] : kChanges) {
    std::string text = good;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, std::string_view(from).size(), to);
    const auto read = parse_view_case(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.status().code, StatusCode::kInvalid) << text;
    EXPECT_FALSE(read.status().message.empty()) << text;
    EXPECT_EQ(read.status().message.find('\n'), std::string::npos) << text;
  }
  EXPECT_FALSE(parse_view_case(std::string(500'000, '[')).ok());
  EXPECT_FALSE(
      parse_view_case(std::string(500'000, '[') + std::string(500'000, ']'))
          .ok());
  EXPECT_FALSE(parse_view_case(std::string(2 << 20, ' ')).ok());
}

TEST(ViewCaseParser, QuotesWhatItFoundInOneLine) {
  const auto read = parse_view_case(R"({"format": 1, "of\ntwo": 2})");
  ASSERT_FALSE(read.ok());
  EXPECT_NE(std::string::npos, read.status().message.find("of two"));
  EXPECT_EQ(std::string::npos, read.status().message.find('\n'));
}

TEST(ViewCaseSchema, ListsTheNamesOfTheTables) {
  std::ifstream file(std::string(ASSAY_SOURCE_DIR) +
                     "/harness/view/view_case.schema.json");
  const Json schema = Json::parse(file);
  const auto keys = [&](const char* definition) {
    std::set<std::string> found;
    for (const auto& [key, value] :
         schema["$defs"][definition]["properties"].items())
      found.insert(key);
    return found;
  };
  EXPECT_EQ(keys("step"), std::set<std::string>(std::begin(kViewStepNames),
                                                std::end(kViewStepNames)));
  std::set<std::string> questions(std::begin(kViewProperties),
                                  std::end(kViewProperties));
  questions.merge(std::set<std::string>{"status", "message", "first", "calls"});
  EXPECT_EQ(keys("expectation"), questions);
  std::set<std::string> calls(std::begin(kViewCalls), std::end(kViewCalls));
  calls.merge(std::set<std::string>{"answer", "status"});
  EXPECT_EQ(keys("call"), calls);
}

}  // namespace
}  // namespace assay
