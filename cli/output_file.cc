// Tested by tests/cli/check_command_test.cc.
#include "cli/output_file.h"

#include <unistd.h>

#include <fstream>
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

bool write_text(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path())
    std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path partial = path;
  partial += ".partial";
  std::ofstream file(partial);
  file << text;
  file.close();
  if (file) std::filesystem::rename(partial, path, error);
  if (file && !error) return true;
  std::filesystem::remove(partial, error);
  return false;
}

}  // namespace assay
