// Takes locks with fcntl(), whose locks belong to one process. With flock(), a
// forked worker would keep the lock of a run that has died.
// Tested by tests/conformance/run_lock_test.cc.
#include "conformance/run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "conformance/descriptors.h"
#include "conformance/run_folder.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Returns the command line of this process as one line, cut if it is long.
std::string own_command() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  while (!text.empty() && text.back() == '\0') text.pop_back();
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  constexpr std::size_t kLongest = 300;
  if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
  return text;
}

struct flock whole_file() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

// Returns "process 12 (assay check …)" for the holder of the lock file. The
// holder writes its command right after it takes the lock, so an empty file is
// read again.
std::string holder_of(const fs::path& path, int fd) {
  for (int i = 0; i < 20; ++i) {
    std::ifstream file(path);
    std::string pid, command;
    if (std::getline(file, pid) && std::getline(file, command))
      return fmt::format("process {} ({})", pid, command);
    const timespec pause{.tv_sec = 0, .tv_nsec = 10'000'000};
    nanosleep(&pause, nullptr);
  }
  struct flock lock = whole_file();
  if (fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
    return fmt::format("process {}", lock.l_pid);
  return "another process";
}

// Returns whether the path still names the open file. The last holder of the
// lock removes the file at its end, and another may have been made.
bool is_file_of(int fd, const fs::path& path) {
  struct stat open {
  }, named{};
  return fstat(fd, &open) == 0 && stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

bool has_no_locks(int error) {
  return error == ENOSYS || error == ENOLCK || error == EOPNOTSUPP ||
         error == EINVAL;
}

}  // namespace

Result<RunLock> RunLock::take_folder(const fs::path& folder) {
  if (Status status = check_run_folder(folder); !status.ok()) return status;
  return take(folder / kLockFile, folder);
}

Result<RunLock> RunLock::take(const fs::path& file, const fs::path& place) {
  RunLock lock;
  lock.file_ = file;
  const auto failure = [&](int error) {
    return Status::invalid(fmt::format("{} cannot be written: {}",
                                       place.string(), std::strerror(error)));
  };
  std::error_code error;
  const fs::path folder = fs::absolute(file, error).parent_path();
  for (fs::path at = folder; !fs::exists(at, error) && at.has_relative_path();
       at = at.parent_path())
    lock.made_.push_back(at);
  fs::create_directories(folder, error);
  if (error) return failure(error.value());
  for (;;) {
    lock.fd_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock.fd_ < 0) return failure(errno);
    lock.fd_ = moved_up(lock.fd_);
    struct flock wanted = whole_file();
    if (fcntl(lock.fd_, F_SETLK, &wanted) != 0) {
      const int reason = errno;
      if (has_no_locks(reason)) return lock;
      if (reason != EAGAIN && reason != EACCES) return failure(reason);
      lock.made_.clear();
      return Status::invalid(fmt::format(
          "{} is in use by {}; expected a place that no other run writes to",
          place.string(), holder_of(file, lock.fd_)));
    }
    if (is_file_of(lock.fd_, file)) break;
    close(std::exchange(lock.fd_, -1));
  }
  lock.is_held_ = true;
  const std::string text = fmt::format("{}\n{}\n", getpid(), own_command());
  if (ftruncate(lock.fd_, 0) != 0 ||
      write(lock.fd_, text.data(), text.size()) != std::ssize(text))
    return failure(errno);
  return lock;
}

RunLock::RunLock(RunLock&& other) noexcept
    : file_(std::move(other.file_)),
      made_(std::exchange(other.made_, {})),
      fd_(std::exchange(other.fd_, -1)),
      is_held_(std::exchange(other.is_held_, false)) {}

RunLock::~RunLock() {
  // Removed while the lock is held, so that no other holder's file is removed.
  if (is_held_) unlink(file_.c_str());
  if (fd_ >= 0) close(fd_);
  for (const fs::path& folder : made_) rmdir(folder.c_str());
}

}  // namespace assay
