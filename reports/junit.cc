// Writes the XML of suites and cases, and limits their texts to the size of the
// document.
// Tested by tests/reports/junit_test.cc.
#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "reports/findings.h"
#include "reports/judged_profile.h"
#include "reports/robustness_summary.h"
#include "reports/set_scores.h"
#include "reports/text_report.h"
#include "reports/xml_text.h"

namespace assay {
namespace {

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

// Replaces line ends, as the message of a failure is one line.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// The findings that records belong to.
using FindingOf = std::map<const Record*, const Finding*>;

// Returns the message of a failure: the title of its finding, or what the
// record says.
std::string message_of(const Record& record, const FindingOf& finding_of) {
  const auto found = finding_of.find(&record);
  if (found != finding_of.end()) return found->second->title;
  return one_line(record.failure ? record.failure->message
                                 : std::string(name_of(record.verdict)));
}

// A suite, or the whole document: its test cases and their counts.
struct Suite {
  std::string cases;
  std::int64_t counts[4] = {};

  // Adds one test case; `inner` is what its element contains.
  void add(Outcome outcome, const std::string& class_name,
           const std::string& name, const std::string& inner) {
    ++counts[static_cast<int>(outcome)];
    cases += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"0\"",
                         xml_escaped(class_name), xml_escaped(name));
    cases += inner.empty() ? "/>\n" : ">" + inner + "</testcase>\n";
  }

  // Returns the counts and the time as attributes.
  std::string attributes() const {
    return fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"0\"",
        std::accumulate(std::begin(counts), std::end(counts), std::int64_t{0}),
        counts[static_cast<int>(Outcome::kFailed)],
        counts[static_cast<int>(Outcome::kError)],
        counts[static_cast<int>(Outcome::kSkipped)]);
  }

  std::string xml(const std::string& name) const {
    return fmt::format("<testsuite name=\"{}\" {}>\n{}</testsuite>\n",
                       xml_escaped(name), attributes(), cases);
  }
};

// Messages are for lists, so they are short.
constexpr std::size_t kLongestMessage = 120;

// Returns a failure or an error. Its message is one line, already escaped.
std::string failure_element(Outcome outcome, std::string_view type,
                            const std::string& message,
                            const std::string& text) {
  return fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>",
                     outcome == Outcome::kFailed ? "failure" : "error", type,
                     message, text);
}

// Returns what the element of a case contains; nothing if it passed.
std::string case_element(const Record& record, bool strict,
                         const std::string& message, const Profile& profile,
                         std::size_t text_limit) {
  const Outcome outcome = outcome_of(record, strict);
  if (outcome == Outcome::kPassed) return {};
  if (outcome == Outcome::kSkipped)
    return fmt::format("<skipped message=\"{}\"/>",
                       xml_escaped(skip_text(record), text_limit));
  return failure_element(
      outcome, name_of(record.verdict), xml_escaped(message, kLongestMessage),
      xml_escaped(failing_text(record, profile), text_limit));
}

// Returns how many bytes the text of one case may take, so that the document
// stays within the limit. Cases share evenly the bytes that names and elements
// do not need.
std::size_t text_limit_of(const std::vector<const Record*>& records,
                          const FindingOf& finding_of, std::size_t limit) {
  constexpr std::size_t kLongest = 8000, kElements = 130;
  std::size_t taken = 0, texts = 0;
  for (const Record* record : records) {
    taken +=
        xml_escaped(record->id).size() + suite_of(*record).size() + kElements;
    if (record->verdict == Verdict::kPass) continue;
    ++texts;
    if (record->verdict >= Verdict::kMissing)
      taken +=
          xml_escaped(message_of(*record, finding_of), kLongestMessage).size();
  }
  if (texts == 0 || taken >= limit) return 0;
  return std::min(kLongest, (limit - taken) / texts);
}

// Returns the suite of the findings, each of which fails with its best example
// and the ids of its other cases.
Suite findings_suite(const std::vector<Finding>& findings,
                     const Profile& profile, std::size_t limit) {
  constexpr std::size_t kMostCases = 50, kLongestExample = 400;
  Suite suite;
  if (findings.empty()) return suite;
  const std::size_t text_limit =
      std::min<std::size_t>(8000, limit / findings.size());
  for (const Finding& finding : findings) {
    std::string text = fmt::format(
        "{}: {} case{} of {}\n", name_of(finding.kind), finding.records.size(),
        finding.records.size() == 1 ? "" : "s", fmt::join(finding.ops, ", "));
    if (!finding.shared_by.empty())
      text += fmt::format("shared by {}\n", fmt::join(finding.shared_by, ", "));
    text += failing_text(*finding.records.front(), profile);
    const std::size_t shown = std::min(finding.records.size(), kMostCases);
    for (std::size_t i = 1; i < shown; ++i)
      text += fmt::format("    {}\n", finding.records[i]->id);
    if (shown < finding.records.size())
      text +=
          fmt::format("    … and {} more\n", finding.records.size() - shown);
    const std::string message =
        one_line(fmt::format("{}: {}", finding.title, finding.example));
    suite.add(Outcome::kFailed, "findings", finding.key,
              failure_element(Outcome::kFailed, name_of(finding.kind),
                              xml_escaped(message, kLongestExample),
                              xml_escaped(text, text_limit)));
  }
  return suite;
}

