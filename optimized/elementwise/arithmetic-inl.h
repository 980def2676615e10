// Defines the arithmetic of two vectors: F()(d, a, b).
// Included once per target.
#if defined(ASSAY_OPTIMIZED_ARITHMETIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_ARITHMETIC_INL_H_
#undef ASSAY_OPTIMIZED_ARITHMETIC_INL_H_
#else
#define ASSAY_OPTIMIZED_ARITHMETIC_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Returns a NaN if either operand is one, and otherwise the larger or the
// smaller operand.
template <bool larger, class D, class V>
V extremum(D d, V a, V b) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    const V chosen = larger ? hn::IfThenElse(hn::Gt(a, b), a, b)
                            : hn::IfThenElse(hn::Lt(a, b), a, b);
    // If a is a NaN, `chosen` is b, so a is put there; if b is one, it is
    // chosen already.
    return hn::IfThenElse(hn::IsNaN(a), hn::Add(a, a), chosen);
  } else {
    static_cast<void>(d);
    return larger ? hn::Max(a, b) : hn::Min(a, b);
  }
}

#define ASSAY_LANES(name, expression)            \
  struct name {                                  \
    template <class D, class V>                  \
    HWY_ATTR V operator()(D d, V a, V b) const { \
      static_cast<void>(d);                      \
      return expression;                         \
    }                                            \
  }
ASSAY_LANES(Sum, hn::Add(a, b));
ASSAY_LANES(Difference, hn::Sub(a, b));
ASSAY_LANES(Product, hn::Mul(a, b));
ASSAY_LANES(Quotient, hn::Div(a, b));
ASSAY_LANES(Larger, (extremum<true>(d, a, b)));
ASSAY_LANES(Smaller, (extremum<false>(d, a, b)));
ASSAY_LANES(And, hn::And(a, b));
ASSAY_LANES(Or, hn::Or(a, b));
ASSAY_LANES(Xor, hn::Xor(a, b));
#undef ASSAY_LANES

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
