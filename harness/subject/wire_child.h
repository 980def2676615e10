// Starts the process of a subject in its own process group. Its stdin and
// stdout carry frames, and its stderr is kept for messages. It dies with the
// thread that started it. Tested by
// tests/harness/subject/process_subject_test.cc.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/subject/printed_text.h"
#include "harness/subject/wire.h"
#include "spec/result.h"

namespace assay {

// Owns a subject process and the descriptors that lead to it.
class WireChild {
 public:
  // Starts a program; words[0] is looked up in PATH. If `memory_bytes` > 0 its
  // address space is limited to that. Fails with `internal` and a sentence if
  // the program cannot be run.
  static Result<std::unique_ptr<WireChild>> start(
      const std::vector<std::string>& words, std::int64_t memory_bytes);

  // Kills and reaps the child if it is still alive.
  ~WireChild();
  WireChild(const WireChild&) = delete;
  WireChild& operator=(const WireChild&) = delete;

  // Return the socket that is the child's stdin, and the pipe from its stdout.
  int to_child() const { return to_child_; }
  int from_child() const { return from_child_; }

  // Waits as wait_by_poll does. Meanwhile it drains stderr and notices when the
  // child ends, even if a grandchild keeps its stdout open.
  std::optional<WireError> wait(int fd, short events, Deadline deadline);

  // Waits up to `grace` for the child to end, then kills its process group and
  // reaps it. Returns how it ended: "exited with code 3", "died of SIGSEGV", or
  // nothing if it had to be killed.
  std::optional<std::string> finish(std::chrono::milliseconds grace);

  // Returns what the child wrote to stderr since it started or since the last
  // forget_stderr().
  const PrintedText& printed();
  void forget_stderr();

 private:
  WireChild() = default;
  void drain_stderr();

  pid_t pid_ = -1;
  int pid_fd_ = -1;  // -1 if the kernel has no pidfd_open
  int to_child_ = -1;
  int from_child_ = -1;
  int stderr_ = -1;
  PrintedText printed_;
};

}  // namespace assay
