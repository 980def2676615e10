// Factorizations and solves against closed forms and identities.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

using Complexes = ComplexNumbers;
constexpr DType kReal = DType::kFloat64;
constexpr DType kPairs = DType::kComplex128;

Attributes flag(AttributeKey key, bool value) {
  return Attributes().flag(key, value);
}
Tensors factored(Op op, const Tensor& a, bool value) {
  auto made = Reference().execute(
      {op, {a}, flag(spec_of(op).attributes.items[0], value), {}});
  EXPECT_TRUE(made.ok()) << name_of(op) << ": " << made.status().message;
  return made ? *made : Tensors(3, *Reference().buffer(kReal, {0, 0}));
}
Attributes solving(bool upper, bool transpose, bool unit_diag) {
  return Attributes()
      .flag(AttributeKey::kUpper, upper)
      .flag(AttributeKey::kTranspose, transpose)
      .flag(AttributeKey::kUnitDiag, unit_diag);
}
Result<Tensors> solve(const Tensor& a, const Tensor& b,
                      const Attributes& attributes) {
  return Reference().execute({"triangular_solve"_op, {a, b}, attributes, {}});
}

Tensor square(const Numbers& values) {
  const auto n = static_cast<std::int64_t>(
      std::lround(std::sqrt(static_cast<double>(values.size()))));
  return tensor_of(kReal, values, {n, n});
}
Numbers hilbert(int n) {
  Numbers values;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) values.push_back(1.0 / (i + j + 1));
  return values;
}
void expect_near(const Numbers& expected, const Numbers& got, double bound) {
  ASSERT_EQ(expected.size(), got.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(expected[i], got[i], bound) << "[" << i << "]";
}

TEST(LinalgTest, EveryClaimedCellIsCarriedOut) {
  const Reference reference;
  for (Op op : {"cholesky"_op, "qr"_op, "svd"_op, "eig"_op, "eigh"_op,
                "triangular_solve"_op})
    for (const DTypeSpec& dtype : kDTypes) {
      const Tensor a = tensor_of(dtype.dtype, Numbers{2, 0, 0, 2}, {2, 2});
      const bool claimed =
          reference.claim({op, "", dtype.dtype, dtype.dtype}).has_value();
      Attributes attributes;
      for (AttributeKey key : spec_of(op).attributes)
        attributes.flag(key, false);
      std::vector<Tensor> operands = {a};
      if (op == "triangular_solve"_op) operands.push_back(a);
      const auto made = Reference().execute({op, operands, attributes, {}});
      EXPECT_EQ(claimed, made.ok()) << name_of(op) << " " << dtype.name;
      EXPECT_EQ(claimed, kFactorable.contains(dtype.dtype));
    }
}

TEST(LinalgTest, CholeskyOfTwoByTwo) {
  const Tensor a = square({4, 2, 2, 5});
  expect_same({2, 0, 1, 2}, numbers_in(factored("cholesky"_op, a, false)[0]));
  expect_same({2, 1, 0, 2}, numbers_in(factored("cholesky"_op, a, true)[0]));
  // [[4, 2i], [-2i, 5]] = L·Lᴴ with l_10 = -i.
  const Tensor z = tensor_of(kPairs, Complexes{4, {0, 2}, {0, -2}, 5}, {2, 2});
  EXPECT_EQ(complexes_in(factored("cholesky"_op, z, false)[0]),
            (Complexes{2, 0, {0, -1}, 2}));
  EXPECT_EQ(complexes_in(factored("cholesky"_op, z, true)[0]),
            (Complexes{2, {0, 1}, 0, 2}));
}

TEST(LinalgTest, CholeskyRefusesWhatIsNotPositiveDefinite) {
  for (const Numbers& values :
       {Numbers{1, 2, 2, 1}, Numbers{0, 0, 0, 0}, Numbers{1, 0, 0, -1},
        Numbers{kNan, 0, 0, 1}, Numbers{1, 0, 0, kNan}}) {
    const auto made = Reference().execute({"cholesky"_op,
                                           {square(values)},
                                           flag(AttributeKey::kUpper, false),
                                           {}});
    EXPECT_EQ(made.status().code, StatusCode::kNumeric);
    EXPECT_EQ(made.status().kind, "not_positive_definite");
  }
}

// det H_n = Π l_ii² = Π |r_ii| = Π s_i, and 1/det H_5 = 266716800000.
TEST(LinalgTest, DeterminantOfHilbertFromEachFactorization) {
  const Tensor a = square(hilbert(5));
  const Numbers l = numbers_in(factored("cholesky"_op, a, false)[0]);
  const Numbers r = numbers_in(factored("qr"_op, a, true)[1]);
  const Numbers s = numbers_in(factored("svd"_op, a, true)[1]);
  const Numbers w = numbers_in(factored("eigh"_op, a, false)[0]);
  const Complexes v = complexes_in(factored("eig"_op, a, false)[0]);
  double dets[5] = {1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < 5; ++i) {
    dets[0] *= l[6 * i] * l[6 * i];
    dets[1] *= std::fabs(r[6 * i]);
    dets[2] *= s[i];
    dets[3] *= w[i];
    dets[4] *= v[i].real();
  }
  for (double det : dets) EXPECT_NEAR(266716800000.0 * det, 1, 1e-9);
}

// The eigenvalues of tridiag(-1, 2, -1) are 2 - 2·cos(kπ/(n + 1)).
TEST(LinalgTest, EigenvaluesOfTheSecondDifference) {
  constexpr int n = 7;
  Numbers values;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      values.push_back(i == j ? 2 : std::abs(i - j) == 1 ? -1 : 0);
  Numbers expected;
  for (int k = 1; k <= n; ++k)
    expected.push_back(2 - 2 * std::cos(k * std::numbers::pi / (n + 1)));
  const Tensor a = square(values);
  expect_near(expected, numbers_in(factored("eigh"_op, a, true)[0]), 1e-15);
  Numbers descending(expected.rbegin(), expected.rend());
  expect_near(descending, numbers_in(factored("svd"_op, a, true)[1]), 1e-15);
  Numbers real;
  for (auto z : complexes_in(factored("eig"_op, a, true)[0])) {
    real.push_back(z.real());
    EXPECT_EQ(z.imag(), 0);
  }
  std::sort(real.begin(), real.end());
  expect_near(expected, real, 1e-15);
}

// Those of a circulant are the discrete Fourier transform of its first column.
TEST(LinalgTest, EigenvaluesOfACirculant) {
  const Numbers c = {1, -2, 0.5, 3, 0.25};
  Numbers values;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 5; ++j) values.push_back(c[(i + 5 - j) % 5]);
  Complexes got = complexes_in(factored("eig"_op, square(values), true)[0]);
  for (int k = 0; k < 5; ++k) {
    std::complex<double> expected;
    for (int j = 0; j < 5; ++j)
      expected += c[static_cast<std::size_t>(j)] *
                  std::polar(1.0, -2 * std::numbers::pi * j * k / 5);
    const auto nearest = std::min_element(
        got.begin(), got.end(), [&](std::complex<double> a, auto b) {
          return std::abs(a - expected) < std::abs(b - expected);
        });
    EXPECT_LT(std::abs(*nearest - expected), 1e-14) << k;
    got.erase(nearest);
  }
}

