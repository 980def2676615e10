// Declares loops that run as fast as the machine allows: they move bytes, or
// multiply and add, and do nothing else.
// Tested by tests/bench/run_bench_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assay::bench {

// The kinds of stream. For all of them, `count` must be a multiple of 64 and
// the pointers must be aligned to 64 bytes.
enum class Stream : std::uint8_t { kFill, kCopy, kAdd, kSum };
inline constexpr std::string_view kStreamNames[] = {"fill", "copy", "add",
                                                    "sum"};

// Runs a stream once over `count` floats per array. With `past`, stores bypass
// the caches, and a sum reads in four places at once. Returns something that
// depends on the result, so that the compiler keeps the loop.
float stream(Stream kind, bool past, const float* a, const float* b, float* out,
             std::size_t count);

// The number of independent chains of multiply-adds that is as fast as any
// more: it hides a latency of six cycles in two units, and leaves registers for
// the factors.
inline constexpr int kChains = 12;

// Runs `rounds` rounds of a multiply-add in each chain and returns the number
// of operations. `chains` is 1 or kChains. `sink` receives something that
// depends on the result.
double multiply_add(bool is_double, int chains, std::int64_t rounds,
                    double& sink);

// Returns the name of the instruction set that the loops use.
std::string_view roofline_target();

}  // namespace assay::bench
