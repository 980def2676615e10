// Computes the Cholesky factor of real matrices. U, with A = UᵀU, is kept in
// strips of columns (triangle_strips.h). A block of rows is factored on the
// diagonal and solved for in the strips to its right, and its products are
// subtracted from what is below and to the right (Golub and Van Loan, "Matrix
// Computations", 4.2). Strips are read from A and written to the result once,
// and threads take them (resources/factor_steps.h).
// Tested by tests/optimized/cholesky_threads_test.cc and the linalg family of
// the suite.
#include <algorithm>

#include "optimized/layout/dense.h"
#include "optimized/linalg/linalg_batch.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/resources/factor_steps.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"
#include "optimized/triangles/small_cholesky.h"
#include "optimized/triangles/triangle_strips.h"

namespace assay::optimized {
namespace {

static_assert(kStripColumns == kSmallCholesky);

template <typename T>
class StripFactor : public FactorSteps {
 public:
  // `room` has packed_strip(count of strips) + n + 32 elements and is aligned.
  StripFactor(const T* a, std::int64_t n, bool upper, T* out, T* room)
      : a_(a),
        out_(out),
        is_upper_(upper),
        n_(n),
        rows_((n + kStripRows - 1) / kStripRows * kStripRows),
        strips_((n + kStripColumns - 1) / kStripColumns),
        block_(block_of(n)),
        u_(room),
        inverses_(room + packed_strip(strips_)) {
    triangle_.elements = u_;
    triangle_.storage = StoredAs::kStrips;
    triangle_.inverses = inverses_;
  }

  FactorPlan plan() const {
    return {.strips = strips_,
            .factored = strips_,
            .block_strips = block_,
            .reads_solved = true};
  }

  bool factor(std::int64_t block) override {
    const std::int64_t first = block * block_;
    for (std::int64_t s = first; s < std::min(strips_, first + block_); ++s)
      if (!factor_diagonal(first, s)) return false;
    return true;
  }
  void solve(std::int64_t block, std::int64_t s) override {
    solve_strip(triangle_, strip(s), start(block), start(block + 1));
  }
  void subtract(std::int64_t block, std::int64_t s) override {
    const std::int64_t end = start(block + 1);
    subtract_from_strip(triangle_, strip(s), start(block), end, end, rows_of(s),
                        s * kStripColumns);
  }

  // Reads a strip of U from rows of A. Rows and columns past the end are those
  // of an identity.
  void read(std::int64_t s) override {
    const std::int64_t first = s * kStripColumns, columns = columns_of(s);
    T* to = elements_of(s);
    transpose_block(to, kStripColumns, a_ + first * n_, n_, first + columns,
                    columns);
    if (columns == kStripColumns) return;
    for (std::int64_t i = 0; i < n_; ++i)
      std::fill(to + i * kStripColumns + columns, to + (i + 1) * kStripColumns,
                T(0));
    for (std::int64_t i = n_; i < rows_; ++i) {
      std::fill_n(to + i * kStripColumns, kStripColumns, T(0));
      to[i * kStripColumns + i - first] = 1;
    }
  }
  // Stores a strip of L or U with zeros in the other triangle.
  void finish(std::int64_t s) override {
    is_upper_ ? store_columns(s) : store_rows(s);
  }

 private:
  T* elements_of(std::int64_t s) const { return u_ + packed_strip(s); }
  Strip<T> strip(std::int64_t s) const {
    return {elements_of(s), std::min(kStripColumns, rows_ - s * kStripColumns)};
  }
  std::int64_t columns_of(std::int64_t s) const {
    return std::min(kStripColumns, n_ - s * kStripColumns);
  }
  std::int64_t rows_of(std::int64_t s) const {
    return std::min((s + 1) * kStripColumns, rows_);
  }

  // Returns how many strips are a block. A block of few rows is ready early for
  // the other strips, and one of many is multiplied faster.
  static std::int64_t block_of(std::int64_t n) {
    constexpr std::int64_t kEarly = sizeof(T) == 8 ? 512 : 0;
    const std::int64_t rows = settings().factor_depth / (n <= kEarly ? 2 : 1);
    return std::max(rows / kStripColumns, std::int64_t{1});
  }

  std::int64_t start(std::int64_t block) const {
    return block * block_ * kStripColumns;
  }

  // Factors the rows of strip s up to its diagonal, from those of strip `first`
  // on.
  bool factor_diagonal(std::int64_t first, std::int64_t s) {
    const std::int64_t start = first * kStripColumns, row = s * kStripColumns;
    if (start < row) {
      solve_strip(triangle_, strip(s), start, row);
      subtract_from_strip(triangle_, strip(s), start, row, row, rows_of(s),
                          row);
    }
    T* diagonal = elements_of(s) + row * kStripColumns;
    const std::int64_t count = rows_of(s) - row;
    if (!factor_small_cholesky(diagonal, count)) return false;
    for (std::int64_t i = 0; i < count; ++i)
      inverses_[row + i] = 1 / diagonal[i * (kStripColumns + 1)];
    return true;
  }

  void store_rows(std::int64_t s) const {
    const std::int64_t first = s * kStripColumns, columns = columns_of(s);
    transpose_block(out_ + first * n_, n_, elements_of(s), kStripColumns,
                    columns, first + columns);
    for (std::int64_t i = first; i < first + columns; ++i)
      std::fill(out_ + i * n_ + i + 1, out_ + (i + 1) * n_, T(0));
  }
  void store_columns(std::int64_t s) const {
    const std::int64_t first = s * kStripColumns, columns = columns_of(s);
    const T* from = elements_of(s);
    for (std::int64_t i = 0; i < n_; ++i) {
      const std::int64_t zeros =
          std::clamp<std::int64_t>(i - first, 0, columns);
      std::fill_n(out_ + i * n_ + first, zeros, T(0));
      std::copy(from + i * kStripColumns + zeros,
                from + i * kStripColumns + columns,
                out_ + i * n_ + first + zeros);
    }
  }

  const T* a_;
  T* out_;
  bool is_upper_;
  std::int64_t n_, rows_, strips_, block_;
  T* u_;
  T* inverses_;
  StripTriangle<T> triangle_;
};

template <typename T>
bool cholesky_in_strips(const T* a, std::int64_t n, bool upper, T* out) {
  const auto factor = [&](T* room) {
    StripFactor<T> steps(a, n, upper, out, room);
    return run_factor_steps(steps.plan(), is_worth_threads(0, n * n * n / 2),
                            steps);
  };
  // Small matrices would take longer to allocate memory than to factor.
  if (n <= kStripColumns) {
    alignas(64) T near[kStripColumns * (kStripColumns + 1)];
    return factor(near);
  }
  const std::int64_t strips = (n + kStripColumns - 1) / kStripColumns;
  const Scratch room((packed_strip(strips) + strips * kStripColumns) *
                     std::int64_t{sizeof(T)});
  return factor(reinterpret_cast<T*>(room.bytes()));
}

}  // namespace

bool factor_cholesky(const float* a, std::int64_t n, bool upper, float* out) {
  return cholesky_in_strips(a, n, upper, out);
}
bool factor_cholesky(const double* a, std::int64_t n, bool upper, double* out) {
  return cholesky_in_strips(a, n, upper, out);
}

}  // namespace assay::optimized
