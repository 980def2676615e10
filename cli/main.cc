// Parses the command line of assay, runs one subcommand, and returns its exit
// code.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>

#include "cli/adversary_command.h"
#include "cli/bench_command.h"
#include "cli/check_options.h"
#include "cli/command_help.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/export_options.h"
#include "cli/launch_command.h"
#include "cli/option_checks.h"
#include "cli/profile_command.h"
#include "cli/publish_command.h"
#include "cli/search_options.h"
#include "cli/skeleton_command.h"
#include "cli/subject_named.h"
#include "cli/sweep_command.h"
#include "cli/usage_error.h"
#include "harness/record/record.h"
#include "reports/replay_line.h"
#include "spec/profile.h"
#include "spec/version.h"

namespace {

// Adds `assay diff` and `baseline update`, which work on records.
void add_run_commands(CLI::App& app, assay::BaselineArguments& baseline,
                      int& code) {
  CLI::App* diff = app.add_subcommand("diff", "Compare two runs");
  auto places = std::make_shared<std::vector<std::string>>();
  diff->add_option(
          "RECORDS", *places,
          "two files of records or folders of runs, the earlier run first")
      ->required()
      ->expected(2);
  diff->callback([&code, places] {
    code = assay::diff_command((*places)[0], (*places)[1]);
  });

  CLI::App* group =
      app.add_subcommand("baseline", "Maintain a file of expectations");
  group->require_subcommand(1);
  CLI::App* update =
      group->add_subcommand("update", "Expect the failures that a run found");
  update
      ->add_option("RECORDS", baseline.records,
                   "a file of records or the folder of a run")
      ->required();
  update
      ->add_option(
          "--expect", baseline.expect,
          "the file of expectations, which is created if it does not exist")
      ->required();
  update->add_option("--reason", baseline.reason,
                     "the reason to write on added lines");
  update->add_flag("--print", baseline.print,
                   "print the updated file instead of writing it");
  update->callback([&] { code = assay::baseline_command(baseline); });
}

// Returns the versions of the program, the spec and the suite.
std::string version_text() {
  return fmt::format("assay {} (spec {}, suite {})", assay::kVersion,
                     assay::kSpecVersion, assay::kSuiteVersion);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Judges tensor backends against a written contract.", "assay");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.option_defaults()->always_capture_default();
  int code = assay::kExitUsage;

  assay::CheckArguments check_arguments;
  if (argc > 0) check_arguments.command = assay::shell_quoted(argv[0]);
  CLI::App* check = app.add_subcommand("check", "Judge a subject");
  assay::add_check_options(*check, check_arguments);
  check->callback([&] { code = assay::check_command(check_arguments); });

  assay::FuzzArguments fuzz_arguments;
  fuzz_arguments.command = check_arguments.command;
  CLI::App* fuzz =
      app.add_subcommand("fuzz", "Run random programs on a subject");
  assay::add_fuzz_options(*fuzz, fuzz_arguments);
  fuzz->callback([&] { code = assay::fuzz_command(fuzz_arguments); });

  std::string file, subject, what, level = "quick", filter;
  constexpr double timeout_seconds = 5;
  auto format = assay::SpecFormat::kJson;

  CLI::App* replay = app.add_subcommand("replay", "Run stored cases again");
  assay::ReplayArguments replay_arguments;
  replay
      ->add_option("CASE", replay_arguments.file,
                   "a case file, a file of golden vectors, or a folder")
      ->required();
  replay->add_option("SUBJECT", replay_arguments.subject, assay::kSubjectHelp)
      ->required();
  replay
      ->add_option("--timeout", replay_arguments.timeout_seconds,
                   "seconds that one case may take")
      ->check(assay::time_limit());
  replay
      ->add_option("--memory", replay_arguments.memory_megabytes,
                   "megabytes of memory that a worker may use")
      ->check(assay::whole_number(16, 1 << 20));
  replay->add_flag("--robustness", replay_arguments.robustness,
                   "for a folder or vector file, also make the calls that "
                   "break preconditions");
  replay->add_flag("--in-process", replay_arguments.in_process,
                   "run in this process, for a debugger; there are no limits, "
                   "and a crash of the subject ends the command");
  replay->callback([&] { code = assay::replay_command(replay_arguments); });

  std::string out;
  CLI::App* vectors = app.add_subcommand("vectors", "Write the golden vectors");
  vectors->add_option("--out", out, "the folder to write them to")->required();
  std::string ops_of_vectors;
  vectors->add_option("--filter", ops_of_vectors,
                      "write only the vectors of these ops");
  vectors->callback(
      [&] { code = assay::vectors_command(out, ops_of_vectors); });

  assay::add_export_command(app, code);

  assay::PromoteArguments promotion;
  CLI::App* promote =
      app.add_subcommand("promote", "Store a failing case as a regression");
  promote->add_option("CASE", promotion.file, "a case file (JSON)")->required();
  promote->add_option("--note", promotion.note,
                      "one line that says what was wrong");
  promote->add_option("--to", promotion.to, "folder of the regressions");
  promote->callback([&] { code = assay::promote_command(promotion); });

  assay::ReportArguments report_arguments;
  report_arguments.command = check_arguments.command;
  CLI::App* report = app.add_subcommand("report", "Make reports from records");
  report
      ->add_option("RECORDS", report_arguments.records,
                   "files of records, or the folders of runs")
      ->required();
  report->add_option("--html", report_arguments.html,
                     "write an HTML page to this file");
  report->add_option("--junit", report_arguments.junit,
                     "write the JUnit XML of one run to this file");
  report->add_option("--json", report_arguments.json,
                     "write the findings and counts as JSON to this file");
  report->add_flag("--all", report_arguments.all, assay::kAllHelp);
  report->callback([&] { code = assay::report_command(report_arguments); });

  CLI::App* tightness = app.add_subcommand(
      "tightness", "Print the largest errors as shares of what is allowed");
  auto measured = std::make_shared<std::vector<std::string>>();
  tightness
      ->add_option("RECORDS", *measured,
                   "files of records, or the folders of runs")
      ->required();
  tightness->callback(
      [&code, measured] { code = assay::tightness_command(*measured); });

  CLI::App* list =
      app.add_subcommand("list", "List ops, clauses, cases and more");
  list->add_option(
          "WHAT", what,
          "ops, sets, dtypes, profiles, clauses, cases, sizes,\nplan-sizes, "
          "backends, subjects, sources or view-cases (JSON, one per line)")
      ->required();
  list->add_option("--level", level,
                   "for cases and sizes: quick, standard or deep");
  list->add_option(
      "--filter", filter,
      "for cases and sizes: only those that it selects (see below)");
  list->footer(assay::kFilterHelp);
  list->callback([&] { code = assay::list_command(what, level, filter); });

  CLI::App* spec = app.add_subcommand("spec", "Print the whole contract");
  auto* formats = spec->add_option_group("format");
  const auto add_format = [&](const char* name, assay::SpecFormat chosen,
                              const char* text) {
    formats->add_flag_callback(
        name, [&format, chosen] { format = chosen; }, text);
  };
  add_format("--json", assay::SpecFormat::kJson, "as JSON, for programs");
  add_format("--markdown", assay::SpecFormat::kMarkdown,
             "as Markdown, for people");
  add_format("--clauses", assay::SpecFormat::kClauses,
             "only the source of each clause and the reason for it");
  formats->require_option(1);
  spec->callback([&] { code = assay::spec_command(format); });

  CLI::App* caps = app.add_subcommand("caps", "Print what a subject claims");
  caps->add_option("SUBJECT", subject, assay::kSubjectHelp)->required();
  caps->callback([&] { code = assay::caps_command(subject, timeout_seconds); });

  CLI::App* profile =
      app.add_subcommand("profile", "Find out which profile a subject follows");
  auto profiling = std::make_shared<assay::ProfileArguments>();
  assay::add_profile_options(*profile, *profiling);
  profile->callback(
      [&code, profiling] { code = assay::profile_command(*profiling); });

  CLI::App* serve = app.add_subcommand(
      "serve", "Serve a subject as an adapter on stdin and stdout");
  serve->add_option("SUBJECT", subject, assay::kSubjectHelp)->required();
  serve->callback(
      [&] { code = assay::serve_command(subject, timeout_seconds); });

  CLI::App* explain = app.add_subcommand(
      "explain", "Print what a clause, an op, a case or a finding means");
  std::vector<std::string> names;
  explain
      ->add_option("NAME", names,
                   "such as sort.nan_last, sort, mod.sign=divisor, the id of "
                   "a case, or a line of a report")
      ->required();
  std::string explained_profile;
  explain->add_option("--profile", explained_profile,
                      "explain what it says under this profile, " +
                          assay::profile_names() + " or a JSON file");
  explain->callback(
      [&] { code = assay::explain_command(names, explained_profile); });

  assay::MutantsArguments mutants_arguments;
  assay::add_mutants_command(app, mutants_arguments, code);
  assay::AdversaryArguments adversary_arguments;
  assay::add_adversary_command(app, adversary_arguments, code);
  assay::MergeArguments merging;
  assay::BaselineArguments baseline;
  merging.command = check_arguments.command;
  assay::add_merge_command(app, merging, code);
  add_run_commands(app, baseline, code);
  assay::LaunchArguments launching;
  launching.command = check_arguments.command;
  assay::add_launch_command(app, launching, code);
  assay::PublishArguments publishing;
  assay::add_publish_command(app, publishing, code);
  assay::BenchArguments bench_arguments;
  bench_arguments.command = check_arguments.command;
  assay::add_bench_command(app, bench_arguments, code);
  assay::SweepArguments sweeping;
  assay::add_sweep_commands(app, sweeping, code);
  assay::SkeletonArguments skeleton;
  assay::add_skeleton_command(app, skeleton, code);
  assay::add_help_commands(app, code);
  assay::complete_help(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version are not errors. Anything else becomes one sentence.
    if (error.get_exit_code() == 0) {
      code = app.exit(error);
    } else {
      return assay::complain(assay::kExitUsage,
                             assay::usage_sentence(app, error));
    }
  } catch (const std::exception& error) {
    // fmt::print throws if it cannot write to standard output, which is
    // reported below.
    if (std::ferror(stdout) == 0)
      return assay::complain(assay::kExitInternal, error.what());
  }
  // fmt::print and a failed write leave the reason in errno. If the file system
  // is full, fflush() fails again.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 ||
      !std::cout.flush())
    return assay::complain(assay::kExitUsage,
                           fmt::format("standard output cannot be written: {}",
                                       std::strerror(errno)));
  return code;
}
