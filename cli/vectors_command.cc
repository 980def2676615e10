// `assay vectors`: writes conformance/vectors/, or the same elsewhere.
// Tested by tests/cli/stored_cases_test.cc.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/vectors.h"
#include "reference/reference.h"

namespace assay {
bool write_whole(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path partial = path;
  partial += ".partial";
  {
    std::ofstream file(partial, std::ios::binary);
    file << text;
    if (!file.flush()) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) std::filesystem::rename(partial, path, error);
  if (!error) return true;
  std::filesystem::remove(partial, error);
  return false;
}

int vectors_command(const std::string& out) {
  Reference oracle;
  const auto files = golden_vectors(oracle);
  if (!files) return complain(kExitInternal, files.status().message);
  std::size_t bytes = 0;
  for (const VectorFile& file : *files) {
    const std::filesystem::path path = std::filesystem::path(out) / file.path;
    if (!write_whole(path, file.text))
      return complain(kExitUsage,
                      fmt::format("{} cannot be written", path.string()));
    bytes += file.text.size();
  }
  fmt::print("{} files, {} bytes\n", files->size(), bytes);
  return kExitConforms;
}

}  // namespace assay
