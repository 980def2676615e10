// What a signal that ends a worker process says of the subject: which tensor
// was left, on which side and how far, or that memory for reading alone was
// written; for any other address what it is, and the functions the process was
// in. Tested by tests/harness/run/fault_address_test.cc.
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

// The fault that ended a process. It lies in memory shared with the parent,
// which reads it when the process has ended; all zero means no fault.
struct FaultReport {
  enum class Place : std::uint32_t {
    kNone,
    kBefore,    // in front of a tensor's storage
    kBehind,    // behind it
    kReadOnly,  // within an operand
    kElsewhere  // nowhere near a tensor
  };
  enum class Access : std::uint32_t { kUnknown, kRead, kWrite, kExecute };
  enum class Address : std::uint32_t {
    kNone,    // the signal has none, as that of abort()
    kKnown,   // `at`
    kHidden,  // the processor does not tell it: no memory can have it
  };

  Place place = Place::kNone;
  Access access = Access::kUnknown;
  Address kind = Address::kNone;
  std::int32_t signal = 0;
  std::int64_t bytes = 0;   // as in GuardedPlace
  MappedPlace at;           // what was touched
  std::uint64_t stack = 0;  // where the stack of the thread ended
  bool is_operand = false;  // the tensor was mapped read-only
  std::array<char, 32> tensor{};
  CrashFrames frames;
};
static_assert(std::is_trivially_copyable_v<FaultReport>);

// Returns the verdict on a case that ended in this fault: wrote_outside (also
// for a read outside), modified_operand or crashed.
Verdict verdict_of(const FaultReport& fault);

// Returns one sentence, as "out was written 4 bytes behind its end".
std::string text_of(const FaultReport& fault);

// Returns the address in words: "null + 8", "guard page after operand a", "the
// end of the stack"; "" where the signal has none.
std::string address_text(const FaultReport& fault);

// Returns what was done there: "it wrote to null + 8", "it ran out of stack";
// "" where the signal has no address.
std::string access_text(const FaultReport& fault);

// Returns what a record says of the fault; the call is left open.
Crash crash_of(const FaultReport& fault);

// The exit status of a process whose fault lies in guarded memory.
inline constexpr int kFaultExitStatus = 86;

// Watches for the signals that end a program in error (SIGSEGV, SIGBUS, SIGFPE,
// SIGILL and SIGABRT) while it lives, and lets programs of this process use
// guarded memory. At a signal it fills in the report; the process exits with
// kFaultExitStatus if the fault is in guarded memory, and else goes on as if
// there were no watch: it dies of the signal, or the handler installed before
// runs. One at a time, in a process that may die: a worker.
class FaultWatch {
 public:
  // Does not own what it is given; both outlive it.
  FaultWatch(GuardedMemory& memory, FaultReport& report);
  FaultWatch(const FaultWatch&) = delete;
  FaultWatch& operator=(const FaultWatch&) = delete;
  ~FaultWatch();

 private:
  stack_t previous_stack_{};
  std::byte* stack_ = nullptr;
};

}  // namespace assay
