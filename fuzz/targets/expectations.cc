// Feeds texts to the parser of expectations. A text must be read or be refused
// with its line, and no expectation may turn a failure into a pass.
// Tested by tests/fuzz/targets_test.cc.
#include "conformance/expectations.h"

#include <string>

#include "conformance/plan.h"
#include "fuzz/targets/target.h"

namespace assay {
namespace {

// Returns a plan with several ops, variants and layouts. It has few cases,
// because every file is searched for each of them.
const std::vector<PlannedCase>& small_plan() {
  static const std::vector<PlannedCase> plan = [] {
    const auto filter = Filter::parse(
        "neg:*:dtype=int8,sort:*:dtype=float32,cast:value:dtype=int8");
    std::vector<PlannedCase> some;
    for (const PlannedCase& planned :
         plan_run(Level::kQuick, *filter, kNx, false))
      if (planned.number == 0) some.push_back(planned);
    return some;
  }();
  return plan;
}

void demand_same_line(std::string_view text) {
  const auto read = parse_expectation(text);
  if (!read) return demand(!read.status().message.empty(), "it says why");
  if (!*read) return;
  const std::string written = expectation_text(**read);
  const auto again = parse_expectation(written);
  demand(again.ok() && again->has_value(), "what was written can be read");
  demand(expectation_text(**again) == written, "it is the same line");
}

}  // namespace

void fuzz_expectations(FuzzBytes bytes) {
  const std::string text(bytes.begin(), bytes.end());
  demand_same_line(text.substr(0, text.find('\n')));
  const auto read =
      Expectations::parse(text, "file", "2026-01-01", small_plan());
  if (!read) {
    demand(read.status().message.starts_with("file:"), "it says where");
    demand(read.status().message.find('\n') == std::string::npos,
           "a refusal is one line");
    return;
  }
  for (const PlannedCase& planned : small_plan()) {
    const std::string id = planned.id();
    const ExpectationLine* line = read->line_for(id);
    if (line == nullptr) continue;
    demand(line->matcher.matches(SplitId(id)), "its line matches a case");
    for (int i = 0; i < static_cast<int>(std::size(kVerdictNames)); ++i) {
      Record record;
      record.id = id;
      record.verdict = static_cast<Verdict>(i);
      apply(*read, record);
      demand(record.verdict != Verdict::kPass ||
                 i == static_cast<int>(Verdict::kPass),
             "no expectation makes a pass");
    }
  }
}

}  // namespace assay
