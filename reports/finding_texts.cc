// Chooses the words for each kind of trouble.
// Tested by tests/reports/findings_test.cc.
#include "reports/finding_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/alike.h"
#include "spec/op_table.h"

namespace assay {
namespace {

constexpr std::size_t kShortCall = 110;

// Says in words what a class of elements is, as one of them.
struct ClassWords {
  std::string_view name;
  std::string_view one;
};
constexpr ClassWords kClassWords[] = {
    {"nan", "NaN"},       {"inf", "infinity"},
    {"zero", "zero"},     {"subnormal", "a subnormal"},
    {"value", "a value"}, {"any", "a value"}};

std::string one_of(std::string_view name) {
  for (const ClassWords& words : kClassWords)
    if (words.name == name) return std::string(words.one);
  return std::string(name);
}

// Says what a verdict other than a wrong value means for an op.
struct VerdictWords {
  Verdict verdict;
  std::string_view trouble;
  std::string_view text;  // follows the op
};
constexpr VerdictWords kVerdictWords[] = {
    {Verdict::kCrashed, "crashed", "crashes"},
    {Verdict::kTimedOut, "timed_out", "does not return"},
    {Verdict::kOutOfMemory, "out_of_memory", "runs out of memory"},
    {Verdict::kProtocolError, "protocol_error", "breaks the protocol"},
    {Verdict::kHarnessError, "harness_error",
     "could not be judged, because of a fault of the kit"},
    {Verdict::kChangedEnvironment, "changed_environment",
     "changes the state of its process"},
    {Verdict::kWroteOutside, "wrote_outside",
     "reads or writes outside of its tensors"},
    {Verdict::kModifiedOperand, "modified_operand", "changes an operand"},
    {Verdict::kNondeterministic, "nondeterministic",
     "returns other bits in a second call"},
};

// Returns "answered invalid, expected ok" of a message about a status.
std::string status_trouble(const std::string& message) {
  const std::size_t answered = message.find(" answered ");
  const std::size_t expected = message.rfind("; expected ");
  if (answered == message.npos || expected == message.npos)
    return alike(message);
  std::string got = message.substr(answered + 1, expected - answered - 1);
  got = got.substr(0, got.find(": "));
  return fmt::format("{}, {}", got, message.substr(expected + 2));
}

}  // namespace

bool is_about_values(const Record& record) {
  return record.verdict == Verdict::kFail && record.failure &&
         record.failure->message.find(" answered ") == std::string::npos;
}

FindingKind kind_of(const Record& record) {
  switch (record.verdict) {
    case Verdict::kFail:
      break;
    case Verdict::kWrongMetadata:
      return FindingKind::kMetadata;
    case Verdict::kNondeterministic:
      return FindingKind::kWrongValue;
    default:
      return FindingKind::kHarm;
  }
  const Clause* clause = clause_named(broken_of(record));
  if (clause != nullptr && clause->status == ClauseStatus::kUnspecified)
    return FindingKind::kUnpromised;
  if (!is_about_values(record)) return FindingKind::kMetadata;
  const auto& pairs = record.failure->pairs;
  const bool is_near =
      pairs.empty()
          ? false
          : std::all_of(pairs.begin(), pairs.end(), [](const ClassPair& pair) {
              return pair.got_class == "near";
            });
  return is_near ? FindingKind::kAccuracy : FindingKind::kWrongValue;
}

std::string trouble_of(const Record& record) {
  for (const VerdictWords& words : kVerdictWords)
    if (words.verdict == record.verdict) return std::string(words.trouble);
  const std::string message = record.failure ? record.failure->message : "";
  if (record.verdict != Verdict::kWrongMetadata) return status_trouble(message);
  for (const std::string_view part : {"dtype", "shape", "strides"})
    if (message.find(fmt::format(" has {} ", part)) != message.npos)
      return std::string(part);
  return alike(message);
}

std::string trouble_title(const std::string& op, const std::string& trouble) {
  for (const VerdictWords& words : kVerdictWords)
    if (words.trouble == trouble) return fmt::format("{} {}", op, words.text);
  for (const std::string_view part : {"dtype", "shape", "strides"})
    if (trouble == part)
      return fmt::format("{} returns a wrong {}", op,
                         part == "strides" ? "layout" : part);
  const std::size_t middle = trouble.find(" for ");
  if (trouble.starts_with("near for "))
    return op + " is less exact than its bound";
  if (trouble.starts_with("unwritten for "))
    return op + " leaves elements of its result unwritten";
  if (trouble == "value for value" || trouble == "wrong")
    return op + " returns wrong values";
  if (trouble == "zero for zero")
    return op + " returns a zero of the other sign";
  if (middle != trouble.npos && trouble.find(' ') == middle)
    return fmt::format("{} returns {} where {} is expected", op,
                       one_of(trouble.substr(0, middle)),
                       one_of(trouble.substr(middle + 5)));
  return fmt::format("{} {}", op, trouble);
}

std::string policy_title(const std::string& policy) {
  const std::size_t equals = policy.find('=');
  return policy.substr(0, equals) + " = " + policy.substr(equals + 1);
}

std::string few_of(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format(
      "{} and {} more",
      fmt::join(names.begin(),
                names.begin() + static_cast<std::ptrdiff_t>(most), ", "),
      names.size() - most);
}

std::string call_text(const Record& record) {
  if (!record.failure) return record.id;
  const Failure& failure = *record.failure;
  std::string call = failure.program;
  // The name of the only result says nothing.
  if (call.find("; ") == call.npos) call = call.substr(0, call.rfind(" -> "));
  if ((call.empty() || call.size() > kShortCall) && !failure.operands.empty())
    call = fmt::format("{}({})", record.op, failure.operands);
  return call.empty() || call.size() > kShortCall ? record.id : call;
}

std::string example_text(const Record& record) {
  if (!record.failure) return record.id;
  const Failure& failure = *record.failure;
  const std::string call = call_text(record);
  if (!failure.expected || !failure.got)
    return fmt::format("{} → {}", call, failure.message);
  std::string text =
      fmt::format("{} → expected {}, got {}", call, failure.expected->decimal,
                  failure.got->decimal);
  // Values that look alike in decimal differ in their bits.
  if (failure.expected->decimal == failure.got->decimal)
    text += fmt::format(" ({} and {})", failure.expected->exact,
                        failure.got->exact);
  return text;
}

std::tuple<bool, bool, std::size_t> example_rank(const Record& record) {
  const bool shows_both =
      record.failure && record.failure->expected && record.failure->got;
  const std::size_t length =
      record.failure ? record.failure->program.size() : 0;
  return {!shows_both, length == 0, length};
}

std::string findings_line(const std::vector<Finding>& findings) {
  if (findings.empty()) return "no findings";
  std::string text = fmt::format("{} finding{}: ", findings.size(),
                                 findings.size() == 1 ? "" : "s");
  const char* comma = "";
  for (std::size_t kind = 0; kind < std::size(kFindingKindNames); ++kind) {
    const auto count = std::count_if(
        findings.begin(), findings.end(), [&](const Finding& finding) {
          return finding.kind == static_cast<FindingKind>(kind);
        });
    if (count == 0) continue;
    text += fmt::format("{}{} {}", std::exchange(comma, ", "), count,
                        kFindingKindNames[kind]);
  }
  return text;
}

}  // namespace assay
