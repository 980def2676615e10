// Implements the reduction by Householder reflections.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/householder.h"

#include <algorithm>
#include <complex>
#include <cstring>

#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Copies `some` elements of a row of a panel. Most rows have all of them, whose
// number is known to the compiler.
template <typename T>
void copy_row(const T* from, std::int64_t some, T* to) {
  if (some == kPanelColumns)
    std::memcpy(to, from, kPanelColumns * sizeof(T));
  else
    std::copy_n(from, some, to);
}

}  // namespace

template <typename T, std::size_t planes>
Householder<T, planes>::Householder(Parts a, std::int64_t m, std::int64_t n)
    : a_(a),
      m_(m),
      n_(n),
      count_(std::min(m, n)),
      width_(std::min(count_, settings().factor_block)),
      vectors_(m * count_),
      panel_(m * kPanelColumns),
      products_(width_ * width_),
      tau_(static_cast<std::size_t>(count_)) {}

template <typename T, std::size_t planes>
void Householder<T, planes>::reduce() {
  Parts v = vectors_.begin();
  for (std::int64_t first = 0; first < count_; first += width_) {
    const std::int64_t columns = std::min(width_, count_ - first);
    ReflectorBlock<T, planes> block;
    block.v = constant<T, planes>(v);
    block.row = columns;
    block.column = 1;
    block.rows = m_ - first;
    block.count = columns;
    reduce_block(first, columns, v);
    set_block_triangle(block, first);
    v = advanced(v, block.rows * columns);
    const std::int64_t after = first + columns;
    apply_block<T, planes>(block, true, advanced(a_, first * n_ + after), n_,
                           n_ - after, room_);
    blocks_.push_back(std::move(block));
  }
}

template <typename T, std::size_t planes>
void Householder<T, planes>::form(std::int64_t inner, Parts q) {
  for (T* plane : q) std::fill_n(plane, m_ * inner, T(0));
  for (std::int64_t i = 0; i < inner; ++i) q[0][i * inner + i] = 1;
  std::int64_t first = count_;
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    first -= block->count;
    // Rows from `first` on are zero in the columns before it.
    apply_block<T, planes>(*block, false, advanced(q, first * inner + first),
                           inner, inner - first, room_, true);
  }
}

template <typename T, std::size_t planes>
void Householder<T, planes>::apply(Parts c, std::int64_t columns) {
  std::int64_t first = count_;
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    first -= block->count;
    apply_block<T, planes>(*block, false, advanced(c, first * columns), columns,
                           columns, room_);
  }
}

// Computes the triangle of a block, whose first vector is number `first`.
template <typename T, std::size_t planes>
void Householder<T, planes>::set_block_triangle(
    ReflectorBlock<T, planes>& block, std::int64_t first) {
  const std::int64_t count = block.count;
  multiply_planes(PlaneProduct<T, planes>{.m = count,
                                          .n = count,
                                          .k = block.rows,
                                          .a = block.v,
                                          .a_row = 1,
                                          .a_column = block.row,
                                          .conjugates = true,
                                          .b = block.v,
                                          .b_row = block.row,
                                          .c = products_.begin(),
                                          .c_row = count});
  set_triangle<T, planes>(block, tau_.data() + first,
                          constant<T, planes>(products_.begin()));
}

// Reduces the columns [first, first + columns) and stores their vectors in
// v, which has rows of `columns` elements.
template <typename T, std::size_t planes>
void Householder<T, planes>::reduce_block(std::int64_t first,
                                          std::int64_t columns, Parts v) {
  const Parts panel = panel_.begin();
  for (std::int64_t at = 0; at < columns; at += kPanelColumns) {
    const std::int64_t start = first + at;
    const std::int64_t some = std::min(kPanelColumns, columns - at);
    const std::int64_t rows = m_ - start;
    for (std::size_t p = 0; p < planes; ++p)
      for (std::int64_t i = 0; i < rows; ++i) {
        T* to = panel[p] + i * kPanelColumns;
        copy_row(a_[p] + (start + i) * n_ + start, some, to);
        std::fill(to + some, to + kPanelColumns, T(0));
      }
    reflect_panel(panel, rows, some, tau_.data() + start);
    for (std::size_t p = 0; p < planes; ++p)
      store_panel(panel[p], p, start, some, at, columns, v[p]);
    const std::int64_t after = at + some;
    if (after == columns) continue;
    ReflectorBlock<T, planes> block;
    block.v = constant<T, planes>(panel);
    block.row = kPanelColumns;
    block.column = 1;
    block.rows = rows;
    block.count = some;
    set_block_triangle(block, start);
    apply_block<T, planes>(block, true,
                           advanced(a_, start * n_ + first + after), n_,
                           columns - after, room_);
  }
}

// Stores the triangle of a panel in the matrix, and its vectors in v and in
// the panel.
template <typename T, std::size_t planes>
void Householder<T, planes>::store_panel(T* panel, std::size_t plane,
                                         std::int64_t start, std::int64_t some,
                                         std::int64_t at, std::int64_t columns,
                                         T* v) {
  const std::int64_t rows = m_ - start;
  for (std::int64_t i = 0; i < std::min(some, rows); ++i)
    for (std::int64_t j = i; j < some; ++j) {
      T& element = panel[i * kPanelColumns + j];
      a_[plane][(start + i) * n_ + start + j] = element;
      element = j == i && plane == 0 ? 1 : 0;
    }
  // The rows above the panel are zero in its vectors.
  for (std::int64_t i = 0; i < at; ++i)
    std::fill_n(v + i * columns + at, some, T(0));
  for (std::int64_t i = 0; i < rows; ++i)
    copy_row(panel + i * kPanelColumns, some, v + (at + i) * columns + at);
}

template class Householder<float, 1>;
template class Householder<double, 1>;
template class Householder<float, 2>;
template class Householder<double, 2>;

}  // namespace assay::optimized
