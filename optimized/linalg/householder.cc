// Implements the reduction by Householder reflections.
// Tested by tests/optimized/linalg_test.cc and the linalg family of the suite.
#include "optimized/linalg/householder.h"

#include <algorithm>
#include <complex>
#include <cstring>

#include "optimized/linalg/dealt_parts.h"
#include "optimized/linalg/matrix_vector.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/settings.h"

namespace assay::optimized {
namespace {

// Returns how many columns the strips have that threads take: tiles of products
// fill them, and L2 has room for a strip of a large matrix.
template <typename T>
constexpr std::int64_t strip_of(std::int64_t columns) {
  constexpr std::int64_t kTile = 4 * vector_unit<T>;
  return columns > 8 * kTile ? 2 * kTile : kTile;
}

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
  begin_blocks();
  if (!blocks_.empty()) make_block(blocks_.front());
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    apply_before(blocks_.data()[i],
                 i + 1 < blocks_.size() ? blocks_.data() + i + 1 : nullptr);
}

// Makes room for the blocks, because threads that apply one must not wait for
// the next.
template <typename T, std::size_t planes>
void Householder<T, planes>::begin_blocks() {
  Parts v = vectors_.begin();
  for (std::int64_t first = 0; first < count_; first += width_) {
    ReflectorBlock<T, planes> block;
    block.count = std::min(width_, count_ - first);
    block.v = constant<T, planes>(v);
    block.row = block.count;
    block.column = 1;
    block.rows = m_ - first;
    v = advanced(v, block.rows * block.count);
    blocks_.push_back(std::move(block));
  }
}

// Reduces the columns of a block and computes its triangle.
template <typename T, std::size_t planes>
void Householder<T, planes>::make_block(ReflectorBlock<T, planes>& block) {
  const std::int64_t first = first_of(block);
  const Parts vectors = vectors_.begin();
  Parts v;
  for (std::size_t p = 0; p < planes; ++p)
    v[p] = vectors[p] + (block.v[p] - vectors[p]);
  reduce_block(first, block.count, v);
  set_block_triangle(block, first);
}

// Applies a block to the columns after it, and then makes the next block, if
// there is one. The columns of that block come first, so that one thread can
// make it while the others are at the rest of the columns.
template <typename T, std::size_t planes>
void Householder<T, planes>::apply_before(
    const ReflectorBlock<T, planes>& block, ReflectorBlock<T, planes>* next) {
  const std::int64_t first = first_of(block), after = first + block.count;
  const std::int64_t near = next == nullptr ? 0 : next->count;
  const std::int64_t far = n_ - after - near;
  const auto apply = [&](std::int64_t begin, std::int64_t end) {
    std::vector<T> room;
    apply_block<T, planes>(block, true, advanced(a_, first * n_ + begin), n_,
                           end - begin, room);
  };
  // Strips begin at multiples of their width, so that a thread has the same
  // columns again in the next step.
  const std::int64_t width = strip_of<T>(n_), rest = after + near;
  const std::int64_t strips = far > 0 ? (n_ - 1) / width - rest / width + 1 : 0;
  const std::int64_t flops = static_cast<std::int64_t>(4 * planes * planes) *
                             block.rows * block.count * (far + near);
  // The next block reads what other threads wrote before, so they need some
  // columns to be worth it.
  const bool is_worth = far > width && is_worth_threads(0, 4 * flops);
  deal_parts(strips + (near > 0 ? 1 : 0), is_worth, [&](std::int64_t part) {
    if (near > 0 && part-- == 0) {
      apply(after, rest);
      return make_block(*next);
    }
    const std::int64_t strip = rest / width + part;
    apply(std::max(strip * width, rest), std::min((strip + 1) * width, n_));
  });
}

template <typename T, std::size_t planes>
void Householder<T, planes>::form(std::int64_t inner, Parts q) {
  const std::int64_t width = strip_of<T>(inner);
  const std::int64_t flops =
      static_cast<std::int64_t>(4 * planes * planes) * m_ * count_ * inner / 2;
  const auto form_strip = [&](std::int64_t strip) {
    const std::int64_t begin = strip * width;
    const std::int64_t end = std::min(begin + width, inner);
    for (std::size_t p = 0; p < planes; ++p)
      for (std::int64_t i = 0; i < m_; ++i)
        std::fill_n(q[p] + i * inner + begin, end - begin, T(0));
    for (std::int64_t i = begin; i < end; ++i) q[0][i * inner + i] = 1;
    std::vector<T> room;
    for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
      // Rows from `first` on are zero in the columns before it.
      const std::int64_t first = first_of(*block);
      const std::int64_t from = std::max(first, begin);
      if (from < end)
        apply_block<T, planes>(*block, false, advanced(q, first * inner + from),
                               inner, end - from, room, from - first);
    }
  };
  // The last columns take the most blocks.
  deal_ascending((inner + width - 1) / width, is_worth_threads(0, 2 * flops),
                 form_strip);
}

template <typename T, std::size_t planes>
void Householder<T, planes>::apply(Parts c, std::int64_t columns) {
  const std::int64_t width = strip_of<T>(columns);
  const std::int64_t flops =
      static_cast<std::int64_t>(4 * planes * planes) * m_ * count_ * columns;
  deal_parts(
      (columns + width - 1) / width, is_worth_threads(0, 2 * flops),
      [&](std::int64_t part) {
        const std::int64_t begin = part * width;
        const std::int64_t end = std::min(begin + width, columns);
        std::vector<T> room;
        for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
          apply_block<T, planes>(
              *block, false, advanced(c, first_of(*block) * columns + begin),
              columns, end - begin, room);
      });
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
