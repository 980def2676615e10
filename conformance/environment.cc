// Reads the state of the process from system calls and /proc, and compares two
// snapshots. It does so after every case, so each part has to be cheap.
// Tested by tests/conformance/environment_test.cc.
#include "conformance/environment.h"

#include <fmt/format.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <clocale>
#include <cstring>
#include <fstream>
#include <iterator>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kMxcsrFlags = 0x3f;  // flags of past events
constexpr std::uint32_t kFlushing = 0x8040;  // FTZ and DAZ
constexpr std::uint32_t kRounding = 0x6000;
#endif

std::int64_t thread_count() {
  struct stat tasks {};
  if (stat("/proc/self/task", &tasks) != 0) return 1;
  return static_cast<std::int64_t>(tasks.st_nlink) - 2;
}

bool has_children() {
  siginfo_t child{};
  return waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

// Counts the timers of timer_create() from a file in /proc, which is slow.
std::int64_t posix_timers_listed() {
  std::ifstream file("/proc/self/timers");
  std::int64_t count = 0;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("ID:")) ++count;
  return count;
}

// Counts the timers of timer_create(). The system numbers timers in the order
// in which they are made. The number of a timer made here therefore shows
// whether another was made since the last time. Only then, or if there were
// timers before, is the slow count needed.
std::int64_t posix_timer_count() {
  static int next_number = -1;
  static std::int64_t count = 0;
  sigevent event{};
  event.sigev_notify = SIGEV_NONE;
  timer_t timer{};
  int number = -1;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) {
    // The C library returns the system's number as a pointer.
    number = static_cast<int>(reinterpret_cast<std::intptr_t>(timer));
    timer_delete(timer);
  }
  if (number < 0 || number != next_number || count > 0)
    count = posix_timers_listed();
  next_number = number + 1;
  return count;
}

// Returns the file mode creation mask. A process can read the mask only by
// setting it. This sets the mask of the last time, which is nearly always the
// current one, so that nothing changes.
mode_t mask_of_files() {
  static mode_t last = 022;
  const mode_t mask = umask(last);
  if (mask != last) umask(mask);
  last = mask;
  return mask;
}

// Returns the environment variables. Leaves out the one in which the OpenMP
// runtime of LLVM and Intel notes, at its first parallel region, that it is
// loaded.
std::string all_variables() {
  constexpr std::string_view kOpenMp = "__KMP_REGISTERED_LIB_";
  std::string all;
  for (char** variable = environ; variable != nullptr && *variable != nullptr;
       ++variable)
    if (!std::string_view(*variable).starts_with(kOpenMp))
      all.append(*variable, std::strlen(*variable) + 1);
  return all;
}

// Returns the name of a variable that is in the first list and not in the
// second.
std::string variable_not_in(std::string_view first, std::string_view second) {
  // With a zero in front, every variable is enclosed by zeros.
  const std::string all = fmt::format("{}{}", '\0', second);
  for (std::size_t at = 0; at < first.size();) {
    const std::size_t end = first.find('\0', at);
    const std::string_view variable = first.substr(at, end - at);
    if (all.find(fmt::format("{0}{1}{0}", '\0', variable)) == std::string::npos)
      return std::string(variable.substr(0, variable.find('=')));
    at = end + 1;
  }
  return {};
}

// The limits that a library may want to change. Each costs a system call per
// case. Limits without an effect are left out, and so are those of real-time
// scheduling, message queues and queued signals.
struct Limit {
  __rlimit_resource resource;
  const char* name;
};
constexpr Limit kLimitsCompared[] = {
    {RLIMIT_CPU, "RLIMIT_CPU"},       {RLIMIT_FSIZE, "RLIMIT_FSIZE"},
    {RLIMIT_DATA, "RLIMIT_DATA"},     {RLIMIT_STACK, "RLIMIT_STACK"},
    {RLIMIT_CORE, "RLIMIT_CORE"},     {RLIMIT_NPROC, "RLIMIT_NPROC"},
    {RLIMIT_NOFILE, "RLIMIT_NOFILE"}, {RLIMIT_MEMLOCK, "RLIMIT_MEMLOCK"},
    {RLIMIT_AS, "RLIMIT_AS"},
};
constexpr const char* kTimerNames[] = {"ITIMER_REAL", "ITIMER_VIRTUAL",
                                       "ITIMER_PROF"};

}  // namespace

#if defined(__x86_64__)

FloatControl FloatControl::now() {
  std::uint16_t x87 = 0;
  asm volatile("fnstcw %0" : "=m"(x87));
  return {(_mm_getcsr() & ~kMxcsrFlags) | std::uint64_t{x87} << 32};
}

void FloatControl::restore() const {
  const auto x87 = static_cast<std::uint16_t>(bits >> 32);
  asm volatile("fldcw %0" : : "m"(x87));
  _mm_setcsr(static_cast<std::uint32_t>(bits));
}

std::string FloatControl::difference(const FloatControl& before) const {
  const std::uint64_t changed = bits ^ before.bits;
  if ((changed & kFlushing) != 0)
    return "the flushing of subnormals (FTZ, DAZ)";
  if ((changed & kRounding) != 0 || (changed >> 32 & 0x0c00) != 0)
    return "the rounding mode";
  if ((changed >> 32 & 0x0300) != 0) return "the precision of the x87 unit";
  return "the floating-point traps";
}

