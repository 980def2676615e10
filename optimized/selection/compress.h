// Keeps the elements whose mask is true, in order.
// Tested by tests/optimized/selection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::optimized {

// Returns how many of the bytes are not 0.
std::int64_t count_true(const std::uint8_t* mask, std::int64_t count);

// Stores the elements of 1, 2, 4, 8 or 16 bytes whose mask is true. `kept` is
// their count; nothing is written after them. A mask holds bytes of 0 and 1.
void compress(std::byte* to, const std::byte* from, const std::uint8_t* mask,
              std::int64_t count, std::size_t element_bytes, std::int64_t kept);

// Stores `first` + the positions of the true bytes. Returns their count. There
// is room for kPositionSlack positions more.
inline constexpr std::int64_t kPositionSlack = 64;
std::int64_t true_positions(std::int32_t* to, const std::uint8_t* mask,
                            std::int64_t count, std::int32_t first);

}  // namespace assay::optimized
