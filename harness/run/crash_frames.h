// The functions that a process was in when a signal ended it. A signal handler
// notes addresses, files and offsets in memory that outlives the process; names
// are looked up later, by the process that reads it.
// Tested by tests/harness/run/crash_frames_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace assay {

// An address of a process, and what it had mapped there.
struct MappedPlace {
  std::uint64_t address = 0;
  std::uint64_t offset = 0;      // in the file
  std::array<char, 8> rights{};  // "r-xp"; empty where nothing is mapped
  std::array<char, 200> file{};  // its path; empty where there is none
};

struct CrashFrames {
  std::uint32_t count = 0;
  // Where the process was, and the return addresses of its callers, the
  // innermost first.
  std::array<MappedPlace, 24> places{};
};
static_assert(std::is_trivially_copyable_v<CrashFrames>);

// Loads what take_frames() needs. Call it once before the first signal.
void prepare_frames();

// Fills in what is mapped at the place's address. May be called by a signal
// handler, one at a time.
void locate(MappedPlace& place);

// Notes where the process was when a signal came, with the context that the
// handler was given. Only for a signal handler: what it calls takes no lock and
// allocates nothing.
void take_frames(const void* context, CrashFrames& frames);

// Returns the instruction and the stack pointer of a signal's context; 0 on a
// processor that this does not know.
std::uint64_t instruction_of(const void* context);
std::uint64_t stack_of(const void* context);

// Returns the file name at a place without its folder; "" where there is none.
std::string file_of(const MappedPlace& place);

// Returns the frames as "kernel+0x24 (libfoo.so+0x1139)", or without the name
// where the file has none. Those of this program that called a library are left
// out. The memory may have been written by a subject: anything is accepted.
std::vector<std::string> text_of(const CrashFrames& frames);

}  // namespace assay
