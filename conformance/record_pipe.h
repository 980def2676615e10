// Carries records from a worker process to the run. The worker's process also
// holds the subject, so the run checks whatever comes out of the pipe, and only
// the run writes the file of records. Bytes that a subject writes to
// descriptors that are not its own become a fault of the case at hand.
// Tested by tests/conformance/record_pipe_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "spec/result.h"

namespace assay {

// The content of a frame of the pipe.
enum class Handed : std::uint32_t {
  kControls,  // the live controls of a case, before its record
  kKnown,     // the verdict of a case that is about to be shrunk
  kCost,      // the time that a case took, before its record
  kRecord,    // the record of a case, which is then done
};

class RecordPipe {
 public:
  // Has no ends until it is opened.
  RecordPipe() = default;
  ~RecordPipe() { close(); }
  RecordPipe(RecordPipe&& other) noexcept;
  RecordPipe& operator=(RecordPipe&& other) noexcept;

  // Makes a new pipe. Both ends are open until one is given up.
  static Result<RecordPipe> open();
  // The worker keeps the writing end, and the run the reading end.
  void keep_writing();
  void keep_reading();
  void close();

  int writing_fd() const { return write_fd_; }
  // Sends one frame. Returns whether all of it was written.
  bool send(Handed what, std::string_view text);
  // Returns whether the writing end still belongs to the pipe: the subject has
  // not closed or replaced it.
  bool is_open() const;

  // Calls `take` for the whole frames that have arrived, without waiting for
  // more. Returns false as soon as something arrives that no worker sent or
  // that `take` refuses; every later call returns false, too.
  bool receive(const std::function<bool(Handed, std::string_view)>& take);

 private:
  bool take_frames(const std::function<bool(Handed, std::string_view)>& take);

  int read_fd_ = -1;
  int write_fd_ = -1;
  std::uint64_t inode_ = 0;
  // Begins every frame. It is random and new for each pipe, so that no subject
  // writes something that looks like a frame by chance.
  std::uint64_t mark_ = 0;
  std::uint64_t sent_ = 0;      // frames
  std::uint64_t received_ = 0;  // frames
  std::string pending_;         // read, not yet a whole frame
  bool is_broken_ = false;
};

}  // namespace assay
