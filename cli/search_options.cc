// Declares the options of sweep, sweeps, fuzz, profile and mutants for the
// command line. Tested by tests/cli/command_test.cc.
#include "cli/search_options.h"

#include <memory>
#include <string>
#include <vector>

#include "cli/option_checks.h"
#include "cli/subject_named.h"

namespace assay {

// Adds `assay sweep` and `assay sweeps`.
void add_sweep_commands(CLI::App& app, SweepArguments& arguments, int& code) {
  CLI::App* sweep = app.add_subcommand("sweep", "Try every input of an op");
  sweep->add_option("SUBJECT", arguments.subject, kSubjectHelp)->required();
  sweep->add_option("--op", arguments.op, "the op, such as exp")->required();
  sweep->add_option("--dtype", arguments.dtype, "the dtype of its operands");
  sweep->add_option("--profile", arguments.profile, profile_help());
  sweep->add_option("--shard", arguments.shard,
                    "I/N: run only part I of the N parts of the blocks");
  sweep->add_option("--blocks", arguments.blocks,
                    "FIRST-LAST: run only these blocks of 2^20 inputs");
  sweep->add_option("--rounds", arguments.rounds,
                    "try a sample of this many rounds of 4096 inputs each, for "
                    "elements that are too wide to try all of them");
  sweep->add_option("--seed", arguments.seed, "the seed of the sample");
  sweep->add_option("--out", arguments.out, "the file of totals to write");
  sweep->add_flag("--resume", arguments.resume,
                  "continue an interrupted sweep that has the same --out");
  sweep
      ->add_option("--jobs", arguments.jobs,
                   "number of worker processes; 0 starts one per core")
      ->check(whole_number(0, 256));
  sweep
      ->add_option("--timeout", arguments.timeout_seconds,
                   "seconds that a block may take")
      ->check(time_limit());
  sweep->callback([&] { code = sweep_command(arguments); });

  CLI::App* sweeps =
      app.add_subcommand("sweeps", "Add up the totals of sweeps");
  auto files = std::make_shared<std::vector<std::string>>();
  auto markdown = std::make_shared<bool>(false);
  auto out = std::make_shared<std::string>();
  sweeps->add_option("FILES", *files, "files that assay sweep wrote")
      ->required();
  sweeps->add_flag("--markdown", *markdown, "print a Markdown table");
  sweeps->add_option("--out", *out,
                     "write the sum of the parts of one sweep to this file");
  sweeps->callback([&code, files, markdown, out] {
    code = sweeps_command(*files, *markdown, *out);
  });
}

// Adds the options of `assay fuzz`, in the order of the help text.
void add_fuzz_options(CLI::App& fuzz, FuzzArguments& arguments) {
  fuzz.add_option("SUBJECT", arguments.subject, kSubjectHelp)->required();
  fuzz.add_option("--time", arguments.seconds,
                  "seconds for which programs are run")
      ->check(number(0.01, 1e6));
  fuzz.add_option("--count", arguments.count, "the largest number of programs")
      ->check(whole_number(1, std::int64_t{1} << 40));
  fuzz.add_option_function<std::string>(
          "--seed",
          [&arguments](const std::string& text) {
            arguments.seed = seed_of(text);
          },
          "the seed of the programs, 0 to 2^64 - 1")
      ->type_name("UINT")
      ->default_str("0");
  fuzz.add_option("--profile", arguments.profile, profile_help());
  fuzz.add_option("--jobs", arguments.jobs,
                  "number of worker processes; 0 starts one per core")
      ->check(whole_number(0, 256));
  fuzz.add_option("--timeout", arguments.timeout_seconds,
                  "seconds that one program may take")
      ->check(time_limit());
  fuzz.add_option("--memory", arguments.memory_megabytes,
                  "megabytes of memory that a worker may use")
      ->check(whole_number(16, 1 << 20));
  fuzz.add_option(
      "--out", arguments.out,
      "folder for the failing cases (default: assay-results/fuzz-SUBJECT)");
}

// Adds the options of `assay profile`, in the order of the help text.
void add_shapes_option(CLI::App& command, Shapes& shapes) {
  command
      .add_option_function<std::string>(
          "--shapes",
          [&shapes](const std::string& text) {
            shapes = text == "few" ? Shapes::kFew : Shapes::kMany;
          },
          "many, or few for a library that compiles for every new shape")
      ->check(one_of({"many", "few"}))
      ->default_str("many");
}

void add_profile_options(CLI::App& profile, ProfileArguments& arguments) {
  profile.add_option("SUBJECT", arguments.subject, kSubjectHelp)->required();
  profile.add_option("--out", arguments.out,
                     "write the profile to this file, for --profile FILE");
  profile.add_option("--name", arguments.name,
                     "the name of the profile in the file (default: that of "
                     "the subject)");
  profile
      .add_option("--jobs", arguments.jobs,
                  "number of worker processes; 0 starts one per core")
      ->check(whole_number(0, 256));
  profile
      .add_option("--timeout", arguments.timeout_seconds,
                  "seconds that one case may take")
      ->check(time_limit());
  profile
      .add_option("--memory", arguments.memory_megabytes,
                  "megabytes of memory that a worker may use")
      ->check(whole_number(16, 1 << 20));
  add_shapes_option(profile, arguments.shapes);
}

// Adds `assay mutants`.
void add_mutants_command(CLI::App& app, MutantsArguments& arguments,
                         int& code) {
  CLI::App* mutants = app.add_subcommand(
      "mutants", "Try the suite on backends that are broken on purpose");
  mutants->add_option(
      "--level", arguments.level,
      "quick or standard (default: both, and the golden vectors)");
  mutants->add_flag("--vectors", arguments.vectors,
                    "run only the golden vectors");
  mutants->add_option(
      "--op", arguments.op,
      "only the mutants of this op; views for those of the view module");
  mutants->add_flag("--full", arguments.full,
                    "run every case and list all that fail");
  mutants->add_flag("--markdown", arguments.markdown, "print a table");
  mutants->add_option("--against", arguments.against,
                      "allclose: judge by this comparison instead");
  mutants->callback([&] { code = mutants_command(arguments); });
}

}  // namespace assay
