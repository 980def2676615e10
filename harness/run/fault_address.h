// Explains a signal that ended a worker process. It names the tensor whose
// storage was left, on which side and how far, or the operand that was written
// although it is read-only. For other addresses it says what they are, and
// which functions the process was in.
// Tested by tests/harness/run/fault_address_test.cc.
#pragma once

#include <signal.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "harness/case/verdict.h"
#include "harness/record/crash.h"
#include "harness/run/crash_frames.h"
#include "harness/run/guarded_memory.h"

namespace assay {

// Describes the fault that ended a process. It is stored in memory shared with
// the parent, which reads it after the process has ended. All zeros mean that
// there was no fault.
struct FaultReport {
  enum class Place : std::uint32_t {
    kNone,
    kBefore,    // in front of a tensor's storage
    kBehind,    // after it
    kReadOnly,  // within an operand
    kElsewhere  // nowhere near a tensor
  };
  enum class Access : std::uint32_t { kUnknown, kRead, kWrite, kExecute };
  enum class Address : std::uint32_t {
    kNone,    // the signal has none, such as that of abort()
    kKnown,   // `at`
    kHidden,  // a non-canonical address, which the processor hides
  };

  Place place = Place::kNone;
  Access access = Access::kUnknown;
  Address kind = Address::kNone;
  std::int32_t signal = 0;
  std::int64_t bytes = 0;   // as in GuardedPlace
  MappedPlace at;           // the address that was accessed
  std::uint64_t stack = 0;  // where the stack of the thread ended
  bool is_operand = false;  // the tensor was mapped read-only
  std::array<char, 32> tensor{};
  CrashFrames frames;
};
static_assert(std::is_trivially_copyable_v<FaultReport>);

// Returns the verdict on a case that ended in this fault: wrote_outside (also
// for a read outside), modified_operand or crashed.
Verdict verdict_of(const FaultReport& fault);

// Returns one sentence, such as "out was written 4 bytes behind its end".
std::string text_of(const FaultReport& fault);

// Returns the address in words: "null + 8", "guard page after operand a", "the
// end of the stack"; "" if the signal has none.
std::string address_text(const FaultReport& fault);

// Returns what the process did: "it wrote to null + 8", "it ran out of stack";
// "" if the signal has no address.
std::string access_text(const FaultReport& fault);

// Returns the record's entry about the fault, with the call still empty.
Crash crash_of(const FaultReport& fault);

// The exit status of a process that faulted in guarded memory.
inline constexpr int kFaultExitStatus = 86;

// While it lives, handles the signals that end a program in error (SIGSEGV,
// SIGBUS, SIGFPE, SIGILL and SIGABRT) and lets programs of this process use
// guarded memory. The handler fills in the report. If the fault is in guarded
// memory, the process then exits with kFaultExitStatus. Otherwise it continues
// as without a watch: it dies from the signal, or the previous handler runs.
// There may be one watch at a time, in a worker process, because it may die.
class FaultWatch {
 public:
  // Borrows both arguments, which must outlive the watch.
  FaultWatch(GuardedMemory& memory, FaultReport& report);
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;
  ~FaultWatch();

 private:
  stack_t previous_stack_{};
  std::byte* stack_ = nullptr;
};

}  // namespace assay
