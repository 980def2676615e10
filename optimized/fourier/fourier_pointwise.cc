// Provides the kernels around transforms: products with tables, and the step
// between n real elements and n/2 complex ones.
// Tested by tests/optimized/fourier_test.cc.
#include <algorithm>
#include <complex>
#include <cstdint>

#include "optimized/fourier/fourier_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/fourier/fourier_pointwise.cc"
#include <hwy/foreach_target.h>

#include "optimized/fourier/tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
HWY_INLINE Complexes<V> exchanged_if(bool swaps, Complexes<V> z) {
  return swaps ? Complexes<V>{z.im, z.re} : z;
}

template <typename T>
void multiply_here(const T* x, const T* w, T* z, std::int64_t n, bool swaps_x,
                   bool swaps_z) {
  std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<T> d;
  constexpr std::int64_t kV = kLanes<decltype(d)>;
  for (; i + kV <= n; i += kV)
    store_complex(
        d,
        exchanged_if(swaps_z,
                     mul(exchanged_if(swaps_x, load_complex(d, x + 2 * i)),
                         load_complex(d, w + 2 * i))),
        z + 2 * i);
#endif
  const std::int64_t flip_x = swaps_x ? 1 : 0, flip_z = swaps_z ? 1 : 0;
  for (; i < n; ++i) {
    const T re = x[2 * i + flip_x], im = x[2 * i + 1 - flip_x];
    const T w_re = w[2 * i], w_im = w[2 * i + 1];
    z[2 * i + flip_z] = re * w_re - im * w_im;
    z[2 * i + 1 - flip_z] = re * w_im + im * w_re;
  }
}

// Replaces a and b, the numbers at k and m - k, by P + t and the conjugate of P
// - t, where P is (a + conj b)·scale and t is (a - conj b)·scale times w.im -
// i·w.re for bins, and w.im + i·w.re for halves.
template <bool to_bins, class D, class V = hn::Vec<D>>
HWY_INLINE void combine(D d, Complexes<V>& a, Complexes<V>& b, Complexes<V> w) {
  using T = hn::TFromD<D>;
  Complexes<V> sum, difference;
  if constexpr (to_bins) {
    // The halves are taken first, so that sums do not overflow.
    const V half = hn::Set(d, T(0.5));
    a = {hn::Mul(a.re, half), hn::Mul(a.im, half)};
    sum = {hn::MulAdd(b.re, half, a.re), hn::NegMulAdd(b.im, half, a.im)};
    difference = {hn::NegMulAdd(b.re, half, a.re),
                  hn::MulAdd(b.im, half, a.im)};
  } else {
    sum = {hn::Add(a.re, b.re), hn::Sub(a.im, b.im)};
    difference = {hn::Sub(a.re, b.re), hn::Add(a.im, b.im)};
  }
  Complexes<V> t;
  if constexpr (to_bins)
    t = {hn::MulAdd(difference.re, w.im, hn::Mul(difference.im, w.re)),
         hn::NegMulAdd(difference.re, w.re, hn::Mul(difference.im, w.im))};
  else
    t = mul(difference, Complexes<V>{w.im, w.re});
  a = add(sum, t);
  b = {hn::Sub(sum.re, t.re), hn::Sub(t.im, sum.im)};
}

#if HWY_TARGET != HWY_SCALAR

// Reverses the order of the complex numbers in a vector.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V reversed(D d, V v) {
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    return hn::ReverseBlocks(d, v);
  } else {
    const hn::Repartition<double, D> twice;
    return hn::BitCast(d, hn::Reverse(twice, hn::BitCast(twice, v)));
  }
}

// Do the same as load_complex and store_complex for numbers in reverse order.
template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> load_reversed(D d, const T* from) {
  return split_parts(d, reversed(d, hn::LoadU(d, from + kLanes<D>)),
                     reversed(d, hn::LoadU(d, from)));
}
template <class D, typename T, class V = hn::Vec<D>>
HWY_INLINE void store_reversed(D d, Complexes<V> z, T* to) {
  hn::StoreU(reversed(d, hn::InterleaveUpper(d, z.re, z.im)), d, to);
  hn::StoreU(reversed(d, hn::InterleaveLower(d, z.re, z.im)), d,
             to + kLanes<D>);
}

