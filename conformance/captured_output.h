// Captures what a subject prints. Standard output and error of a worker go to
// an unnamed file of fixed size, so that a noisy subject neither mixes its
// output with Assay's nor fills the disk.
// Tested by tests/conformance/captured_output_test.cc.
#pragma once

#include <cstddef>
#include <string>

namespace assay {

class CapturedOutput {
 public:
  // Makes the file. is_open() returns false if that failed.
  CapturedOutput();
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // Redirects standard output and error of this process to the file, and
  // standard input to /dev/null.
  void capture() const;
  // Returns whether output and error still go to the file and standard input is
  // still open.
  bool is_captured() const;
  // Discards what was printed so far.
  void clear() const;
  // Returns the end of what was printed since clear(), at most `most` bytes.
  // That includes the output of other processes that capture into this file.
  std::string tail(std::size_t most = 2000) const;

 private:
  int fd_ = -1;
};

}  // namespace assay
