// Runs of memory that are copied or filled. Stores that go past the caches are
// for results that no cache keeps: lines are not read to be overwritten.
// Tested by tests/optimized/plain_run_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Returns whether a result of so many bytes goes past the caches
// (settings().stream_bytes).
bool goes_past_caches(std::int64_t bytes);

// Copies bytes in order; where the two overlap, any bytes may come of it. The
// time of memmove() depends on how the two lie: rows of 4088 bytes in the third
// cache take it 1.3 times as long, and ten times where they go 4 bytes further
// in their pages.
void copy_bytes(std::byte* to, const std::byte* from, std::int64_t bytes);

// Copies bytes that do not overlap past the caches. What is stored is in order
// with later stores after end_past_caches() only.
void copy_past_caches(std::byte* to, const std::byte* from, std::int64_t bytes);
void end_past_caches();

// Fills `count` elements of 1, 2, 4, 8 or 16 bytes with one; past the caches
// where all of them are many.
void fill_run(std::byte* to, const std::byte* element,
              std::size_t element_bytes, std::int64_t count);

}  // namespace assay::optimized
