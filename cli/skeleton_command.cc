// Implements `assay new`, which writes the project of a backend that builds and
// conforms from the beginning.
// Tested by tests/cli/skeleton_command_test.cc and, built and checked, by
// tests/install/.
#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/embedded_file.h"
#include "cli/exit_code.h"
#include "reports/replay_line.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// The name of the projects in the tree, where they compile as they are.
constexpr std::string_view kPlaceholder = "my_backend";

std::string named(std::string_view text, const std::string& name) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = text.find(kPlaceholder, at);
    result += text.substr(at, found - at);
    if (found == std::string_view::npos) break;
    result += name;
    at = found + kPlaceholder.size();
  }
  return result;
}

// Returns the place of an embedded file in a project, or nothing if the project
// does not have it.
std::optional<fs::path> place_of(std::string_view path, Skeleton kind) {
  if (path == "assay_backend.h" && kind == Skeleton::kPlainC) return path;
  const std::string_view folder = kind == Skeleton::kPlainC ? "skeleton/c/"
                                  : kind == Skeleton::kDevice
                                      ? "skeleton/device/"
                                      : "skeleton/cpp/";
  if (path.starts_with(folder)) return path.substr(folder.size());
  if (path == "skeleton/gitignore") return ".gitignore";
  if (path == "skeleton/conformance.yml")
    return ".github/workflows/conformance.yml";
  return std::nullopt;
}

// Returns whether a folder's name can be the name of a target and of a file.
bool is_project_name(const std::string& name) {
  for (char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' &&
        c != '-')
      return false;
  return !name.empty() && std::isalpha(static_cast<unsigned char>(name[0]));
}

// Returns false if a file cannot be written; errno says why.
bool write_project(const fs::path& folder, const std::string& name,
                   Skeleton kind) {
  std::error_code error;
  for (const EmbeddedFile& embedded : embedded_files()) {
    const auto place = place_of(embedded.path, kind);
    if (!place) continue;
    fs::create_directories((folder / *place).parent_path(), error);
    if (error) errno = error.value();
    if (error) return false;
    std::ofstream file(folder / *place, std::ios::binary);
    file << named(embedded.text(), name);
    file.close();
    if (!file) return false;
  }
  return true;
}

bool move_entry(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) errno = error.value();
  return !error;
}

// Moves the content of a folder into an empty one, all of it or nothing.
bool move_entries(const fs::path& from, const fs::path& to) {
  std::vector<fs::path> moved;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(from, error)) {
    moved.push_back(to / entry.path().filename());
    if (move_entry(entry.path(), moved.back())) continue;
    for (const fs::path& path : moved) fs::remove_all(path, error);
    return false;
  }
  fs::remove(from, error);
  return !moved.empty();
}

}  // namespace

int skeleton_command(const std::string& directory, Skeleton kind) {
  std::error_code error;
  const fs::path folder = fs::absolute(fs::path(directory) / "", error)
                              .lexically_normal()
                              .parent_path();
  const std::string name = directory.empty() ? "" : folder.filename().string();
  if (!is_project_name(name))
    return complain(
        kExitUsage,
        fmt::format("\"{}\" cannot be the name of a backend; expected a "
                    "letter, and then letters, digits, \"_\" and \"-\"",
                    name));
  const bool exists = fs::exists(fs::symlink_status(folder, error));
  if (exists && !fs::is_directory(folder, error))
    return complain(kExitUsage,
                    fmt::format("{} exists and is not a folder; expected a "
                                "folder that is empty or does not exist",
                                directory));
  if (exists && !fs::is_empty(folder, error))
    return complain(kExitUsage,
                    fmt::format("{} is not empty; expected a folder that is "
                                "empty or does not exist",
                                directory));
  // Written to a temporary folder and then moved, so that the project appears
  // whole or not at all. A folder that exists is not replaced, because the
  // caller may be in it.
  const fs::path partial = (exists ? folder : folder.parent_path()) /
                           fmt::format(".{}.partial-{}", name, getpid());
  errno = 0;
  const bool written =
      write_project(partial, name, kind) &&
      (exists ? move_entries(partial, folder) : move_entry(partial, folder));
  if (!written) {
    const std::string reason = std::strerror(errno);
    fs::remove_all(partial, error);
    return complain(kExitUsage,
                    fmt::format("{} cannot be written: {}", directory, reason));
  }
  fmt::print(
      "{0} contains a backend in {1}. Build it and check it with\n"
      "  cmake -S {0} -B {0}/build && cmake --build {0}/build\n"
      "  assay check {0}/build/{2}.so\n",
      shell_quoted(directory), kind == Skeleton::kPlainC ? "C" : "C++", name);
  return kExitConforms;
}

}  // namespace assay
