// Implements merges of rows.
// Tested by tests/optimized/linalg_divide_test.cc.
#include "optimized/linalg/merged_rows.h"

#include <algorithm>
#include <cmath>

#include "optimized/resources/parallel.h"

namespace assay::optimized {

template <typename T>
MergedRows<T>::MergedRows(std::int64_t size, std::int64_t columns)
    : packed_(size, columns), factors_(size * size) {}

template <typename T>
void MergedRows<T>::begin(const PaddedMatrix<T>& rows, std::int64_t first,
                          std::int64_t left, std::int64_t count) {
  rows_ = &rows;
  first_ = first;
  left_ = left;
  count_ = count;
  kept_.clear();
  untouched_.clear();
}

template <typename T>
void MergedRows<T>::keep(std::int64_t row, bool is_long) {
  kept_.push_back({row, is_long                ? kBoth
                        : row < first_ + left_ ? kFirst
                                               : kSecond});
}

template <typename T>
std::int64_t MergedRows<T>::rotate(std::int64_t row, double c, double s) {
  const Row before = kept_.back();
  kept_.pop_back();
  keep(row);
  if (kept_.back().kind != before.kind) kept_.back().kind = kBoth;
  T* p = rows_->row(before.row)[0] + first_;
  T* q = rows_->row(row)[0] + first_;
  const T by_c = static_cast<T>(c), by_s = static_cast<T>(s);
  for (std::int64_t j = 0; j < count_; ++j) {
    const T x = p[j], y = q[j];
    p[j] = by_c * x + by_s * y;
    q[j] = by_c * y - by_s * x;
  }
  return before.row;
}

template <typename T>
void MergedRows<T>::leave(std::int64_t row) {
  untouched_.push_back(row);
}

template <typename T>
void MergedRows<T>::multiply(const std::vector<double>& weights,
                             const double* distances, bool is_shared) {
  const std::int64_t kept = std::ssize(kept_);
  std::vector<std::int64_t> order;
  std::int64_t of_kind[3] = {};
  for (const Kind kind : {kFirst, kBoth, kSecond})
    for (std::int64_t j = 0; j < kept; ++j)
      if (kept_.data()[j].kind == kind) {
        ++of_kind[kind];
        order.push_back(j);
      }
  const std::int64_t right = count_ - left_;
  for (std::int64_t g = 0; g < kept; ++g) {
    const auto [row, kind] = kept_.data()[order.data()[g]];
    const T* from = rows_->row(row)[0] + first_;
    T* to = packed_.row(g)[0];
    if (kind != kSecond) std::copy_n(from, left_, to);
    if (kind != kFirst) std::copy_n(from + left_, right, to + left_);
  }
  const std::int64_t others = std::ssize(untouched_);
  for (std::int64_t i = 0; i < others; ++i)
    std::copy_n(rows_->row(untouched_.data()[i])[0] + first_, count_,
                packed_.row(kept + i)[0]);
  store_factors(weights, distances, is_shared, order);
  BlockProduct<T> product{.m = kept,
                          .n = left_,
                          .k = of_kind[kFirst] + of_kind[kBoth],
                          .a = factors_.begin()[0],
                          .a_row = kept,
                          .b = packed_.row(0)[0],
                          .b_row = packed_.stride(),
                          .c = rows_->row(first_)[0] + first_,
                          .c_row = rows_->stride()};
  multiply_block(product);
  product.n = right;
  product.k = of_kind[kBoth] + of_kind[kSecond];
  product.a += of_kind[kFirst];
  product.b = packed_.row(of_kind[kFirst])[0] + left_;
  product.c += left_;
  multiply_block(product);
  for (std::int64_t i = 0; i < others; ++i)
    std::copy_n(packed_.row(kept + i)[0], count_,
                rows_->row(first_ + kept + i)[0] + first_);
}

// Stores the factors of the rows in the order in which they are packed.
template <typename T>
void MergedRows<T>::store_factors(const std::vector<double>& weights,
                                  const double* distances, bool is_shared,
                                  const std::vector<std::int64_t>& order) {
  constexpr std::int64_t kRows = 16;
  const std::int64_t kept = std::ssize(order);
  in_ranges(kept, kRows, is_worth_threads(0, 8 * kept * kept),
            [&](std::int64_t from, std::int64_t to) {
              std::vector<double> room(weights.size());
              double* row = room.data();
              for (std::int64_t i = from; i < to; ++i) {
                for (std::int64_t j = 0; j < kept; ++j)
                  row[j] = weights.data()[j] / distances[i * kept + j];
                if (is_shared) row[0] = -1;
                double squares = 0;
                for (std::int64_t j = 0; j < kept; ++j)
                  squares += row[j] * row[j];
                const double scale = 1 / std::sqrt(squares);
                T* factors = factors_.begin()[0] + i * kept;
                for (std::int64_t g = 0; g < kept; ++g)
                  factors[g] = static_cast<T>(scale * row[order.data()[g]]);
              }
            });
}

template class MergedRows<float>;
template class MergedRows<double>;

}  // namespace assay::optimized
