// Starts and reaps subject processes with system calls, so that no process and
// no descriptor is leaked.
// Tested by tests/harness/subject/process_subject_test.cc.
#include "harness/subject/wire_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kChunkBytes = 4096;

void close_if_open(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// Holds a pipe or socketpair and closes its ends when it goes out of scope.
struct Ends {
  int fd[2] = {-1, -1};
  ~Ends() {
    close_if_open(fd[0]);
    close_if_open(fd[1]);
  }
  int take(int end) { return std::exchange(fd[end], -1); }
};

Status cannot_start(const std::string& program, std::string_view why) {
  return Status::internal(
      fmt::format("{} cannot be started: {}", program, why));
}

// Runs in the child between fork and exec, where only system calls are safe.
[[noreturn]] void become(char* const argv[], int in, int out, int err,
                         int failure, pid_t parent, std::int64_t memory_bytes) {
  // These descriptors may be 0, 1 or 2 if the host had closed its own.
  in = ::fcntl(in, F_DUPFD_CLOEXEC, 3);
  out = ::fcntl(out, F_DUPFD_CLOEXEC, 3);
  err = ::fcntl(err, F_DUPFD_CLOEXEC, 3);
  failure = ::fcntl(failure, F_DUPFD_CLOEXEC, 3);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // the parent died before the prctl
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (memory_bytes > 0) {
    const rlimit memory{static_cast<rlim_t>(memory_bytes),
                        static_cast<rlim_t>(memory_bytes)};
    ::setrlimit(RLIMIT_AS, &memory);
  }
  // Ignored signals and the signal mask survive exec, but the subject does not
  // expect them.
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Closes the host's descriptors that lack the close-on-exec flag.
  ::syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  ::execvp(argv[0], argv);
  const int error = errno;
  (void)!::write(failure, &error, sizeof error);
  ::_exit(127);
}

std::string ending_text(const siginfo_t& ending) {
  if (ending.si_code == CLD_EXITED)
    return fmt::format("exited with code {}", ending.si_status);
  const char* name = ::sigabbrev_np(ending.si_status);
  return name != nullptr ? fmt::format("died of SIG{}", name)
                         : fmt::format("died of signal {}", ending.si_status);
}

}  // namespace

Result<std::unique_ptr<WireChild>> WireChild::start(
    const std::vector<std::string>& words, std::int64_t memory_bytes) {
  Ends in, out, err, failure;
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.fd) != 0 ||
      ::pipe2(out.fd, O_CLOEXEC) != 0 || ::pipe2(err.fd, O_CLOEXEC) != 0 ||
      ::pipe2(failure.fd, O_CLOEXEC) != 0)
    return cannot_start(words[0], std::strerror(errno));
  std::vector<char*> argv;
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return cannot_start(words[0], std::strerror(errno));
  if (pid == 0)
    become(argv.data(), in.fd[1], out.fd[1], err.fd[1], failure.fd[1], parent,
           memory_bytes);
  ::setpgid(pid, pid);  // in both processes: either may run first
  close_if_open(failure.fd[1]);
  int error = 0;
  ssize_t got = 0;
  do got = ::read(failure.fd[0], &error, sizeof error);
  while (got < 0 && errno == EINTR);
  if (got == sizeof error) {
    ::waitpid(pid, nullptr, 0);
    return cannot_start(words[0], std::strerror(error));
  }

  std::unique_ptr<WireChild> child(new WireChild);
  child->pid_ = pid;
  child->pid_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
  child->to_child_ = in.take(0);
  child->from_child_ = out.take(0);
  child->stderr_ = err.take(0);
  for (int fd : {child->from_child_, child->stderr_})
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
  return child;
}

WireChild::~WireChild() {
  finish(milliseconds(0));
  close_if_open(to_child_);
  close_if_open(from_child_);
  close_if_open(stderr_);
}

std::optional<WireError> WireChild::wait(int fd, short events,
                                         Deadline deadline) {
  for (;;) {
    const auto left =
        std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    const auto wait =
        std::clamp(left, milliseconds(0), milliseconds(1'000'000));
    // poll ignores negative descriptors.
    pollfd entries[] = {
        {fd, events, 0}, {stderr_, POLLIN, 0}, {pid_fd_, POLLIN, 0}};
    const int ready = ::poll(entries, 3, static_cast<int>(wait.count()));
    if (ready < 0 && errno != EINTR)
      return WireError{WireError::Kind::kClosed,
                       fmt::format("poll failed: {}", std::strerror(errno))};
    if (ready > 0 && entries[1].revents != 0) drain_stderr();
    if (ready > 0 && entries[0].revents != 0) return std::nullopt;
    if (ready > 0 && entries[2].revents != 0)
      return WireError{WireError::Kind::kClosed, "it ended"};
    if (left <= milliseconds(0))
      return WireError{WireError::Kind::kTimedOut, "the time limit passed"};
  }
}

std::optional<std::string> WireChild::finish(milliseconds grace) {
  if (pid_ < 0) return std::nullopt;
  const Deadline deadline = steady_clock::now() + grace;
  siginfo_t ending{};
  // WNOWAIT keeps the zombie, so that the number of its process group is not
  // reused.
  for (;;) {
    const int status = ::waitid(P_PID, static_cast<id_t>(pid_), &ending,
                                WEXITED | WNOHANG | WNOWAIT);
    if ((status == 0 && ending.si_pid != 0) || (status != 0 && errno != EINTR))
      break;
    if (steady_clock::now() >= deadline) break;
    drain_stderr();
    ::usleep(200);
  }
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  close_if_open(pid_fd_);
  drain_stderr();
  if (ending.si_pid == 0) return std::nullopt;
  return ending_text(ending);
}

void WireChild::drain_stderr() {
  char chunk[kChunkBytes];
  // Bounded, so that a child that floods stderr cannot keep the host here.
  for (int rounds = 0; rounds < 64 && stderr_ >= 0; ++rounds) {
    const ssize_t got = ::read(stderr_, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got == 0) return close_if_open(stderr_);
    printed_.append({chunk, static_cast<std::size_t>(got)});
  }
}

const PrintedText& WireChild::printed() {
  drain_stderr();
  return printed_;
}

void WireChild::forget_stderr() {
  drain_stderr();
  printed_.clear();
}

}  // namespace assay
