// Reads and writes the frames of the wire protocol between the kit and a
// subject in another process. A frame is a u32 header length and a u64 payload
// length (little endian), a JSON header, and a raw payload. docs/protocol.md
// describes every message. Tested by tests/harness/subject/wire_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "spec/element.h"

namespace assay {

// The bytes of both length fields.
inline constexpr std::size_t kFramePrefixBytes = 12;
inline constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxPayloadBytes = std::uint64_t{1} << 30;
inline constexpr int kMaxHeaderNesting = 16;

using WireJson = nlohmann::ordered_json;

// Holds one message.
struct Frame {
  WireJson header;
  Bytes payload;
};

// Says why a frame could not be sent or received, in one clause without a full
// stop.
struct WireError {
  enum class Kind {
    kClosed,     // the other side is gone
    kTimedOut,   // the deadline passed
    kMalformed,  // what arrived is not a frame
  };
  Kind kind = Kind::kClosed;
  std::string message;
};

using Deadline = std::chrono::steady_clock::time_point;

// Waits until `fd` is ready for `events` (as in poll). Returns nothing, or the
// error that ended the wait.
using Wait = std::function<std::optional<WireError>(int fd, short events,
                                                    Deadline deadline)>;

// Waits with poll and does nothing else.
std::optional<WireError> wait_by_poll(int fd, short events, Deadline deadline);

// Appends the start of a frame to `bytes`: everything but the payload, which
// the caller sends after it.
void append_frame_start(Bytes& bytes, const WireJson& header,
                        std::uint64_t payload_bytes);

// Writes all of `bytes` to `socket`. It must be a socket, because then a reader
// that has gone is an error instead of a SIGPIPE.
std::optional<WireError> write_bytes(int socket,
                                     std::span<const std::byte> bytes,
                                     Deadline deadline, const Wait& wait);

// Reads frames from a non-blocking descriptor, which it does not own. Frames
// that arrive together cost one read.
class FrameReader {
 public:
  explicit FrameReader(int fd, Wait wait = wait_by_poll)
      : fd_(fd), wait_(std::move(wait)) {}

  // Reads the next frame. A frame with more than `max_payload` bytes of payload
  // is malformed, and none of it is stored.
  std::optional<WireError> read(Frame& frame, std::uint64_t max_payload,
                                Deadline deadline);

  // After read() has failed, returns the text that was printed in place of a
  // frame, as far as it has arrived; "" if a frame did begin there.
  std::string stray_text();

 private:
  void note(const std::byte* bytes, std::size_t count);
  std::optional<WireError> fill(std::byte* to, std::size_t count,
                                const char* part, Deadline deadline);
  std::optional<WireError> read_some(std::byte* to, std::size_t count,
                                     std::size_t& got, Deadline deadline);

  int fd_;
  Wait wait_;
  Bytes ahead_ = Bytes(std::size_t{1} << 16);  // read but not yet used
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string start_;  // the first bytes of the current frame
};

// Returns at most 60 characters that show a JSON value, whatever it contains.
std::string excerpt(const WireJson& value);

// Returns text as one line: control characters become blanks, and text beyond
// `limit` characters is cut.
std::string one_line(std::string_view text, std::size_t limit);

}  // namespace assay
