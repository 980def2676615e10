// Notes the functions that a process was in when a signal ended it. The signal
// handler stores only addresses, files and offsets, in memory that outlives the
// process. The process that reads them looks the names up later.
// Tested by tests/harness/run/crash_frames_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace assay {

// Holds an address of a process and what was mapped there.
struct MappedPlace {
  std::uint64_t address = 0;
  std::uint64_t offset = 0;      // in the file
  std::array<char, 8> rights{};  // "r-xp"; empty if nothing is mapped
  std::array<char, 200> file{};  // its path; empty if there is none
};

// Holds the frames of one thread. A signal handler fills it in.
struct CrashFrames {
  std::uint32_t count = 0;
  // The instruction that the process executed, then the return addresses of its
  // callers, the innermost first.
  std::array<MappedPlace, 24> places{};
};
static_assert(std::is_trivially_copyable_v<CrashFrames>);

// Loads what take_frames() needs. Call it once before the first signal.
void prepare_frames();

// Fills in what is mapped at the address of the place. A signal handler may
// call it, but only one at a time.
void locate(MappedPlace& place);

// Notes where the process was when a signal came; `context` is the context
// given to the handler. Only a signal handler should call it. It takes no lock
// and allocates nothing.
void take_frames(const void* context, CrashFrames& frames);

// Return the instruction pointer and the stack pointer of a signal's context,
// or 0 on a processor type that this code does not know.
std::uint64_t instruction_of(const void* context);
std::uint64_t stack_of(const void* context);

// Returns the file name of a place without its folder, or "" if there is none.
std::string file_of(const MappedPlace& place);

// Returns the frames as "kernel+0x24 (libfoo.so+0x1139)", or without the
// function if the file does not name it. Frames of this program that called
// into a library are left out. A subject may have overwritten the memory, so
// any content is accepted.
std::vector<std::string> text_of(const CrashFrames& frames);

}  // namespace assay
