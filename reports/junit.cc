// Tested by tests/reports/junit_test.cc.
#include "reports/junit.h"

#include <fmt/format.h>

#include "reports/text_report.h"

namespace assay {
namespace {

// Text as XML holds it; characters that XML 1.0 has not become "?".
std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    switch (c) {
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
      default: {
        const auto code = static_cast<unsigned char>(c);
        const bool allowed = code >= 0x20 || c == '\n' || c == '\t';
        result += allowed ? c : '?';
      }
    }
  }
  return result;
}

// "elementwise/add" of "elementwise/add:wrap:…".
std::string suite_of(const Record& record) {
  return record.id.substr(0, record.id.find(':'));
}

std::string test_case(const Record& record) {
  std::string xml = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                escaped(suite_of(record)), escaped(record.id));
  if (record.verdict == Verdict::kPass) return xml + "/>\n";
  if (record.verdict == Verdict::kUnsupported)
    return xml + fmt::format(
                     "><skipped message=\"unsupported {}\"/>"
                     "</testcase>\n",
                     escaped(record.unsupported_kind));
  return xml + fmt::format(
                   ">\n      <failure type=\"{}\">{}</failure>\n"
                   "    </testcase>\n",
                   name_of(record.verdict),
                   escaped(failure_text(record, record.case_file)));
}

}  // namespace

std::string junit_xml(const RunRecord& run,
                      const std::vector<Record>& records) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format("<testsuites name=\"{} {}, profile {}\">\n",
                     escaped(run.subject_name), escaped(run.subject_version),
                     escaped(run.profile));
  for (std::size_t i = 0; i < records.size();) {
    const std::string suite = suite_of(records[i]);
    std::string cases;
    std::int64_t count = 0, failures = 0, skipped = 0;
    for (; i < records.size() && suite_of(records[i]) == suite; ++i) {
      cases += test_case(records[i]);
      ++count;
      failures += is_failure(records[i].verdict) ? 1 : 0;
      skipped += records[i].verdict == Verdict::kUnsupported ? 1 : 0;
    }
    xml += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" "
        "skipped=\"{}\">\n{}  </testsuite>\n",
        escaped(suite), count, failures, skipped, cases);
  }
  return xml + "</testsuites>\n";
}

}  // namespace assay