// A companion matrix has the roots of its polynomial, here 1, 2, 3 and 4; and
// (1, λ, λ², λ³) up to length as eigenvectors.
TEST(LinalgTest, EigenpairsOfACompanionMatrix) {
  const Tensor a =
      square({0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -24, 50, -35, 10});
  const Tensors made = factored("eig"_op, a, true);
  const Complexes w = complexes_in(made[0]);
  const Complexes v = complexes_in(made[1]);
  Numbers roots;
  for (std::size_t k = 0; k < 4; ++k) {
    roots.push_back(w[k].real());
    double length = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      length += std::norm(v[4 * i + k]);
      if (i < 3) {
        EXPECT_LT(std::abs(v[4 * (i + 1) + k] - w[k] * v[4 * i + k]), 1e-12);
      }
    }
    EXPECT_NEAR(length, 1, 1e-15);
  }
  std::sort(roots.begin(), roots.end());
  expect_near({1, 2, 3, 4}, roots, 1e-12);
}

TEST(LinalgTest, DefectiveMatricesHaveOneVectorOverAndOver) {
  const Tensors made = factored("eig"_op, square({3, 1, 0, 3}), true);
  EXPECT_EQ(complexes_in(made[0]), (Complexes{3, 3}));
  const Complexes v = complexes_in(made[1]);
  EXPECT_NEAR(std::abs(v[0]), 1, 1e-15);
  EXPECT_NEAR(std::abs(v[1]), 1, 1e-15);
  EXPECT_LT(std::abs(v[3]), 1e-15);
  const Tensors zero = factored("eig"_op, square({0, 0, 0, 0}), true);
  EXPECT_EQ(complexes_in(zero[0]), (Complexes{0, 0}));
}

