// Chooses radices and matrices by a model of the time that passes take.
// Tested by tests/optimized/fourier_plans_test.cc.
#include "optimized/fourier/column_radices.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>

namespace assay::optimized {
namespace {

constexpr int kOddRadices[] = {13, 11, 7, 5, 3};

// Returns about how many nanoseconds a pass takes for one row of a vector of 64
// bytes: the arithmetic of a butterfly, the multiplication by roots, and moving
// the row. Only the ratios matter. They are between those measured on a Zen 4,
// whose vectors of 64 bytes are computed as two halves, and those on a Granite
// Rapids.
double row_cost(int radix) {
  switch (radix) {
    case 2:
      return 1.3;
    case 3:
      return 1.6;
    case 4:
      return 1.7;
    case 5:
      return 2.5;
    case 7:
      return 3;
    case 8:
      return 2.2;
    case 11:
      return 6;
    case 12:
      return 3.1;
    case 13:
      return 7;
    default:
      return 3.6;
  }
}

// The same for turning a row of a tile, for the call of a pass, and for a row
// of shorter vectors, as a share.
constexpr double kTurnCost = 2.5;
constexpr double kCallCost = 5;
constexpr double kShortVector = 0.7;

double column_cost(std::int64_t n, std::int64_t vector_bytes) {
  // Buffers of more than this many bytes leave L1 and L2.
  constexpr std::int64_t kL1 = std::int64_t{32} << 10;
  constexpr std::int64_t kL2 = std::int64_t{256} << 10;
  double rows = 0, calls = 0;
  for (const int radix : radices_of(n)) {
    rows += row_cost(radix) * static_cast<double>(n);
    calls += kCallCost;
  }
  const std::int64_t bytes = 2 * n * vector_bytes;
  rows *= bytes > kL2 ? 1.6 : bytes > kL1 ? 1.2 : 1;
  return (vector_bytes > 32 ? rows : kShortVector * rows) + calls;
}

// Returns how many passes a power of two takes. The rows of a pass of radix 16
// over many rows would compete for the same cache sets.
int passes_of_two(int bits) {
  constexpr int kFewBits = 7;
  const int most = bits <= kFewBits ? 4 : 3;
  return (bits + most - 1) / most;
}

}  // namespace

bool has_radices(std::int64_t n) {
  n >>= std::countr_zero(static_cast<std::uint64_t>(n));
  for (const int radix : kOddRadices)
    while (n % radix == 0) n /= radix;
  return n == 1;
}

std::vector<int> radices_of(std::int64_t n) {
  const auto bits = std::countr_zero(static_cast<std::uint64_t>(n));
  std::vector<int> radices;
  std::int64_t odd = n >> bits;
  // One pass of radix 12 if it takes the place of two and the others are of
  // radix 8, with which it was faster.
  const bool has_twelve = bits >= 2 && bits % 3 == 2 && odd % 3 == 0;
  if (has_twelve) {
    radices.push_back(12);
    odd /= 3;
  }
  for (const int radix : kOddRadices)
    for (; odd % radix == 0; odd /= radix) radices.push_back(radix);
  // As few passes as possible, of radices that are nearly equal. The last pass
  // multiplies by no roots, so it gets the largest.
  int rest = has_twelve ? bits - 2 : bits;
  for (int passes = passes_of_two(rest); passes > 0; --passes) {
    const int some = rest / passes;
    radices.push_back(1 << some);
    rest -= some;
  }
  return radices;
}

double matrix_cost(MatrixShape shape, std::int64_t lanes,
                   std::int64_t element_bytes) {
  const std::int64_t vector_bytes = lanes * element_bytes;
  const std::int64_t groups = (shape.columns + lanes - 1) / lanes;
  const std::int64_t blocks = (shape.rows + lanes - 1) / lanes;
  const double turns = kTurnCost * static_cast<double>(groups * blocks * lanes);
  const double cost =
      static_cast<double>(groups) * column_cost(shape.rows, vector_bytes) +
      static_cast<double>(blocks) * column_cost(shape.columns, vector_bytes) +
      (vector_bytes > 32 ? turns : kShortVector * turns);
  // Nearly square matrices were the faster ones where the rest is equal.
  constexpr double kUneven = 0.05;
  const double ratio =
      static_cast<double>(shape.rows) / static_cast<double>(shape.columns);
  return cost * (1 + kUneven * std::abs(std::log2(ratio)));
}

std::optional<MatrixShape> matrix_shape_of(std::int64_t n, std::int64_t lanes,
                                           std::int64_t element_bytes) {
  std::optional<MatrixShape> best;
  double cost = 0;
  const auto consider = [&](std::int64_t rows, std::int64_t columns) {
    if (rows < lanes || columns < lanes) return;
    const double own = matrix_cost({rows, columns}, lanes, element_bytes);
    if (best && own >= cost) return;
    best = MatrixShape{rows, columns};
    cost = own;
  };
  // If a matrix and its transpose cost the same, the one with more rows was
  // faster, so it is considered first.
  for (std::int64_t few = 2; few * few <= n; ++few) {
    if (n % few != 0) continue;
    consider(n / few, few);
    consider(few, n / few);
  }
  return best;
}

std::int64_t fast_length(std::int64_t least) {
  auto length = static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(least)));
  // Lengths with an odd factor are worth it if there is enough left to fill
  // vectors.
  constexpr std::int64_t kLeastWithFactor = 512;
  const std::int64_t power = length;
  for (const std::int64_t odd : {5, 3})
    if (power >= kLeastWithFactor &&
        power / 8 * odd * (odd == 3 ? 2 : 1) >= least)
      length = std::min(length, power / 8 * odd * (odd == 3 ? 2 : 1));
  return length;
}

}  // namespace assay::optimized
