// Implements merges of rows.
// Tested by tests/optimized/linalg_divide_test.cc.
#include "optimized/linalg/merged_rows.h"

#include <algorithm>
#include <cmath>

#include "optimized/resources/parallel.h"

namespace assay::optimized {
namespace {

double sum_of_squares(const double* x, std::int64_t count) {
  // Several sums, because an addition waits for the one before.
  constexpr std::int64_t kSums = 8;
  double sums[kSums] = {};
  std::int64_t i = 0;
  for (; i + kSums <= count; i += kSums)
    for (std::int64_t s = 0; s < kSums; ++s) sums[s] += x[i + s] * x[i + s];
  for (; i < count; ++i) sums[0] += x[i] * x[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
         ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace

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
  T* p = this->row(before.row);
  T* q = this->row(row);
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
void MergedRows<T>::multiply(const RoomVector<double>& weights,
                             const double* distances, bool is_shared) {
  const std::int64_t kept = std::ssize(kept_);
  RoomVector<std::int64_t> order;
  std::int64_t of_kind[3] = {};
  for (const Kind kind : {kFirst, kBoth, kSecond})
    for (std::int64_t j = 0; j < kept; ++j)
      if (kept_.data()[j].kind == kind) {
        ++of_kind[kind];
        order.push_back(j);
      }
  pack(order);
  store_factors(weights, distances, is_shared, order);
  // Threads take columns of both parts.
  constexpr std::int64_t kColumns = 64;
  const std::int64_t right = count_ - left_;
  const std::int64_t first_units = (left_ + kColumns - 1) / kColumns;
  const std::int64_t units = first_units + (right + kColumns - 1) / kColumns;
  const auto multiply = [&](std::int64_t from, std::int64_t to) {
    BlockProduct<T> product{.m = kept,
                            .k = of_kind[kFirst] + of_kind[kBoth],
                            .a = factors_,
                            .a_row = kept,
                            .b_row = packed_.stride(),
                            .c_row = rows_.stride()};
    const auto multiply_columns = [&](std::int64_t begin, std::int64_t end,
                                      const T* packed_rows) {
      if (begin >= end) return;
      product.n = end - begin;
      product.b = packed_rows + begin;
      product.c = row(first_) + begin;
      multiply_block(product);
    };
    multiply_columns(std::min(from * kColumns, left_),
                     std::min(to * kColumns, left_), packed(0));
    product.k = of_kind[kBoth] + of_kind[kSecond];
    product.a += of_kind[kFirst];
    const auto column_of = [&](std::int64_t unit) {
      return std::min(
          left_ + std::max<std::int64_t>(unit - first_units, 0) * kColumns,
          count_);
    };
    multiply_columns(column_of(from), column_of(to), packed(of_kind[kFirst]));
  };
  in_ranges(units, 1, is_worth_threads(0, kept * kept * count_), multiply);
  const std::int64_t others = std::ssize(untouched_);
  for (std::int64_t i = 0; i < others; ++i)
    std::copy_n(packed(kept + i), count_, row(first_ + kept + i));
}

// Copies the kept rows in their order, and those that were left after them.
template <typename T>
void MergedRows<T>::pack(const RoomVector<std::int64_t>& order) const {
  const auto kept = std::ssize(order), others = std::ssize(untouched_);
  const std::int64_t right = count_ - left_;
  in_ranges(kept + others, 16, is_worth_threads(0, 32 * kept * count_),
            [&](std::int64_t from, std::int64_t to) {
              for (std::int64_t i = from; i < to; ++i) {
                if (i >= kept) {
                  std::copy_n(row(untouched_.data()[i - kept]), count_,
                              packed(i));
                  continue;
                }
                const Row given = kept_.data()[order.data()[i]];
                const T* elements = row(given.row);
                if (given.kind != kSecond)
                  std::copy_n(elements, left_, packed(i));
                if (given.kind != kFirst)
                  std::copy_n(elements + left_, right, packed(i) + left_);
              }
            });
}

// Stores the factors of the rows in the order in which they are packed.
template <typename T>
void MergedRows<T>::store_factors(const RoomVector<double>& weights,
                                  const double* distances, bool is_shared,
                                  const RoomVector<std::int64_t>& order) const {
  constexpr std::int64_t kRows = 16;
  const std::int64_t kept = std::ssize(order);
  // A division takes as long as many products.
  in_ranges(kept, kRows, is_worth_threads(0, 128 * kept * kept),
            [&](std::int64_t from, std::int64_t to) {
              RoomVector<double> room(weights.size());
              double* row = room.data();
              for (std::int64_t i = from; i < to; ++i) {
                for (std::int64_t j = 0; j < kept; ++j)
                  row[j] = weights.data()[j] / distances[i * kept + j];
                if (is_shared) row[0] = -1;
                const double scale = 1 / std::sqrt(sum_of_squares(row, kept));
                T* factors = factors_ + i * kept;
                for (std::int64_t g = 0; g < kept; ++g)
                  factors[g] = static_cast<T>(scale * row[order.data()[g]]);
              }
            });
}

template class MergedRows<float>;
template class MergedRows<double>;

}  // namespace assay::optimized
