// Declares `assay bench` with its arguments and options.
// Tested by tests/cli/bench_command_test.cc.
#pragma once

#include <string>
#include <vector>

#include "spec/result.h"

namespace CLI {
class App;
}

namespace assay {

struct BenchRun;

struct BenchArguments {
  std::string command = "assay";  // the command name, as it was called
  std::vector<std::string> subjects;
  std::vector<std::string> peers;
  std::string filter;
  int threads = 1;
  int pairs = 31;
  bool quick = false;
  bool list = false;       // print the selected workloads instead
  std::string out;         // the folder of the records
  std::string records;     // of a check that replaces the gate's own
  std::string baseline;    // an earlier run to compare with
  double tolerance = 0.2;  // how far a ratio may fall, as a share
  std::string html;
  std::string benchmark_json;
  std::vector<std::string> pythons;    // NAME=PYTHON, or PYTHON for all
  std::vector<std::string> libraries;  // NAME=FILE
};

// Measures the subjects against the peers, prints a table and writes the files.
// Returns the exit code.
int bench_command(const BenchArguments& arguments);

// Reads a file of bench records. The error names the file and the line.
Result<std::vector<BenchRun>> read_benches(const std::string& file);

// Declares the command and its options; `code` receives its exit code.
void add_bench_command(CLI::App& app, BenchArguments& arguments, int& code);

}  // namespace assay
