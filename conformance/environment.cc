// Tested by tests/conformance/environment_test.cc.
#include "conformance/environment.h"

#include <fmt/format.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cfenv>
#include <clocale>
#include <cstring>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kMxcsrFlags = 0x3f;  // what happened
constexpr std::uint32_t kFlushing = 0x8040;  // FTZ and DAZ
constexpr std::uint32_t kRounding = 0x6000;
#endif

std::int64_t thread_count() {
  struct stat tasks {};
  if (stat("/proc/self/task", &tasks) != 0) return 1;
  return static_cast<std::int64_t>(tasks.st_nlink) - 2;
}

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
  return environment;
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
  if (threads_may_stay || threads_ <= before.threads_) return std::nullopt;
  // A thread that was joined may be seen for a moment longer.
  std::int64_t threads = threads_;
  for (int look = 0; look < 50 && threads > before.threads_; ++look) {
    usleep(1000);
    threads = thread_count();
  }
  if (threads <= before.threads_) return std::nullopt;
  return fmt::format("{} threads run on where {} ran before", threads,
                     before.threads_);
}

}  // namespace assay
