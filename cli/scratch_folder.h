// A folder for what nobody asked to keep: it goes when this does.
// Tested by tests/cli/scratch_folder_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "spec/result.h"

namespace assay {

class ScratchFolder {
 public:
  ScratchFolder() = default;
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // Makes it in TMPDIR, or /tmp. Fails with one sentence that names the place.
  Status make();
  // Empty until it is made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
