// Captures output in a file in memory. A seal keeps the file from growing, so
// the kernel itself limits what a subject can print.
// Tested by tests/conformance/captured_output_test.cc.
#include "conformance/captured_output.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "conformance/descriptors.h"

namespace assay {
namespace {

// In bytes. The kernel refuses what is printed beyond them.
constexpr off_t kCapacity = 64 << 10;

bool same_file(int a, int b) {
  struct stat first {};
  struct stat second {};
  return fstat(a, &first) == 0 && fstat(b, &second) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

}  // namespace

CapturedOutput::CapturedOutput() {
  const int fd = memfd_create("assay-output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return;
  if (ftruncate(fd, kCapacity) != 0 ||
      fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0) {
    close(fd);
    return;
  }
  fd_ = moved_up(fd);
}

CapturedOutput::~CapturedOutput() {
  if (fd_ >= 0) close(fd_);
}

void CapturedOutput::capture() const {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
  dup2(fd_, STDOUT_FILENO);
  dup2(fd_, STDERR_FILENO);
  // Unbuffered, so that what a subject prints before it dies is captured.
  setvbuf(stdout, nullptr, _IONBF, 0);
}

bool CapturedOutput::is_captured() const {
  return fcntl(STDIN_FILENO, F_GETFD) != -1 && same_file(STDOUT_FILENO, fd_) &&
         same_file(STDERR_FILENO, fd_);
}

void CapturedOutput::clear() const { lseek(fd_, 0, SEEK_SET); }

std::string CapturedOutput::tail(std::size_t most) const {
  const off_t end = lseek(fd_, 0, SEEK_CUR);
  if (end <= 0) return {};
  const off_t start = std::max<off_t>(0, end - static_cast<off_t>(most));
  std::string text(static_cast<std::size_t>(end - start), '\0');
  const ssize_t count = pread(fd_, text.data(), text.size(), start);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  return text;
}

}  // namespace assay
