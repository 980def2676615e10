// Tests backends that access memory outside of their tensors. Each runs one
// case in a process of its own, which dies, and the report names tensor, side
// and byte.
#include "harness/run/fault_address.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>

#include "harness/run/run_case.h"
#include "tests/harness/meddling.h"
#include "tests/harness/plans.h"
#include "tests/sampled.h"

namespace assay {
namespace {

using test::byte_count;
using test::bytes_of;
using Made = Result<Tensors>;
using Access = FaultReport::Access;
using Place = FaultReport::Place;

// Every tensor is stored at the end or the beginning of guarded memory.
constexpr std::uint64_t kAtEnd = UINT64_MAX;
constexpr std::uint64_t kAtBegin = 1;

struct Ending {
  FaultReport fault;
  int status = 0;  // as waitpid gives it
};

// Runs `body` in a child under a watch.
Ending ending_of(const std::function<int()>& body) {
  void* page = ::mmap(nullptr, sizeof(FaultReport), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(page, MAP_FAILED);
  auto* report = new (page) FaultReport;
  Ending ending;
  const pid_t child = ::fork();
  if (child == 0) {
    GuardedMemory memory;
    FaultWatch watch(memory, *report);
    ::_exit(body());
  }
  EXPECT_EQ(::waitpid(child, &ending.status, 0), child);
  ending.fault = *report;
  ::munmap(page, sizeof(FaultReport));
  return ending;
}

Case add_case(std::uint64_t seed, DType dtype) {
  Case test_case =
      test::prepared({"add"_op, "", dtype, dtype, "elementwise.stray_writes",
                      Layout::kContiguous, 0});
  test_case.seed = seed;
  return test_case;
}

Ending ending_of(std::uint64_t seed, test::Meddling::Change change,
                 DType dtype = DType::kFloat32) {
  const Case test_case = add_case(seed, dtype);
  return ending_of([&] {
    auto subject = test::subject_of(change);
    const CaseOutcome outcome = run_case(test_case, subject);
    if (outcome.memory != "guard_pages") return 99;
    return static_cast<int>(outcome.verdict);
  });
}

Made read_at(const Tensor& tensor, std::ptrdiff_t at, Made made) {
  static_cast<void>(*static_cast<volatile std::byte*>(bytes_of(tensor) + at));
  return made;
}
Made write_at(const Tensor& tensor, std::ptrdiff_t at, Made made) {
  *static_cast<volatile std::byte*>(bytes_of(tensor) + at) = std::byte{7};
  return made;
}
std::ptrdiff_t end_of(const Tensor& tensor) {
  return static_cast<std::ptrdiff_t>(byte_count(tensor));
}

struct Row {
  std::string_view name;
  std::uint64_t seed;
  test::Meddling::Change change;
  Place place;
  Access access;
  std::int64_t bytes;
  Verdict verdict;
  std::string_view text;
};
const Row kRows[] = {
    {"ReadsOneByteBehind", kAtEnd,
     [](const Call& call, Made made) {
       return read_at(call.operands[0], end_of(call.operands[0]), made);
     },
     Place::kBehind, Access::kRead, 1, Verdict::kWroteOutside,
     "a was read 1 byte behind its end"},
    {"WritesOneByteBefore", kAtBegin,
     [](const Call& call, Made made) {
       return write_at(call.outs[0], -1, made);
     },
     Place::kBefore, Access::kWrite, 1, Verdict::kWroteOutside,
     "out was written 1 byte before its start"},
    {"WritesFarBehind", kAtEnd,
     [](const Call& call, Made made) {
       return write_at(call.outs[0], end_of(call.outs[0]) + 8191, made);
     },
     Place::kBehind, Access::kWrite, 8192, Verdict::kWroteOutside,
     "out was written 8192 bytes behind its end"},
    {"ReadsBefore", kAtBegin,
     [](const Call& call, Made made) {
       return read_at(call.operands[1], -16, made);
     },
     Place::kBefore, Access::kRead, 16, Verdict::kWroteOutside,
     "b was read 16 bytes before its start"},
    {"WritesAnOperand", kAtBegin,
     [](const Call& call, Made made) {
       return write_at(call.operands[1], 3, made);
     },
     Place::kReadOnly, Access::kWrite, 3, Verdict::kModifiedOperand,
     "operand b was modified at byte 3"},
    {"WritesBackWhatAnOperandHeld", kAtEnd,
     [](const Call& call, Made made) {
       auto* at = static_cast<volatile std::byte*>(bytes_of(call.operands[0]));
       at[1] = at[1];
       return made;
     },
     Place::kReadOnly, Access::kWrite, 1, Verdict::kModifiedOperand,
     "operand a was modified at byte 1"},
};

TEST(FaultAddress, MisdeedsAreNamed) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    const auto [fault, status] = ending_of(row.seed, row.change);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), kFaultExitStatus);
    EXPECT_EQ(fault.place, row.place);
#if defined(__x86_64__)
    EXPECT_EQ(fault.access, row.access);
    EXPECT_EQ(text_of(fault), row.text);
#endif
    EXPECT_EQ(fault.bytes, row.bytes);
    EXPECT_EQ(name_of(verdict_of(fault)), name_of(row.verdict));
  }
}

