// `assay check`: runs the plan, prints the report, writes the files.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output_file.h"
#include "cli/page_file.h"
#include "cli/subject_named.h"
#include "conformance/check.h"
#include "reference/reference.h"
#include "reports/junit.h"
#include "reports/summary.h"
#include "reports/text_report.h"

namespace assay {
namespace {

// A folder name for a subject: its end, with "-" for what is odd in a path.
std::string folder_of(const std::string& subject) {
  const std::string name =
      subject.substr(0, subject.find_last_not_of(" '\"") + 1);
  std::string folder;
  for (char c : name) {
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      c == '.' || c == '_' || c == '-';
    if (keep)
      folder += c;
    else if (!folder.empty() && folder.back() != '-')
      folder += '-';
  }
  return folder.substr(folder.size() > 60 ? folder.size() - 60 : 0);
}

// A progress line on a terminal's stderr, rewritten as cases are done.
std::function<void(std::size_t, std::size_t)> progress_line() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [last = std::size_t{0}](std::size_t done, std::size_t total) mutable {
    const std::size_t percent = 100 * done / total;
    if (percent == last && done != total) return;
    last = percent;
    fmt::print(stderr, "\r{:3}% of {} cases{}", percent, total,
               done == total ? "\r\x1b[K" : "");
    std::fflush(stderr);
  };
}

int exit_code_of(CheckError error) {
  switch (error) {
    case CheckError::kSubject:
      return kExitSubject;
    case CheckError::kNothingSelected:
      return kExitNothingSelected;
    case CheckError::kUnwritable:
      return kExitUsage;
    case CheckError::kInternal:
      break;
  }
  return kExitInternal;
}

// Fills in the options from the arguments; the first bad one is the error.
Result<CheckOptions> options_of(const CheckArguments& arguments) {
  CheckOptions options;
  options.subject = arguments.subject;
  options.profile = profile_named(arguments.profile);
  if (options.profile == nullptr)
    return Status::invalid(
        fmt::format("there is no profile \"{}\"; expected one of {}",
                    arguments.profile, profile_names()));
  const auto level = level_named(arguments.level);
  if (!level)
    return Status::invalid(
        fmt::format("there is no level \"{}\"; expected quick or standard",
                    arguments.level));
  options.level = *level;
  auto filter = Filter::parse(arguments.filter);
  if (!filter) return filter.status();
  options.filter = *std::move(filter);
  options.filter_text = arguments.filter;
  auto maker = subject_named(arguments.subject, *options.profile,
                             arguments.timeout_seconds);
  if (!maker) return maker.status();
  options.make_subject = *std::move(maker);
  options.make_oracle = [profile = options.profile] {
    return std::make_unique<Reference>(*profile);
  };
  options.make_nx_oracle = [] { return std::make_unique<Reference>(kNx); };
  options.seed = arguments.seed;
  options.jobs = arguments.jobs > 0
                     ? arguments.jobs
                     : static_cast<int>(std::thread::hardware_concurrency());
  options.timeout_seconds = arguments.timeout_seconds;
  options.out = arguments.out.empty()
                    ? "assay-results/" + folder_of(arguments.subject)
                    : arguments.out;
  options.progress = progress_line();
  return options;
}

}  // namespace

int complain(int code, const std::string& message) {
  std::string line = message;
  for (char& c : line)
    if (c == '\n') c = ' ';
  fmt::print(stderr, "assay: {}\n", line);
  return code;
}

int check_command(const CheckArguments& arguments) {
  auto options = options_of(arguments);
  if (!options) return complain(kExitUsage, options.status().message);
  if (arguments.list) {
    const auto plan =
        plan_cases(options->level, options->filter, *options->profile);
    for (const PlannedCase& planned : plan) fmt::print("{}\n", planned.id());
    if (!plan.empty()) return kExitConforms;
    return complain(
        kExitNothingSelected,
        fmt::format("the filter \"{}\" selects no case", arguments.filter));
  }
  for (const std::string& file : {arguments.junit, arguments.html})
    if (!file.empty() && !is_writable(file))
      return complain(kExitUsage, fmt::format("{} cannot be written", file));
  CheckReport report;
  if (const auto failure = run_check(*options, report))
    return complain(exit_code_of(failure->error), failure->message);
  if (report.interrupted)
    return complain(
        kExitInterrupted,
        fmt::format("interrupted after {} cases; they are in {}",
                    report.records.size(),
                    (options->out / "records.jsonl.partial").string()));
  const Summary summary = summarize(report.records);
  TextReportOptions text;
  text.command = arguments.command;
  text.folder = (options->out / "").string();
  const std::string plain = text_report(report.run, summary, text);
  const char* no_color = std::getenv("NO_COLOR");
  text.color =
      isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  fmt::print("{}", text.color ? text_report(report.run, summary, text) : plain);
  fmt::print("records: {}\n", (options->out / "records.jsonl").string());
  if (!write_text(options->out / "report.txt", plain))
    return complain(kExitUsage,
                    fmt::format("{} cannot be written",
                                (options->out / "report.txt").string()));
  if (!arguments.junit.empty() &&
      !write_text(arguments.junit, junit_xml(report.run, report.records)))
    return complain(kExitUsage,
                    fmt::format("{} cannot be written", arguments.junit));
  const ReportedRun reported =
      reported_run(report.run, report.records, text.folder);
  for (const std::string& file :
       {(options->out / "report.html").string(), arguments.html})
    if (!file.empty() && !write_page(file, {reported}, arguments.command))
      return complain(kExitUsage, fmt::format("{} cannot be written", file));
  tell_github(reported, arguments.command);
  for (const Record& record : report.records)
    if (record.verdict == Verdict::kHarnessError)
      return complain(kExitInternal,
                      fmt::format("{}: {}", record.id,
                                  record.failure ? record.failure->message
                                                 : "harness error"));
  return summary.conforms() ? kExitConforms : kExitDoesNotConform;
}

}  // namespace assay