TEST(LinalgTest, SingularValuesOfTwoByTwo) {
  const Tensors made = factored("svd"_op, square({3, 0, 4, 5}), false);
  expect_near({std::sqrt(45.0), std::sqrt(5.0)}, numbers_in(made[1]), 1e-15);
}

// A = U·diag(S)·Vᴴ and both bases are orthonormal, for every shape.
TEST(LinalgTest, SvdOfRectangles) {
  for (const Shape& shape : {Shape{4, 2}, Shape{2, 4}, Shape{3, 3}, Shape{3, 1},
                             Shape{1, 3}, Shape{1, 1}})
    for (bool full : {false, true}) {
      Complexes a;
      for (std::int64_t i = 0; i < element_count(shape); ++i)
        a.emplace_back(std::sin(double(3 * i)), std::cos(double(5 * i)));
      const Tensors made =
          factored("svd"_op, tensor_of(kPairs, a, shape), full);
      const Complexes u = complexes_in(made[0]);
      const Numbers s = numbers_in(made[1]);
      const Complexes vh = complexes_in(made[2]);
      const auto n = static_cast<std::size_t>(shape[1]);
      const auto columns = static_cast<std::size_t>(made[0].view.shape()[1]);
      ASSERT_EQ(made[0].view.shape()[1],
                full ? shape[0] : std::min(shape[0], shape[1]));
      ASSERT_EQ(made[2].view.shape()[0],
                full ? shape[1] : std::min(shape[0], shape[1]));
      for (std::size_t i = 0; i < a.size(); ++i) {
        std::complex<double> sum;
        for (std::size_t k = 0; k < s.size(); ++k)
          sum += u[i / n * columns + k] * s[k] * vh[k * n + i % n];
        EXPECT_LT(std::abs(sum - a[i]), 1e-14);
      }
      for (std::size_t p = 0; p < columns; ++p)
        for (std::size_t q = 0; q < columns; ++q) {
          std::complex<double> sum;
          for (std::size_t i = 0; i < u.size() / columns; ++i)
            sum += std::conj(u[i * columns + p]) * u[i * columns + q];
          EXPECT_NEAR(std::abs(sum), p == q ? 1 : 0, 1e-15);
        }
    }
}

// Kahan's matrix is its own R, up to signs.
TEST(LinalgTest, KahanIsItsOwnTriangle) {
  Numbers a;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      a.push_back(j < i ? 0 : std::pow(0.6, i) * (i == j ? 1 : -0.8));
  const Numbers r = numbers_in(factored("qr"_op, square(a), true)[1]);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(std::fabs(a[i]), std::fabs(r[i]), 1e-16);
    if (i % 6 < i / 6) {
      EXPECT_EQ(r[i], 0);
    }
  }
}

TEST(LinalgTest, EighReadsTheLowerTriangleAlone) {
  const Numbers plain =
      numbers_in(factored("eigh"_op, square({2, 1, 1, 2}), true)[0]);
  expect_near({1, 3}, plain, 1e-15);
  expect_same(
      plain, numbers_in(factored("eigh"_op, square({2, kNan, 1, 2}), true)[0]));
}

