// Folds maxima and minima of vectors and of scalars, so that a NaN always wins.
// Included once per target.
#if defined(ASSAY_OPTIMIZED_EXTREMUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_EXTREMUM_INL_H_
#undef ASSAY_OPTIMIZED_EXTREMUM_INL_H_
#else
#define ASSAY_OPTIMIZED_EXTREMUM_INL_H_
#endif

#include <limits>
#include <type_traits>

#include "optimized/reduction/reduction_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

template <bool is_max>
struct Extremum {
  template <typename T>
  static constexpr bool tracks_nan = std::is_floating_point_v<T>;

  template <typename T>
  static constexpr T identity() {
    using Limits = std::numeric_limits<T>;
    if constexpr (Limits::has_infinity)
      return is_max ? -Limits::infinity() : Limits::infinity();
    else
      return is_max ? Limits::lowest() : Limits::max();
  }

  // A NaN stays, and of two equal values the earlier one does.
  template <typename T>
  static T one(T a, T b) {
    const bool is_ahead = is_max ? a >= b : a <= b;
    if constexpr (std::is_floating_point_v<T>)
      return (is_ahead | (a != a)) ? a : b;
    else
      return is_ahead ? a : b;
  }

  // Signaling NaNs become quiet.
  template <typename T>
  static T quiet(T x) {
    return x != x ? std::numeric_limits<T>::quiet_NaN() : x;
  }

#if HWY_TARGET != HWY_SCALAR
  // If an operand is a NaN, the float instruction returns its second one.
  template <class D, class V>
  static HWY_INLINE V lanes(D, V x, V folded) {
    return is_max ? hn::Max(x, folded) : hn::Min(x, folded);
  }
#endif
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
