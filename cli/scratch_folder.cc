// Makes temporary folders with mkdtemp() and removes them.
// Tested by tests/cli/scratch_folder_test.cc.
#include "cli/scratch_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace assay {

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

Status ScratchFolder::make() {
  // temp_directory_path() does not say which place is not a folder.
  const char* asked = ::getenv("TMPDIR");
  const std::filesystem::path place =
      asked != nullptr && *asked != '\0' ? asked : "/tmp";
  std::string name = (place / "assay-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    return Status::invalid(
        fmt::format("no temporary folder can be made in {} (TMPDIR): {}",
                    place.string(), std::strerror(errno)));
  path_ = name;
  return {};
}

}  // namespace assay
