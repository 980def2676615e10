// Draws usual, exact, singular, extreme and triangular matrices.
// Tested by tests/harness/lax/drawn_linalg_test.cc.
#include "harness/lax/matrix_draw.h"

#include <algorithm>
#include <cmath>

#include "harness/operands/exact_matrices.h"

namespace assay {
namespace {

// Longer matrices have random entries alone, because the others are products.
constexpr std::int64_t kMostConditioned = 130;

bool has_complete_pivots(Op op) {
  return op == "full_piv_lu"_op || op == "full_piv_lu_solve"_op;
}

}  // namespace

LinalgTrial matrix_trial(const CallWish& wish) {
  return special_of<LinalgTrial>(wish.row);
}

bool is_triangular_solve(Op op) { return op == "triangular_solve_general"_op; }

Matrix MatrixDraw::at(std::size_t at) {
  if (is_triangular_solve(wish_.cell.op)) return triangle(at);
  if (trial_ == LinalgTrial::kOneFails)
    return at == number() % 3 ? singular(number() + at) : usual(at);
  switch (trial_) {
    case LinalgTrial::kSmallPivots: {
      Matrix a = usual(at);
      for (std::int64_t i = 0; i < std::min(a.rows(), a.columns()); ++i)
        a(i, i) *= 0x1p-7L;
      return a;
    }
    case LinalgTrial::kPermuted:
      return (number() + at) % 2 == 0
                 ? maker_.general(MatrixKind::kPermutation, matrices_.rows,
                                  matrices_.columns)
                 : usual(at);
    case LinalgTrial::kExact:
      return exact(std::min(matrices_.rows, matrices_.columns));
    case LinalgTrial::kRank:
      return exact(static_cast<std::int64_t>(
          stream_.below(static_cast<std::uint64_t>(matrices_.rows))));
    case LinalgTrial::kSingular:
      return singular(number() + at);
    case LinalgTrial::kGrowth:
      return growth_matrix(matrices_.rows, stream_);
    case LinalgTrial::kBarelyRegular:
      return near_singular(0x1p10L);
    case LinalgTrial::kBorderline:
      return number() % 2 == 0
                 ? maker_.general(MatrixKind::kDeficient, matrices_.rows,
                                  matrices_.columns)
                 : near_singular(0x1p-2L);
    case LinalgTrial::kConditions:
      return conditioned(number() + at);
    case LinalgTrial::kRange:
      return scaled_to(usual(at), extreme_exponent(number() % 2 == 0));
    case LinalgTrial::kScale: {
      // Pivots far smaller than the matrix stay normal numbers.
      const FloatFormat& format = format_of(dtype_);
      const int least = format.min_exponent + format.precision;
      const int most = format.max_exponent - 8;
      const int exponents[] = {least, most, -most / 2, most / 2, -20, 20};
      const int exponent = exponents[number() % std::size(exponents)];
      return scaled_to(usual(at), std::clamp(exponent, least, most));
    }
    default:
      return usual(at);
  }
}

// Long random systems, too, leave 16-bit dtypes nothing to compare.
Matrix MatrixDraw::usual(std::size_t at) {
  if (wish_.extent > 0 && is_narrow_solve()) return permuted_dominant();
  const bool is_long =
      std::max(matrices_.rows, matrices_.columns) > kMostConditioned;
  return maker_.general(is_long
                            ? MatrixKind::kRandom
                            : kUsualKinds[(number() + at) % kUsualKinds.size()],
                        matrices_.rows, matrices_.columns);
}

Matrix MatrixDraw::conditioned(std::size_t turn) {
  // Solutions of nearly singular systems exceed the range of float16, and
  // bfloat16 may round them to singular ones, so nothing would be compared.
  constexpr MatrixKinds kNarrowKinds = {
      MatrixKind::kIll,        MatrixKind::kClustered,
      MatrixKind::kOrthogonal, MatrixKind::kPermutation,
      MatrixKind::kDiagonal,   MatrixKind::kConditioned};
  const MatrixKinds& kinds = is_narrow_solve() ? kNarrowKinds : kHardKinds;
  return maker_.general(kinds[turn % kinds.size()], matrices_.rows,
                        matrices_.columns);
}

Matrix MatrixDraw::exact(std::int64_t rank) {
  return exactly_eliminated({.dtype = dtype_,
                             .rows = matrices_.rows,
                             .columns = matrices_.columns,
                             .rank = rank,
                             .is_complete = has_complete_pivots(wish_.cell.op)},
                            stream_);
}

Matrix MatrixDraw::singular(std::size_t turn) {
  const std::int64_t inner = std::min(matrices_.rows, matrices_.columns);
  if (turn % 3 == 2) return exact(inner - 1);
  Matrix a = usual(turn);
  const auto line = static_cast<std::int64_t>(
      stream_.below(static_cast<std::uint64_t>(inner)));
  if (turn % 3 == 0)
    for (std::int64_t i = 0; i < a.rows(); ++i) a(i, line) = 0;
  else
    for (std::int64_t j = 0; j < a.columns(); ++j) a(line, j) = 0;
  return a;
}

Matrix MatrixDraw::near_singular(long double times) {
  const std::int64_t n = matrices_.rows;
  const long double u =
      std::ldexp(1.0L, -std::max(format_of(dtype_).precision,
                                 format_of(DType::kFloat32).precision));
  // 16-bit dtypes round the matrix more than a solver does.
  const long double stored = std::ldexp(1.0L, -format_of(dtype_).precision);
  std::vector<long double> values(static_cast<std::size_t>(n), 1);
  values.back() = std::min(
      std::max(times * static_cast<long double>(n) * u,
               times > 1 ? 8 * static_cast<long double>(n) * stored : 0),
      0.5L);
  return maker_.with_eigenvalues(values);
}

int MatrixDraw::extreme_exponent(bool is_large) const {
  const FloatFormat& format = format_of(dtype_);
  if (!is_large) return format.min_exponent + 4;
  const std::int64_t d = std::max(matrices_.rows, matrices_.columns);
  return format.max_exponent - 6 -
         std::ilogb(static_cast<double>(std::max<std::int64_t>(2 * d, 1)));
}

bool MatrixDraw::is_narrow_solve() const {
  return spec_of(dtype_).bits == 16 &&
         takes_right_sides(spec_of(wish_.cell.op));
}

Matrix MatrixDraw::permuted_dominant() {
  const std::int64_t n = matrices_.rows;
  Matrix a(n, n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      a((i + n / 3) % n, j) =
          i == j ? Entry(1.5L + maker_.real() / 2)
                 : maker_.entry() / static_cast<long double>(n);
  return a;
}

Matrix MatrixDraw::dominant_triangle() {
  const std::int64_t n = matrices_.rows;
  Matrix a(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j)
      a(i, j) = maker_.entry() / static_cast<long double>(n);
    a(i, i) = 1.5L + maker_.real() / 2;
  }
  return a;
}

Matrix MatrixDraw::triangle(std::size_t at) {
  constexpr MatrixKind kHard[] = {MatrixKind::kJordan,   MatrixKind::kKahan,
                                  MatrixKind::kGraded,   MatrixKind::kHilbert,
                                  MatrixKind::kDiagonal, MatrixKind::kRandom};
  constexpr MatrixKind kNarrow[] = {MatrixKind::kJordan, MatrixKind::kKahan,
                                    MatrixKind::kDiagonal, MatrixKind::kRandom};
  const std::size_t turn = number() + at;
  const MatrixKind hard = is_narrow_solve() ? kNarrow[turn % std::size(kNarrow)]
                                            : kHard[turn % std::size(kHard)];
  const bool is_hard = trial_ == LinalgTrial::kConditions;
  Matrix a = wish_.extent > 0
                 ? dominant_triangle()
                 : maker_.lower_triangular(is_hard ? hard : MatrixKind::kRandom,
                                           matrices_.rows);
  const bool fails = trial_ == LinalgTrial::kSingular ||
                     (trial_ == LinalgTrial::kOneFails && at == number() % 3);
  if (fails && a.rows() > 0) {
    const std::int64_t pivot = wish_.choose(1, a.rows());
    a(pivot, pivot) = 0;
  }
  if (trial_ == LinalgTrial::kRange)
    a = scaled_to(a, extreme_exponent(number() % 2 == 0));
  return matrices_.attributes.flag(AttributeKey::kLower) ? a : a.adjoint();
}

}  // namespace assay
