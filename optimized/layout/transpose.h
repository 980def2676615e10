// Transposes tiles of elements of 1 to 8 bytes in registers, so that every
// cache line is read and written once.
// Tested by tests/optimized/strided_copy_test.cc.
#pragma once

#include <cstdint>

namespace assay::optimized {

// Stores to[r * to_row + c] = from[c * from_column + r] for r < rows and c <
// columns. Strides count elements.
void transpose(std::uint8_t* to, std::int64_t to_row, const std::uint8_t* from,
               std::int64_t from_column, std::int64_t rows,
               std::int64_t columns);
void transpose(std::uint16_t* to, std::int64_t to_row,
               const std::uint16_t* from, std::int64_t from_column,
               std::int64_t rows, std::int64_t columns);
void transpose(std::uint32_t* to, std::int64_t to_row,
               const std::uint32_t* from, std::int64_t from_column,
               std::int64_t rows, std::int64_t columns);
void transpose(std::uint64_t* to, std::int64_t to_row,
               const std::uint64_t* from, std::int64_t from_column,
               std::int64_t rows, std::int64_t columns);

}  // namespace assay::optimized
