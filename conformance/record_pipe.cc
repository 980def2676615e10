// Sends records in frames. Each has a mark, a number and a checksum, so that
// the run recognizes bytes that a subject wrote into the pipe.
// Tested by tests/conformance/record_pipe_test.cc.
#include "conformance/record_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "conformance/descriptors.h"

namespace assay {
namespace {

// In bytes. It holds what a worker writes between two looks of the run, so that
// the worker need not wait. Where the system allows less, it waits.
constexpr int kCapacity = 1 << 20;
// In bytes. No record is longer, so a longer frame is not from a worker.
constexpr std::uint32_t kLongest = 64 << 20;

struct Head {
  std::uint64_t mark = 0;
  std::uint64_t checksum = 0;
  Handed what = Handed::kRecord;
  std::uint32_t size = 0;
};

// Returns a checksum of the frame, its number and the mark. It is like FNV-1a,
// but takes words instead of bytes.
std::uint64_t checksum_of(std::uint64_t mark, std::uint64_t number, Handed what,
                          std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  const auto add = [&sum](std::uint64_t word) {
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 29;
  };
  add(mark);
  add(number);
  add(static_cast<std::uint64_t>(what));
  while (!text.empty()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min(text.size(), sizeof word));
    add(word);
    text.remove_prefix(std::min(text.size(), sizeof word));
  }
  return sum;
}

void close_end(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

std::uint64_t random_mark() {
  std::uint64_t mark = 0;
  if (getrandom(&mark, sizeof mark, 0) == sizeof mark) return mark;
  return 0x9e3779b97f4a7c15 ^ static_cast<std::uint64_t>(getpid());
}

}  // namespace

RecordPipe::RecordPipe(RecordPipe&& other) noexcept {
  *this = std::move(other);
}

RecordPipe& RecordPipe::operator=(RecordPipe&& other) noexcept {
  close();
  read_fd_ = std::exchange(other.read_fd_, -1);
  write_fd_ = std::exchange(other.write_fd_, -1);
  inode_ = other.inode_;
  mark_ = other.mark_;
  sent_ = other.sent_;
  received_ = other.received_;
  pending_ = std::move(other.pending_);
  is_broken_ = other.is_broken_;
  return *this;
}

Result<RecordPipe> RecordPipe::open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Status::internal(
        fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  RecordPipe made;
  made.read_fd_ = moved_up(ends[0]);
  made.write_fd_ = moved_up(ends[1]);
  fcntl(made.read_fd_, F_SETFL, O_NONBLOCK);
  fcntl(made.write_fd_, F_SETPIPE_SZ, kCapacity);
  struct stat file {};
  if (fstat(made.write_fd_, &file) == 0) made.inode_ = file.st_ino;
  made.mark_ = random_mark();
  return made;
}

void RecordPipe::keep_writing() { close_end(read_fd_); }

void RecordPipe::keep_reading() { close_end(write_fd_); }

void RecordPipe::close() {
  close_end(read_fd_);
  close_end(write_fd_);
}

bool RecordPipe::send(Handed what, std::string_view text) {
  const Head head{mark_, checksum_of(mark_, sent_, what, text), what,
                  static_cast<std::uint32_t>(text.size())};
  std::string frame(sizeof head + text.size(), '\0');
  std::memcpy(frame.data(), &head, sizeof head);
  text.copy(frame.data() + sizeof head, text.size());
  ++sent_;
  for (std::size_t sent = 0; sent < frame.size();) {
    const ssize_t count =
        write(write_fd_, frame.data() + sent, frame.size() - sent);
    if (count >= 0) {
      sent += static_cast<std::size_t>(count);
      continue;
    }
    if (errno == EAGAIN) {  // a subject may have made it non-blocking
      pollfd polled{write_fd_, POLLOUT, 0};
      poll(&polled, 1, 1000);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool RecordPipe::is_open() const {
  struct stat file {};
  return fstat(write_fd_, &file) == 0 && file.st_ino == inode_ &&
         S_ISFIFO(file.st_mode);
}

bool RecordPipe::receive(
    const std::function<bool(Handed, std::string_view)>& take) {
  char bytes[65536];
  while (!is_broken_) {
    const ssize_t count = read(read_fd_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    pending_.append(bytes, static_cast<std::size_t>(count));
    if (!take_frames(take)) is_broken_ = true;
  }
  return !is_broken_;
}

bool RecordPipe::take_frames(
    const std::function<bool(Handed, std::string_view)>& take) {
  std::size_t start = 0;
  while (pending_.size() - start >= sizeof(Head)) {
    Head head;
    std::memcpy(&head, pending_.data() + start, sizeof head);
    if (head.mark != mark_ || head.size > kLongest) return false;
    if (pending_.size() - start - sizeof head < head.size) break;
    const auto text =
        std::string_view(pending_).substr(start + sizeof head, head.size);
    if (head.checksum != checksum_of(mark_, received_, head.what, text) ||
        head.what > Handed::kRecord)
      return false;
    ++received_;
    if (!take(head.what, text)) return false;
    start += sizeof head + head.size;
  }
  pending_.erase(0, start);
  return true;
}

}  // namespace assay
