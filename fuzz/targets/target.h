// The targets of libFuzzer, each a function that any sequence of bytes may be
// given to. What must hold is demanded; where it does not, the process ends
// with a sentence. Tested by tests/fuzz/targets_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assay {

using FuzzBytes = std::span<const std::uint8_t>;

// A text is a case or is refused; a case that is written reads as the same.
void fuzz_case_json(FuzzBytes bytes);

// Frames from an adapter to the host, and from a host to an adapter.
void fuzz_wire(FuzzBytes bytes);

// A file of expectations; a line that is written reads as the same.
void fuzz_expectations(FuzzBytes bytes);

// The C header from the host's side: what a plugin answers is made of bytes.
void fuzz_plugin(FuzzBytes bytes);

// Views made by a chain of steps, against the enumeration of their elements.
void fuzz_view(FuzzBytes bytes);

// A program on the plugin that ASSAY_FUZZ_SUBJECT names, or on the reference
// behind the C header, judged by the reference. One that fails is shrunk and
// written to fuzz-program.json.
void fuzz_program(FuzzBytes bytes);

// The targets by name.
struct FuzzTarget {
  std::string_view name;
  void (*run)(FuzzBytes bytes);
};
inline constexpr FuzzTarget kFuzzTargets[] = {
    {"case_json", fuzz_case_json},
    {"wire", fuzz_wire},
    {"expectations", fuzz_expectations},
    {"plugin", fuzz_plugin},
    {"view", fuzz_view},
    {"program", fuzz_program}};

// Ends the process with the sentence where `holds` is false.
void demand(bool holds, std::string_view sentence);

}  // namespace assay
