// Holds what a benchmark run measured: one row for each workload, subject and
// peer, and what the machine can do. Tested by
// tests/bench/bench_record_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// Holds the median of paired ratios and its 95 % confidence interval.
struct Interval {
  double median = 1;
  double low = 1;
  double high = 1;
};

// Says what a ratio means for a subject. `withheld` means that the subject did
// not conform on this workload, so no number is given.
enum class BenchVerdict : std::uint8_t {
  kFaster,
  kTie,
  kSlower,
  kUnclear,
  kMeasured,  // there is no peer to compare with
  kWithheld,
};
inline constexpr std::string_view kBenchVerdictNames[] = {
    "faster", "tie", "slower", "unclear", "measured", "withheld"};

// Holds the measurement of one workload for one subject and peer.
struct BenchRow {
  std::string id;  // of the workload
  std::string op;
  std::string family;
  std::string layout;
  std::string level;
  std::string dtype;
  std::int64_t elements = 0;
  std::int64_t bytes = 0;
  double flops = 0;
  std::string subject;
  std::string peer;    // empty if no peer has the op
  double seconds = 0;  // of one call of the subject
  double peer_seconds = 0;
  Interval ratio;    // above 1: the subject is faster
  Interval control;  // the subject against itself, in the same turns
  std::int64_t rounds = 0;
  std::int64_t repetitions = 0;  // per sample of the subject
  BenchVerdict verdict = BenchVerdict::kMeasured;
  // The time that the machine's bandwidth or arithmetic needs at least,
  // measured in this run, as a share of the subject's time; 0 if neither limits
  // the op.
  double roofline = 0;
  // The part of the machine that takes at least half of the subject's time, and
  // a figure: "L1", "L2", "L3" or "memory" with the bytes per second that the
  // subject reached, "ports" with its operations per second, "latency" with the
  // seconds of the subject's smallest call, or "instructions" with its cycles
  // per element if it is none of these.
  std::string bound;
  double bound_figure = 0;
  std::string reason;  // why it is withheld
};

// Holds one measurement of the roofline: bytes, operations or cycles per
// second.
struct RooflineEntry {
  std::string kind;        // of a stream, "fma", "fma chain" or "clock"
  std::string dtype;       // of "fma"
  std::int64_t bytes = 0;  // bytes touched by a stream, else 0
  double per_second = 0;
};

}  // namespace assay
