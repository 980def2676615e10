// Checks Householder reflections, factors and plane rotations against plain
// loops, on every target.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

#include "optimized/linalg/dealt_parts.h"
#include "optimized/linalg/householder.h"
#include "optimized/linalg/matrix_vector.h"
#include "optimized/linalg/reflectors.h"
#include "optimized/linalg/rotations.h"
#include "tests/optimized/linalg_targets.h"

// Rows and columns are signed here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"

namespace assay::optimized {
namespace {

using test::for_both_types;
using LinalgReflections = test::LinalgTargets;

TEST_P(LinalgReflections, RotateRows) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    constexpr std::int64_t kRows = 9;
    const std::int64_t columns = 5 * vector_unit<T>;
    auto rows = noise<T>(kRows * columns);
    std::vector<double> expected(rows.begin(), rows.end());
    Rotations<T> rotations(rows.data(), columns);
    for (int iteration = 0; iteration < 70; ++iteration) {
      // Some iterations have the same rows as the one before.
      const std::int64_t first = iteration / 3 % 4;
      const std::int64_t last = first + 1 + iteration / 3 % 5;
      rotations.begin(first);
      for (std::int64_t i = first; i < last; ++i) {
        const double c = std::cos(double(iteration + i));
        const double s = std::sin(double(iteration + i));
        rotations.add(c, s);
        for (std::int64_t j = 0; j < columns; ++j) {
          double& x = expected[i * columns + j];
          double& y = expected[(i + 1) * columns + j];
          const double old = x;
          x = c * old + s * y;
          y = c * y - s * old;
        }
      }
    }
    rotations.apply();
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(expected[i], rows[i], close) << i;
  });
}

// Reflections of a panel turn it into a triangle. Their block, applied to the
// triangle, gives the panel again.
template <typename T, std::size_t planes>
void check_panel(Planes<std::vector<T>, planes> panel, std::int64_t rows,
                 std::int64_t columns, double close) {
  const auto given = panel;
  Planes<T*, planes> parts;
  for (std::size_t p = 0; p < planes; ++p) parts[p] = panel[p].data();
  PlaneValue<T, planes> tau[kPanelColumns];
  reflect_panel(parts, rows, columns, tau);
  Planes<std::vector<T>, planes> triangle = panel, products;
  ReflectorBlock<T, planes> block;
  block.row = kPanelColumns;
  block.column = 1;
  block.rows = rows;
  block.count = std::min(rows, columns);
  for (std::size_t p = 0; p < planes; ++p) {
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < kPanelColumns; ++j) {
        const std::size_t at = i * kPanelColumns + j;
        if (j < i)
          triangle[p][at] = 0;
        else
          panel[p][at] = i == j && p == 0 ? 1 : 0;
      }
    block.v[p] = panel[p].data();
    products[p].resize(kPanelColumns * kPanelColumns);
  }
  PlaneProduct<T, planes> product;
  product.m = product.n = block.count;
  product.k = rows;
  product.a = product.b = block.v;
  product.a_row = 1;
  product.a_column = product.b_row = kPanelColumns;
  product.conjugates = true;
  for (std::size_t p = 0; p < planes; ++p) product.c[p] = products[p].data();
  product.c_row = block.count;
  multiply_planes(product);
  set_triangle<T, planes>(block, tau, constant<T, planes>(product.c));
  for (std::size_t p = 0; p < planes; ++p) parts[p] = triangle[p].data();
  std::vector<T> room;
  apply_block<T, planes>(block, false, parts, kPanelColumns, columns, room);
  for (std::size_t p = 0; p < planes; ++p)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        ASSERT_NEAR(given[p][i * kPanelColumns + j],
                    triangle[p][i * kPanelColumns + j], close)
            << p << ' ' << i << ' ' << j;
}

TEST_P(LinalgReflections, ReflectPanels) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    for (const std::int64_t rows : {1, 5, 8, 9, 40})
      for (const std::int64_t columns : {1, 3, 8}) {
        const auto make = [&] {
          auto x = noise<T>(rows * kPanelColumns);
          for (std::int64_t i = 0; i < rows * kPanelColumns; ++i)
            if (i % kPanelColumns >= columns) x[i] = 0;
          return x;
        };
        check_panel<T, 1>({make()}, rows, columns, close);
        check_panel<T, 2>({make(), make()}, rows, columns, close);
        // A column of zeros has no reflection.
        auto zeros = make();
        for (std::int64_t i = 0; i < rows; ++i) zeros[i * kPanelColumns] = 0;
        check_panel<T, 1>({zeros}, rows, columns, close);
        check_panel<T, 2>({zeros, zeros}, rows, columns, close);
      }
  });
}

// Q·R is the matrix again.
template <typename T, std::size_t planes>
void check_factors(const Planes<std::vector<T>, planes>& given, std::int64_t m,
                   std::int64_t n, double close) {
  const std::int64_t inner = std::min(m, n);
  Planes<std::vector<T>, planes> r = given, q;
  Planes<T*, planes> r_parts, q_parts;
  for (std::size_t p = 0; p < planes; ++p) {
    q[p].resize(m * inner);
    r_parts[p] = r[p].data();
    q_parts[p] = q[p].data();
  }
  Householder<T, planes> reduction(r_parts, m, n);
  reduction.reduce();
  reduction.form(inner, q_parts);
  const auto at = [](const auto& parts, std::int64_t place) {
    return std::complex<double>(parts[0][place],
                                planes == 1 ? T(0) : parts[planes - 1][place]);
  };
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      std::complex<double> sum = 0;
      for (std::int64_t k = 0; k <= std::min(j, inner - 1); ++k)
        sum += at(q, i * inner + k) * at(r, k * n + j);
      ASSERT_LT(std::abs(at(given, i * n + j) - sum), close)
          << m << "x" << n << ' ' << i << ' ' << j;
    }
}

TEST_P(LinalgReflections, FactorMatrices) {
  for_both_types([&](auto zero, double close) {
    using T = decltype(zero);
    using Shape = std::pair<std::int64_t, std::int64_t>;
    for (const auto& [m, n] :
         {Shape{40, 7}, {70, 40}, {33, 33}, {20, 35}, {90, 24}}) {
      const std::int64_t size = m * n;
      const auto re = noise<T>(size), im = noise<T>(size);
      check_factors<T, 1>({re}, m, n, 10 * close);
      check_factors<T, 2>({re, im}, m, n, 10 * close);
    }
  });
}

TEST_P(LinalgReflections, DealEveryPartOnce) {
  for (std::int64_t count = 0; count < 23; ++count)
    for (const bool ascending : {false, true}) {
      std::vector<std::atomic<int>> seen(count);
      const auto part = [&](std::int64_t i) { ++seen[i]; };
      if (ascending)
        deal_ascending(count, true, part);
      else
        deal_parts(count, true, part);
      for (const auto& times : seen) ASSERT_EQ(1, times) << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Every, LinalgReflections,
                         ::testing::Values("target=scalar", "target=sse4",
                                           "target=avx2", "target=avx512",
                                           "tiny=1,threads=2"));

}  // namespace
}  // namespace assay::optimized

#pragma GCC diagnostic pop
