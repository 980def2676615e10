// Tests that the record of a crash has the call, the signal, the address and
// the functions, and that a worker's memory is not blamed on its last case.
#include <list>

#include "conformance/process_memory.h"
#include "harness/subject/wire.h"
#include "reference/host_buffer.h"
#include "tests/conformance/scratch_run.h"

namespace assay {
namespace {

class CrashOfACase : public ScratchRun {};

volatile std::uintptr_t near_null = 8;

[[gnu::noinline]] void write_near_null() {
  *reinterpret_cast<volatile int*>(near_null) = 1;
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

TEST_F(CrashOfACase, SaysWhere) {
  CheckOptions options = this->options("neg:*:dtype=float32", [](Call& call) {
    if (call.op == "neg"_op) write_near_null();
  });
  int crashes = 0, shown = 0;
  for (const Record& record : report_of(options).records) {
    ++crashes;
    EXPECT_EQ(Verdict::kCrashed, record.verdict);
    ASSERT_TRUE(record.failure && record.failure->crash) << record.id;
    const Crash& crash = *record.failure->crash;
    EXPECT_TRUE(has(crash.call, "neg(x=float32[")) << crash.call;
    EXPECT_TRUE(has(crash.call, ") -> ")) << crash.call;
    EXPECT_EQ("SIGSEGV", crash.signal);
    EXPECT_EQ("null + 8", crash.address);
#if defined(__x86_64__) && !defined(ASSAY_SANITIZED)
    EXPECT_EQ(
        "the process died of signal 11 (Segmentation fault): it wrote to null "
        "+ 8",
        record.failure->message);
#endif
    EXPECT_TRUE(has(telling_frame(crash.frames), "write_near_null()+0x"))
        << telling_frame(crash.frames);
    // The elements of the operands, where they are few.
    if (record.failure->program.empty()) continue;
    ++shown;
    EXPECT_TRUE(record.failure->program.starts_with("neg(x=float32["))
        << record.failure->program;
  }
  EXPECT_LT(0, shown);
  EXPECT_LT(0, crashes);
}

// Half of the cases are between guard pages, some of them at the end.
TEST_F(CrashOfACase, NamesTheGuardPageOfAnOperand) {
  CheckOptions options = this->options("abs:*:dtype=float32", [](Call& call) {
    if (call.op != "abs"_op) return;
    auto* buffer = host_buffer_of(call.operands[0]);
    static_cast<void>(*static_cast<volatile std::byte*>(
        buffer->storage() + buffer->bytes().size()));
  });
  int guarded = 0;
  for (const Record& record : report_of(options).records) {
    if (record.verdict != Verdict::kWroteOutside) continue;
    ++guarded;
    ASSERT_TRUE(record.failure && record.failure->crash) << record.id;
    const Crash& crash = *record.failure->crash;
    EXPECT_EQ("guard page after operand x", crash.address);
    EXPECT_TRUE(has(crash.call, "abs(x=float32[")) << crash.call;
    EXPECT_FALSE(crash.frames.empty());
    EXPECT_EQ("guard_pages", record.memory);
  }
  EXPECT_LT(0, guarded);
}

// The record also names a call that never ends or that calls exit().
TEST_F(CrashOfACase, NamesTheCallThatDidNotReturn) {
  for (const bool hangs : {true, false}) {
    CheckOptions options =
        this->options("add:wrap:dtype=int8", [hangs](Call& call) {
          if (call.op != "add"_op) return;
          if (!hangs) _exit(4);
          for (;;) pause();
        });
    options.timeout_seconds = 0.2;
    options.grace_seconds = 0.2;
    for (const Record& record : report_of(options).records) {
      ASSERT_TRUE(record.failure && record.failure->crash) << record.id;
      EXPECT_TRUE(has(record.failure->crash->call, "add(a=int8["))
          << record.failure->crash->call;
      EXPECT_EQ("", record.failure->crash->signal);
      EXPECT_TRUE(record.failure->crash->frames.empty());
    }
  }
}

// Keeps 2 MB of every call, as a compiler keeps what it compiled.
TEST_F(CrashOfACase, IsNotTheMemoryOfTheCasesBefore) {
  static constexpr std::size_t kKept = std::size_t{2} << 20;
  CheckOptions options = this->options("abs:*,neg:*", [](Call&) {
    static std::list<std::vector<char>> kept;
    kept.emplace_back(kKept, 'x');
  });
  options.jobs = 1;
  options.memory_bytes = resident_bytes(getpid()) + (std::size_t{64} << 20);
  const CheckReport report = report_of(options);
  EXPECT_LT(80u, report.records.size());  // twice what one process may keep
  for (const Record& record : report.records)
    EXPECT_NE(Verdict::kOutOfMemory, record.verdict)
        << record.id << ": " << record.failure->message;
}

// A single case that takes too much memory gets that verdict.
TEST_F(CrashOfACase, IsTheMemoryThatItTakes) {
  CheckOptions options = this->options("neg:value,abs:value", [](Call& call) {
    if (call.op != "neg"_op || call.operands[0].dtype != DType::kInt8) return;
    static std::list<std::vector<char>> kept;
    for (;;) kept.emplace_back(std::size_t{4} << 20, 'x');
  });
  options.timeout_seconds = 60;
  options.memory_bytes = resident_bytes(getpid()) + (std::size_t{100} << 20);
  for (const Record& record : report_of(options).records) {
    const bool hit = record.op == "neg" && record.dtype == "int8";
    EXPECT_EQ(hit ? Verdict::kOutOfMemory : Verdict::kPass, record.verdict)
        << record.id;
    if (!hit) continue;
    EXPECT_TRUE(has(record.failure->message, "where --memory allows "))
        << record.failure->message;
    EXPECT_TRUE(has(record.failure->crash->call, "neg(x=int8["));
  }
}

}  // namespace
}  // namespace assay
