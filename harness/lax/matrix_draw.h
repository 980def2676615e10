// Draws the matrices of calls of the linalg ops of lax.
// Tested by tests/harness/lax/drawn_linalg_test.cc.
#pragma once

#include "harness/families/drawn_call.h"
#include "harness/families/matrix_rows.h"
#include "harness/lax/linalg_rows.h"
#include "harness/operands/matrices.h"

namespace assay {

// Describes the matrices of a call before they have elements.
struct Matrices {
  Shape batch;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t sides = 1;
  bool is_vector = false;
  Attributes attributes;
};

// Returns what is special about the matrices of a call.
LinalgTrial matrix_trial(const CallWish& wish);

bool is_triangular_solve(Op op);

// Draws the elements of the matrices of one call. What it is given must outlive
// it.
class MatrixDraw {
 public:
  MatrixDraw(const CallWish& wish, const Matrices& matrices,
             ValueStream& stream)
      : wish_(wish),
        trial_(matrix_trial(wish)),
        matrices_(matrices),
        dtype_(wish.cell.dtype),
        stream_(stream),
        maker_(dtype_, stream) {}

  // Returns the matrix at place `at` of the batch, before elements that the op
  // must not read are overwritten.
  Matrix at(std::size_t at);

  Entry entry() { return maker_.entry(); }

 private:
  std::size_t number() const { return static_cast<std::size_t>(wish_.number); }
  Matrix usual(std::size_t at);
  Matrix conditioned(std::size_t turn);
  Matrix exact(std::int64_t rank);
  // Returns a matrix with a row or column of zeros, or one of exact rank less
  // than its order, in turn.
  Matrix singular(std::size_t turn);
  // Returns a Hermitian matrix with one small eigenvalue, `times` that of
  // rounding alone.
  Matrix near_singular(long double times);
  // Returns whether hard systems leave the dtype nothing to compare.
  bool is_narrow_solve() const;
  // Returns a matrix whose largest entries are one in each row and column, so
  // that solutions of any order stay moderate.
  Matrix permuted_dominant();
  // Returns a triangle whose diagonal outweighs the rest, so that solutions of
  // any order stay moderate.
  Matrix dominant_triangle();
  Matrix triangle(std::size_t at);
  // Returns the exponent of the largest entries near one end of the range.
  int extreme_exponent(bool is_large) const;

  const CallWish& wish_;
  LinalgTrial trial_;
  const Matrices& matrices_;
  DType dtype_;
  ValueStream& stream_;
  MatrixMaker maker_;
};

}  // namespace assay
