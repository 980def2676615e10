// Sends and reads frames within a deadline, and limits what a damaged frame can
// cost.
// Tested by tests/harness/subject/wire_test.cc.
#include "harness/subject/wire.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay {
namespace {

using Kind = WireError::Kind;

// The number of bytes of a frame that are kept, in case it turns out to be
// printed text.
constexpr std::size_t kStartBytes = 400;

WireError closed(std::string message) {
  return {Kind::kClosed, std::move(message)};
}
WireError malformed(std::string message) {
  return {Kind::kMalformed, std::move(message)};
}

std::string errno_text(std::string_view call) {
  return fmt::format("{} failed: {}", call, std::strerror(errno));
}

template <typename Integer>
void append_little_endian(Bytes& bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    bytes.push_back(static_cast<std::byte>(value >> (8 * i) & 0xff));
}

std::uint64_t little_endian(const std::byte* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = count; i-- > 0;)
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

// Returns the start of something that is not a frame, usually a line of text.
std::string shown(std::span<const std::byte> bytes) {
  std::string text;
  for (std::byte byte : bytes) {
    const auto c = std::to_integer<unsigned char>(byte);
    text += c >= 0x20 && c < 0x7f && c != '"' ? std::string(1, char(c))
                                              : fmt::format("\\x{:02x}", c);
  }
  return text;
}

// Returns the depth of the deepest array or object of a JSON text. Its limit
// makes functions that recurse over values safe.
int nesting_of(std::string_view json) {
  int depth = 0;
  int deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\')
      ++i;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{'))
      deepest = std::max(deepest, ++depth);
    else if (!in_string && (c == ']' || c == '}'))
      --depth;
  }
  return deepest;
}

}  // namespace

std::optional<WireError> wait_by_poll(int fd, short events, Deadline deadline) {
  using std::chrono::milliseconds;
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(
        deadline - std::chrono::steady_clock::now());
    const auto wait =
        std::clamp(left, milliseconds(0), milliseconds(1'000'000));
    pollfd entry{fd, events, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(wait.count()));
    if (ready > 0) return std::nullopt;
    if (ready < 0 && errno != EINTR) return closed(errno_text("poll"));
    if (ready == 0 && left <= milliseconds(0))
      return WireError{Kind::kTimedOut, "the time limit passed"};
  }
}

void append_frame_start(Bytes& bytes, const WireJson& header,
                        std::uint64_t payload_bytes) {
  const std::string text =
      header.dump(-1, ' ', false, WireJson::error_handler_t::replace);
  append_little_endian(bytes, static_cast<std::uint32_t>(text.size()));
  append_little_endian(bytes, payload_bytes);
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), first, first + text.size());
}

std::optional<WireError> write_bytes(int socket,
                                     std::span<const std::byte> bytes,
                                     Deadline deadline, const Wait& wait) {
  while (!bytes.empty()) {
    const ssize_t sent =
        ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) {
      if (errno == EPIPE || errno == ECONNRESET)
        return closed("it no longer reads its stdin");
      return closed(errno_text("send"));
    }
    if (auto error = wait(socket, POLLOUT, deadline)) return error;
  }
  return std::nullopt;
}

std::optional<WireError> FrameReader::read_some(std::byte* to,
                                                std::size_t count,
                                                std::size_t& got,
                                                Deadline deadline) {
  for (;;) {
    if (auto error = wait_(fd_, POLLIN, deadline)) return error;
    const ssize_t n = ::read(fd_, to, count);
    if (n > 0) {
      got = static_cast<std::size_t>(n);
      return std::nullopt;
    }
    if (n == 0) return closed("its stdout reached the end");
    if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK)
      return closed(errno_text("read"));
  }
}

