// Parses lines of expectations, finds the cases that each line matches, and
// changes the verdicts of records.
// Tested by tests/conformance/expectations_test.cc.
#include "conformance/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace assay {
namespace {

constexpr std::string_view kBlanks = " \t\r";

// Takes the next word of a line; a blank ends it. Text in double quotes is
// taken as it is, where \" and \\ are a quote and a backslash. Returns nothing
// at the end of the line and at a comment.
Result<std::optional<std::string>> next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (line.empty() || line[0] == '#') return std::optional<std::string>();
  std::string word;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < line.size(); ++at) {
    if (!quoted && kBlanks.find(line[at]) != std::string_view::npos) break;
    if (line[at] == '"')
      quoted = !quoted;
    else if (quoted && line[at] == '\\' && at + 1 < line.size())
      word += line[++at];
    else
      word += line[at];
  }
  if (quoted) return Status::invalid("a quote is never closed");
  line.remove_prefix(at);
  return std::optional<std::string>(std::move(word));
}

bool is_day(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3] = {};
  const std::pair<int, int> places[] = {{0, 4}, {5, 2}, {8, 2}};
  for (int i = 0; i < 3; ++i) {
    const char* from = text.data() + places[i].first;
    const char* to = from + places[i].second;
    const auto [stop, error] = std::from_chars(from, to, parts[i]);
    if (*from == '-' || error != std::errc() || stop != to) return false;
  }
  return std::chrono::year_month_day(
             std::chrono::year(parts[0]),
             std::chrono::month(static_cast<unsigned>(parts[1])),
             std::chrono::day(static_cast<unsigned>(parts[2])))
      .ok();
}

// Takes one key=value word of a line.
Status take_value(const std::string& word, std::set<std::string>& seen,
                  ExpectationLine& line) {
  const std::size_t equals = word.find('=');
  const std::string key = word.substr(0, equals);
  if (equals == std::string::npos)
    return Status::invalid(fmt::format(
        "\"{}\" is not key=value; a value with blanks must be in quotes",
        word));
  if (!seen.insert(key).second)
    return Status::invalid(fmt::format("{}= is given twice", key));
  const std::string value = word.substr(equals + 1);
  if (value.empty()) return Status::invalid(fmt::format("{}= is empty", key));
  if (key == "reason") {
    line.reason = value;
  } else if (key == "bug") {
    line.bug = value;
  } else if (key == "until") {
    if (!is_day(value))
      return Status::invalid(fmt::format(
          "until=\"{}\" is not a date; expected YYYY-MM-DD", value));
    line.until = value;
  } else if (key == "limit" && line.expected == Expected::kUlp) {
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, line.limit);
    if (error != std::errc() || stop != end || !(line.limit > 0) ||
        !std::isfinite(line.limit))
      return Status::invalid(
          fmt::format("limit=\"{}\" is not a number of ULPs above 0", value));
  } else {
    return Status::invalid(
        fmt::format("{} has no key \"{}=\"; expected reason=, bug=, until={}",
                    kExpectedNames[static_cast<int>(line.expected)], key,
                    line.expected == Expected::kUlp ? ", limit=" : ""));
  }
  return {};
}

std::string in_quotes(const std::string& text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// Returns the text, in quotes if it would otherwise not be read as one word.
std::string word_text(const std::string& text) {
  const bool is_plain = text.find_first_of(kBlanks) == std::string::npos &&
                        text.find('"') == std::string::npos &&
                        !text.starts_with('#');
  return is_plain ? text : in_quotes(text);
}

std::string at(const std::string& file, const ExpectationLine& line) {
  return fmt::format("{}:{}: ", file, line.number);
}

}  // namespace

Result<std::optional<ExpectationLine>> parse_expectation(
    std::string_view text) {
  const auto kind = next_word(text);
  if (!kind) return kind.status();
  if (!*kind) return std::optional<ExpectationLine>();
  ExpectationLine line;
  const auto name =
      std::find(std::begin(kExpectedNames), std::end(kExpectedNames), **kind);
  if (name == std::end(kExpectedNames))
    return Status::invalid(
        fmt::format("\"{}\" is not a kind of expectation; expected "
                    "unsupported, xfail, flaky or ulp",
                    **kind));
  line.expected = static_cast<Expected>(name - std::begin(kExpectedNames));
  auto glob = next_word(text);
  if (!glob) return glob.status();
  if (!*glob || (*glob)->empty())
    return Status::invalid(
        fmt::format("{} lacks the glob that selects its cases", **kind));
  line.glob = **glob;
  auto matcher = CaseGlob::parse(line.glob);
  if (!matcher) return matcher.status();
  line.matcher = *std::move(matcher);
  std::set<std::string> seen;
  for (;;) {
    const auto word = next_word(text);
    if (!word) return word.status();
    if (!*word) break;
    if (Status status = take_value(**word, seen, line); !status.ok())
      return status;
  }
  if (!seen.contains("reason"))
    return Status::invalid(fmt::format("{} lacks its reason=", **kind));
  if (line.expected == Expected::kUlp && !seen.contains("limit"))
    return Status::invalid("ulp lacks its limit=");
  return std::optional<ExpectationLine>(std::move(line));
}

