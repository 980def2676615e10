// The loops whose speed is the machine's: each as fast as one thread can move
// bytes, or multiply and add. Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::bench {

// `count` is a multiple of 64; the pointers are aligned to 64 bytes.
enum class Stream : std::uint8_t { kFill, kCopy, kAdd, kSum };
inline constexpr std::string_view kStreamNames[] = {"fill", "copy", "add",
                                                    "sum"};

// Carries the stream out once, over `count` floats per array. With `past`,
// stores go past the caches, and a sum is read in four places at once. Returns
// something that depends on the result.
float stream(Stream kind, bool past, const float* a, const float* b, float* out,
             std::size_t count);

// Multiplies and adds for so many rounds, and returns how many operations that
// were; `sink` takes something that depends on the result.
double multiply_add(bool is_double, std::int64_t rounds, double& sink);

// Returns the name of the instruction set that the loops run on.
std::string_view roofline_target();

}  // namespace assay::bench
