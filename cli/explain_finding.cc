// Recognizes the keys and titles of findings, and says what each means. The
// titles come from reports/, so that this file knows no other spelling.
// Tested by tests/cli/explain_finding_test.cc.
#include "cli/explain_finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/verdict.h"
#include "harness/record/mistake.h"
#include "reports/finding_texts.h"
#include "reports/findings.h"
#include "spec/file_profile.h"
#include "spec/op_lookup.h"
#include "spec/policy_scope.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

struct Meaning {
  std::string_view name;
  std::string_view text;
};

// The kinds of findings, as lists of findings print them.
constexpr Meaning kKinds[] = {
    {name_of(FindingKind::kHarm),
     "The subject crashes, does not return, runs out of memory, breaks the "
     "protocol, or touches memory that is not the op's."},
    {name_of(FindingKind::kWrongValue),
     "Elements of a result are not near the right ones."},
    {name_of(FindingKind::kAccuracy),
     "Elements of a result are near the right ones, but farther away than "
     "their bound allows."},
    {name_of(FindingKind::kMetadata),
     "A result has a wrong dtype, shape or layout, or a call has a wrong "
     "status."},
    {name_of(FindingKind::kUnpromised),
     "The clause leaves the values open, and the subject breaks what must hold "
     "even so."},
    {"another policy",
     "The subject follows another value of a policy axis than the profile; "
     "with that value, each failing case of the finding is right."},
    {"follows no fixed value",
     "No fixed value of the policy axis makes the answers right. Only a value "
     "that leaves them open does, which some libraries document."},
};

// Headings of the parts of reports.
constexpr Meaning kHeadings[] = {
    {"cases that did not finish",
     "Cases that crashed, timed out or ran out of memory, one line per op."},
    {"failed, as expected",
     "Cases that fail, and that the file of --expect expects to fail."},
    {"flaky, as expected",
     "Cases that fail in this run, and that the file of --expect calls flaky."},
    {"passed, against expectation",
     "Cases that pass, although the file of --expect expects them to fail; "
     "--strict fails the run."},
    {"required, but not supported",
     "Required cells of the op table in which a case found no support; "
     "--require fails the run."},
    {"claimed, but no case passed",
     "Claimed cells that no case proves, with the reason."},
    {"differs from nx, but was judged against profile",
     "Cases that the profile of the run makes right and that profile nx would "
     "fail."},
    {"live controls",
     "Results and expectations that were corrupted on purpose; the judge must "
     "refuse each, or the run is void."},
    {"composed by the adapter",
     "Ops that the adapter builds of several calls of its library."},
    {"broken relations that count for conformance",
     "Metamorphic relations that follow from a clause, and that the subject "
     "breaks."},
    {"broken relations that the contract leaves open",
     "Metamorphic relations that no clause demands, and that the subject "
     "breaks."},
    {"accuracy of sums",
     "Errors of sums, compared with those of correct algorithms of the same "
     "precision."},
    {"accepted, or answered with an error other than invalid or unsupported",
     "Calls of robustness mode that break a precondition and were not refused "
     "as they should be. That is no failure."},
    {"harmful",
     "Calls of robustness mode that crashed, hung or touched memory that is "
     "not theirs."},
    {"controls that failed",
     "Correct calls beside the broken ones of robustness mode that went "
     "wrong."},
};

// Says what the trouble of a finding of one op means.
std::string trouble_meaning(std::string_view trouble) {
  if (trouble.starts_with("near for "))
    return "The wrong elements are within 16 ULP, or 16 times the bound, of "
           "the right ones, and farther away than allowed.";
  if (trouble.starts_with("unwritten for "))
    return "Elements of the result still have the poison that was written "
           "before the call.";
  const std::size_t middle = trouble.find(" for ");
  if (middle != trouble.npos)
    return fmt::format(
        "The wrong elements are of class {}, and elements of class {} are "
        "expected. The classes are nan, inf, zero, subnormal, value, and near "
        "for a value that is almost right.",
        trouble.substr(0, middle), trouble.substr(middle + 5));
  if (trouble == "wrong") return "Elements of the result are not accepted.";
  if (trouble == "strides")
    return "A result has other strides, or another offset, than the contract "
           "says.";
  if (trouble == "dtype" || trouble == "shape")
    return fmt::format("A result has another {} than the contract says.",
                       trouble);
  return "The verdict of its cases is " + std::string(trouble) + ".";
}

