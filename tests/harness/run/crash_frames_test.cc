// Tests the text that says where a process was when a signal ended it:
// addresses in words, and frames with the names of functions.
#include "harness/run/crash_frames.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>

#include "harness/run/fault_address.h"
#include "harness/subject/elf_symbols.h"

namespace assay {
namespace {

// Returns the report of a child that calls act() under a watch and dies.
FaultReport report_of(const std::function<void()>& act) {
  void* page = ::mmap(nullptr, sizeof(FaultReport), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  EXPECT_NE(page, MAP_FAILED);
  auto* report = new (page) FaultReport;
  const pid_t child = ::fork();
  if (child == 0) {
    // Not the handlers of a sanitizer, which would print.
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
      std::signal(signal, SIG_DFL);
    GuardedMemory memory;
    const FaultWatch watch(memory, *report);
    act();
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(child, ::waitpid(child, &status, 0));
  EXPECT_TRUE(WIFSIGNALED(status)) << status;
  const FaultReport copy = *report;
  EXPECT_EQ(WTERMSIG(status), copy.signal);
  ::munmap(page, sizeof(FaultReport));
  return copy;
}

volatile std::uintptr_t some_address = 8;

[[gnu::noinline]] void write_to_some_address() {
  *reinterpret_cast<volatile int*>(some_address) = 1;
}
[[gnu::noinline]] void read_some_address() {
  static_cast<void>(*reinterpret_cast<volatile int*>(some_address));
}
#ifdef __clang__
// The sanitizer would read what is in front of a function before it is called.
[[clang::no_sanitize("function")]]
#endif
[[gnu::noinline]] void
call_some_address() {
  reinterpret_cast<void (*)()>(some_address)();
  some_address = 1;  // so that the call is not the last thing done
}
[[gnu::noinline]] int fill_the_stack(int depth) {
  volatile char frame[4096] = {};
  frame[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : fill_the_stack(depth + 1) + frame[0];
}

FaultReport report_at(std::uintptr_t address, void (*act)()) {
  return report_of([=] {
    some_address = address;
    act();
  });
}

#if defined(__x86_64__)
TEST(AddressText, SaysHowFarFromNull) {
  const auto text = [](std::uintptr_t address, void (*act)()) {
    return access_text(report_at(address, act));
  };
  EXPECT_EQ("it wrote to null", text(0, write_to_some_address));
  EXPECT_EQ("it wrote to null + 8", text(8, write_to_some_address));
  EXPECT_EQ("it read null + 65535", text(65535, read_some_address));
  EXPECT_EQ("it read 0x10000, where no memory is",
            text(65536, read_some_address));
  EXPECT_EQ("it called null", text(0, call_some_address));
  EXPECT_EQ("it touched an address that no memory can have",
            text(std::uintptr_t{1} << 62, read_some_address));
}

TEST(AddressText, SaysWhatIsMappedThere) {
  void* page =
      ::mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const FaultReport fault =
      report_at(reinterpret_cast<std::uintptr_t>(page), read_some_address);
  EXPECT_NE(std::string::npos,
            address_text(fault).find(", where memory is protected"))
      << address_text(fault);
  ::munmap(page, 4096);
  // A constant of this program.
  static const int kConstant = 3;
  const FaultReport written = report_at(
      reinterpret_cast<std::uintptr_t>(&kConstant), write_to_some_address);
  EXPECT_NE(std::string::npos,
            address_text(written).find(" in assay_harness_test"))
      << address_text(written);
}

TEST(AddressText, TellsAFullStack) {
  const FaultReport fault = report_of([] { fill_the_stack(0); });
  EXPECT_EQ("the end of the stack", address_text(fault));
  EXPECT_EQ("it ran out of stack", access_text(fault));
  EXPECT_EQ(SIGSEGV, fault.signal);
}

TEST(AddressText, NamesTheTensorOfAGuardPage) {
  FaultReport fault;
  fault.kind = FaultReport::Address::kKnown;
  fault.tensor = {'a'};
  fault.is_operand = true;
  fault.place = FaultReport::Place::kBehind;
  EXPECT_EQ("guard page after operand a", address_text(fault));
  fault.place = FaultReport::Place::kBefore;
  EXPECT_EQ("guard page before operand a", address_text(fault));
  fault.is_operand = false;
  EXPECT_EQ("guard page before a", address_text(fault));
}

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// The function that died is the first frame, under its own name and file.
TEST(CrashFrames, BeginWhereItDied) {
  const Crash crash = crash_of(report_at(8, write_to_some_address));
  EXPECT_EQ("SIGSEGV", crash.signal);
  EXPECT_EQ("null + 8", crash.address);
  ASSERT_LT(1u, crash.frames.size());
  EXPECT_TRUE(has(crash.frames[0], "write_to_some_address()+0x"))
      << crash.frames[0];
  EXPECT_TRUE(has(crash.frames[0], "(assay_harness_test+0x"))
      << crash.frames[0];
  EXPECT_EQ(crash.frames[0], telling_frame(crash.frames));
}

// Nothing can be unwound from an address without code: its caller is there.
TEST(CrashFrames, OfACallOfNullNameTheCaller) {
  const Crash crash = crash_of(report_at(0, call_some_address));
  ASSERT_FALSE(crash.frames.empty());
  EXPECT_TRUE(has(telling_frame(crash.frames), "call_some_address()"))
      << telling_frame(crash.frames);
}
#endif

[[gnu::noinline]] void give_up() { std::abort(); }

TEST(CrashFrames, OfAnAbortAreTold) {
  const FaultReport fault = report_of([] { give_up(); });
  const Crash crash = crash_of(fault);
  EXPECT_EQ("SIGABRT", crash.signal);
  EXPECT_EQ("", crash.address);
  EXPECT_EQ("", access_text(fault));
  EXPECT_TRUE(has(telling_frame(crash.frames), "give_up()+0x"))
      << telling_frame(crash.frames);
}

// A subject may have written to the memory that they are in.
TEST(CrashFrames, ThatWereSpoiltAreNoDanger) {
  CrashFrames frames;
  std::memset(static_cast<void*>(&frames), 0xff, sizeof frames);
  EXPECT_GT(100u, text_of(frames).size());
  FaultReport fault;
  std::memset(static_cast<void*>(&fault.at), 0xff, sizeof fault.at);
  std::memset(static_cast<void*>(&fault.frames), 0xff, sizeof fault.frames);
  fault.place = FaultReport::Place::kElsewhere;
  fault.signal = -1;
  EXPECT_EQ("", crash_of(fault).signal);
}

TEST(ElfPlaces, OfWhatIsNoProgramAreOffsets) {
  const std::string path = testing::TempDir() + "no_program";
  for (const std::size_t size : {0u, 10u, 64u, 5000u}) {
    std::string text =
        "\x7f"
        "ELF\x02\x01\x01" +
        std::string(5000, '\xff');
    std::ofstream(path, std::ios::binary) << text.substr(0, size);
    const std::uint64_t offsets[] = {0x1234};
    const auto places = elf_places(path, offsets, {false});
    ASSERT_EQ(1u, places.size());
    EXPECT_EQ(0x1234u, places[0].address);
    EXPECT_EQ("", places[0].function);
  }
  const std::uint64_t offsets[] = {1, 2};
  EXPECT_EQ(2u, elf_places("/no/such", offsets, {false, true}).size());
  EXPECT_EQ(2u, elf_places("/dev/null", offsets, {false, true}).size());
}

}  // namespace
}  // namespace assay
