// Folds columns of 16-bit floats, which are widened as they are read, and finds
// the kernels that do so. Reading them as floats first would take several times
// as long.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_NARROW_FOLDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_NARROW_FOLDS_INL_H_
#undef ASSAY_OPTIMIZED_NARROW_FOLDS_INL_H_
#else
#define ASSAY_OPTIMIZED_NARROW_FOLDS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "optimized/reduction/reduction_folds.h"
#include "optimized/reduction/reduction_lanes-inl.h"
#include "optimized/vectors/narrow-inl.h"
#include "spec/dtype.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
// Does the same as fold_columns on elements that a reader widens.
template <class F, class R>
void fold_narrow_columns(const std::byte* x, std::int64_t row_stride,
                         std::int64_t rows, std::int64_t columns,
                         std::byte* out) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto* from = reinterpret_cast<const typename R::Stored*>(x);
  float* to = reinterpret_cast<float*>(out);
  std::fill_n(to, columns, F::template identity<float>());
  const auto one = [&](auto a, auto b) HWY_ATTR { return F::lanes(d, b, a); };
  for (std::int64_t i = 0; i < rows;) {
    const auto* row = from + i * row_stride;
    const bool is_eight = i + 8 <= rows;
    // Returns the fold of `before` and of one row or of eight.
    const auto folded = [&](auto before, auto at) HWY_ATTR {
      if constexpr (F::template tracks_nan<float>)
        return fold_vectors_with_nan<F>(d, before, is_eight ? 8 : 1, at);
      if (!is_eight) return one(before, at(0));
      const auto low = one(one(at(0), at(1)), one(at(2), at(3)));
      const auto high = one(one(at(4), at(5)), one(at(6), at(7)));
      return one(before, one(low, high));
    };
    std::int64_t c = 0;
    for (; c + lanes <= columns; c += lanes)
      hn::StoreU(folded(hn::LoadU(d, to + c),
                        [&](std::int64_t k) HWY_ATTR {
                          return R::load(d, row + k * row_stride + c);
                        }),
                 d, to + c);
    if (c < columns) {
      const auto left = static_cast<std::size_t>(columns - c);
      HWY_ALIGN float last[HWY_MAX_BYTES / sizeof(float)];
      hn::Store(folded(load_first<F, ReadPlain<float>>(d, to + c, left),
                       [&](std::int64_t k) HWY_ATTR {
                         return load_first<F, R>(d, row + k * row_stride + c,
                                                 left);
                       }),
                d, last);
      std::memcpy(to + c, last, left * sizeof(float));
    }
    i += is_eight ? 8 : 1;
  }
}
#endif

#if HWY_TARGET != HWY_SCALAR
template <class F, class R>
FoldKernels narrow_kernels() {
  FoldKernels kernels = {&fold_rows<F, 1, float, R>,
                         &fold_narrow_columns<F, R>};
  kernels.reads_narrow = true;
  return kernels;
}
#endif

// Returns the kernels that widen elements of 2 bytes as they read them. The
// kernels for rows are null if the target or the dtype has none.
template <class F>
FoldKernels narrow_kernels_of(DType dtype) {
#if HWY_TARGET != HWY_SCALAR
  if (dtype == DType::kBfloat16)
    return narrow_kernels<F, ReadNarrow<Bfloat16Lanes>>();
#endif
#if HWY_TARGET <= HWY_AVX2
  if (dtype == DType::kFloat16)
    return narrow_kernels<F, ReadNarrow<Float16Lanes>>();
#endif
  static_cast<void>(dtype);
  return {};
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
