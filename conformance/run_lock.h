// The lock of a place that a run writes to: a second run there is refused, with
// the process and the command of the first.
// Tested by tests/conformance/run_lock_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/result.h"

namespace assay {

// Holds a lock file from take() until it is destroyed. The lock belongs to the
// process that took it: the kernel drops it when that process ends, however it
// ends, and neither forked workers nor what a subject leaves running keep it.
class RunLock {
 public:
  // Takes the lock `file`, which guards `place`, and makes the folder that it
  // is in. Fails where another process holds it, with its number and its
  // command line from the file, and where the file cannot be written. A file
  // system without locks is no failure: is_held() then returns false.
  static Result<RunLock> take(const std::filesystem::path& file,
                              const std::filesystem::path& place);
  // Takes the lock of a folder, after it was seen that a run may write there.
  static Result<RunLock> take_folder(const std::filesystem::path& folder);

  // Removes the file, and those folders that take() made and that are empty.
  ~RunLock();
  RunLock(RunLock&& other) noexcept;
  RunLock& operator=(RunLock&&) = delete;

  bool is_held() const { return is_held_; }

 private:
  RunLock() = default;

  std::filesystem::path file_;
  std::vector<std::filesystem::path> made_;  // folders, the deepest first
  int fd_ = -1;
  bool is_held_ = false;
};

}  // namespace assay
