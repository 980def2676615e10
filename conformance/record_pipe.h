// The pipe through which a worker process hands its records to the run. The
// worker holds the subject, so whatever comes out of the pipe is checked: the
// file of the run is written by the run alone, and bytes that a subject writes
// into descriptors that are not its own end as a fault of the case at hand.
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
  kKnown,     // the verdict of a case that is about to be made smaller
  kRecord,    // the record of a case, which is then done
};

class RecordPipe {
 public:
  // Has no ends until it is opened.
  RecordPipe() = default;
  ~RecordPipe() { close(); }
  RecordPipe(RecordPipe&& other) noexcept;
  RecordPipe& operator=(RecordPipe&& other) noexcept;

  // Makes a new pipe; both ends are open until one is given up.
  static Result<RecordPipe> open();
  // The worker keeps the writing end, and the run the reading end.
  void keep_writing();
  void keep_reading();
  void close();

  int writing_fd() const { return write_fd_; }
  // Hands over a frame in one piece. Returns whether all of it was written.
  bool send(Handed what, std::string_view text);
  // Returns whether the writing end is still that of the pipe, and not closed
  // or replaced.
  bool is_open() const;

  // Takes the whole frames that have come, without waiting for more. Returns
  // false as soon as something came that no worker sent, or that `take` does
  // not accept; nothing is taken after that.
  bool receive(const std::function<bool(Handed, std::string_view)>& take);

 private:
  bool take_frames(const std::function<bool(Handed, std::string_view)>& take);

  int read_fd_ = -1;
  int write_fd_ = -1;
  std::uint64_t inode_ = 0;
  // Begins every frame. It is drawn anew for each pipe, so that no subject
  // happens to write what looks like a frame.
  std::uint64_t mark_ = 0;
  std::uint64_t sent_ = 0;      // frames
  std::uint64_t received_ = 0;  // frames
  std::string pending_;         // read, not yet a whole frame
  bool is_broken_ = false;
};

}  // namespace assay
