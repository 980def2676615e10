// Declares the options of `assay check` for the command line.
// Tested by tests/cli/command_test.cc.
#include "cli/check_options.h"

#include <string>

#include "cli/option_checks.h"
#include "cli/search_options.h"
#include "cli/subject_named.h"

namespace assay {

// Adds the options of `assay check`, in the order of the help text.
void add_check_options(CLI::App& check, CheckArguments& arguments) {
  check.add_option("SUBJECT", arguments.subject, kSubjectHelp)->required();
  check.add_option("--profile", arguments.profile,
                   profile_help() + "; inferred: find it out from the answers");
  check.add_option("--level", arguments.level, "quick, standard or deep");
  check.add_option("--set", arguments.set,
                   "op sets separated by commas, or all (default: the sets "
                   "that the subject claims)");
  check.add_option("--filter", arguments.filter,
                   "the cases to run (default: all; see below)");
  check.footer(kFilterHelp);
  check
      .add_option_function<std::string>(
          "--seed",
          [&arguments](const std::string& text) {
            arguments.seed = seed_of(text);
          },
          "the run seed, 0 to 2^64 - 1")
      ->type_name("UINT")
      ->default_str("0");
  check
      .add_option("--jobs", arguments.jobs,
                  "number of worker processes; 0 starts one per core")
      ->check(whole_number(0, 256));
  check
      .add_option("--timeout", arguments.timeout_seconds,
                  "seconds that one case may take")
      ->check(time_limit());
  check.add_option("--out", arguments.out,
                   "folder for the records (default: assay-results/SUBJECT)");
  check
      .add_option("--memory", arguments.memory_megabytes,
                  "megabytes of memory that a worker may use")
      ->check(whole_number(16, 1 << 20));
  check.add_option("--shard", arguments.shard,
                   "I/N: run only part I of the N parts of the cases (default: "
                   "all, or what a batch system sets)");
  check.add_option("--cost", arguments.cost, kCostHelp);
  check.add_option("--expect", arguments.expect,
                   "a file of expectations (default: none)");
  check.add_flag("--strict", arguments.strict, kStrictHelp);
  add_require_option(check, arguments.require);
  check.add_flag("--robustness", arguments.robustness,
                 "also make calls that break preconditions");
  add_shapes_option(check, arguments.shapes);
  check.add_flag("--metamorphic", arguments.metamorphic,
                 "also check the relations between results that level standard "
                 "leaves out, and the accuracy of sums");
  check
      .add_option("--repeat", arguments.repeats,
                  "how often the relation repeat calls each op")
      ->check(whole_number(3, 1000000));
  check.add_flag("--resume", arguments.resume,
                 "continue an interrupted run in the same folder");
  check.add_option("--junit", arguments.junit,
                   "also write JUnit XML to this file");
  check.add_option("--html", arguments.html,
                   "also write the HTML page to this file");
  check.add_flag("--all", arguments.all, kAllHelp);
  check.add_flag("--list", arguments.list,
                 "only print the ids of the selected cases");
}

}  // namespace assay
