// Implements `assay vectors`, which writes conformance/vectors/ or the same
// files to another folder.
// Tested by tests/cli/stored_cases_test.cc.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/records_file.h"
#include "conformance/vectors.h"
#include "reference/reference.h"

namespace assay {

int vectors_command(const std::string& out, const std::string& filter_text) {
  const auto filter = Filter::parse(filter_text);
  if (!filter) return complain(kExitUsage, filter.status().message);
  // Reported before the cases are chosen, which takes time.
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error)
    return complain(kExitUsage, fmt::format("{} cannot be written: {}", out,
                                            error.message()));
  Reference oracle;
  const auto files = golden_vectors(oracle, *filter);
  if (!files) return complain(kExitInternal, files.status().message);
  std::size_t bytes = 0;
  for (const VectorFile& file : *files) {
    const std::filesystem::path path = std::filesystem::path(out) / file.path;
    if (Status status = write_whole(path, file.text); !status.ok())
      return complain(kExitUsage, status.message);
    bytes += file.text.size();
  }
  fmt::print("{} files, {} bytes\n", files->size(), bytes);
  return kExitConforms;
}

}  // namespace assay
