// Provides the kernels of the largest magnitude.
// Tested by the statistics family of the suite.
#include "optimized/layout/compute_type.h"
#include "optimized/reduction/reduction_folds.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/reduction/reduction_magnitudes.cc"
#include <hwy/foreach_target.h>

#include "optimized/reduction/extremum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Returns |x|. That of the most negative integer wraps to itself.
template <typename T>
T magnitude(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x < T{0} ? -x : x + T{0};  // -0 becomes +0
  } else if constexpr (std::is_signed_v<T>) {
    using Bits = std::make_unsigned_t<T>;
    return x < 0 ? static_cast<T>(Bits{0} - static_cast<Bits>(x)) : x;
  } else {
    return x;
  }
}

// Folds as a maximum of magnitudes.
struct LargestMagnitude {
  template <typename T>
  static constexpr bool tracks_nan = std::is_floating_point_v<T>;

  template <typename T>
  static constexpr T identity() {
    return T{0};
  }
  template <typename T>
  static T one(T a, T b) {
    return Extremum<true>::one(magnitude(a), magnitude(b));
  }
  template <typename T>
  static T quiet(T x) {
    return Extremum<true>::quiet(x);
  }
#if HWY_TARGET != HWY_SCALAR
  template <class D, class V>
  static HWY_INLINE V lanes(D d, V x, V folded) {
    if constexpr (std::is_signed_v<hn::TFromD<D>>)
      return hn::Max(hn::Abs(x), folded);
    else
      return Extremum<true>::lanes(d, x, folded);
  }
#endif
};

// Magnitudes have one zero, so the order does not matter.
template <typename T>
FoldKernels magnitudes_of() {
  FoldKernels kernels = {&fold_rows<LargestMagnitude, 1, T>,
                         &fold_columns<LargestMagnitude, 1, T>};
  if constexpr (std::is_floating_point_v<T>)
    kernels.columns_of_memory = &fold_columns<LargestMagnitude, 1, T, true>;
  kernels.is_any_order = true;
  return kernels;
}

// Unsigned integers are their magnitudes.
FoldKernels magnitudes_here(DType dtype) {
  switch (compute_dtype_of(dtype)) {
    case DType::kFloat32:
      return magnitudes_of<float>();
    case DType::kFloat64:
      return magnitudes_of<double>();
    case DType::kInt8:
      return magnitudes_of<std::int8_t>();
    case DType::kInt16:
      return magnitudes_of<std::int16_t>();
    case DType::kInt32:
      return magnitudes_of<std::int32_t>();
    case DType::kInt64:
      return magnitudes_of<std::int64_t>();
    default:
      return {};
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(magnitudes_here);

FoldKernels magnitude_kernels(DType dtype) {
  const FoldKernels kernels = HWY_DYNAMIC_DISPATCH(magnitudes_here)(dtype);
  return kernels.rows != nullptr ? kernels
                                 : extremum_kernels(Scan::kMax, dtype);
}

}  // namespace assay::optimized
#endif