// Returns the troubles of which the words are always the same.
std::vector<std::string> troubles() {
  std::vector<std::string> names = {"dtype", "shape", "strides"};
  constexpr std::string_view kClasses[] = {"value", "zero", "subnormal",
                                           "inf",   "nan",  "any"};
  for (const std::string_view got :
       {"value", "zero", "subnormal", "inf", "nan", "near", "unwritten"})
    for (const std::string_view expected : kClasses)
      names.push_back(fmt::format("{} for {}", got, expected));
  // Its title is also that of "value for value", which is more common.
  names.emplace_back("wrong");
  for (int i = static_cast<int>(Verdict::kNondeterministic);
       i < static_cast<int>(std::size(kVerdictNames)); ++i)
    if (static_cast<Verdict>(i) != Verdict::kWrongMetadata)
      names.emplace_back(kVerdictNames[i]);
  return names;
}

// Returns whether a text begins with a name that ends there: with the text, or
// before what reports write after names.
bool begins_with(std::string_view text, std::string_view name) {
  return !name.empty() && text.starts_with(name) &&
         (text.size() == name.size() ||
          std::string_view(" :,;(").find(text[name.size()]) !=
              std::string_view::npos);
}

// Takes off what reports write before a finding: its number in a list, or the
// mark of a comment in a file of expectations.
std::string_view without_number(std::string_view text) {
  const auto skip_blanks = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  };
  skip_blanks();
  constexpr std::string_view kCause = "# cause:";
  if (text.starts_with(kCause)) text.remove_prefix(kCause.size());
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits != 0 && digits != text.npos && text[digits] == '.')
    text.remove_prefix(digits + 1);
  skip_blanks();
  return text;
}

std::string profiles_text(Policy policy) {
  const auto names = profiles_with(policy);
  return names.empty() ? "no built-in profile"
                       : fmt::format("{}", fmt::join(names, ", "));
}

// Returns an axis with its values and who has each.
std::string axis_text(std::size_t axis) {
  const PolicyAxis& row = kPolicyAxes[axis];
  std::string text =
      fmt::format("  the values of {}, and who has them:\n", row.name);
  for (std::size_t value = 0; value < row.values.size(); ++value)
    if (!row.values[value].empty())
      text +=
          fmt::format("    {:<14}{}\n", row.values[value],
                      profiles_text({axis, static_cast<std::uint8_t>(value)}));
  const std::string_view ops = kPolicyScopes[axis].ops;
  text += fmt::format("  ops: {}\n", ops.empty() ? "all" : ops);
  return text + fmt::format("  source of the other values: {}\n", row.source);
}

std::string policy_meaning(Policy policy) {
  const PolicyAxis& row = kPolicyAxes[policy.axis];
  return fmt::format(
      "{}\n  A finding of this name: the subject does what value {} of policy "
      "axis {} says,\n  and not what the profile of the run says. With this "
      "value each of its cases is right.\n{}  to judge by it: a profile file "
      "with \"{}\": \"{}\" (docs/profiles.md)\n",
      policy_name(policy), row.values[policy.value], row.name,
      axis_text(policy.axis), row.name, row.values[policy.value]);
}