TEST(FaultAddress, PackedElementsEndAtTheGuardToo) {
  const auto change = [](const Call& call, Made made) {
    return read_at(call.operands[0], end_of(call.operands[0]), made);
  };
  for (DType dtype : {DType::kInt4, DType::kUint4, DType::kComplex128}) {
    const auto [fault, status] = ending_of(kAtEnd, change, dtype);
    EXPECT_EQ(fault.place, Place::kBehind) << name_of(dtype);
    EXPECT_EQ(fault.bytes, 1);
  }
}

// If there is no fault, the side away from the guard page is checked
// afterwards.
TEST(FaultAddress, TheOpenSideIsSeenWithoutAFault) {
  const auto [fault, status] =
      ending_of(kAtBegin, [](const Call& call, Made made) {
        return write_at(call.outs[0], end_of(call.outs[0]), made);
      });
  EXPECT_EQ(fault.place, Place::kNone);
  EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(Verdict::kWroteOutside));
}

TEST(FaultAddress, HonestCasesPass) {
  for (std::uint64_t seed : {kAtEnd, kAtBegin}) {
    const auto [fault, status] =
        ending_of(seed, [](const Call&, Made made) { return made; });
    EXPECT_EQ(fault.place, Place::kNone);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(Verdict::kPass));
  }
}

// The reference keeps within its tensors in the case of every plan.
TEST(FaultAddress, TheReferencePassesEveryPlanBetweenGuards) {
  for (std::uint64_t seed : {kAtEnd, kAtBegin}) {
    const auto [fault, status] = ending_of([seed] {
      InProcessSubject subject(std::make_unique<Reference>());
      int guarded = 0;
      for (const PlannedCase& plan : test::sampled(test::every_plan())) {
        Case test_case = test::prepared(plan);
        test_case.seed = seed;
        const CaseOutcome outcome = run_case(test_case, subject);
        if (outcome.verdict != Verdict::kPass) {
          std::fprintf(stderr, "%s\n", plan.id().c_str());
          return 1;
        }
        guarded += outcome.memory == "guard_pages" ? 1 : 0;
      }
      return guarded > (test::kIsSanitized ? 5000 / 7 : 5000) ? 0 : 2;
    });
    EXPECT_EQ(fault.place, Place::kNone) << text_of(fault);
    EXPECT_EQ(status, 0) << WEXITSTATUS(status);
  }
}

// An earlier handler of faults still works afterwards.
void note_and_exit(int) { ::_exit(55); }

TEST(FaultAddress, OtherFaultsGoToWhoeverWatchedBefore) {
  std::signal(SIGSEGV, note_and_exit);
  const auto [fault, status] = ending_of([] {
    const volatile std::uintptr_t nowhere = 4096;
    return *reinterpret_cast<const volatile int*>(nowhere);
  });
  const auto [raised, raised_status] =
      ending_of([] { return ::raise(SIGSEGV); });
  std::signal(SIGSEGV, SIG_DFL);
  EXPECT_EQ(WEXITSTATUS(status), 55);
  EXPECT_EQ(fault.place, Place::kElsewhere);
  EXPECT_EQ(fault.signal, SIGSEGV);
  EXPECT_EQ(verdict_of(fault), Verdict::kCrashed);
#if defined(__x86_64__)
  EXPECT_EQ(text_of(fault), "signal 11: it read null + 4096");
#endif
  EXPECT_EQ(WEXITSTATUS(raised_status), 55);
  EXPECT_EQ(raised.place, Place::kElsewhere);
}

int overflow_the_stack(volatile int* depth) {
  volatile char frame[4096] = {};
  frame[0] = static_cast<char>(*depth);
  *depth = *depth + 1;
  if (*depth < 0) return 0;  // never reached
  return overflow_the_stack(depth) + frame[0];
}

TEST(FaultAddress, AFullStackIsReported) {
  std::signal(SIGSEGV, SIG_DFL);
  const auto [fault, status] = ending_of([] {
    volatile int depth = 0;
    return overflow_the_stack(&depth);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
  EXPECT_EQ(fault.place, Place::kElsewhere);
}

TEST(FaultAddress, WithoutAWatchThereAreCanaries) {
  EXPECT_EQ(GuardedMemory::in_use(), nullptr);
  const auto subject_change = [](const Call&, Made made) { return made; };
  auto subject = test::subject_of(subject_change);
  EXPECT_EQ(run_case(add_case(kAtEnd, DType::kInt8), subject).memory,
            "canaries");
  FaultReport report;
  {
    GuardedMemory memory;
    FaultWatch watch(memory, report);
    EXPECT_EQ(GuardedMemory::in_use(), &memory);
    EXPECT_EQ(run_case(add_case(kAtEnd, DType::kInt8), subject).memory,
              "guard_pages");
    EXPECT_EQ(run_case(add_case(kAtEnd - 1, DType::kInt8), subject).memory,
              "canaries");
  }
  EXPECT_EQ(GuardedMemory::in_use(), nullptr);
}

}  // namespace
}  // namespace assay
