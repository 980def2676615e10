// Declares the options of `assay bench` for the command line.
// Tested by tests/cli/bench_command_test.cc.
#include <CLI/CLI.hpp>

#include "cli/bench_command.h"
#include "cli/option_checks.h"

namespace assay {

void add_bench_command(CLI::App& app, BenchArguments& arguments, int& code) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Time subjects against peers, where they conform");
  bench
      ->add_option("SUBJECT", arguments.subjects,
                   "reference, optimized or LIBRARY.so")
      ->required();
  bench->add_option(
      "--against", arguments.peers,
      "peers: numpy, torch, jax, onnxruntime, eigen, openblas, mkl, "
      "fftw or a subject");
  bench->add_option("--filter", arguments.filter,
                    "globs that select workloads by id, written as for check");
  bench
      ->add_option("--threads", arguments.threads,
                   "threads that each contender may use; above 1, wall-clock "
                   "time is measured")
      ->check(whole_number(1, 256));
  bench
      ->add_option("--pairs", arguments.pairs,
                   "number of rounds, each with a pair of samples")
      ->check(whole_number(6, 999));
  bench->add_flag("--quick", arguments.quick,
                  "time a part of the workloads, which takes minutes");
  bench->add_flag("--list", arguments.list,
                  "only print the selected workloads");
  bench->add_option("--out", arguments.out,
                    "folder for the records (default: assay-results/SUBJECT)");
  bench->add_option(
      "--records", arguments.records,
      "use the records of a check by this build instead of running a check");
  bench->add_option(
      "--baseline", arguments.baseline,
      "an earlier bench.jsonl; exit with 6 if a ratio falls below it");
  bench
      ->add_option("--tolerance", arguments.tolerance,
                   "how far a ratio may fall below the baseline's, as a share")
      ->check(number(0.0, 10.0));
  bench->add_option("--html", arguments.html,
                    "also write the HTML page to this file");
  bench->add_option("--benchmark-json", arguments.benchmark_json,
                    "also write the JSON of Google Benchmark to this file");
  bench
      ->add_option("--python", arguments.pythons,
                   "NAME=PYTHON, the interpreter of numpy, torch, jax or "
                   "onnxruntime; or PYTHON for all of them")
      ->allow_extra_args(false);
  bench
      ->add_option("--library", arguments.libraries,
                   "NAME=FILE, the shared library of openblas or mkl")
      ->allow_extra_args(false);
  bench->callback([&] { code = bench_command(arguments); });
}

}  // namespace assay
