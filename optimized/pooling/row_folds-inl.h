// Folds rows of a plane into one, as sums or as maxima: several rows side by
// side, and several shifted reads of one row.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#undef ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#else
#define ASSAY_OPTIMIZED_ROW_FOLDS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "optimized/vectors/tails-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The larger of two elements, or a NaN if there is one.
struct LargestFold {
  template <class D, class V>
  static HWY_INLINE V apply(D, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
      // The instruction returns b if an operand is NaN.
      return hn::IfThenElse(hn::IsNaN(a), a, hn::Max(a, b));
#else
      return hn::IfThenElse(hn::Or(hn::Gt(b, a), hn::IsNaN(b)), b, a);
#endif
    } else {
      return hn::Max(a, b);
    }
  }
};

struct SumFold {
  template <class D, class V>
  static HWY_INLINE V apply(D, V a, V b) {
    return hn::Add(a, b);
  }
};

// Calls store(i, v), where v has the folds of rows[0][j], rows[1][j], … for the
// `lanes` columns j from i on, for all columns. Lanes after the last column are
// folds of zeros. There is at least one row.
template <class Fold, class D, typename Store>
HWY_INLINE void fold_rows(D d, const hn::TFromD<D>* const* rows,
                          std::int64_t count, std::int64_t width, Store store) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  const auto whole = [&](auto fold) HWY_ATTR {
    for (; i + lanes <= width; i += lanes) store(i, fold());
  };
  switch (count) {
    case 1:
      whole([&]() HWY_ATTR { return hn::LoadU(d, rows[0] + i); });
      break;
    case 2:
      whole([&]() HWY_ATTR {
        return Fold::apply(d, hn::LoadU(d, rows[0] + i),
                           hn::LoadU(d, rows[1] + i));
      });
      break;
    case 3:
      whole([&]() HWY_ATTR {
        const auto sum = Fold::apply(d, hn::LoadU(d, rows[0] + i),
                                     hn::LoadU(d, rows[1] + i));
        return Fold::apply(d, sum, hn::LoadU(d, rows[2] + i));
      });
      break;
    default:
      whole([&]() HWY_ATTR {
        auto sum = hn::LoadU(d, rows[0] + i);
        for (std::int64_t r = 1; r < count; ++r)
          sum = Fold::apply(d, sum, hn::LoadU(d, rows[r] + i));
        return sum;
      });
  }
  if (i == width) return;
  auto sum = load_first(d, rows[0] + i, width - i);
  for (std::int64_t r = 1; r < count; ++r)
    sum = Fold::apply(d, sum, load_first(d, rows[r] + i, width - i));
  store(i, sum);
}

// Returns the fold of row[i + offsets[k]] for the lanes from i on.
template <class Fold, class D>
HWY_INLINE hn::Vec<D> fold_shifted(D d, const hn::TFromD<D>* row,
                                   const std::int64_t* offsets,
                                   std::int64_t count) {
  auto sum = hn::LoadU(d, row + offsets[0]);
  for (std::int64_t k = 1; k < count; ++k)
    sum = Fold::apply(d, sum, hn::LoadU(d, row + offsets[k]));
  return sum;
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
