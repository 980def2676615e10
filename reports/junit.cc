// Tested by tests/reports/junit_test.cc.
#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text_report.h"

namespace assay {
namespace {

// How many bytes the character at the start of the text has; 0 if they are no
// UTF-8 or a character that XML 1.0 has not.
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

// Text as XML holds it; what XML 1.0 cannot hold becomes "?".
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    switch (text[0]) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += length > 0 ? text.substr(0, length) : "?";
    }
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
  return result;
}

// "elementwise/add" of "elementwise/add:wrap:…".
std::string suite_of(const Record& record) {
  return record.id.substr(0, record.id.find(':'));
}

// Why a case is skipped; nothing if it is not.
std::string skip_reason(const Record& record, bool strict) {
  const auto expected = [&](const char* what) {
    return fmt::format("{}: {}{}", what, record.reason,
                       record.bug.empty() ? "" : " (" + record.bug + ")");
  };
  switch (record.verdict) {
    case Verdict::kUnsupported:
      return "unsupported " + record.unsupported_kind +
             (record.reason.empty() ? "" : expected(""));
    case Verdict::kExpectedFailure:
      return expected("expected failure");
    case Verdict::kFlaky:
      return expected("flaky");
    case Verdict::kUnexpectedPass:
      return strict ? "" : expected("unexpected pass");
    default:
      return {};
  }
}

std::string test_case(const Record& record, bool strict) {
  std::string xml = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                escaped(suite_of(record)), escaped(record.id));
  if (record.verdict == Verdict::kPass) return xml + "/>\n";
  const std::string skipped = skip_reason(record, strict);
  if (!skipped.empty())
    return xml + fmt::format("><skipped message=\"{}\"/></testcase>\n",
                             escaped(skipped));
  std::string text = failure_text(record, record.case_file);
  if (!record.reason.empty()) text += "      expected: " + record.reason + "\n";
  return xml + fmt::format(
                   ">\n      <failure type=\"{}\">{}</failure>\n"
                   "    </testcase>\n",
                   name_of(record.verdict), escaped(text));
}

}  // namespace

std::string junit_xml(const RunRecord& run, const std::vector<Record>& records,
                      bool strict) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"{} {}, profile {}\">\n",
                     escaped(run.subject_name), escaped(run.subject_version),
                     escaped(run.profile));
  for (std::size_t i = 0; i < records.size();) {
    const std::string suite = suite_of(records[i]);
    std::string cases;
    std::int64_t count = 0, failures = 0, skipped = 0;
    for (; i < records.size() && suite_of(records[i]) == suite; ++i) {
      cases += test_case(records[i], strict);
      ++count;
      const bool skips = !skip_reason(records[i], strict).empty();
      skipped += skips ? 1 : 0;
      failures += !skips && records[i].verdict != Verdict::kPass ? 1 : 0;
    }
    xml += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "skipped=\"{}\">\n{}  </testsuite>\n",
        escaped(suite), count, failures, skipped, cases);
  }
  return xml + "</testsuites>\n";
}

}  // namespace assay