#else

FloatControl FloatControl::now() {
  std::uint64_t control = static_cast<std::uint64_t>(std::fegetround());
#if defined(__aarch64__)
  std::uint64_t fpcr = 0;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr));
  control |= fpcr << 32;
#endif
  return {control};
}

void FloatControl::restore() const {
  std::fesetround(static_cast<int>(bits & 0xffffffff));
#if defined(__aarch64__)
  asm volatile("msr fpcr, %0" : : "r"(bits >> 32));
#endif
}

std::string FloatControl::difference(const FloatControl& before) const {
  return (bits & 0xffffffff) != (before.bits & 0xffffffff)
             ? "the rounding mode"
             : "the control of the floating-point unit";
}

#endif

Environment Environment::now() {
  Environment environment;
  environment.locale_ = std::setlocale(LC_ALL, nullptr);
  environment.thread_locale_ = uselocale(nullptr);
  char folder[PATH_MAX];
  if (getcwd(folder, sizeof folder) != nullptr) environment.folder_ = folder;
  for (int number = 1; number < kSignals; ++number) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0)
      environment.handlers_[static_cast<std::size_t>(number)] =
          action.sa_handler;
  }
  sigprocmask(SIG_SETMASK, nullptr, &environment.mask_);
  environment.threads_ = thread_count();
  environment.has_children_ = has_children();
  static_assert(std::size(kLimitsCompared) == kLimits);
  for (std::size_t i = 0; i < kLimits; ++i)
    getrlimit(kLimitsCompared[i].resource, &environment.limits_[i]);
  for (int number = 0; number < kTimers; ++number) {
    itimerval timer{};
    getitimer(static_cast<__itimer_which>(number), &timer);
    environment.timers_[static_cast<std::size_t>(number)] =
        timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
  }
  environment.posix_timers_ = posix_timer_count();
  environment.mask_of_files_ = mask_of_files();
  environment.niceness_ = getpriority(PRIO_PROCESS, 0);
  environment.variables_ = all_variables();
  return environment;
}

std::optional<std::string> Environment::process_change_since(
    const Environment& before) const {
  // A subject in a process of its own is a child from the beginning.
  if (has_children_ && !before.has_children_)
    return "a child process was left, running or not waited for";
  for (std::size_t i = 0; i < limits_.size(); ++i)
    if (limits_[i].rlim_cur != before.limits_[i].rlim_cur ||
        limits_[i].rlim_max != before.limits_[i].rlim_max)
      return fmt::format("the resource limit {} was changed",
                         kLimitsCompared[i].name);
  for (std::size_t i = 0; i < timers_.size(); ++i)
    if (timers_[i] != before.timers_[i])
      return fmt::format("the timer {} was {}", kTimerNames[i],
                         timers_[i] ? "left running" : "stopped");
  if (posix_timers_ != before.posix_timers_)
    return fmt::format("{} timers of timer_create() are there where {} were",
                       posix_timers_, before.posix_timers_);
  if (mask_of_files_ != before.mask_of_files_)
    return fmt::format("the umask was changed from {:03o} to {:03o}",
                       before.mask_of_files_, mask_of_files_);
  if (niceness_ != before.niceness_)
    return fmt::format("the niceness was changed from {} to {}",
                       before.niceness_, niceness_);
  if (variables_ == before.variables_) return std::nullopt;
  std::string name = variable_not_in(variables_, before.variables_);
  if (name.empty()) name = variable_not_in(before.variables_, variables_);
  // The same variables in another order are not a change.
  if (name.empty()) return std::nullopt;
  return fmt::format("the environment variable {} was changed", name);
}

std::optional<std::string> Environment::change_since(
    const Environment& before, bool threads_may_stay) const {
  if (locale_ != before.locale_)
    return fmt::format("the locale was changed from {} to {}", before.locale_,
                       locale_);
  if (thread_locale_ != before.thread_locale_)
    return "the locale of the calling thread was changed";
  if (folder_ != before.folder_)
    return fmt::format("the working directory was changed from {} to {}",
                       before.folder_, folder_);
  for (int number = 1; number < kSignals; ++number) {
    const auto at = static_cast<std::size_t>(number);
    if (handlers_[at] != before.handlers_[at])
      return fmt::format("the handler of signal {} ({}) was changed", number,
                         strsignal(number));
    if (sigismember(&mask_, number) != sigismember(&before.mask_, number))
      return fmt::format(
          "signal {} ({}) was {}", number, strsignal(number),
          sigismember(&mask_, number) == 1 ? "blocked" : "unblocked");
  }
  if (auto change = process_change_since(before)) return change;
  if (threads_may_stay || threads_ <= before.threads_) return std::nullopt;
  // A thread that was joined may remain visible for a moment.
  std::int64_t threads = threads_;
  for (int look = 0; look < 50 && threads > before.threads_; ++look) {
    usleep(1000);
    threads = thread_count();
  }
  if (threads <= before.threads_) return std::nullopt;
  return fmt::format(
      "{} threads run on where {} ran before; a backend whose threads may "
      "outlive a call, as those of a pool do, says so with keeps_threads() in "
      "C++ or the flag ASSAY_KEEPS_THREADS in C",
      threads, before.threads_);
}

}  // namespace assay
