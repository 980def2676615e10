// Computes QR factors of real matrices. Panels of a few columns are reduced by
// Householder reflections; a few panels make a block, which is applied to the
// columns after it as products of matrices. Q is the product of all blocks
// (Golub and Van Loan, "Matrix Computations", 5.2).
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include <algorithm>
#include <vector>

#include "optimized/layout/dense.h"
#include "optimized/linalg/block_product.h"
#include "optimized/linalg/linalg_factors.h"
#include "optimized/linalg/reflectors.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Computes the products v_iᵀ·v_j of the columns of a row-major matrix.
template <typename T>
void multiply_columns(const T* v, std::int64_t rows, std::int64_t row,
                      std::int64_t count, T* products) {
  multiply_block(BlockProduct<T>{.m = count,
                                 .n = count,
                                 .k = rows,
                                 .a = v,
                                 .a_row = 1,
                                 .a_column = row,
                                 .b = v,
                                 .b_row = row,
                                 .c = products,
                                 .c_row = count});
}

// Factors one matrix.
template <typename T>
class Householder {
 public:
  Householder(T* a, std::int64_t m, std::int64_t n)
      : a_(a),
        m_(m),
        n_(n),
        count_(std::min(m, n)),
        width_(std::min(count_, settings().factor_block)),
        vectors_(m * count_ * static_cast<std::int64_t>(sizeof(T))),
        panel_(m * kPanelColumns * static_cast<std::int64_t>(sizeof(T))),
        tau_(static_cast<std::size_t>(count_)),
        products_(static_cast<std::size_t>(width_ * width_)) {}

  // Replaces the matrix by R. What is below its diagonal is arbitrary.
  void reduce() {
    T* v = place(vectors_);
    for (std::int64_t first = 0; first < count_; first += width_) {
      const std::int64_t columns = std::min(width_, count_ - first);
      ReflectorBlock<T> block = {v, columns, 1, m_ - first, columns, {}};
      reduce_block(first, columns, v);
      if (columns > kPanelColumns) {
        multiply_columns(v, block.rows, columns, columns, products_.data());
        set_triangle(block, tau_.data() + first, products_.data());
      } else {
        block.t = panel_block_.t;
      }
      v += block.rows * columns;
      const std::int64_t after = first + columns;
      apply_block(block, true, a_ + first * n_ + after, n_, n_ - after, room_);
      blocks_.push_back(std::move(block));
    }
  }

  // Stores the first `inner` columns of Q.
  void form(std::int64_t inner, T* q) {
    std::fill_n(q, m_ * inner, T(0));
    for (std::int64_t i = 0; i < inner; ++i) q[i * inner + i] = 1;
    std::int64_t first = count_;
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      first -= block->count;
      // Rows from `first` on are zero in the columns before it.
      apply_block(*block, false, q + first * inner + first, inner,
                  inner - first, room_);
    }
  }

 private:
  static T* place(const Scratch& scratch) {
    return reinterpret_cast<T*>(scratch.bytes());
  }

  // Reduces the columns [first, first + columns) and stores their vectors in
  // v, which has rows of `columns` elements.
  void reduce_block(std::int64_t first, std::int64_t columns, T* v) {
    T* panel = place(panel_);
    for (std::int64_t at = 0; at < columns; at += kPanelColumns) {
      const std::int64_t start = first + at;
      const std::int64_t some = std::min(kPanelColumns, columns - at);
      const std::int64_t rows = m_ - start;
      for (std::int64_t i = 0; i < rows; ++i) {
        const T* from = a_ + (start + i) * n_ + start;
        T* to = panel + i * kPanelColumns;
        if (some == kPanelColumns)
          std::copy_n(from, kPanelColumns, to);
        else
          for (std::int64_t j = 0; j < kPanelColumns; ++j)
            to[j] = j < some ? from[j] : T(0);
      }
      reflect_panel(panel, rows, some, tau_.data() + start);
      for (std::int64_t i = 0; i < std::min(some, rows); ++i)
        for (std::int64_t j = 0; j < some; ++j) {
          T& element = panel[i * kPanelColumns + j];
          if (j >= i) {
            a_[(start + i) * n_ + start + j] = element;
            element = j == i ? 1 : 0;
          }
        }
      // The rows above the panel are zero in its vectors.
      for (std::int64_t i = 0; i < at; ++i)
        std::fill_n(v + i * columns + at, some, T(0));
      for (std::int64_t i = 0; i < rows; ++i) {
        const T* from = panel + i * kPanelColumns;
        T* to = v + (at + i) * columns + at;
        if (some == kPanelColumns)
          std::copy_n(from, kPanelColumns, to);
        else
          std::copy_n(from, some, to);
      }
      const std::int64_t after = at + some;
      if (after == columns && columns > kPanelColumns) continue;
      panel_block_.v = panel;
      panel_block_.row = kPanelColumns;
      panel_block_.column = 1;
      panel_block_.rows = rows;
      panel_block_.count = some;
      T products[kPanelColumns * kPanelColumns];
      multiply_columns(panel, rows, kPanelColumns, some, products);
      set_triangle(panel_block_, tau_.data() + start, products);
      apply_block(panel_block_, true, a_ + start * n_ + first + after, n_,
                  columns - after, room_);
    }
  }

  T* a_;
  std::int64_t m_, n_, count_, width_;
  Scratch vectors_;  // of all blocks
  Scratch panel_;
  std::vector<T> tau_, products_, room_;
  ReflectorBlock<T> panel_block_;
  std::vector<ReflectorBlock<T>> blocks_;
};

template <typename T>
void qr_of(T* a, std::int64_t m, std::int64_t n, std::int64_t inner, T* q,
           T* r) {
  Householder<T> reduction(a, m, n);
  reduction.reduce();
  for (std::int64_t i = 0; i < inner; ++i) {
    const std::int64_t zeros = std::min(i, n);
    std::fill_n(r + i * n, zeros, T(0));
    std::copy_n(a + i * n + zeros, n - zeros, r + i * n + zeros);
  }
  reduction.form(inner, q);
}

}  // namespace

void factor_qr(float* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               float* q, float* r) {
  qr_of(a, m, n, inner, q, r);
}
void factor_qr(double* a, std::int64_t m, std::int64_t n, std::int64_t inner,
               double* q, double* r) {
  qr_of(a, m, n, inner, q, r);
}

}  // namespace assay::optimized