TEST(LinalgTest, SolvesEachTriangle) {
  const Tensor lower = square({2, kNan, 1, 4});
  const Tensor upper = square({2, 1, kNan, 4});
  const Tensor b = tensor_of(kReal, Numbers{2, 9});
  const auto solved = [&](const Tensor& a, bool is_upper, bool transpose,
                          bool unit) {
    return numbers_in((*solve(a, b, solving(is_upper, transpose, unit)))[0]);
  };
  expect_same({1, 2}, solved(lower, false, false, false));
  expect_same({-0.125, 2.25}, solved(upper, true, false, false));
  expect_same({-0.125, 2.25}, solved(lower, false, true, false));
  expect_same({1, 2}, solved(upper, true, true, false));
  expect_same({2, 7}, solved(square({kNan, 0, 1, 0}), false, false, true));
  const Tensor z = tensor_of(kPairs, Complexes{1, 0, {0, 1}, 1}, {2, 2});
  const Tensor ones = tensor_of(kPairs, Complexes{1, 1}, {2, 1});
  EXPECT_EQ(complexes_in((*solve(z, ones, solving(false, true, false)))[0]),
            (Complexes{{1, 1}, 1}));  // x_0 + conj(i)·x_1 = 1
}

TEST(LinalgTest, SolvesManyRightSidesAtOnce) {
  const Tensor a = square({2, 0, 1, 4});
  const Tensor b = tensor_of(kReal, Numbers{2, 4, 9, 10}, {2, 2});
  expect_same({1, 2, 2, 2},
              numbers_in((*solve(a, b, solving(false, false, false)))[0]));
}

TEST(LinalgTest, AZeroPivotIsSingular) {
  for (double zero : {0.0, -0.0}) {
    const auto made =
        solve(square({1, 0, 1, zero}), tensor_of(kReal, Numbers{1, 1}),
              solving(false, false, false));
    EXPECT_EQ(made.status().code, StatusCode::kNumeric);
    EXPECT_EQ(made.status().kind, "singular");
    EXPECT_TRUE(solve(square({1, 0, 1, zero}), tensor_of(kReal, Numbers{1, 1}),
                      solving(false, false, true))
                    .ok());
  }
}

TEST(LinalgTest, AMatrixOfTheBatchFailsTheCall) {
  const Tensor batch =
      tensor_of(kReal, Numbers{1, 0, 0, 1, 1, 2, 2, 1}, {2, 2, 2});
  EXPECT_FALSE(
      Reference()
          .execute(
              {"cholesky"_op, {batch}, flag(AttributeKey::kUpper, false), {}})
          .ok());
}

TEST(LinalgTest, OrderZeroAndEmptyBatches) {
  for (const Shape& shape : {Shape{0, 0}, Shape{2, 0, 0}, Shape{0, 3, 3}}) {
    const Tensor a = *Reference().buffer(kReal, shape);
    for (Op op : {"cholesky"_op, "qr"_op, "svd"_op, "eig"_op, "eigh"_op})
      for (const Tensor& made : factored(op, a, true))
        EXPECT_EQ(made.view.numel(), 0) << name_of(op);
  }
  const Tensor tall = *Reference().buffer(kReal, {2, 0});
  expect_same({1, 0, 0, 1}, numbers_in(factored("qr"_op, tall, false)[0]));
  expect_same({1, 0, 0, 1}, numbers_in(factored("svd"_op, tall, true)[0]));
}

TEST(LinalgTest, NanAndInfinityEnd) {
  for (double bad : {kNan, kInf})
    for (Op op : {"qr"_op, "svd"_op, "eig"_op, "eigh"_op})
      for (const Tensor& made : factored(op, square({1, bad, bad, 1}), true))
        EXPECT_TRUE(is_nan_element(made.dtype, elements_of(made)[0]));
}

// Results are those of exact arithmetic, rounded once, near both ends.
TEST(LinalgTest, TheEndsOfTheRange) {
  for (double scale : {0x1p1020, 0x1p-1040}) {
    const Tensor a = square({4 * scale, 2 * scale, 2 * scale, 5 * scale});
    const double root = std::sqrt(scale);
    expect_same({2 * root, 0, root, 2 * root},
                numbers_in(factored("cholesky"_op, a, false)[0]));
    expect_near(
        {(9 + std::sqrt(17.0)) / 2, (9 - std::sqrt(17.0)) / 2},
        [&] {
          Numbers s = numbers_in(factored("svd"_op, a, true)[1]);
          for (double& value : s) value /= scale;
          return s;
        }(),
        1e-6);
  }
}

}  // namespace
}  // namespace assay::test
