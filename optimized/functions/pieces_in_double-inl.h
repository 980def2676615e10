// Computes erf on vectors of eight doubles, within 0.9 ulp. It is split into 16
// pieces, each of which has a polynomial of its own. The instruction that
// chooses each lane's coefficients from two registers exists with AVX-512 only;
// exponential_in_double-inl.h serves the other targets.
// Included once per target. Tested by tests/optimized/math_test.cc.
#if defined(ASSAY_OPTIMIZED_PIECES_IN_DOUBLE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_PIECES_IN_DOUBLE_INL_H_
#undef ASSAY_OPTIMIZED_PIECES_IN_DOUBLE_INL_H_
#else
#define ASSAY_OPTIMIZED_PIECES_IN_DOUBLE_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <iterator>

#include "optimized/functions/double_tables.h"
#include "optimized/functions/tables_in_double-inl.h"
#include "optimized/vectors/pairs-inl.h"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct ErfByPieces {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x) const {
    const hn::RebindToSigned<D> di;
    // From 5.93 on erf is 1. A minimum with a NaN is the second operand.
    const V a = hn::Min(hn::Set(d, 5.95), hn::Abs(x));
    const auto index = hn::BitCast(
        di, hn::MulAdd(a, hn::Set(d, 13.0 / 5), hn::Set(d, kToInteger)));
    // Exact, because centers have few bits.
    const V t = hn::Sub(a, entry(d, kErfCenterInDouble, index));
    // a in the first two pieces, whose bases are 0 in the table. All others are
    // above 4/7. This costs less than a comparison and a choice.
    const V base =
        hn::Max(entry(d, kErfBaseInDouble, index), hn::Min(a, hn::Set(d, 0.6)));
    constexpr std::size_t kTerms = std::size(kErfInDoubleSeries);
    V c[kTerms];
    for (std::size_t k = 0; k < kTerms; ++k)
      c[k] = entry(d, kErfInDoubleSeries[k], index);
    const V series = paired_polynomial(d, t, hn::Mul(t, t), c);
    const V low = hn::MulAdd(series, t, entry(d, kErfRestInDouble, index));
    return hn::CopySignToAbs(hn::Add(base, low), x);
  }
};

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif
