// Declares the targets of libFuzzer. Each is a function that accepts any
// sequence of bytes. If something that it demands does not hold, the process
// ends with a sentence.
// Tested by tests/fuzz/targets_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assay {

using FuzzBytes = std::span<const std::uint8_t>;

// Demands that a text is a case or is refused, and that a case that is written
// reads back as the same.
void fuzz_case_json(FuzzBytes bytes);

// Reads frames as those of an adapter to the host, and of a host to an adapter.
void fuzz_wire(FuzzBytes bytes);

// Reads a file of expectations; a line that is written must read back as the
// same.
void fuzz_expectations(FuzzBytes bytes);

// Acts as a plugin whose answers through the C header are made of the bytes.
void fuzz_plugin(FuzzBytes bytes);

// Compares views, made by a chain of steps, with the enumeration of their
// elements.
void fuzz_view(FuzzBytes bytes);

// Runs a program on the plugin that ASSAY_FUZZ_SUBJECT names, or on the
// reference through the C header, and judges it by the reference. A failing
// program is shrunk and written to fuzz-program.json.
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

// Ends the process with the sentence if `holds` is false.
void demand(bool holds, std::string_view sentence);

}  // namespace assay
