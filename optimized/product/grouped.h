// Declares products of 8- and 16-bit elements whose instructions multiply a
// group of neighbours along k and add the products to one 32-bit sum: integers,
// whose sums wrap, and bfloat16 where the processor has such an instruction.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>

#include "optimized/product/product.h"

namespace assay::optimized {

// A tile of sums: rows of a times `vectors` vectors of columns of b. Each
// 32-bit word of a and b is a group. Rows of a are `a_row` words apart, or in
// the order of registers. Rows of b and of `sums` follow each other.
struct GroupedTile {
  int rows, vectors;
  const std::uint32_t* a;
  std::int64_t a_row;
  const std::uint32_t* b;
  std::int64_t groups;  // the depth
  std::uint32_t* sums;  // replaced, or added to by a kernel of tile registers
  bool adds = false;
};

// A kernel and the tiles that it takes.
struct GroupedKernel {
  // Null if the processor has no such kernel.
  void (*multiply)(const GroupedTile& tile) = nullptr;
  std::int64_t rows = 6, vectors = 4;  // of a tile, at most
  // The depth of a tile is a multiple of `groups`.
  std::int64_t groups = 1;

  // Returns whether the kernel needs TileRegisters. Then a is a row of blocks
  // of 16 rows by 16 words for each 16 rows, and whole blocks are read and
  // stored.
  bool is_of_tile_registers() const { return groups != 1; }
};

// Return a kernel for vectors of 64 bytes. Groups are 4 bytes (whose sums are
// right modulo 2^8, whatever their signs) or 2 bfloat16.
GroupedKernel byte_kernel();
GroupedKernel bfloat16_kernel();

// Returns a kernel of bytes for tile registers, whether or not the processor
// has them.
GroupedKernel byte_tile_kernel();

// Returns whether there are tile registers and a whole product is faster in
// them than in vectors.
bool suits_tile_registers(const Product& product, bool is_bytes);

// Returns whether a product of this size is computed in groups. If few rows of
// a read b, bringing b into groups takes longer than it saves. For bfloat16,
// whose sums depend on it, `product` is one whole matrix.
bool is_worth_grouping(const Product& product, DType dtype);

// Multiplies integers of 8 or 16 bits. The rows of b are contiguous. Returns
// false, and writes nothing, if the target has no kernel.
bool multiply_grouped_integers(const Product& product, DType compute);

// Returns whether the setting `target` allows an instruction for bfloat16 that
// the processor has.
bool multiplies_bfloat16();

// The lowest biased exponents of the bfloat16 of a and of b, other than zero.
struct LowestExponents {
  std::uint32_t a = 255, b = 255;

  LowestExponents and_of(const LowestExponents& other) const {
    return {std::min(a, other.a), std::min(b, other.b)};
  }
  // Returns whether the instruction for bfloat16 gives the sums of IEEE
  // arithmetic. It takes subnormal numbers for zeros. No operand may be one,
  // and no sum: each is a multiple of the product of the smallest ulps of a
  // and b.
  bool suit_bfloat16_kernel() const;
};

// Multiplies bfloat16, given as their bits, adds bias[j] to all sums of column
// j unless `bias` is null, and rounds once. The rows of a and b are contiguous.
// The sum of an element is one chain per part of k, whose length follows from
// the settings alone. Results count only if the exponents that are returned
// suit the kernel.
LowestExponents multiply_grouped_bfloat16(const Product& product,
                                          const float* bias);

// The lowest biased exponent of bfloat16 other than zero, and the highest one.
struct ExponentRange {
  std::uint32_t lowest = 255, highest = 0;

  bool is_finite() const { return highest != 255; }
};

// Returns the exponents of `count` bfloat16, which show before anything is
// multiplied whether they suit the kernel.
ExponentRange exponents_of(const std::uint16_t* x, std::int64_t count);

}  // namespace assay::optimized
