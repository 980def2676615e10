// Makes a temporary folder and removes it, with its content, at the end of its
// life.
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

  // Makes the folder in TMPDIR, or else in /tmp. The error is one sentence that
  // names the place.
  Status make();
  // Empty until it is made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay
