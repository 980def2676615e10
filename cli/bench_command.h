// `assay bench`: arguments, options and what runs them.
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
  std::string command = "assay";  // as it was called
  std::vector<std::string> subjects;
  std::vector<std::string> peers;
  std::string filter;
  int threads = 1;
  int pairs = 31;
  bool quick = false;
  bool list = false;       // print the selected workloads instead
  std::string out;         // folder of the records
  std::string records;     // of a check that stands for the gate
  std::string baseline;    // an earlier run to compare with
  double tolerance = 0.2;  // of a fall of its ratios
  std::string html;
  std::string benchmark_json;
  std::string python = "/usr/bin/python3";
};

// Measures the subjects against the peers, prints a table, writes the files.
int bench_command(const BenchArguments& arguments);

// Reads a file of bench records; fails with the file and the line.
Result<std::vector<BenchRun>> read_benches(const std::string& file);

// Declares the command and its options; `code` receives its exit code.
void add_bench_command(CLI::App& app, BenchArguments& arguments, int& code);

}  // namespace assay
