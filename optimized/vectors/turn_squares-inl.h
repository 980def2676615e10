// Transposes squares of elements in registers, on targets that have vectors.
// Included once per target. Tested by tests/optimized/strided_copy_test.cc.
#if defined(ASSAY_OPTIMIZED_TURN_SQUARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_TURN_SQUARES_INL_H_
#undef ASSAY_OPTIMIZED_TURN_SQUARES_INL_H_
#else
#define ASSAY_OPTIMIZED_TURN_SQUARES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
// Transposes the squares that are in each 16 bytes of n vectors. n times n
// elements are in order after log2(n) steps; each step interleaves the first
// half of the vectors with the second.
template <class D, class V, std::size_t n>
HWY_INLINE void turn_squares(D d, V (&v)[n]) {
  for (std::size_t step = n; step > 1; step /= 2) {
    V next[n];
    for (std::size_t k = 0; k < n / 2; ++k) {
      next[2 * k] = hn::InterleaveLower(d, v[k], v[k + n / 2]);
      next[2 * k + 1] = hn::InterleaveUpper(d, v[k], v[k + n / 2]);
    }
    for (std::size_t k = 0; k < n; ++k) v[k] = next[k];
  }
}
#endif

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
