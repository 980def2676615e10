// Declares the options of `assay bench` for the command line.
// Tested by tests/cli/bench_command_test.cc.
#include <CLI/CLI.hpp>

#include "cli/bench_command.h"

namespace assay {

void add_bench_command(CLI::App& app, BenchArguments& arguments, int& code) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Time subjects against peers, where they conform");
  bench
      ->add_option("SUBJECT", arguments.subjects,
                   "reference, optimized or LIBRARY.so")
      ->required();
  bench->add_option("--against", arguments.peers,
                    "peers: numpy, eigen, openblas, fftw or a subject");
  bench->add_option("--filter", arguments.filter,
                    "globs over the ids of workloads, as of check");
  bench
      ->add_option("--threads", arguments.threads,
                   "threads that each may use; more than 1 are timed on the "
                   "wall")
      ->check(CLI::Range(1, 256));
  bench
      ->add_option("--pairs", arguments.pairs,
                   "rounds, of a pair of samples each")
      ->check(CLI::Range(6, 999));
  bench->add_flag("--quick", arguments.quick,
                  "a part of the workloads, in minutes");
  bench->add_flag("--list", arguments.list,
                  "print the selected workloads only");
  bench->add_option("--out", arguments.out,
                    "folder of the records (assay-results/SUBJECT)");
  bench->add_option("--records", arguments.records,
                    "records of a check by this build, instead of a check");
  bench->add_option("--baseline", arguments.baseline,
                    "an earlier bench.jsonl; a ratio below it exits 6");
  bench
      ->add_option("--tolerance", arguments.tolerance,
                   "how far a ratio may fall below the baseline's, as a share")
      ->check(CLI::Range(0.0, 10.0));
  bench->add_option("--html", arguments.html, "also write the HTML page here");
  bench->add_option("--benchmark-json", arguments.benchmark_json,
                    "also write the JSON of Google Benchmark here");
  bench->add_option("--python", arguments.python, "the Python that has NumPy");
  bench->callback([&] { code = bench_command(arguments); });
}

}  // namespace assay