// Combines the numbers from k up to `end` with those from m - k on, as long as
// whole vectors of them do not meet. Returns the k that is next.
template <bool to_bins, class D, typename T>
std::int64_t combine_vectors(D d, const T* x, T* z, std::int64_t m,
                             const T* roots, std::int64_t k, std::int64_t end) {
  constexpr std::int64_t kV = kLanes<D>;
  const std::int64_t last = std::min(end, (m + 1) / 2);
  for (; k + kV <= last; k += kV) {
    const std::int64_t upper = 2 * (m - k - kV + 1);
    auto a = load_complex(d, x + 2 * k);
    auto b = load_reversed(d, x + upper);
    combine<to_bins>(d, a, b, load_complex(d, roots + 2 * k));
    store_complex(d, a, z + 2 * k);
    store_reversed(d, b, z + upper);
  }
  return k;
}

#endif

// Combines number 0 with the last one.
template <bool to_bins, typename T>
void combine_ends(const T* x, T* z, std::int64_t m) {
  const T re = x[0];
  const T im = to_bins ? x[1] : x[2 * m];
  z[0] = re + im;
  z[1] = to_bins ? T(0) : re - im;
  if (to_bins) {
    z[2 * m] = re - im;
    z[2 * m + 1] = 0;
  }
}

template <bool to_bins, typename T>
void combine_part(const T* x, T* z, const HalfLine<T>& part) {
  const std::int64_t m = part.m, end = part.last;
  const T* const roots = part.roots;
  std::int64_t k = part.first;
  if (k == 0) {
    combine_ends<to_bins>(x, z, m);
    ++k;
  }
#if HWY_TARGET != HWY_SCALAR
  k = combine_vectors<to_bins>(hn::ScalableTag<T>(), x, z, m, roots, k, end);
  k = combine_vectors<to_bins>(hn::FixedTag<T, 16 / sizeof(T)>(), x, z, m,
                               roots, k, end);
#endif
  const hn::CappedTag<T, 1> one;
  using V = hn::Vec<decltype(one)>;
  const auto number = [&](const T* at) HWY_ATTR {
    return Complexes<V>{hn::Set(one, at[0]), hn::Set(one, at[1])};
  };
  for (; k < end; ++k) {
    auto a = number(x + 2 * k);
    auto b = number(x + 2 * (m - k));
    combine<to_bins>(one, a, b, number(roots + 2 * k));
    z[2 * k] = hn::GetLane(a.re);
    z[2 * k + 1] = hn::GetLane(a.im);
    if (k == m - k) break;
    z[2 * (m - k)] = hn::GetLane(b.re);
    z[2 * (m - k) + 1] = hn::GetLane(b.im);
  }
}

#define ASSAY_FOURIER_POINTWISE(T)                                   \
  void multiply_##T(const T* x, const T* w, T* z, std::int64_t n,    \
                    bool swaps_x, bool swaps_z) {                    \
    multiply_here(x, w, z, n, swaps_x, swaps_z);                     \
  }                                                                  \
  void to_bins_##T(T* z, const HalfLine<T>& part) {                  \
    combine_part<true>(z, z, part);                                  \
  }                                                                  \
  void to_halves_##T(const T* bins, T* z, const HalfLine<T>& part) { \
    combine_part<false>(bins, z, part);                              \
  }
ASSAY_FOURIER_POINTWISE(float)
ASSAY_FOURIER_POINTWISE(double)
#undef ASSAY_FOURIER_POINTWISE

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

#define ASSAY_FOURIER_POINTWISE(T)                                          \
  HWY_EXPORT(multiply_##T);                                                 \
  HWY_EXPORT(to_bins_##T);                                                  \
  HWY_EXPORT(to_halves_##T);                                                \
  void multiply(const T* x, const T* w, T* z, std::int64_t n, bool swaps_x, \
                bool swaps_z) {                                             \
    HWY_DYNAMIC_DISPATCH(multiply_##T)(x, w, z, n, swaps_x, swaps_z);       \
  }                                                                         \
  void bins_from_halves(T* z, const HalfLine<T>& part) {                    \
    HWY_DYNAMIC_DISPATCH(to_bins_##T)(z, part);                             \
  }                                                                         \
  void halves_from_bins(const T* bins, T* z, const HalfLine<T>& part) {     \
    HWY_DYNAMIC_DISPATCH(to_halves_##T)(bins, z, part);                     \
  }
ASSAY_FOURIER_POINTWISE(float)
ASSAY_FOURIER_POINTWISE(double)
#undef ASSAY_FOURIER_POINTWISE

}  // namespace assay::optimized
#endif
