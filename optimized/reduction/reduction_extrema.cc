// Provides the kernels of maxima and minima.
// Tested by tests/optimized/reduction_test.cc and the suite.
#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction_folds.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/reduction_extrema.cc"
#include <hwy/foreach_target.h>

#include "optimized/reduction/extremum-inl.h"
#include "optimized/reduction/narrow_folds-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Among floats the order may decide which zero is found.
template <class F, typename T>
FoldKernels kernels_in() {
  FoldKernels kernels = {&fold_rows<F, 1, T>, &fold_columns<F, 1, T>};
  if constexpr (std::is_floating_point_v<T>)
    kernels.columns_of_memory = &fold_columns<F, 1, T, true>;
  kernels.is_any_order = std::is_integral_v<T>;
  return kernels;
}
template <typename T>
FoldKernels kernels_of(bool is_max) {
  return is_max ? kernels_in<Extremum<true>, T>()
                : kernels_in<Extremum<false>, T>();
}

FoldKernels extrema_here(Scan op, DType dtype) {
  const bool is_max = op == Scan::kMax;
  const FoldKernels narrow = is_max ? narrow_kernels_of<Extremum<true>>(dtype)
                                    : narrow_kernels_of<Extremum<false>>(dtype);
  if (narrow.rows != nullptr) return narrow;
  switch (compute_dtype_of(dtype)) {
    case DType::kFloat32:
      return kernels_of<float>(is_max);
    case DType::kFloat64:
      return kernels_of<double>(is_max);
    case DType::kInt8:
      return kernels_of<std::int8_t>(is_max);
    case DType::kInt16:
      return kernels_of<std::int16_t>(is_max);
    case DType::kUint16:
      return kernels_of<std::uint16_t>(is_max);
    case DType::kInt32:
      return kernels_of<std::int32_t>(is_max);
    case DType::kUint32:
      return kernels_of<std::uint32_t>(is_max);
    case DType::kInt64:
      return kernels_of<std::int64_t>(is_max);
    case DType::kUint64:
      return kernels_of<std::uint64_t>(is_max);
    default:
      return kernels_of<std::uint8_t>(is_max);
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(extrema_here);

FoldKernels extremum_kernels(Scan op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(extrema_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