std::string expectation_text(const ExpectationLine& line) {
  std::string text =
      fmt::format("{} {}", kExpectedNames[static_cast<int>(line.expected)],
                  word_text(line.glob));
  if (line.expected == Expected::kUlp)
    text += fmt::format(" limit={}", line.limit);
  text += " reason=" + in_quotes(line.reason);
  if (!line.bug.empty()) text += " bug=" + in_quotes(line.bug);
  if (!line.until.empty()) text += " until=" + line.until;
  return text;
}

std::string utc_today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

Result<Expectations> Expectations::parse(std::string_view text,
                                         const std::string& file,
                                         std::string_view today,
                                         const std::vector<PlannedCase>& plan) {
  Expectations expectations;
  for (std::int64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto line = parse_expectation(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line)
      return Status::invalid(
          fmt::format("{}:{}: {}", file, number, line.status().message));
    if (!*line) continue;
    (*line)->number = number;
    if (!(*line)->until.empty() && (*line)->until < today)
      return Status::invalid(
          fmt::format("{}:{}: the expectation expired after {}; remove it or "
                      "set a later date",
                      file, number, (*line)->until));
    expectations.lines_.push_back(**std::move(line));
  }
  if (Status status = expectations.find_cases(file, plan); !status.ok())
    return status;
  return expectations;
}

Result<Expectations> Expectations::read(const std::filesystem::path& path,
                                        std::string_view today,
                                        const std::vector<PlannedCase>& plan) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error))
    return Status::invalid(
        fmt::format("--expect: {} cannot be read as a file of expectations",
                    path.string()));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return parse(text, path.string(), today, plan);
}

Status Expectations::find_cases(const std::string& file,
                                const std::vector<PlannedCase>& plan) {
  // The lines that may match a case of an op; "" has those for several ops.
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_op;
  std::unordered_map<std::string, std::size_t> whole_ids;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    by_op[std::string(lines_[i].matcher.op())].push_back(i);
    whole_ids.emplace(lines_[i].glob, i);
  }
  const auto may_match = [&](const PlannedCase& planned) {
    return by_op.contains("") || by_op.contains(name_of(planned.op));
  };
  std::vector<bool> is_whole_id(lines_.size(), false);
  for (const PlannedCase& planned : plan) {
    if (!may_match(planned)) continue;
    if (const auto found = whole_ids.find(planned.id());
        found != whole_ids.end())
      is_whole_id[found->second] = true;
  }
  std::vector<bool> used(lines_.size(), false);
  for (const PlannedCase& planned : plan) {
    if (!may_match(planned)) continue;
    const std::string id = planned.id();
    const SplitId split(id);
    for (const std::string_view op :
         {name_of(planned.op), std::string_view()}) {
      const auto candidates = by_op.find(op);
      if (candidates == by_op.end()) continue;
      for (const std::size_t i : candidates->second) {
        // A whole id matches one case; as a glob it might match variants, too.
        if (is_whole_id[i] ? lines_[i].glob != id
                           : !lines_[i].matcher.matches(split))
          continue;
        used[i] = true;
        const auto [place, first] = line_of_case_.emplace(id, i);
        if (first) continue;
        const auto [early, late] = std::minmax(place->second, i);
        return Status::invalid(
            fmt::format("{}this line matches {}, and so does line {}; expected "
                        "one line per case",
                        at(file, lines_[late]), id, lines_[early].number));
      }
    }
  }
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (!used[i])
      return Status::invalid(fmt::format(
          "{}\"{}\" matches no case of this level and profile; `assay list "
          "cases` shows them all",
          at(file, lines_[i]), lines_[i].glob));
  return {};
}

const ExpectationLine* Expectations::line_for(std::string_view id) const {
  if (line_of_case_.empty()) return nullptr;
  const auto found = line_of_case_.find(std::string(id));
  return found == line_of_case_.end() ? nullptr : &lines_[found->second];
}

void apply(const Expectations& expectations, Record& record) {
  if (const ExpectationLine* line = expectations.line_for(record.id))
    apply(*line, record);
}

void apply(const ExpectationLine& line, Record& record) {
  const auto becomes = [&](Verdict verdict) {
    record.verdict = verdict;
    record.reason = line.reason;
    record.bug = line.bug;
  };
  if (record.verdict == Verdict::kPass) {
    if (line.expected != Expected::kFlaky) becomes(Verdict::kUnexpectedPass);
    return;
  }
  if (record.verdict < Verdict::kFail ||
      record.verdict == Verdict::kHarnessError)
    return;
  const bool plain = record.verdict == Verdict::kFail;
  switch (line.expected) {
    case Expected::kXfail:
      return becomes(Verdict::kExpectedFailure);
    case Expected::kFlaky:
      return becomes(Verdict::kFlaky);
    case Expected::kUnsupported:
      if (plain && !record.unsupported_kind.empty())
        becomes(Verdict::kUnsupported);
      return;
    case Expected::kUlp:
      if (plain && record.failure && record.failure->distance &&
          *record.failure->distance <= line.limit)
        becomes(Verdict::kExpectedFailure);
      return;
  }
}

}  // namespace assay
