// What a subject prints: standard output and error of a worker go to a file
// without a name and of a fixed size, so that noise neither mixes with ours
// nor fills a disk. Tested by tests/conformance/captured_output_test.cc.
#pragma once

#include <cstddef>
#include <string>

namespace assay {

class CapturedOutput {
 public:
  // Makes the file; is_open() says whether that worked.
  CapturedOutput();
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  // Points standard output and error of this process at the file, and standard
  // input at nothing.
  void capture() const;
  // Returns whether they still point there.
  bool is_captured() const;
  // Forgets what was printed.
  void clear() const;
  // Returns the end of what was printed since, by this process or another that
  // captures into the same file: at most so many bytes.
  std::string tail(std::size_t most = 2000) const;

 private:
  int fd_ = -1;
};

}  // namespace assay
