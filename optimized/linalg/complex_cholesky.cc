// Computes the Cholesky factor of complex matrices, on planes. The conjugate of
// U, with A = UᴴU, is kept in strips of columns. A block of rows is factored on
// the diagonal and solved for in the strips to its right, and its products are
// subtracted from what is below and to the right (Golub and Van Loan, "Matrix
// Computations", 4.2). Threads take the strips (resources/factor_steps.h).
// Tested by tests/optimized/cholesky_threads_test.cc and the linalg family of
// the suite.
#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/plane_product.h"
#include "optimized/linalg/triangle_rows.h"
#include "optimized/resources/factor_steps.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

constexpr std::int64_t kPlaneStrip = 32;  // columns of a strip

// Factors the triangle on the diagonal of a few rows, which nothing is left to
// be subtracted from, and stores its adjoint in `system`. `block` begins with
// the first pivot. Returns whether all pivots are positive. Square roots are
// taken after all pivots are known: each pivot waits for a division by the one
// before, and would wait for its root, too.
template <typename T>
bool factor_diagonal(Planes<T*, 2> block, std::int64_t stride,
                     TriangleRows<T, 2>& system) {
  const std::int64_t count = system.count;
  T rows[2][kTriangleRows][kTriangleRows] = {};
  T inverses[kTriangleRows];
  for (std::size_t p = 0; p < 2; ++p)
    for (std::int64_t i = 0; i < count; ++i)
      std::copy_n(block[p] + i * (stride + 1), count - i, rows[p][i] + i);
  for (std::int64_t i = 0; i < count; ++i) {
    const T pivot = rows[0][i][i];
    if (!(pivot > 0)) return false;
    inverses[i] = 1 / pivot;
    for (std::int64_t r = i + 1; r < count; ++r) {
      const T re = rows[0][i][r] * inverses[i];
      const T im = -rows[1][i][r] * inverses[i];
      for (std::int64_t j = r; j < count; ++j) {
        rows[0][r][j] -= re * rows[0][i][j] - im * rows[1][i][j];
        rows[1][r][j] -= re * rows[1][i][j] + im * rows[0][i][j];
      }
    }
  }
  auto& factors = system.factors;
  for (std::int64_t i = 0; i < count; ++i) {
    const T root = std::sqrt(rows[0][i][i]);
    const T scale = root * inverses[i];
    block[0][i * (stride + 1)] = root;
    block[1][i * (stride + 1)] = 0;
    factors[0][i][i] = scale;
    for (std::int64_t j = i + 1; j < count; ++j)
      for (std::size_t p = 0; p < 2; ++p) {
        const T element = rows[p][i][j] * scale;
        block[p][i * stride + j] = element;
        factors[p][j][i] = p == 0 ? element : -element;
      }
  }
  return true;
}

template <typename T>
class PlaneStripFactor : public FactorSteps {
 public:
  PlaneStripFactor(const std::complex<T>* a, std::int64_t n, bool upper,
                   std::complex<T>* out)
      : a_(a),
        n_(n),
        width_(std::min(kPlaneStrip, settings().factor_block)),
        strips_((n + width_ - 1) / width_),
        is_upper_(upper),
        out_(out),
        room_(strips_ * (strips_ + 1) / 2 * width_ * width_),
        systems_(static_cast<std::size_t>(strips_ * systems_of_block())) {}

  FactorPlan plan() const {
    return {.strips = strips_, .factored = strips_, .reads_solved = true};
  }

  // Reads rows of the lower triangle of A as columns of the upper one of its
  // conjugate, whose factor is the conjugate of U.
  void read(std::int64_t s) override {
    T beside[2][kPlaneStrip * kPlaneStrip];
    for (std::int64_t k = 0; k < end(s); k += width_) {
      const std::int64_t count = std::min(width_, end(s) - k);
      for (std::int64_t j = 0; j < columns_of(s); ++j)
        split_planes(a_ + (first(s) + j) * n_ + k, count,
                     {beside[0] + j * width_, beside[1] + j * width_});
      const auto to = rows_of(s, k);
      for (std::size_t p = 0; p < 2; ++p)
        transpose_block(to[p], width_, beside[p], width_, count, columns_of(s));
    }
  }

  bool factor(std::int64_t s) override {
    for (std::int64_t row = first(s); row < end(s); row += kTriangleRows) {
      TriangleRows<T, 2>& system = system_of(row);
      system.count = std::min(kTriangleRows, end(s) - row);
      const std::int64_t before = row - first(s);
      subtract_rows(s, first(s), before, s, before, row, system.count, before);
      if (!factor_diagonal<T>(advanced(rows_of(s, row), before), width_,
                              system))
        return false;
      solve_rows(row, s, before + system.count);
    }
    return true;
  }
  void solve(std::int64_t block, std::int64_t s) override {
    for (std::int64_t row = first(block); row < end(block);
         row += kTriangleRows) {
      const std::int64_t before = row - first(block);
      subtract_rows(block, first(block), before, s, before, row,
                    system_of(row).count, 0);
      solve_rows(row, s, 0);
    }
  }
  void subtract(std::int64_t block, std::int64_t s) override {
    for (std::int64_t t = block + 1; t <= s; ++t)
      subtract_rows(t, first(block), columns_of(block), s, 0, first(t),
                    columns_of(t), 0);
  }

