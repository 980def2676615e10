// Tested by tests/cli/command_test.cc.
#include "cli/output_file.h"

#include <unistd.h>

#include <system_error>

namespace assay {

bool is_writable(const std::filesystem::path& path) {
  std::error_code error;
  if (path.filename().empty() || std::filesystem::is_directory(path, error))
    return false;
  std::filesystem::path folder = std::filesystem::absolute(path, error);
  do folder = folder.parent_path();
  while (!std::filesystem::exists(folder, error) && folder.has_relative_path());
  return std::filesystem::is_directory(folder, error) &&
         access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace assay
