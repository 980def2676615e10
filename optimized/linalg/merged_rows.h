// Multiplies the eigenvectors of two halves of a matrix with those of their
// merge. A vector of one half is zero in the other one, so vectors are grouped
// and zeros are not multiplied.
// Tested by tests/optimized/linalg_divide_test.cc.
#pragma once

#include <cstdint>

#include "optimized/division/room_vector.h"
#include "optimized/linalg/condensed.h"

namespace assay::optimized {

// Memory for all merges of up to `size` rows of a matrix with rows of up to
// `columns` elements. Merges of different rows use different parts of it.
template <typename T>
struct MergeRoom {
  MergeRoom(std::int64_t size, std::int64_t columns)
      : extent(size), packed(size, columns), factors(size * size) {}

  std::int64_t extent;
  PaddedMatrix<T> packed;
  PlaneRoom<T, 1> factors;
};

// Vectors are rows of a matrix. Those of a merge are in a square on its
// diagonal and have two parts: rows of the first half are zero in the second
// part, and the other way around.
template <typename T>
class MergedRows {
 public:
  // Begins a merge of the rows [first, first + count), of which the first
  // `left` ones are those of the first half.
  MergedRows(const MergeRoom<T>& room, const PaddedMatrix<T>& rows,
             std::int64_t first, std::int64_t left, std::int64_t count)
      : packed_(room.packed),
        factors_(room.factors.begin()[0] + first * room.extent),
        rows_(rows),
        first_(first),
        left_(left),
        count_(count) {}

  // Keeps a row, which becomes a factor of the products. It has elements in
  // both parts if `is_long`.
  void keep(std::int64_t row, bool is_long = false);
  // Rotates the row that was kept last, p, and another one, q: p becomes c·p +
  // s·q, and q becomes c·q - s·p and is kept instead. Returns the number of p.
  std::int64_t rotate(std::int64_t row, double c, double s);
  // Leaves a row as it is. It is moved after the products.
  void leave(std::int64_t row);

  // Computes Σ_j f_ij · kept_j for every i, where f_i is the vector with
  // elements weights_j / distances_ij, divided by its length. The first element
  // is -1 instead if `is_shared`. Stores the results in the first rows of the
  // square, and the rows that were left in the ones after. `distances` has as
  // many rows and columns as rows were kept.
  void multiply(const RoomVector<double>& weights, const double* distances,
                bool is_shared = false);

 private:
  enum Kind { kFirst, kBoth, kSecond };
  struct Row {
    std::int64_t row;
    Kind kind;
  };

  T* packed(std::int64_t i) const { return packed_.row(first_ + i)[0]; }
  T* row(std::int64_t i) const { return rows_.row(i)[0] + first_; }
  void pack(const RoomVector<std::int64_t>& order) const;
  void store_factors(const RoomVector<double>& weights, const double* distances,
                     bool is_shared,
                     const RoomVector<std::int64_t>& order) const;

  const PaddedMatrix<T>& packed_;
  T* factors_;
  const PaddedMatrix<T>& rows_;
  std::int64_t first_, left_, count_;
  RoomVector<Row> kept_;
  RoomVector<std::int64_t> untouched_;
};

extern template class MergedRows<float>;
extern template class MergedRows<double>;

}  // namespace assay::optimized
