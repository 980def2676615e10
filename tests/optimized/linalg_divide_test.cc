// Checks divide and conquer on matrices whose eigenvalues or singular values
// are close to each other, repeated, zero or far apart, and the secular
// equation that it solves.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "optimized/division/secular.h"
#include "optimized/linalg/condensed.h"
#include "tests/optimized/linalg_targets.h"

namespace assay::optimized {
namespace {

class LinalgDivide : public test::LinalgTargets {};

// Two diagonals of a matrix.
struct Diagonals {
  std::vector<double> diagonal, beside;
};

constexpr int kKinds = 8;

double at(const std::vector<double>& x, std::int64_t i) {
  return x[static_cast<std::size_t>(i)];
}

// Returns diagonals of n elements times `size`. Kinds: noise, a second
// difference, Wilkinson matrices that are nearly or not at all connected, an
// identity, zeros, elements that become ever smaller, a zero in the middle of
// each diagonal, and tiny elements beside large ones.
Diagonals diagonals_of(int kind, std::int64_t n, double size,
                       const std::vector<double>& noise) {
  Diagonals made;
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = at(noise, 2 * i);
    const double y = at(noise, 2 * i + 1);
    const std::int64_t in_block = i % 21;
    const double kinds[kKinds][2] = {
        {x, y},
        {2, -1},
        {std::abs(double(in_block - 10)),
         in_block < 20 ? 1 : (i < n / 2 ? 1e-14 : 0)},
        {1, 0},
        {0, 0},
        {std::ldexp(1 + x / 2, -int(i)), std::ldexp(1 + y / 2, -int(i))},
        {i == n / 2 ? 0 : x, i == n / 3 ? 0 : y},
        {1 + double(i % 3), 1e-9 * y}};
    made.diagonal.push_back(kinds[kind][0] * size);
    made.beside.push_back(i + 1 < n ? kinds[kind][1] * size : 0);
  }
  return made;
}

// Returns the largest deviation of rows·rowsᵀ from an identity.
template <typename T>
double distance_from_orthogonal(const PaddedMatrix<T>& rows, std::int64_t n) {
  double worst = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j <= i; ++j) {
      double sum = i == j ? -1 : 0;
      for (std::int64_t k = 0; k < n; ++k)
        sum += double(rows.row(i)[0][k]) * double(rows.row(j)[0][k]);
      worst = std::max(worst, std::abs(sum));
    }
  return worst;
}

TEST_P(LinalgDivide, FindsEigenvectors) {
  test::for_both_types([&]<typename T>(T, double) {
    const double unit = std::numeric_limits<T>::epsilon();
    for (int kind = 0; kind < kKinds; ++kind)
      for (const std::int64_t n : {1, 2, 7, 45, 101}) {
        for (const double size : {1.0, 0x1p-40}) {
          SCOPED_TRACE(testing::Message() << kind << " " << n << " " << size);
          const Diagonals given =
              diagonals_of(kind, n, size, noise<double>(2 * n));
          Diagonals found = given;
          PaddedMatrix<T> rows(n, n);
          ASSERT_TRUE(divide_tridiagonal(n, found.diagonal.data(),
                                         found.beside.data(), rows));
          EXPECT_LT(distance_from_orthogonal(rows, n), 10 * double(n) * unit);
          double worst = 0;
          for (std::int64_t r = 0; r < n; ++r)
            for (std::int64_t i = 0; i < n; ++i) {
              const T* v = rows.row(r)[0];
              double sum = (at(given.diagonal, i) - at(found.diagonal, r)) *
                           double(v[i]);
              if (i > 0) sum += at(given.beside, i - 1) * double(v[i - 1]);
              if (i + 1 < n) sum += at(given.beside, i) * double(v[i + 1]);
              worst = std::max(worst, std::abs(sum));
            }
          // No element of the kinds is above 10.
          EXPECT_LE(worst, 10 * size * 10 * double(n) * unit);
        }
      }
  });
}

TEST_P(LinalgDivide, FindsSingularVectors) {
  test::for_both_types([&]<typename T>(T, double) {
    const double unit = std::numeric_limits<T>::epsilon();
    for (int kind = 0; kind < kKinds; ++kind)
      for (const std::int64_t n : {1, 2, 7, 45, 101})
        for (const double size : {1.0, 0x1p-40}) {
          SCOPED_TRACE(testing::Message() << kind << " " << n << " " << size);
          const Diagonals given =
              diagonals_of(kind, n, size, noise<double>(2 * n));
          Diagonals found = given;
          PaddedMatrix<T> left(n, n), right(n, n);
          ASSERT_TRUE(divide_bidiagonal(n, found.diagonal.data(),
                                        found.beside.data(), left, right));
          EXPECT_LT(distance_from_orthogonal(left, n), 10 * double(n) * unit);
          EXPECT_LT(distance_from_orthogonal(right, n), 10 * double(n) * unit);
          double worst = 0;
          for (std::int64_t r = 0; r < n; ++r) {
            EXPECT_GE(at(found.diagonal, r), 0);
            const T* u = left.row(r)[0];
            const T* v = right.row(r)[0];
            for (std::int64_t i = 0; i < n; ++i) {
              double sum = at(given.diagonal, i) * double(v[i]) -
                           at(found.diagonal, r) * double(u[i]);
              if (i + 1 < n) sum += at(given.beside, i) * double(v[i + 1]);
              worst = std::max(worst, std::abs(sum));
            }
          }
          EXPECT_LE(worst, 10 * size * 10 * double(n) * unit);
          if (kind == 4) {
            for (std::int64_t r = 0; r < n; ++r)
              EXPECT_EQ(0, at(found.diagonal, r));
          }
        }
  });
}

TEST_P(LinalgDivide, SolvesSecularEquations) {
  for (const bool is_squared : {false, true})
    for (const std::int64_t n : {1, 2, 5, 60}) {
      SecularEquation equation;
      equation.is_squared = is_squared;
      equation.rho = 0.75;
      const auto random = noise<double>(2 * n);
      double pole = is_squared ? 0 : -1;
      for (std::int64_t j = 0; j < n; ++j) {
        const auto at = static_cast<std::size_t>(2 * j);
        equation.poles.push_back(pole);
        // Some poles are very close to each other, some weights are small.
        pole += j % 3 == 0 ? 1e-13 : std::abs(random[at]) + 0.01;
        equation.weights.push_back(
            j % 4 == 0 ? 1e-20 : random[at + 1] * random[at + 1] + 0.01);
      }
      const auto size = static_cast<std::size_t>(n);
      std::vector<double> solutions(size), distances(size * size);
      solve_secular(equation, solutions.data(), distances.data(), n);
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_GE(solutions[i], equation.poles[i]);
        if (i + 1 < size) {
          EXPECT_LE(solutions[i], equation.poles[i + 1]);
        }
        for (std::size_t j = 0; j < size; ++j)
          EXPECT_EQ(j <= i, distances[i * size + j] < 0) << i << " " << j;
      }
      // The weights are known again from the solutions.
      const auto roots =
          secular_roots_of_weights(equation, distances.data(), n);
      for (std::size_t j = 0; j < size; ++j)
        EXPECT_NEAR(1, roots[j] * roots[j] / equation.weights[j], 1e-7) << j;
    }
}

INSTANTIATE_TEST_SUITE_P(Every, LinalgDivide,
                         testing::Values("target=scalar,tiny=1",
                                         "target=sse4,tiny=1",
                                         "target=avx2,tiny=1", "tiny=1", ""));

}  // namespace
}  // namespace assay::optimized