// Returns what a policy value means, spelt as in a key or as in a title.
std::optional<std::string> policy_explanation(std::string_view text) {
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    const PolicyAxis& row = kPolicyAxes[axis];
    if (!text.starts_with(row.name)) continue;
    for (std::size_t value = 0; value < row.values.size(); ++value) {
      if (row.values[value].empty()) continue;
      const Policy policy{axis, static_cast<std::uint8_t>(value)};
      if (begins_with(text, policy_name(policy)) ||
          begins_with(text, policy_title(policy_name(policy))))
        return policy_meaning(policy);
    }
    // A clause of the same name is explained as a clause.
    if (text == row.name && clause_named(row.name) == nullptr)
      return fmt::format(
          "{}\n  A policy axis: one point on which libraries "
          "differ.\n{}",
          row.name, axis_text(axis));
  }
  return std::nullopt;
}

std::string mistake_meaning(const Mistake& mistake, std::string_view who) {
  return fmt::format(
      "{}\n  A finding of this name: {} {}.\n  An op that does so gives each "
      "of the wrong answers, "
      "and no case that passed speaks against it.\n",
      mistake.name, who, mistake.text);
}

// Returns what a finding of one op means: "add computed_in=float32", "add
// computes in float32", "add value for nan".
std::optional<std::string> op_explanation(std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  const auto op = op_named(text.substr(0, blank));
  for (const Mistake& mistake : kMistakes) {
    if (begins_with(text, mistake.name))
      return mistake_meaning(mistake, "an op");
    if (!op || blank == text.size()) continue;
    const std::string_view rest = text.substr(blank + 1);
    if (begins_with(rest, mistake.name) || begins_with(rest, mistake.text))
      return fmt::format("{} {}", name_of(*op),
                         mistake_meaning(mistake, name_of(*op)));
  }
  if (!op || blank == text.size()) return std::nullopt;
  const std::string_view rest = text.substr(blank + 1);
  std::string found;
  std::size_t longest = 0;
  const std::string name(name_of(*op));
  for (const std::string& trouble : troubles()) {
    const std::string title = trouble_title(name, trouble);
    for (const std::string_view spelling :
         {std::string_view(trouble),
          std::string_view(title).substr(name.size() + 1)})
      if (begins_with(rest, spelling) && spelling.size() > longest) {
        longest = spelling.size();
        found = trouble;
      }
  }
  std::string meaning;
  if (longest > 0)
    meaning = trouble_meaning(found);
  else if (rest.starts_with("answered ") &&
           rest.find(", expected ") != rest.npos)
    meaning = "A call has another status than the contract says.";
  else
    return std::nullopt;
  return fmt::format(
      "{}\n  A finding of {}: {}.\n  {}\n  Neither a policy value nor a known "
      "mistake explains its cases, so cases of one op that are wrong alike "
      "are\n  joined to one finding.\n  formula: {}\n",
      longest > 0 ? name + " " + found : std::string(text), name,
      longest > 0 ? trouble_title(name, found) : std::string(text), meaning,
      spec_of(*op).formula);
}

}  // namespace

std::optional<std::string> finding_explanation(std::string_view text) {
  const std::string_view plain = without_number(text);
  if (auto found = policy_explanation(plain)) return found;
  if (auto found = op_explanation(plain)) return found;
  for (const Meaning& heading : kHeadings)
    if (begins_with(plain, heading.name))
      return fmt::format("{}\n  A heading of a report. {}\n", heading.name,
                         heading.text);
  for (const Meaning& kind : kKinds)
    if (plain == kind.name)
      return fmt::format("{}\n  A kind of finding. {}\n", kind.name, kind.text);
  return std::nullopt;
}

std::vector<std::string> finding_names() {
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    names.emplace_back(kPolicyAxes[axis].name);
    for (std::size_t value = 0; value < kPolicyAxes[axis].values.size();
         ++value)
      if (!kPolicyAxes[axis].values[value].empty())
        names.push_back(policy_name({axis, static_cast<std::uint8_t>(value)}));
  }
  for (const Mistake& mistake : kMistakes) names.emplace_back(mistake.name);
  return names;
}

}  // namespace assay