std::optional<WireError> FrameReader::fill(std::byte* to, std::size_t count,
                                           const char* part,
                                           Deadline deadline) {
  std::size_t done = 0;
  while (done < count) {
    if (begin_ < end_) {
      const std::size_t taken = std::min(count - done, end_ - begin_);
      std::memcpy(to + done, ahead_.data() + begin_, taken);
      note(to + done, taken);
      begin_ += taken;
      done += taken;
      continue;
    }
    // Large parts are read directly into place; small ones are read ahead.
    const bool direct = count - done >= ahead_.size();
    std::size_t got = 0;
    if (auto error =
            read_some(direct ? to + done : ahead_.data(),
                      direct ? count - done : ahead_.size(), got, deadline)) {
      if (done > 0 || std::strcmp(part, "prefix") != 0)
        error->message += fmt::format(
            " after {} of the {} bytes of a frame's {}", done, count, part);
      return error;
    }
    if (direct) {
      note(to + done, got);
      done += got;
    } else {
      begin_ = 0;
      end_ = got;
    }
  }
  return std::nullopt;
}

void FrameReader::note(const std::byte* bytes, std::size_t count) {
  if (start_.size() < kStartBytes)
    start_.append(reinterpret_cast<const char*>(bytes),
                  std::min(count, kStartBytes - start_.size()));
}

std::string FrameReader::stray_text() {
  note(ahead_.data() + begin_, end_ - begin_);
  // The length fields of a frame begin with zero bytes; text has none.
  const std::size_t prefix = std::min(start_.size(), kFramePrefixBytes);
  const bool is_text =
      prefix > 0 &&
      std::all_of(start_.data(), start_.data() + prefix, [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code >= 0x20 || c == '\n' || c == '\r' || c == '\t' ||
               c == '\x1b';
      });
  if (!is_text) return {};
  // More of the printed text may still arrive.
  std::byte more[kStartBytes];
  for (int looks = 0; start_.size() < kStartBytes && looks < 8; ++looks) {
    const ssize_t got = ::read(fd_, more, sizeof more);
    if (got <= 0) break;
    note(more, static_cast<std::size_t>(got));
  }
  return start_;
}

std::optional<WireError> FrameReader::read(Frame& frame,
                                           std::uint64_t max_payload,
                                           Deadline deadline) {
  start_.clear();
  std::byte prefix[kFramePrefixBytes];
  if (auto error = fill(prefix, sizeof prefix, "prefix", deadline))
    return error;
  const std::uint64_t header_bytes = little_endian(prefix, 4);
  const std::uint64_t payload_bytes = little_endian(prefix + 4, 8);
  if (header_bytes > kMaxHeaderBytes || payload_bytes > kMaxPayloadBytes)
    return malformed(fmt::format(
        "a frame starts with \"{}\", lengths of {} and {} bytes where at most "
        "{} and {} are allowed: text printed to the wire looks like this",
        shown(prefix), header_bytes, payload_bytes, kMaxHeaderBytes,
        kMaxPayloadBytes));
  if (payload_bytes > max_payload)
    return malformed(
        fmt::format("a frame has a payload of {} bytes where at most {} are "
                    "expected",
                    payload_bytes, max_payload));

  std::string text(header_bytes, '\0');
  if (auto error = fill(reinterpret_cast<std::byte*>(text.data()), text.size(),
                        "header", deadline))
    return error;
  if (nesting_of(text) > kMaxHeaderNesting)
    return malformed(
        fmt::format("a header nests {} levels deep where at most "
                    "{} are allowed",
                    nesting_of(text), kMaxHeaderNesting));
  frame.header = WireJson::parse(text, nullptr, false);
  if (!frame.header.is_object())
    return malformed(
        fmt::format("a header is \"{}\" where a JSON object is expected",
                    one_line(text, 60)));

  frame.payload.clear();
  // Grows in steps, so that a false length alone does not take the memory.
  constexpr std::uint64_t kStep = std::uint64_t{1} << 24;
  while (frame.payload.size() < payload_bytes) {
    const std::size_t done = frame.payload.size();
    const std::size_t step = std::min(kStep, payload_bytes - done);
    frame.payload.resize(done + step);
    if (auto error =
            fill(frame.payload.data() + done, step, "payload", deadline))
      return error;
  }
  return std::nullopt;
}

std::string excerpt(const WireJson& value) {
  return one_line(value.dump(-1, ' ', true, WireJson::error_handler_t::replace),
                  60);
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string line;
  for (char c : text) {
    if (line.size() == limit) return line + "...";
    const auto code = static_cast<unsigned char>(c);
    line += code < 0x20 || code >= 0x7f ? ' ' : c;
  }
  return line;
}

}  // namespace assay
