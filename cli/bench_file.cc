// Reads files of bench records that are named on the command line.
// Tested by tests/cli/bench_command_test.cc.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/bench_command.h"
#include "harness/record/bench_record.h"

namespace assay {

Result<std::vector<BenchRun>> read_benches(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return Status::invalid(fmt::format(
        "{} does not exist; expected a file of bench records", file));
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  auto runs = parse_bench(text);
  if (!runs) return Status::invalid(file + ": " + runs.status().message);
  return runs;
}

}  // namespace assay
