// Chooses radices and matrices by a model of the time that passes take.
// Tested by tests/optimized/fourier_plans_test.cc.
#include "optimized/fourier/column_radices.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace assay::optimized {
namespace {

constexpr int kOddRadices[] = {13, 11, 7, 5, 3};

// Returns how long a pass takes for one row, in additions of two vectors: the
// arithmetic of a butterfly and of the multiplication by roots, and moving the
// row.
double row_cost(int radix) {
  switch (radix) {
    case 2:
      return 11;
    case 3:
      return 14;
    case 4:
      return 13;
    case 5:
      return 17;
    case 7:
      return 22;
    case 8:
      return 16;
    case 11:
      return 40;
    case 13:
      return 46;
    default:
      return 22;
  }
}

double column_cost(std::int64_t n) {
  // The call of each pass costs as much as some rows.
  constexpr double kCall = 40;
  double cost = 0;
  for (const int radix : radices_of(n))
    cost += kCall + row_cost(radix) * static_cast<double>(n);
  // Above this many rows the two buffers leave L1.
  constexpr std::int64_t kRowsInCache = 256;
  return n > kRowsInCache ? 1.3 * cost : cost;
}

}  // namespace

bool has_radices(std::int64_t n) {
  n >>= std::countr_zero(static_cast<std::uint64_t>(n));
  for (const int radix : kOddRadices)
    while (n % radix == 0) n /= radix;
  return n == 1;
}

std::vector<int> radices_of(std::int64_t n) {
  std::vector<int> radices;
  const int bits = std::countr_zero(static_cast<std::uint64_t>(n));
  n >>= bits;
  for (const int radix : kOddRadices)
    for (; n % radix == 0; n /= radix) radices.push_back(radix);
  // As few passes as possible, of radices that are nearly equal. The last pass
  // multiplies by no roots, so it gets the largest.
  const int passes = (bits + 3) / 4;
  for (int i = 0, rest = bits; i < passes; ++i) {
    const int some = rest / (passes - i);
    radices.push_back(1 << some);
    rest -= some;
  }
  return radices;
}

double matrix_cost(MatrixShape shape, std::int64_t lanes) {
  // Turning a tile, for each of its rows.
  constexpr double kTurn = 12;
  const std::int64_t groups = (shape.columns + lanes - 1) / lanes;
  const std::int64_t blocks = (shape.rows + lanes - 1) / lanes;
  return static_cast<double>(groups) * column_cost(shape.rows) +
         static_cast<double>(blocks) * column_cost(shape.columns) +
         kTurn * static_cast<double>(groups * blocks * lanes);
}

std::optional<MatrixShape> matrix_shape_of(std::int64_t n, std::int64_t lanes) {
  std::optional<MatrixShape> best;
  const std::int64_t least = std::max<std::int64_t>(lanes, 2);
  for (std::int64_t rows = least; rows <= n / least; ++rows) {
    // The larger side is at most about the square of the smaller one, so that
    // no side leaves the caches.
    if (n % rows != 0) continue;
    const MatrixShape shape{rows, n / rows};
    if (!best || matrix_cost(shape, lanes) < matrix_cost(*best, lanes))
      best = shape;
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
