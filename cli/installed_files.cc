// Looks for adapters and for Python in the environment and beside the command.
// Tested by tests/cli/short_subject_test.cc.
#include "cli/installed_files.h"

#include <fmt/format.h>

#include <cstdlib>

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Returns whether a folder holds adapters. Every adapter in Python needs this
// file.
bool holds_adapters(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "python" / "assay_wire.py", error);
}

}  // namespace

Result<fs::path> adapters_folder() {
  if (const fs::path named = variable("ASSAY_ADAPTERS"); !named.empty()) {
    if (holds_adapters(named)) return fs::absolute(named);
    return Status::invalid(
        fmt::format("ASSAY_ADAPTERS is {}, which has no python/assay_wire.py",
                    named.string()));
  }
  std::error_code error;
  const fs::path command = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = command.parent_path();
  // A build folder is at most three levels below the tree: build/release/tests.
  for (const fs::path& place :
       {folder / ".." / "share" / "assay" / "adapters", folder / "adapters",
        folder / ".." / "adapters", folder / ".." / ".." / "adapters",
        folder / ".." / ".." / ".." / "adapters"})
    if (holds_adapters(place)) return place.lexically_normal();
  return Status::invalid(
      fmt::format("there are no adapters beside {}; set ASSAY_ADAPTERS to the "
                  "folder adapters/ of Assay",
                  command.string()));
}

std::string adapter_python() {
  if (const std::string named = variable("ASSAY_PYTHON"); !named.empty())
    return named;
  if (const std::string home = variable("VIRTUAL_ENV"); !home.empty())
    return home + "/bin/python";
  return "python3";
}

}  // namespace assay
