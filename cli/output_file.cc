// Tries an output file by making a second file beside it, and leaves no trace.
// Tested by tests/cli/command_test.cc.
#include "cli/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

namespace assay {

Status try_output(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  const auto failure = [&](const std::string& reason) {
    return Status::invalid(
        fmt::format("{} cannot be written: {}", file.string(), reason));
  };
  std::error_code error;
  if (file.filename().empty() || fs::is_directory(file, error))
    return failure(std::strerror(EISDIR));
  // A device or a pipe must not be replaced, so only its permission is tested.
  if (fs::exists(file, error) && !fs::is_regular_file(file, error))
    return access(file.c_str(), W_OK) == 0 ? Status()
                                           : failure(std::strerror(errno));
  const fs::path folder = fs::absolute(file, error).parent_path();
  std::vector<fs::path> made;  // the deepest first
  for (fs::path at = folder; !fs::exists(at, error) && at.has_relative_path();
       at = at.parent_path())
    made.push_back(at);
  fs::create_directories(folder, error);
  std::string reason = error ? error.message() : "";
  if (!error) {
    fs::path fresh = file;
    fresh += ".fresh";
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
    int fd = ::open(fresh.c_str(), flags | O_EXCL, 0666);
    const bool is_new = fd >= 0;
    if (!is_new && errno == EEXIST) fd = ::open(fresh.c_str(), flags, 0666);
    if (fd < 0) reason = std::strerror(errno);
    if (fd >= 0) close(fd);
    if (is_new) unlink(fresh.c_str());
  }
  for (const fs::path& folder_made : made) rmdir(folder_made.c_str());
  return reason.empty() ? Status() : failure(reason);
}

}  // namespace assay
