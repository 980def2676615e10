// Names of the functions in a program or shared library, from its symbol
// table. Reads the file and nothing else, so that a damaged one is no danger.
// Tested by tests/harness/run/crash_frames_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay {

// A place in an ELF file.
struct ElfPlace {
  // The address by which the file's tools, as addr2line, name the place; the
  // offset itself where the file cannot be read.
  std::uint64_t address = 0;
  // The function that the place is in, demangled, and the distance from its
  // start; "" where the file names none.
  std::string function;
  std::uint64_t distance = 0;
};

// Returns a place for each offset into the file. `is_return[i]` says that place
// i is a return address: the call before it is what is looked up.
std::vector<ElfPlace> elf_places(const std::string& path,
                                 std::span<const std::uint64_t> offsets,
                                 const std::vector<bool>& is_return);

}  // namespace assay
