// Implements the subtraction of products in blocks of rows and vectors that
// stay in registers.
// Tested by the linalg family of the suite, on every target.
#include "optimized/linalg/substitution.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/linalg/substitution.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Subtracts all terms from the columns from k on of some rows, `vectors`
// vectors of each, which stay in registers meanwhile.
template <std::int64_t rows, std::int64_t vectors, class D>
HWY_INLINE void subtract_from(D d, const Elimination& e, std::int64_t first,
                              std::int64_t k) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  double* to = e.rows + first * e.row_stride + k;
  const double* factors = e.factors + first * e.factor_stride;
  hn::Vec<D> left[rows][vectors];
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t v = 0; v < vectors; ++v)
      left[r][v] = hn::LoadU(d, to + r * e.row_stride + v * lanes);
  const double* x = e.x + k;
  for (std::int64_t j = 0; j < e.terms; ++j, x += e.x_stride) {
    hn::Vec<D> term[vectors];
    for (std::int64_t v = 0; v < vectors; ++v)
      term[v] = hn::LoadU(d, x + v * lanes);
    for (std::int64_t r = 0; r < rows; ++r) {
      const auto factor = hn::Set(d, factors[r * e.factor_stride + j]);
      for (std::int64_t v = 0; v < vectors; ++v)
        left[r][v] = hn::NegMulAdd(factor, term[v], left[r][v]);
    }
  }
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t v = 0; v < vectors; ++v)
      hn::StoreU(left[r][v], d, to + r * e.row_stride + v * lanes);
}

template <std::int64_t rows, std::int64_t vectors>
HWY_INLINE void subtract_from_rows(const Elimination& e, std::int64_t first) {
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t k = 0;
  for (; k + vectors * lanes <= e.columns; k += vectors * lanes)
    subtract_from<rows, vectors>(d, e, first, k);
  for (; k + lanes <= e.columns; k += lanes)
    subtract_from<rows, 1>(d, e, first, k);
  for (; k < e.columns; ++k)
    subtract_from<rows, 1>(hn::CappedTag<double, 1>(), e, first, k);
}

void subtract_here(const Elimination& e) {
  std::int64_t row = 0;
  for (; row + 4 <= e.row_count; row += 4) subtract_from_rows<4, 2>(e, row);
  for (; row < e.row_count; ++row) subtract_from_rows<1, 4>(e, row);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(subtract_here);

void subtract_products(const Elimination& elimination) {
  HWY_DYNAMIC_DISPATCH(subtract_here)(elimination);
}

}  // namespace assay::optimized
#endif
