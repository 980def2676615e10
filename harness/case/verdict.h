// Defines the closed list of verdicts on a case. If there are several, the
// worst one wins. Only `pass` counts as passed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

// From best to worst.
enum class Verdict : std::uint8_t {
  kPass,
  kUnsupported,
  kExpectedFailure,
  kFlaky,
  kMissing,
  kUnexpectedPass,
  kFail,
  kNondeterministic,
  kWrongMetadata,
  kModifiedOperand,
  kWroteOutside,
  kChangedEnvironment,
  kProtocolError,
  kOutOfMemory,
  kTimedOut,
  kCrashed,
  kHarnessError,
};
inline constexpr std::string_view kVerdictNames[] = {"pass",
                                                     "unsupported",
                                                     "expected_failure",
                                                     "flaky",
                                                     "missing",
                                                     "unexpected_pass",
                                                     "fail",
                                                     "nondeterministic",
                                                     "wrong_metadata",
                                                     "modified_operand",
                                                     "wrote_outside",
                                                     "changed_environment",
                                                     "protocol_error",
                                                     "out_of_memory",
                                                     "timed_out",
                                                     "crashed",
                                                     "harness_error"};

constexpr std::string_view name_of(Verdict verdict) {
  return kVerdictNames[static_cast<int>(verdict)];
}
constexpr Verdict worst(Verdict a, Verdict b) { return a < b ? b : a; }
// Returns whether the verdict counts against the subject or the run.
constexpr bool is_failure(Verdict verdict) {
  return verdict >= Verdict::kUnexpectedPass;
}
constexpr std::optional<Verdict> verdict_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kVerdictNames); ++i)
    if (kVerdictNames[i] == name) return static_cast<Verdict>(i);
  return std::nullopt;
}

}  // namespace assay
