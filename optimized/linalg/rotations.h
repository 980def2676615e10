// Applies the plane rotations of QR iterations to the rows of a matrix. They
// are collected first, because a strip of columns then stays in L2 while
// several iterations are applied to it.
// Tested by tests/optimized/linalg_reflections_test.cc.
#pragma once

#include <cstdint>

#include "optimized/division/room_vector.h"
namespace assay::optimized {

// Collects rotations for one matrix, and applies them when there are many.
template <typename T>
class Rotations {
 public:
  // `rows` is a row-major matrix with rows of `columns` elements, a multiple of
  // vector_unit<T>. If it is null, nothing is applied.
  Rotations(T* rows, std::int64_t columns) : rows_(rows), columns_(columns) {}

  // Begins an iteration whose first rotation is of rows `first` and first + 1.
  void begin(std::int64_t first);
  // Adds the next rotation: row i becomes c·row_i + s·row_{i+1}, and row i + 1
  // becomes c·row_{i+1} - s·row_i.
  void add(double c, double s) {
    if (rows_ == nullptr) return;
    factors_.push_back(static_cast<T>(c));
    factors_.push_back(static_cast<T>(s));
  }
  // Applies what has been collected.
  void apply();

 private:
  T* rows_;
  std::int64_t columns_;
  RoomVector<T> factors_;            // c and s of each rotation
  RoomVector<std::int64_t> first_;   // row of each iteration
  RoomVector<std::int64_t> begins_;  // in factors_, of each iteration
};

extern template class Rotations<float>;
extern template class Rotations<double>;

}  // namespace assay::optimized