// Returns the suite of the sweeps, with a test case for each sweep that found
// something and one test case for all others.
Suite sweeps_suite(const SweptCells& swept) {
  Suite suite;
  if (swept.text.empty()) return suite;
  if (swept.cells > std::ssize(swept.broken))
    suite.add(Outcome::kPassed, "sweeps", "every other cell", "");
  for (const BrokenSweep& sweep : swept.broken)
    suite.add(
        Outcome::kFailed, "sweeps", sweep.name,
        failure_element(
            Outcome::kFailed, "fail",
            xml_escaped(one_line(sweep.text.substr(0, sweep.text.find('\n'))),
                        kLongestMessage),
            xml_escaped(sweep.text, 8000)));
  return suite;
}

std::string property(const std::string& name, const std::string& value) {
  return fmt::format("<property name=\"{}\" value=\"{}\"/>\n",
                     xml_escaped(name), xml_escaped(value));
}

// A suite without cases, since only suites have properties: the score of each
// op set, and how many cases of other cells are left out.
std::string scores_suite(const RunRecord& run, const Summary& summary,
                         std::size_t left_out) {
  std::string properties;
  for (const SetScore& score : set_scores(run, summary))
    properties += property(score_label(score), score_text(score));
  if (left_out > 0)
    properties += property("cases of cells that are not claimed",
                           fmt::format("{}, which --all writes", left_out));
  return fmt::format(
      "<testsuite name=\"op sets\" {}>\n<properties>\n{}</properties>\n"
      "</testsuite>\n",
      Suite().attributes(), properties);
}

// Returns the records of cells that the subject claims. A case that no claim
// reaches is unsupported, and names what it needs if its cell is claimed.
std::vector<const Record*> claimed_records(const std::vector<Record>& records) {
  const auto cell_of = [](const Record& record) {
    return std::tuple(record.op, record.variant, record.dtype);
  };
  std::set<std::tuple<std::string, std::string, std::string>> claimed;
  for (const Record& record : records)
    if (record.verdict != Verdict::kUnsupported || !record.needs.empty())
      claimed.insert(cell_of(record));
  std::vector<const Record*> result;
  for (const Record& record : records)
    if (claimed.contains(cell_of(record))) result.push_back(&record);
  return result;
}

}  // namespace

std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      const JunitOptions& options) {
  std::vector<const Record*> shown;
  if (options.all)
    for (const Record& record : records) shown.push_back(&record);
  else
    shown = claimed_records(records);
  const Summary summary = summarize(run, records);
  const Profile profile = judged_profile(run);
  const auto findings = findings_of(summary);
  FindingOf finding_of;
  for (const Finding& finding : findings)
    for (const Record* record : finding.records) finding_of[record] = &finding;
  const std::string of_findings =
      findings.empty() ? ""
                       : findings_suite(findings, profile, options.limit / 8)
                             .xml("findings");
  const std::size_t text_limit = text_limit_of(
      shown, finding_of,
      options.limit - std::min(options.limit, of_findings.size()));
  // Records of a suite may come in several places, as from shards and merged
  // files. Each suite is written once.
  std::vector<std::pair<std::string, Suite>> suites;
  std::map<std::string, std::size_t> places;
  Gate gate;
  gate.part = run.shard_count > 1;
  if (const std::string reason = why_void(run, summary, gate); !reason.empty())
    suites.emplace_back("live controls", Suite{})
        .second.add(Outcome::kError, "live controls", "the run counts",
                    failure_element(Outcome::kError, "void",
                                    xml_escaped(one_line(reason)),
                                    xml_escaped(reason)));
  Names names;
  for (const Record* record : shown) {
    const std::string name = suite_of(*record);
    const auto [place, fresh] = places.try_emplace(name, suites.size());
    if (fresh) suites.emplace_back(name, Suite{});
    suites[place->second].second.add(
        outcome_of(*record, options.strict), name, names.unique(record->id),
        case_element(*record, options.strict, message_of(*record, finding_of),
                     profile, text_limit));
  }
  if (!options.swept.text.empty())
    suites.emplace_back("sweeps", sweeps_suite(options.swept));
  Suite whole;
  std::string xml;
  for (const auto& [name, suite] : suites) {
    for (std::size_t i = 0; i < std::size(whole.counts); ++i)
      whole.counts[i] += suite.counts[i];
    xml += suite.xml(name);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"{} {}, profile {}\" {}>\n{}{}{}</testsuites>\n",
      xml_escaped(run.subject_name), xml_escaped(run.subject_version),
      xml_escaped(run.profile), whole.attributes(), of_findings, xml,
      scores_suite(run, summary, records.size() - shown.size()));
}

}  // namespace assay
