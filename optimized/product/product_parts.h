// Splits products of matrices for the caches and threads. Rooms whose ops are
// products at heart, such as convolution and attention, call it too.
// Tested by tests/optimized/contraction_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "optimized/layout/parallel_axes.h"
#include "optimized/product/product.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {

// Moves c, a and b by the given numbers of elements.
inline void move(Product& product, const std::array<std::int64_t, 3>& offsets,
                 std::int64_t element) {
  const auto moved = [&](const void* from, std::size_t i) {
    return static_cast<const std::byte*>(from) + offsets[i] * element;
  };
  product.c = static_cast<std::byte*>(product.c) + offsets[0] * element;
  product.a.elements = moved(product.a.elements, 1);
  product.b.elements = moved(product.b.elements, 2);
}

// The fewest rows and columns of a range that a thread takes.
struct LeastPart {
  std::int64_t rows = 1, columns = 2;
};

// Calls multiply(part) for ranges of columns of a single product, each of which
// copies its own part of b. If there are few columns, the ranges are of rows.
template <typename F>
void in_parts_of_one(const Product& whole, std::int64_t element,
                     const LeastPart& least, bool is_worth, F multiply) {
  const Settings& use = settings();
  const std::int64_t height = std::max(use.matmul_rows / 20, least.rows);
  // A few rows read the lines of b in order. A range has more than one column,
  // because a single one would be summed in another way.
  const std::int64_t width = std::max(
      use.matmul_columns / (whole.m < height ? 16 : 64), least.columns);
  if (whole.n >= 2 * width &&
      (whole.n >= whole.m || whole.n >= width * range_count() / 2)) {
    const std::int64_t units = whole.n / width;
    in_ranges(units, 1, is_worth, [&](std::int64_t first, std::int64_t last) {
      Product part = whole;
      part.n = (last == units ? whole.n : last * width) - first * width;
      move(part, {first * width, 0, first * width * whole.b.column}, element);
      multiply(part);
    });
  } else {
    in_ranges(
        whole.m, height, is_worth, [&](std::int64_t first, std::int64_t last) {
          Product part = whole;
          part.m = last - first;
          move(part, {first * whole.c_row, first * whole.a.row, 0}, element);
          multiply(part);
        });
  }
}

// Calls multiply(part) for the parts of a product that threads take: ranges of
// the batch, or of each product if the batch is small.
template <typename F>
void in_parts(const Product& whole, std::int64_t element, F multiply,
              const LeastPart& least = {}) {
  const Axes<3>& batch = whole.batch;
  std::int64_t longest = 0;
  std::int64_t products = 1;
  for (std::size_t i = 0; i < batch.count(); ++i) {
    products *= batch[i].extent;
    longest = std::max(longest, batch[i].extent);
  }
  const auto is_worth = [&](std::int64_t count) {
    const std::int64_t elements =
        whole.m * whole.k + whole.k * whole.n + whole.m * whole.n;
    return is_worth_threads(count * elements * element,
                            count * 2 * whole.m * whole.n * whole.k);
  };
  if (!is_worth(products)) return multiply(whole);
  if (longest >= range_count())
    return in_axis_ranges(batch, 1, true,
                          [&](const Axes<3>& axes, const auto& offsets) {
                            Product part = whole;
                            part.batch = axes;
                            move(part, offsets, element);
                            multiply(part);
                          });
  for_outer(batch, batch.count(), [&](const auto& offsets) {
    Product one = whole;
    one.batch = Axes<3>();
    move(one, offsets, element);
    in_parts_of_one(one, element, least, is_worth(1), multiply);
  });
}

// Multiplies floats on all threads if that is worth it. The operands have any
// strides, and results do not depend on them. `matrix_rows` of the product and
// its extents decide in which order a sum is added.
void multiply_real(const Product& whole, bool is_double);

// Does the same on the calling thread alone, for calls that split themselves.
void multiply_real_alone(const Product& product, bool is_double);

}  // namespace assay::optimized
