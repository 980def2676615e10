// Appends records to a file with single writes, so that nothing is lost if the
// run is killed, and reads whole lines back.
// Tested by tests/conformance/partial_records_test.cc.
#include "conformance/partial_records.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "conformance/descriptors.h"

namespace assay {
Result<PartialRecords> PartialRecords::open(const std::filesystem::path& path,
                                            bool keep) {
  const int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
  const int fd = ::open(path.c_str(), keep ? flags : flags | O_TRUNC, 0666);
  if (fd < 0)
    return Status::invalid(fmt::format("{} cannot be written: {}",
                                       path.string(), std::strerror(errno)));
  return PartialRecords(path, moved_up(fd));
}

PartialRecords::PartialRecords(std::filesystem::path path, int fd)
    : path_(std::move(path)), fd_(fd) {
  struct stat file {};
  if (fstat(fd_, &file) == 0) inode_ = file.st_ino;
  read_fd_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  if (read_fd_ >= 0) read_fd_ = moved_up(read_fd_);
}

PartialRecords::PartialRecords(PartialRecords&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      read_fd_(std::exchange(other.read_fd_, -1)),
      inode_(other.inode_),
      pending_(std::move(other.pending_)) {}

PartialRecords::~PartialRecords() {
  if (fd_ >= 0) close(fd_);
  if (read_fd_ >= 0) close(read_fd_);
}

bool PartialRecords::append(std::string_view line) const {
  std::string whole(line);
  whole += '\n';
  ssize_t written = -1;
  do written = write(fd_, whole.data(), whole.size());
  while (written < 0 && errno == EINTR);
  if (written == std::ssize(whole)) return true;
  if (written >= 0) errno = ENOSPC;  // a part of it was written
  return false;
}

bool PartialRecords::is_open() const {
  struct stat file {};
  return fstat(fd_, &file) == 0 && file.st_ino == inode_;
}

void PartialRecords::read(
    const std::function<void(std::string_view line)>& take) {
  char bytes[65536];
  for (;;) {
    const ssize_t count = ::read(read_fd_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    pending_.append(bytes, static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end = pending_.find('\n'); end != std::string::npos;
         end = pending_.find('\n', start)) {
      take(std::string_view(pending_).substr(start, end - start));
      start = end + 1;
    }
    pending_.erase(0, start);
  }
}

}  // namespace assay
