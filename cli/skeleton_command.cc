// Implements `assay new`, which writes the project of a backend that builds and
// conforms from the beginning.
// Tested by tests/cli/skeleton_command_test.cc and, built and checked, by
// tests/install/.
#include "cli/skeleton_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
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

// Describes a project. In its commands {0} is the folder as a shell reads it,
// {1} the name of the project, and {2} the name as an identifier.
struct Project {
  std::string_view folder;  // of its files in the tree
  std::string_view language;
  std::string_view build;  // empty if nothing is built
  std::string_view subject;
  // The same for the workflow of the project, which runs in its folder.
  std::string_view workflow_build;
  std::string_view workflow_subject;
};

constexpr std::string_view kCMake =
    "cmake -B build -DCMAKE_PREFIX_PATH=\"$PWD/.assay\" && cmake --build build";
constexpr std::string_view kBuilt = "build/my_backend.so";

// In the order of Skeleton.
constexpr Project kProjects[] = {
    {"skeleton/cpp/", "C++",
     "cmake -S {0} -B {0}/build && cmake --build {0}/build", "{0}/build/{1}.so",
     kCMake, kBuilt},
    {"skeleton/c/", "C", "make -C {0}", "{0}/build/{1}.so", kCMake, kBuilt},
    {"skeleton/device/", "C++",
     "cmake -S {0} -B {0}/build && cmake --build {0}/build", "{0}/build/{1}.so",
     kCMake, kBuilt},
    {"skeleton/rust/", "Rust",
     "cargo build --offline --manifest-path {0}/Cargo.toml",
     "{0}/target/debug/lib{2}.so",
     "apt-get install -y cargo && cargo build --release --offline",
     "target/release/libmy_backend.so"},
    {"skeleton/node/", "JavaScript", "", "\"exec:node {0}/backend.mjs\"",
     "apt-get install -y nodejs", "\"exec:node backend.mjs\""},
};
static_assert(std::size(kProjects) ==
              static_cast<std::size_t>(Skeleton::kNode) + 1);

const Project& project_of(Skeleton kind) {
  return kProjects[static_cast<std::size_t>(kind)];
}

std::string replaced(std::string_view text, std::string_view part,
                     std::string_view by) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = text.find(part, at);
    result += text.substr(at, found - at);
    if (found == std::string_view::npos) break;
    result += by;
    at = found + part.size();
  }
  return result;
}

// Returns the name as languages without "-" in names have it.
std::string identifier_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Returns the text of a project's file. Cargo names libraries and crates after
// the identifier.
std::string text_in(const fs::path& place, std::string_view text,
                    const std::string& name, Skeleton kind) {
  std::string result(text);
  if (place.filename() == "conformance.yml") {
    const Project& project = project_of(kind);
    result = replaced(result, kCMake, project.workflow_build);
    result = replaced(result, kBuilt, project.workflow_subject);
  }
  const std::string identifier = identifier_of(name);
  result =
      replaced(result, fmt::format("lib{}", kPlaceholder), "lib" + identifier);
  return replaced(result, kPlaceholder,
                  place.extension() == ".rs" ? identifier : name);
}

// Returns the place of an embedded file in a project, or nothing if the project
// does not have it.
std::optional<fs::path> place_of(std::string_view path, Skeleton kind) {
  constexpr std::string_view kCrate = "rust/";
  if (path == "assay_backend.h" && kind == Skeleton::kPlainC) return path;
  if (path.starts_with(kCrate) && kind == Skeleton::kRust)
    return fs::path("assay-backend") / path.substr(kCrate.size());
  const std::string_view folder = project_of(kind).folder;
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
    file << text_in(*place, embedded.text(), name, kind);
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

void add_skeleton_command(CLI::App& app, SkeletonArguments& arguments,
                          int& code) {
  CLI::App* skeleton =
      app.add_subcommand("new", "Write the project of a new backend");
  skeleton
      ->add_option("DIR", arguments.directory,
                   "a folder that is empty or does not exist")
      ->required();
  std::vector<CLI::Option*> kinds;
  const auto add_kind = [&](const char* flag, Skeleton kind, const char* text) {
    CLI::Option* const added = skeleton->add_flag_callback(
        flag, [&arguments, kind] { arguments.kind = kind; }, text);
    for (CLI::Option* other : kinds) added->excludes(other);
    kinds.push_back(added);
  };
  add_kind("--c", Skeleton::kPlainC,
           "write it in plain C, without the C++ SDK");
  add_kind("--device", Skeleton::kDevice,
           "write it for a device with memory of its own");
  add_kind("--rust", Skeleton::kRust,
           "write it in Rust, with the crate that it needs");
  add_kind("--node", Skeleton::kNode,
           "write it in JavaScript, as a process of Node.js");
  skeleton->callback(
      [&] { code = skeleton_command(arguments.directory, arguments.kind); });
}

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
  const Project& project = project_of(kind);
  const std::string quoted = shell_quoted(directory);
  const std::string identifier = identifier_of(name);
  const auto command = [&](std::string_view text) {
    return fmt::format(fmt::runtime(text), quoted, name, identifier);
  };
  const std::string check = command(project.subject);
  if (project.build.empty())
    fmt::print("{} contains a backend in {}. Check it with\n", quoted,
               project.language);
  else
    fmt::print(
        "{} contains a backend in {}. Build it and check it with\n  {}\n",
        quoted, project.language, command(project.build));
  fmt::print("  assay check {}\n", check);
  return kExitConforms;
}

}  // namespace assay
