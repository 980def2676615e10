// Implements `assay replay` for a case about views, which judges the view
// module.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "harness/view/view_subject.h"
#include "spec/op_lookup.h"
#include "spec/policy_texts.h"

namespace assay {

bool is_view_case(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  return json.is_object() && json.contains("view");
}

int replay_view_case(const std::string& file, const std::string& text,
                     const std::string& subject) {
  if (subject != "reference")
    return complain(
        kExitUsage,
        fmt::format(
            "{} is a case about views, which only the subject reference can "
            "run; a view module elsewhere reads the file itself",
            file));
  const auto view_case = parse_view_case(text);
  if (!view_case)
    return complain(kExitUsage,
                    fmt::format("{}: {}", file, view_case.status().message));
  SymbolicViewSubject view;
  const ViewJudgement judgement = judge_view_case(*view_case, view);
  const Clause* clause = clause_named(view_case->clause);
  if (clause == nullptr)
    return complain(kExitUsage, fmt::format("{}: there is no clause \"{}\"",
                                            file, view_case->clause));
  fmt::print("{}\n  [{}] {}\n    {}\n", clause->id, letter_of(clause->status),
             broken_text(*clause), view_case->id);
  if (!judgement.message.empty()) fmt::print("      {}\n", judgement.message);
  fmt::print("{}\n", name_of(judgement.verdict));
  return judgement.verdict == Verdict::kPass ? kExitConforms
                                             : kExitDoesNotConform;
}

}  // namespace assay
