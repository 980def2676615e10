// Declares products of 8- and 16-bit elements whose instructions multiply a
// group of neighbours along k and add the products to one 32-bit sum: integers,
// whose sums wrap, and bfloat16 where the processor has such an instruction.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <cstdint>

#include "optimized/product/product.h"

namespace assay::optimized {

// A tile of sums: `rows` rows of a, at most 6, times `vectors` vectors of
// columns of b, at most 4. Each 32-bit word of a and b is a group. Rows of a
// are `a_row` words apart; rows of b and of `sums` follow each other.
struct GroupedTile {
  int rows, vectors;
  const std::uint32_t* a;
  std::int64_t a_row;
  const std::uint32_t* b;
  std::int64_t groups;  // the depth
  std::uint32_t* sums;  // replaced
};
using GroupedKernel = void (*)(const GroupedTile& tile);

// Return a kernel for vectors of 64 bytes, or null if the processor has none.
// Groups are 4 bytes (whose sums are right modulo
// 2^8, whatever their signs) or 2 bfloat16.
GroupedKernel byte_kernel();
GroupedKernel bfloat16_kernel();

// Returns whether a product of this size is computed in groups. If few rows of
// a read b, bringing b into groups takes longer than it saves. For bfloat16,
// whose sums depend on it, `product` is one whole matrix.
bool is_worth_grouping(const Product& product, DType dtype);

// Multiplies integers of 8 or 16 bits. The rows of b are contiguous. Returns
// false, and writes nothing, if the target has no kernel.
bool multiply_grouped_integers(const Product& product, DType compute);

// Returns whether the processor has an instruction for bfloat16 and the setting
// `target` allows it.
bool multiplies_bfloat16();

// Multiplies bfloat16, given as their bits, and rounds once. The rows of b are
// contiguous, and multiplies_bfloat16() is true. The sum of an element is one
// chain per part of k, whose length follows from the settings alone.
void multiply_grouped_bfloat16(const Product& product);

// Returns whether the instruction for bfloat16 gives the sums of IEEE
// arithmetic. It takes subnormal numbers for zeros. No operand may be one, and
// no sum: each is a multiple of the product of the smallest ulps of a and b.
bool suits_bfloat16_kernel(const std::uint16_t* a, std::int64_t a_count,
                           const std::uint16_t* b, std::int64_t b_count);

}  // namespace assay::optimized
