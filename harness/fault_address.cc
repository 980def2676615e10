// Tested by tests/harness/fault_address_test.cc.
#include "harness/fault_address.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>

namespace assay {
namespace {

using Access = FaultReport::Access;
using Place = FaultReport::Place;

// The handler runs on this stack, as that of the process may be what is full.
constexpr std::size_t kStackBytes = 64 << 10;
constexpr int kSignals[] = {SIGSEGV, SIGBUS};

// A handler sees nothing but globals.
const GuardedMemory* watched_memory = nullptr;
FaultReport* report_of_fault = nullptr;
struct sigaction previous_actions[std::size(kSignals)];

Access access_of(const void* context) {
#if defined(__x86_64__)
  // Bit 1 of the page fault's error code is set for a write.
  const auto* state = static_cast<const ucontext_t*>(context);
  return (state->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? Access::kWrite
                                                      : Access::kRead;
#else
  static_cast<void>(context);
  return Access::kUnknown;
#endif
}

Place place_of(GuardedPlace::Side side) {
  switch (side) {
    case GuardedPlace::Side::kBefore:
      return Place::kBefore;
    case GuardedPlace::Side::kBehind:
      return Place::kBehind;
    case GuardedPlace::Side::kReadOnly:
      break;
  }
  return Place::kReadOnly;
}

// Only what may be called in a signal handler.
void on_fault(int signal, siginfo_t* fault, void* context) {
  FaultReport& report = *report_of_fault;
  report.signal = signal;
  // A signal that was sent has no address.
  const bool was_sent = fault->si_code <= 0;
  const auto place =
      was_sent ? std::nullopt : watched_memory->locate(fault->si_addr);
  report.place = place ? place_of(place->side) : Place::kElsewhere;
  if (!was_sent) {
    report.access = access_of(context);
    report.address = reinterpret_cast<std::uintptr_t>(fault->si_addr);
  }
  if (place) {
    // Reading there is no fault.
    if (report.place == Place::kReadOnly) report.access = Access::kWrite;
    report.bytes = place->bytes;
    for (std::size_t i = 0; i + 1 < report.tensor.size(); ++i) {
      report.tensor[i] = place->tensor[i];
      if (place->tensor[i] == '\0') break;
    }
    ::_exit(kFaultExitStatus);
  }
  // The access is tried again when this returns, without the watch.
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    ::sigaction(kSignals[i], &previous_actions[i], nullptr);
  if (was_sent) ::raise(signal);
}

std::string bytes_text(std::int64_t bytes) {
  return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
}

}  // namespace

Verdict verdict_of(const FaultReport& fault) {
  switch (fault.place) {
    case Place::kBefore:
    case Place::kBehind:
      return Verdict::kWroteOutside;
    case Place::kReadOnly:
      return Verdict::kModifiedOperand;
    case Place::kNone:
    case Place::kElsewhere:
      break;
  }
  return Verdict::kCrashed;
}

std::string text_of(const FaultReport& fault) {
  const auto end = std::find(fault.tensor.begin(), fault.tensor.end(), '\0');
  const std::string tensor(fault.tensor.begin(), end);
  const std::string_view verb = fault.access == Access::kWrite  ? "written"
                                : fault.access == Access::kRead ? "read"
                                                                : "touched";
  switch (fault.place) {
    case Place::kBefore:
      return fmt::format("{} was {} {} before its start", tensor, verb,
                         bytes_text(fault.bytes));
    case Place::kBehind:
      return fmt::format("{} was {} {} behind its end", tensor, verb,
                         bytes_text(fault.bytes));
    case Place::kReadOnly:
      return fmt::format("operand {} was modified at byte {}", tensor,
                         fault.bytes);
    case Place::kNone:
      return "there was no fault";
    case Place::kElsewhere:
      break;
  }
  return fmt::format("signal {} at address {:#x}", fault.signal, fault.address);
}

FaultWatch::FaultWatch(GuardedMemory& memory, FaultReport& report) {
  watched_memory = &memory;
  report_of_fault = &report;
  report = {};
  void* stack = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack != MAP_FAILED) {
    stack_ = static_cast<std::byte*>(stack);
    stack_t alternate{};
    alternate.ss_sp = stack;
    alternate.ss_size = kStackBytes;
    ::sigaltstack(&alternate, &previous_stack_);
  }
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    ::sigaction(kSignals[i], &action, &previous_actions[i]);
  GuardedMemory::use(&memory);
}

FaultWatch::~FaultWatch() {
  GuardedMemory::use(nullptr);
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    ::sigaction(kSignals[i], &previous_actions[i], nullptr);
  if (stack_ == nullptr) return;
  ::sigaltstack(&previous_stack_, nullptr);
  ::munmap(stack_, kStackBytes);
}

}  // namespace assay
