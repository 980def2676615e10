// Installs the signal handler, which may call only async-signal-safe functions,
// and turns its report into sentences after the process has ended.
// Tested by tests/harness/run/fault_address_test.cc.
#include "harness/run/fault_address.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace assay {
namespace {

using Access = FaultReport::Access;
using Place = FaultReport::Place;

// The handler runs on its own stack, because the thread's stack may be full.
constexpr std::size_t kStackBytes = 64 << 10;
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
// An address this close to null usually belongs to a member of a null object.
constexpr std::uint64_t kNearNull = 64 << 10;
// A fault this close to the end of the stack is a stack overflow: the guard
// page is not larger, and everything that the thread uses there is mapped.
constexpr std::uint64_t kNearStack = 64 << 10;

// A signal handler can reach only globals.
const GuardedMemory* watched_memory = nullptr;
FaultReport* report_of_fault = nullptr;
struct sigaction previous_actions[std::size(kSignals)];
// The thread that runs the handler, or 0 if none does.
std::atomic<pid_t> thread_at_fault{0};

bool is_memory_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS;
}

Access access_of(const void* context) {
#if defined(__x86_64__)
  // In the page fault's error code, bit 1 is set for a write and bit 4 for an
  // instruction fetch.
  const auto* state = static_cast<const ucontext_t*>(context);
  const auto error = state->uc_mcontext.gregs[REG_ERR];
  return (error & 16) != 0  ? Access::kExecute
         : (error & 2) != 0 ? Access::kWrite
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

void put_back_previous() {
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    ::sigaction(kSignals[i], &previous_actions[i], nullptr);
}

// Returns whether this thread is the first in the handler. Other threads wait
// here until the first has ended the process. If the first thread faults again,
// the second signal ends the process at once.
bool is_first_in_handler() {
  pid_t first = 0;
  if (thread_at_fault.compare_exchange_strong(first, ::gettid())) return true;
  while (first != ::gettid()) ::pause();
  return false;
}

void note_address(const siginfo_t& fault, const void* context,
                  FaultReport& report) {
  // The kernel reports no address if it is one that no memory can have.
  const bool is_hidden = fault.si_code == SI_KERNEL;
  report.kind =
      is_hidden ? FaultReport::Address::kHidden : FaultReport::Address::kKnown;
  if (is_hidden) return;
  report.access = access_of(context);
  report.at.address = reinterpret_cast<std::uintptr_t>(fault.si_addr);
  const auto place = watched_memory->locate(fault.si_addr);
  if (!place) return locate(report.at);
  report.place = place_of(place->side);
  report.is_operand = place->is_read_only;
  // Read-only bytes can be read without a fault, so this was a write.
  if (report.place == Place::kReadOnly) report.access = Access::kWrite;
  report.bytes = place->bytes;
  for (std::size_t i = 0; i + 1 < report.tensor.size(); ++i) {
    report.tensor[i] = place->tensor[i];
    if (place->tensor[i] == '\0') break;
  }
}

// Calls only what a signal handler may call.
void on_fault(int signal, siginfo_t* fault, void* context) {
  // A signal that was sent, for example by abort(), has no address.
  const bool was_sent = fault->si_code <= 0;
  if (is_first_in_handler()) {
    FaultReport& report = *report_of_fault;
    report.signal = signal;
    report.place = Place::kElsewhere;
    report.stack = stack_of(context);
    // Notes the address first, because walking a damaged stack may fault again.
    if (!was_sent && is_memory_fault(signal))
      note_address(*fault, context, report);
    take_frames(context, report.frames);
    if (report.place != Place::kElsewhere) ::_exit(kFaultExitStatus);
  }
  // After this returns the access is tried again, without the watch.
  put_back_previous();
  if (was_sent) ::raise(signal);
}

std::string bytes_text(std::int64_t bytes) {
  return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
}

std::string tensor_of(const FaultReport& fault) {
  const auto end = std::find(fault.tensor.begin(), fault.tensor.end(), '\0');
  return {fault.tensor.begin(), end};
}

bool is_of_stack(const FaultReport& fault) {
  return fault.kind == FaultReport::Address::kKnown && fault.stack != 0 &&
         fault.access != Access::kExecute &&
         fault.at.address + kNearStack >= fault.stack &&
         fault.at.address < fault.stack + kNearStack;
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
  const std::string tensor = tensor_of(fault);
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
  const std::string access = access_text(fault);
  return fmt::format("signal {}{}{}", fault.signal, access.empty() ? "" : ": ",
                     access);
}

std::string address_text(const FaultReport& fault) {
  const std::string tensor =
      (fault.is_operand ? "operand " : "") + tensor_of(fault);
  switch (fault.place) {
    case Place::kBefore:
      return "guard page before " + tensor;
    case Place::kBehind:
      return "guard page after " + tensor;
    case Place::kReadOnly:
      return tensor + ", which is read-only";
    case Place::kNone:
    case Place::kElsewhere:
      break;
  }
  if (fault.kind == FaultReport::Address::kNone) return {};
  if (fault.kind == FaultReport::Address::kHidden)
    return "an address that no memory can have";
  const std::uint64_t at = fault.at.address;
  if (at == 0) return "null";
  if (at < kNearNull) return fmt::format("null + {}", at);
  if (-at < kNearNull) return fmt::format("null - {}", -at);
  if (is_of_stack(fault)) return "the end of the stack";
  const std::string file = file_of(fault.at);
  if (!file.empty()) return fmt::format("{:#x} in {}", at, file);
  return fmt::format(
      "{:#x}, where {}", at,
      fault.at.rights[0] == '\0' ? "no memory is" : "memory is protected");
}

std::string access_text(const FaultReport& fault) {
  const std::string address = address_text(fault);
  if (address.empty()) return {};
  if (fault.place == Place::kElsewhere && is_of_stack(fault))
    return "it ran out of stack";
  switch (fault.access) {
    case Access::kRead:
      return "it read " + address;
    case Access::kWrite:
      return "it wrote to " + address;
    case Access::kExecute:
      return "it called " + address;
    case Access::kUnknown:
      break;
  }
  return "it touched " + address;
}

Crash crash_of(const FaultReport& fault) {
  Crash crash;
  if (fault.place == Place::kNone) return crash;
  const char* name = ::sigabbrev_np(fault.signal);
  if (name != nullptr) crash.signal = std::string("SIG") + name;
  crash.address = address_text(fault);
  crash.frames = text_of(fault.frames);
  return crash;
}

FaultWatch::FaultWatch(GuardedMemory& memory, FaultReport& report) {
  watched_memory = &memory;
  report_of_fault = &report;
  report = {};
  thread_at_fault = 0;
  prepare_frames();
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
  // A fault within the handler ends the process at once.
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    ::sigaddset(&action.sa_mask, signal);
  for (std::size_t i = 0; i < std::size(kSignals); ++i)
    ::sigaction(kSignals[i], &action, &previous_actions[i]);
  GuardedMemory::use(&memory);
}

FaultWatch::~FaultWatch() {
  GuardedMemory::use(nullptr);
  put_back_previous();
  if (stack_ == nullptr) return;
  ::sigaltstack(&previous_stack_, nullptr);
  ::munmap(stack_, kStackBytes);
}

}  // namespace assay
