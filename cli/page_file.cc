// Writes the HTML page, and the texts that GitHub Actions shows.
// Tested by tests/cli/report_command_test.cc.
#include "cli/page_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "cli/commands.h"
#include "conformance/case_file.h"
#include "conformance/export_program.h"
#include "conformance/records_file.h"
#include "reports/github.h"
#include "reports/html_page.h"

namespace assay {
namespace {

// Returns the program that `assay export --python` prints; empty if there is
// none.
std::string python_of(const Record& record) {
  auto test_case = read_case_file(record.case_file);
  if (!test_case || !complete_case(*test_case).ok()) return {};
  return python_program(*test_case);
}

}  // namespace

Status write_page(const std::filesystem::path& path,
                  const std::vector<ReportedRun>& runs,
                  const std::string& command, const Gate& gate,
                  const std::vector<BenchRun>& benches) {
  HtmlOptions options;
  options.benches = benches;
  options.gate = gate;
  options.command = command;
  options.case_text = [](const Record& record) {
    auto text = read_case_text(record.case_file);
    return text ? *std::move(text) : std::string();
  };
  options.python = python_of;
  return write_whole(path, html_page(runs, options));
}

void tell_github(const ReportedRun& reported, const std::string& command,
                 const Gate& gate) {
  const char* actions = std::getenv("GITHUB_ACTIONS");
  if (actions == nullptr || std::string_view(actions) != "true") return;
  GithubOptions options;
  options.gate = gate;
  options.command = command;
  fmt::print("{}", github_annotations(reported, options));
  const char* summary = std::getenv("GITHUB_STEP_SUMMARY");
  if (summary == nullptr || *summary == '\0') return;
  errno = 0;
  std::ofstream file(summary, std::ios::app);
  file << github_summary(reported, options);
  file.close();
  if (!file)
    complain(0, fmt::format("{} cannot be written: {}", summary,
                            std::strerror(errno)));
}

}  // namespace assay