  // Stores a strip of L or U with zeros in the other triangle.
  void finish(std::int64_t s) override {
    if (is_upper_) {
      for (std::int64_t k = 0; k < n_; ++k) {
        const std::int64_t zeros =
            std::clamp<std::int64_t>(k - first(s), 0, columns_of(s));
        std::complex<T>* to = out_ + k * n_ + first(s);
        std::fill_n(to, zeros, std::complex<T>(0));
        if (zeros == columns_of(s)) continue;
        const auto from = rows_of(s, k);
        for (std::int64_t j = zeros; j < columns_of(s); ++j)
          to[j] = {from[0][j], -from[1][j]};
      }
      return;
    }
    T beside[2][kPlaneStrip * kPlaneStrip];
    for (std::int64_t k = 0; k < end(s); k += width_) {
      const std::int64_t count = std::min(width_, end(s) - k);
      const auto from = rows_of(s, k);
      for (std::size_t p = 0; p < 2; ++p)
        transpose_block(beside[p], width_, from[p], width_, columns_of(s),
                        count);
      for (std::int64_t j = 0; j < columns_of(s); ++j)
        join_planes<T>({beside[0] + j * width_, beside[1] + j * width_}, count,
                       out_ + (first(s) + j) * n_ + k);
    }
    for (std::int64_t j = first(s); j < end(s); ++j)
      std::fill(out_ + j * n_ + j + 1, out_ + (j + 1) * n_, std::complex<T>(0));
  }

 private:
  std::int64_t first(std::int64_t s) const { return s * width_; }
  std::int64_t end(std::int64_t s) const {
    return std::min(n_, first(s) + width_);
  }
  std::int64_t columns_of(std::int64_t s) const { return end(s) - first(s); }
  // Returns a row of a strip, which ends with the rows of its diagonal.
  Planes<T*, 2> rows_of(std::int64_t s, std::int64_t row) const {
    return advanced(room_.begin(), (s * (s + 1) / 2 * width_ + row) * width_);
  }
  std::int64_t systems_of_block() const {
    return (width_ + kTriangleRows - 1) / kTriangleRows;
  }
  TriangleRows<T, 2>& system_of(std::int64_t row) {
    return systems_[static_cast<std::size_t>(row / width_ * systems_of_block() +
                                             row % width_ / kTriangleRows)];
  }

  // Subtracts from `count` rows of strip s, from `row` and its column `from`
  // on, the products of `terms` rows from `above` on with the columns of strip
  // t from `column` on.
  void subtract_rows(std::int64_t t, std::int64_t above, std::int64_t terms,
                     std::int64_t s, std::int64_t column, std::int64_t row,
                     std::int64_t count, std::int64_t from) const {
    if (terms == 0) return;
    multiply_planes(PlaneProduct<T, 2>{
        .m = count,
        .n = columns_of(s) - from,
        .k = terms,
        .a = constant<T, 2>(advanced(rows_of(t, above), column)),
        .a_row = 1,
        .a_column = width_,
        .conjugates = true,
        .b = constant<T, 2>(advanced(rows_of(s, above), from)),
        .b_row = width_,
        .c = advanced(rows_of(s, row), from),
        .c_row = width_,
        .into = Into::kSubtract});
  }

  // Solves for a few rows of strip s from its column `from` on.
  void solve_rows(std::int64_t row, std::int64_t s, std::int64_t from) {
    TriangleRows<T, 2> system = system_of(row);
    system.rows = advanced(rows_of(s, row), from);
    system.row_stride = width_;
    system.columns = columns_of(s) - from;
    solve_triangle_rows(system);
  }

  const std::complex<T>* a_;
  std::int64_t n_, width_, strips_;
  bool is_upper_;
  std::complex<T>* out_;
  PlaneRoom<T, 2> room_;
  std::vector<TriangleRows<T, 2>> systems_;
};

template <typename T>
bool cholesky_in_planes(const std::complex<T>* a, std::int64_t n, bool upper,
                        std::complex<T>* out) {
  PlaneStripFactor<T> steps(a, n, upper, out);
  return run_factor_steps(steps.plan(), is_worth_threads(0, 4 * n * n * n),
                          steps);
}

}  // namespace

bool factor_cholesky(std::complex<float>* a, std::int64_t n, bool upper,
                     std::complex<float>* out) {
  return cholesky_in_planes(a, n, upper, out);
}
bool factor_cholesky(Complex* a, std::int64_t n, bool upper, Complex* out) {
  return cholesky_in_planes(a, n, upper, out);
}

}  // namespace assay::optimized
