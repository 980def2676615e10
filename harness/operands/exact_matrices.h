// Makes matrices on which eliminations with pivots are tested: those of which
// no step rounds, so that there is one answer, and those of which elements
// grow. Tested by tests/harness/operands/exact_matrices_test.cc.
#pragma once

#include "harness/case/seed.h"
#include "harness/operands/matrix.h"

namespace assay {

// Says what an exactly eliminated matrix looks like.
struct ExactMatrix {
  DType dtype = DType::kFloat32;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t rank = 0;     // at most the smaller extent
  bool is_complete = false;  // pivots are unique in all columns, not in one
};

// Returns P·L·U·Q with random permutations, Q only if is_complete. L has halves
// below its diagonal, the pivots are powers of two, and the other elements of U
// are small integers, or halves of their pivot if is_complete. If the rank is
// less, the last rows of U are zero. 16-bit dtypes hold the elements up to
// extent 6.
Matrix exactly_eliminated(const ExactMatrix& wanted, ValueStream& stream);

// Returns Wilkinson's growth matrix: 1 on the diagonal, and -a below it and a
// in the last column, where each a is drawn from [1 - 2⁻¹⁰, 1]. With pivots of
// one column its last column doubles n - 1 times.
Matrix growth_matrix(std::int64_t n, ValueStream& stream);

}  // namespace assay
