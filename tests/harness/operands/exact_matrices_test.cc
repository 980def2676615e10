// Exactly eliminated matrices are what they claim to be, in every dtype: their
// elements are stored exactly, pivots are unique, and no step rounds.
#include "harness/operands/exact_matrices.h"

#include <gtest/gtest.h>

#include "harness/judge/elimination.h"

namespace assay {
namespace {

constexpr DType kDTypes6[] = {DType::kFloat16,   DType::kBfloat16,
                              DType::kFloat32,   DType::kFloat64,
                              DType::kComplex64, DType::kComplex128};

bool is_stored_exactly(DType dtype, const Matrix& a) {
  for (std::int64_t i = 0; i < a.rows(); ++i)
    for (std::int64_t j = 0; j < a.columns(); ++j)
      if (entry_of(dtype, element_near(dtype, a(i, j))) != a(i, j))
        return false;
  return true;
}

TEST(ExactMatrices, AreEliminatedWithoutRounding) {
  for (DType dtype : kDTypes6)
    for (bool is_complete : {false, true})
      for (std::int64_t order = 1; order <= 9; ++order) {
        if (format_of(dtype).precision < 24 && order > 6) continue;
        for (std::int64_t rank = 0; rank <= order; ++rank)
          for (std::uint64_t seed = 0; seed < 8; ++seed) {
            ValueStream stream(seed, 3);
            const Matrix a = exactly_eliminated(
                {.dtype = dtype,
                 .rows = order + (!is_complete && seed % 2 == 1 ? 1 : 0),
                 .columns = order,
                 .rank = rank,
                 .is_complete = is_complete},
                stream);
            EXPECT_TRUE(is_stored_exactly(dtype, a));
            const PivotedFactors factors = eliminate(
                a, is_complete ? Pivoting::kComplete : Pivoting::kPartial);
            EXPECT_TRUE(is_eliminated_exactly(factors, dtype))
                << order << " " << rank << " " << seed << " " << is_complete;
            EXPECT_EQ(factors.rank, rank);
          }
      }
}

TEST(ExactMatrices, GrowthMatricesDifferFromDrawToDraw) {
  ValueStream stream(1, 0);
  const Matrix a = growth_matrix(30, stream);
  const Matrix b = growth_matrix(30, stream);
  EXPECT_NE(a(1, 0), b(1, 0));
  for (std::int64_t i = 0; i < 30; ++i)
    for (std::int64_t j = 0; j < 30; ++j) {
      const long double x = a(i, j).real();
      if (i == j)
        EXPECT_EQ(x, 1);
      else if (j < i)
        EXPECT_TRUE(x <= -(1 - 0x1p-10L) && x >= -1) << i << " " << j;
      else if (j == 29)
        EXPECT_TRUE(x >= 1 - 0x1p-10L && x <= 1) << i << " " << j;
      else
        EXPECT_EQ(x, 0);
    }
}

}  // namespace
}  // namespace assay
