// Writes the XML of suites and cases, and limits their texts to the size of the
// document.
// Tested by tests/reports/junit_test.cc.
#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

#include "reports/entity.h"
#include "reports/judged_profile.h"
#include "reports/robustness_summary.h"
#include "reports/set_scores.h"
#include "reports/text_report.h"

namespace assay {
namespace {

// Returns how many bytes the first character of the text has. Returns 0 if the
// bytes are not UTF-8, or a character that XML 1.0 does not allow.
std::size_t character_length(std::string_view text) {
  const auto at = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
  };
  const unsigned lead = at(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\n' || lead == '\t' ? 1 : 0;
  const std::size_t length = lead < 0xc2    ? 0
                             : lead < 0xe0  ? 2
                             : lead < 0xf0  ? 3
                             : lead <= 0xf4 ? 4
                                            : 0;
  unsigned code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (at(i) & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) ||
                        (length == 4 && (code < 0x10000 || code > 0x10ffff));
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  const bool no_character = code == 0xfffe || code == 0xffff;
  return overlong || surrogate || no_character ? 0 : length;
}

// Returns text for XML, with "?" for what XML 1.0 cannot contain. If the text
// would exceed the limit, it is cut and ends with a note.
std::string xml_escaped(std::string_view text,
                        std::size_t limit = std::string::npos) {
  constexpr std::string_view kNote = "… (cut)";
  std::string result;
  std::size_t fitting = 0;  // how much of it leaves room for the note
  while (!text.empty()) {
    if (result.size() + kNote.size() <= limit) fitting = result.size();
    const std::size_t length = character_length(text);
    if (const std::string_view entity = entity_of(text[0]); !entity.empty())
      result += entity;
    else
      result += length > 0 ? text.substr(0, length) : "?";
    if (result.size() > limit) {
      result.resize(fitting);
      return limit < kNote.size() ? result : result.append(kNote);
    }
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
  return result;
}

// Returns "elementwise/add" for "elementwise/add:wrap:…". Robustness mode has
// separate suites.
std::string suite_of(const Record& record) {
  return (is_of_robustness(record) ? "robustness/" : "") +
         record.id.substr(0, record.id.find(':'));
}

// The JUnit outcome of a verdict. A verdict that says nothing about the subject
// is an error. Only a pass counts as passed.
enum class Outcome { kPassed, kSkipped, kFailed, kError };
Outcome outcome_of(const Record& record, bool strict) {
  // Accepting calls that callers must not make is permitted, if unwise.
  if (is_accepted_breach(record)) return Outcome::kSkipped;
  switch (record.verdict) {
    case Verdict::kPass:
      return Outcome::kPassed;
    case Verdict::kUnsupported:
    case Verdict::kExpectedFailure:
    case Verdict::kFlaky:
      return Outcome::kSkipped;
    case Verdict::kUnexpectedPass:
      return strict ? Outcome::kFailed : Outcome::kSkipped;
    case Verdict::kMissing:
    case Verdict::kHarnessError:
      return Outcome::kError;
    default:
      return Outcome::kFailed;
  }
}

std::string skip_text(const Record& record) {
  std::string text(name_of(record.verdict));
  if (!record.unsupported_kind.empty()) text += " " + record.unsupported_kind;
  if (!record.needs.empty()) text += ", needs " + record.needs;
  if (!record.reason.empty()) text += ": " + record.reason;
  if (!record.bug.empty()) text += " (" + record.bug + ")";
  if (is_accepted_breach(record) && record.failure)
    text += ": " + record.failure->message;
  return text;
}

std::string failing_text(const Record& record, const Profile& profile) {
  std::string text = failure_text(record, record.case_file);
  const std::string& broken = broken_of(record);
  const std::string clause =
      is_failure(record.verdict) && record.verdict != Verdict::kUnexpectedPass
          ? broken_text_of(broken, profile)
          : "";
  if (!clause.empty())
    text += fmt::format("      breaks {}: {}\n", broken, clause);
  if (!record.reason.empty()) text += "      expected: " + record.reason + "\n";
  if (!record.output.empty()) text += "      printed:\n" + record.output;
  return text;
}

// Makes names unique: a case that is recorded again gets a number.
class Names {
 public:
  std::string unique(const std::string& id) {
    const int count = ++seen_[id];
    return count == 1 ? id : fmt::format("{} #{}", id, count);
  }

 private:
  std::map<std::string, int> seen_;
};

std::string test_case(const Record& record, const std::string& name,
                      bool strict, std::size_t text_limit,
                      const Profile& profile) {
  std::string xml =
      fmt::format("<testcase classname=\"{}\" name=\"{}\"",
                  xml_escaped(suite_of(record)), xml_escaped(name));
  const Outcome outcome = outcome_of(record, strict);
  switch (outcome) {
    case Outcome::kPassed:
      return xml + "/>\n";
    case Outcome::kSkipped:
      return xml + fmt::format("><skipped message=\"{}\"/></testcase>\n",
                               xml_escaped(skip_text(record), text_limit));
    case Outcome::kFailed:
    case Outcome::kError:
      break;
  }
  return xml +
         fmt::format("><{0} type=\"{1}\">{2}</{0}></testcase>\n",
                     outcome == Outcome::kFailed ? "failure" : "error",
                     name_of(record.verdict),
                     xml_escaped(failing_text(record, profile), text_limit));
}

// Returns how many bytes the text of one case may take, so that the document
// stays within the limit. Cases share evenly the bytes that names and elements
// do not need.
std::size_t text_limit_of(const std::vector<Record>& records,
                          std::size_t limit) {
  constexpr std::size_t kLongest = 8000, kElements = 110;
  std::size_t taken = 0, texts = 0;
  for (const Record& record : records) {
    taken +=
        xml_escaped(record.id).size() + suite_of(record).size() + kElements;
    texts += record.verdict == Verdict::kPass ? 0 : 1;
  }
  if (texts == 0 || taken >= limit) return 0;
  return std::min(kLongest, (limit - taken) / texts);
}

// Returns the suite of the sweeps, with a test case for each sweep that found
// something and one test case for all others.
std::string sweeps_suite(const SweptCells& swept) {
  const std::int64_t clean = swept.cells > std::ssize(swept.broken) ? 1 : 0;
  std::string cases;
  if (clean > 0)
    cases += "<testcase classname=\"sweeps\" name=\"every other cell\"/>\n";
  for (const BrokenSweep& sweep : swept.broken)
    cases += fmt::format(
        "<testcase classname=\"sweeps\" name=\"{}\"><failure "
        "type=\"fail\">{}</failure></testcase>\n",
        xml_escaped(sweep.name), xml_escaped(sweep.text, 8000));
  return fmt::format(
      "<testsuite name=\"sweeps\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "skipped=\"0\">\n{}</testsuite>\n",
      std::ssize(swept.broken) + clean, swept.broken.size(), cases);
}

// A suite without cases, since only suites have properties: the score of each
// op set.
std::string scores_suite(const RunRecord& run, const Summary& summary) {
  std::string properties;
  for (const SetScore& score : set_scores(run, summary))
    properties += fmt::format("<property name=\"{}\" value=\"{}\"/>\n",
                              xml_escaped(score_label(score)),
                              xml_escaped(score_text(score)));
  return fmt::format(
      "<testsuite name=\"op sets\" tests=\"0\" failures=\"0\" errors=\"0\" "
      "skipped=\"0\">\n<properties>\n{}</properties>\n</testsuite>\n",
      properties);
}

struct Suite {
  std::string cases;
  std::int64_t counts[4] = {};
};

}  // namespace

std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      bool strict, std::size_t limit, const SweptCells& swept) {
  const std::size_t text_limit = text_limit_of(records, limit);
  const Profile profile = judged_profile(run);
  // Records of a suite may come in several places, as from shards and merged
  // files. Each suite is written once.
  std::vector<std::pair<std::string, Suite>> suites;
  std::map<std::string, std::size_t> places;
  Names names;
  for (const Record& record : records) {
    const std::string name = suite_of(record);
    const auto [place, fresh] = places.try_emplace(name, suites.size());
    if (fresh) suites.emplace_back(name, Suite{});
    Suite& suite = suites[place->second].second;
    ++suite.counts[static_cast<int>(outcome_of(record, strict))];
    suite.cases +=
        test_case(record, names.unique(record.id), strict, text_limit, profile);
  }
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml +=
      fmt::format("<testsuites name=\"{} {}, profile {}\">\n",
                  xml_escaped(run.subject_name),
                  xml_escaped(run.subject_version), xml_escaped(run.profile));
  Gate gate;
  gate.part = run.shard_count > 1;
  const Summary summary = summarize(run, records);
  const std::string reason = why_void(run, summary, gate);
  if (!reason.empty())
    xml += fmt::format(
        "<testsuite name=\"live controls\" tests=\"1\" failures=\"0\" "
        "errors=\"1\" skipped=\"0\">\n<testcase classname=\"live controls\" "
        "name=\"the run counts\"><error type=\"void\">{}</error></testcase>\n"
        "</testsuite>\n",
        xml_escaped(reason));
  for (const auto& [name, suite] : suites) {
    const auto count = [&counts = suite.counts](Outcome outcome) {
      return counts[static_cast<int>(outcome)];
    };
    xml += fmt::format(
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "errors=\"{}\" skipped=\"{}\">\n{}</testsuite>\n",
        xml_escaped(name),
        std::accumulate(std::begin(suite.counts), std::end(suite.counts),
                        std::int64_t{0}),
        count(Outcome::kFailed), count(Outcome::kError),
        count(Outcome::kSkipped), suite.cases);
  }
  if (!swept.text.empty()) xml += sweeps_suite(swept);
  return xml + scores_suite(run, summary) + "</testsuites>\n";
}

}  // namespace assay
