// Factors a matrix by Gaussian elimination, column by column, with the largest
// element of a column as the pivot, or of all that is left.
// Tested by tests/reference/lax_linalg_test.cc.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/wide_matrix.h"

namespace assay {

// Holds the factors of P·A·Qᵀ = L·U: L is below the diagonal of `packed`, whose
// own diagonal belongs to U. rows[i] is the row of A that became row i, and
// columns[j] the column that became column j.
struct LuFactors {
  WideMatrix packed;
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> pivots;  // row i was swapped with row pivots[i]
  int parity = 1;

  // Returns whether a step found no pivot, so that U has a 0 on its diagonal.
  bool is_singular() const {
    for (std::int64_t k = 0; k < std::ssize(pivots); ++k)
      if (packed(k, k) == WideComplex(0)) return true;
    return false;
  }
  WideMatrix l() const {
    WideMatrix l(packed.rows(), std::ssize(pivots));
    for (std::int64_t i = 0; i < l.rows(); ++i)
      for (std::int64_t j = 0; j <= i && j < l.columns(); ++j)
        l(i, j) = i == j ? WideComplex(1) : packed(i, j);
    return l;
  }
  WideMatrix u() const {
    WideMatrix u(std::ssize(pivots), packed.columns());
    for (std::int64_t i = 0; i < u.rows(); ++i)
      for (std::int64_t j = i; j < u.columns(); ++j) u(i, j) = packed(i, j);
    return u;
  }
};

// Returns the permutation matrix whose row i has its one at places[i].
inline WideMatrix permutation_matrix(const std::vector<std::int64_t>& places) {
  WideMatrix p(std::ssize(places), std::ssize(places));
  for (std::int64_t i = 0; i < p.rows(); ++i)
    p(i, places[static_cast<std::size_t>(i)]) = 1;
  return p;
}

// Has the exchanges of an elimination, which move whole rows and columns of the
// packed factors.
class Elimination {
 public:
  explicit Elimination(const WideMatrix& a) : lu_{a, {}, {}, {}} {
    for (std::int64_t i = 0; i < a.rows(); ++i) lu_.rows.push_back(i);
    for (std::int64_t j = 0; j < a.columns(); ++j) lu_.columns.push_back(j);
  }

  // Eliminates every column. If `is_complete`, the pivot is the largest element
  // of all that is left, else the largest of its column; the first of several.
  LuFactors run(bool is_complete) {
    const std::int64_t count =
        std::min(lu_.packed.rows(), lu_.packed.columns());
    for (std::int64_t k = 0; k < count; ++k) {
      const auto [row, column] = pivot_of(k, is_complete);
      lu_.pivots.push_back(row);
      swap_rows(k, row);
      swap_columns(k, column);
      eliminate(k);
    }
    return std::move(lu_);
  }

 private:
  std::pair<std::int64_t, std::int64_t> pivot_of(std::int64_t k,
                                                 bool is_complete) const {
    std::pair place{k, k};
    const std::int64_t end = is_complete ? lu_.packed.columns() : k + 1;
    for (std::int64_t j = k; j < end; ++j)
      for (std::int64_t i = k; i < lu_.packed.rows(); ++i)
        if (squared(lu_.packed(i, j)) >
            squared(lu_.packed(place.first, place.second)))
          place = {i, j};
    return place;
  }
  void swap_rows(std::int64_t i, std::int64_t k) {
    if (i == k) return;
    for (std::int64_t j = 0; j < lu_.packed.columns(); ++j)
      std::swap(lu_.packed(i, j), lu_.packed(k, j));
    std::swap(lu_.rows[static_cast<std::size_t>(i)],
              lu_.rows[static_cast<std::size_t>(k)]);
    lu_.parity = -lu_.parity;
  }
  void swap_columns(std::int64_t j, std::int64_t k) {
    if (j == k) return;
    for (std::int64_t i = 0; i < lu_.packed.rows(); ++i)
      std::swap(lu_.packed(i, j), lu_.packed(i, k));
    std::swap(lu_.columns[static_cast<std::size_t>(j)],
              lu_.columns[static_cast<std::size_t>(k)]);
    lu_.parity = -lu_.parity;
  }
  void eliminate(std::int64_t k) {
    WideMatrix& a = lu_.packed;
    if (a(k, k) == WideComplex(0)) return;  // the column is zero below it, too
    for (std::int64_t i = k + 1; i < a.rows(); ++i) {
      a(i, k) /= a(k, k);
      if (a(i, k) == WideComplex(0)) continue;
      for (std::int64_t j = k + 1; j < a.columns(); ++j)
        a(i, j) -= a(i, k) * a(k, j);
    }
  }

  LuFactors lu_;
};

inline LuFactors factor_lu(const WideMatrix& a) {
  return Elimination(a).run(false);
}
inline LuFactors factor_full_piv_lu(const WideMatrix& a) {
  return Elimination(a).run(true);
}

// Returns the x with A·x = b, from factors of A that are not singular.
inline WideVector solved_by(const LuFactors& lu, const WideVector& b) {
  const std::int64_t n = std::ssize(b);
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  WideVector y(b.size());
  for (std::int64_t i = 0; i < n; ++i) {  // L·y = P·b
    y[at(i)] = b[at(lu.rows[at(i)])];
    for (std::int64_t j = 0; j < i; ++j) y[at(i)] -= lu.packed(i, j) * y[at(j)];
  }
  WideVector x(b.size());
  for (std::int64_t i = n - 1; i >= 0; --i) {  // U·(Q·x) = y
    for (std::int64_t j = i + 1; j < n; ++j)
      y[at(i)] -= lu.packed(i, j) * y[at(j)];
    y[at(i)] /= lu.packed(i, i);
    x[at(lu.columns[at(i)])] = y[at(i)];
  }
  return x;
}

}  // namespace assay
