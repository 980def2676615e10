// Locks a place that a run writes to. A second run there is refused with the
// process number and the command of the first.
// Tested by tests/conformance/run_lock_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "spec/result.h"

namespace assay {

// Holds a lock file from take() until it is destroyed. The lock belongs to the
// process that took it. The kernel releases it when that process ends, however
// it ends. Forked workers, and processes that a subject leaves running, do not
// hold it.
class RunLock {
 public:
  // Takes the lock `file`, which guards `place`, and makes the folder of `file`
  // if necessary. Fails if another process holds the lock, with that process's
  // number and command line from the file, and if the file cannot be written.
  // On a file system without locks it succeeds, and is_held() returns false.
  static Result<RunLock> take(const std::filesystem::path& file,
                              const std::filesystem::path& place);
  // Takes the lock of a run's folder, if check_run_folder() allows the run.
  static Result<RunLock> take_folder(const std::filesystem::path& folder);

  // Removes the file, and the folders that take() made if they are empty.
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
