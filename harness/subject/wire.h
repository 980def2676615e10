// Frames of the wire between the kit and a subject in another process: u32
// header length and u64 payload length (little endian), a JSON header, a raw
// payload. docs/protocol.md describes every message.
// Tested by tests/harness/subject/wire_test.cc.
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

inline constexpr std::size_t kFramePrefixBytes = 12;
inline constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMaxPayloadBytes = std::uint64_t{1} << 30;
inline constexpr int kMaxHeaderNesting = 16;

using WireJson = nlohmann::ordered_json;

struct Frame {
  WireJson header;
  Bytes payload;
};

// Why a frame did not leave or arrive, in one clause without a full stop.
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

// Waits until `fd` is ready for `events` (as poll's); returns nothing, or the
// error that ends the wait.
using Wait = std::function<std::optional<WireError>(int fd, short events,
                                                    Deadline deadline)>;

// Waits by poll alone.
std::optional<WireError> wait_by_poll(int fd, short events, Deadline deadline);

// Appends a frame to `bytes`, all but its payload, which follows it on the
// wire.
void append_frame_start(Bytes& bytes, const WireJson& header,
                        std::uint64_t payload_bytes);

// Writes all of `bytes` to `socket`, which must be a socket: a reader that is
// gone then is an error and not a SIGPIPE.
std::optional<WireError> write_bytes(int socket,
                                     std::span<const std::byte> bytes,
                                     Deadline deadline, const Wait& wait);

// Reads frames from a descriptor, which it does not own and which must be
// non-blocking. Frames that arrive together cost one read.
class FrameReader {
 public:
  explicit FrameReader(int fd, Wait wait = wait_by_poll)
      : fd_(fd), wait_(std::move(wait)) {}

  // Reads the next frame. One with more than `max_payload` bytes of payload is
  // malformed; nothing of it is stored.
  std::optional<WireError> read(Frame& frame, std::uint64_t max_payload,
                                Deadline deadline);

  // Returns the text that was printed where the frame was to be that read()
  // failed at, as far as it arrived; "" where a frame did begin there.
  std::string stray_text();

 private:
  void note(const std::byte* bytes, std::size_t count);
  std::optional<WireError> fill(std::byte* to, std::size_t count,
                                const char* part, Deadline deadline);
  std::optional<WireError> read_some(std::byte* to, std::size_t count,
                                     std::size_t& got, Deadline deadline);

  int fd_;
  Wait wait_;
  Bytes ahead_ = Bytes(std::size_t{1} << 16);  // read but not yet asked for
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string start_;  // the first bytes of the frame at hand
};

// Returns at most 60 characters that show a JSON value, whatever it holds.
std::string excerpt(const WireJson& value);

// Returns text as one line: control characters become blanks, and anything
// beyond `limit` characters is cut.
std::string one_line(std::string_view text, std::size_t limit);

}  // namespace assay
