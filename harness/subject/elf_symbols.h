// Finds the names of functions in a program or shared library from its symbol
// table. It only reads the file and checks every offset, so a damaged file does
// no harm.
// Tested by tests/harness/run/crash_frames_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay {

// Describes a place in an ELF file.
struct ElfPlace {
  // The address that tools such as addr2line use for the place, or the offset
  // itself if the file cannot be read.
  std::uint64_t address = 0;
  // The demangled function that contains the place, and the distance from its
  // start; "" if the file names none.
  std::string function;
  std::uint64_t distance = 0;
};

// Returns a place for each offset into the file. If `is_return[i]` is true,
// offset i is a return address, and the call instruction before it is looked
// up.
std::vector<ElfPlace> elf_places(const std::string& path,
                                 std::span<const std::uint64_t> offsets,
                                 const std::vector<bool>& is_return);

}  // namespace assay
