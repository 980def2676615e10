// Provides transforms of 2 to 48 complex numbers, one per lane, in registers as
// far as there are enough. Included once per target.
#if defined(ASSAY_OPTIMIZED_BUTTERFLIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ASSAY_OPTIMIZED_BUTTERFLIES_INL_H_
#undef ASSAY_OPTIMIZED_BUTTERFLIES_INL_H_
#else
#define ASSAY_OPTIMIZED_BUTTERFLIES_INL_H_
#endif

#include <hwy/highway.h>

#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Complex numbers whose parts are in two vectors.
template <class V>
struct Complexes {
  V re, im;
};

template <class V>
HWY_INLINE Complexes<V> add(Complexes<V> a, Complexes<V> b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class V>
HWY_INLINE Complexes<V> sub(Complexes<V> a, Complexes<V> b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
// Returns a - i b and a + i b.
template <class V>
HWY_INLINE Complexes<V> sub_i(Complexes<V> a, Complexes<V> b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
template <class V>
HWY_INLINE Complexes<V> add_i(Complexes<V> a, Complexes<V> b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
template <class V>
HWY_INLINE Complexes<V> mul(Complexes<V> a, Complexes<V> w) {
  return {hn::MulSub(a.re, w.re, hn::Mul(a.im, w.im)),
          hn::MulAdd(a.re, w.im, hn::Mul(a.im, w.re))};
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE Complexes<V> mul_constant(D d, Complexes<V> a, double re,
                                     double im) {
  using T = hn::TFromD<D>;
  return mul(a, Complexes<V>{hn::Set(d, static_cast<T>(re)),
                             hn::Set(d, static_cast<T>(im))});
}

template <class V>
HWY_INLINE void transform_2(Complexes<V>& a, Complexes<V>& b) {
  const Complexes<V> sum = add(a, b);
  b = sub(a, b);
  a = sum;
}

template <class V>
HWY_INLINE void transform_4(Complexes<V>& a, Complexes<V>& b, Complexes<V>& c,
                            Complexes<V>& e) {
  const Complexes<V> sum_even = add(a, c), difference_even = sub(a, c);
  const Complexes<V> sum_odd = add(b, e), difference_odd = sub(b, e);
  a = add(sum_even, sum_odd);
  b = sub_i(difference_even, difference_odd);
  c = sub(sum_even, sum_odd);
  e = add_i(difference_even, difference_odd);
}

// Sets a to a + h (re + i im), and b to a - h (re + i im).
template <class V>
HWY_INLINE void add_scaled(Complexes<V>& a, Complexes<V>& b, V re, V im, V h) {
  const Complexes<V> center = a;
  a = {hn::MulAdd(re, h, center.re), hn::MulAdd(im, h, center.im)};
  b = {hn::NegMulAdd(re, h, center.re), hn::NegMulAdd(im, h, center.im)};
}

// Transforms r numbers for an odd r from the sums and differences of the
// numbers at j and r - j. `c` and `s` are the cosines and sines of 2πj/r.
template <int r, class D, class V = hn::Vec<D>>
HWY_INLINE void transform_odd(D d, Complexes<V>* a,
                              const double (&c)[(r - 1) / 2],
                              const double (&s)[(r - 1) / 2]) {
  constexpr int kHalf = (r - 1) / 2;
  using T = hn::TFromD<D>;
  Complexes<V> sum[kHalf], difference[kHalf];
  const Complexes<V> first = a[0];
  Complexes<V> total = first;
  for (int j = 1; j <= kHalf; ++j) {
    sum[j - 1] = add(a[j], a[r - j]);
    difference[j - 1] = sub(a[j], a[r - j]);
    total = add(total, sum[j - 1]);
  }
  for (int k = 1; k <= kHalf; ++k) {
    Complexes<V> even = first;
    Complexes<V> odd{hn::Zero(d), hn::Zero(d)};
    for (int j = 1; j <= kHalf; ++j) {
      const int turn = j * k % r;
      const bool is_upper = turn > kHalf;
      const int at = (is_upper ? r - turn : turn) - 1;
      const V cosine = hn::Set(d, static_cast<T>(c[at]));
      const V sine = hn::Set(d, static_cast<T>(is_upper ? -s[at] : s[at]));
      even = {hn::MulAdd(sum[j - 1].re, cosine, even.re),
              hn::MulAdd(sum[j - 1].im, cosine, even.im)};
      odd = j == 1
                ? Complexes<V>{hn::Mul(difference[0].re, sine),
                               hn::Mul(difference[0].im, sine)}
                : Complexes<V>{hn::MulAdd(difference[j - 1].re, sine, odd.re),
                               hn::MulAdd(difference[j - 1].im, sine, odd.im)};
    }
    a[k] = sub_i(even, odd);
    a[r - k] = add_i(even, odd);
  }
  a[0] = total;
}

inline constexpr double kCosines3[] = {-0.5};
inline constexpr double kSines3[] = {0.86602540378443864676};
inline constexpr double kCosines5[] = {0.30901699437494742410,
                                       -0.80901699437494742410};
inline constexpr double kSines5[] = {0.95105651629515357212,
                                     0.58778525229247312917};
inline constexpr double kCosines7[] = {
    0.62348980185873353053, -0.22252093395631440429, -0.90096886790241912624};
inline constexpr double kSines7[] = {
    0.78183148246802980871, 0.97492791218182360702, 0.43388373911755812048};
inline constexpr double kCosines11[] = {
    0.84125353283118116886, 0.41541501300188642553, -0.14231483827328514044,
    -0.65486073394528506406, -0.95949297361449738989};
inline constexpr double kSines11[] = {
    0.54064081745559758211, 0.90963199535451837141, 0.98982144188093273238,
    0.75574957435425828377, 0.28173255684142969771};
inline constexpr double kCosines13[] = {
    0.88545602565320989590,  0.56806474673115580251,  0.12053668025532305335,
    -0.35460488704253562597, -0.74851074817110109863, -0.97094181742605202716};
inline constexpr double kSines13[] = {
    0.46472317204376854566, 0.82298386589365639458, 0.99270887409805399280,
    0.93501624268541482344, 0.66312265824079520238, 0.23931566428755776715};
inline constexpr double kHalfRoot = 0.70710678118654752440;   // cos(π/4)
inline constexpr double kCosEighth = 0.92387953251128675613;  // cos(π/8)
inline constexpr double kSinEighth = 0.38268343236508977173;  // sin(π/8)

// Replaces r numbers by their transform y_k = Σ a_j·exp(-2πi·jk/r).
template <int r, class D, class V = hn::Vec<D>>
HWY_INLINE void transform(D d, Complexes<V>* a) {
  if constexpr (r == 2) {
    transform_2(a[0], a[1]);
  } else if constexpr (r == 3) {
    transform_odd<3>(d, a, kCosines3, kSines3);
  } else if constexpr (r == 4) {
    transform_4(a[0], a[1], a[2], a[3]);
  } else if constexpr (r == 5) {
    transform_odd<5>(d, a, kCosines5, kSines5);
  } else if constexpr (r == 7) {
    transform_odd<7>(d, a, kCosines7, kSines7);
  } else if constexpr (r == 8) {
    transform_4(a[0], a[2], a[4], a[6]);
    transform_4(a[1], a[3], a[5], a[7]);
    const V h = hn::Set(d, static_cast<hn::TFromD<D>>(kHalfRoot));
    // a[2k] and a[2k + 1] have bin k of the even and of the odd numbers.
    Complexes<V> y[8] = {a[0], a[2], a[4], a[6]};
    transform_2(y[0], a[1]);
    y[4] = a[1];
    add_scaled(y[1], y[5], hn::Add(a[3].re, a[3].im), hn::Sub(a[3].im, a[3].re),
               h);
    y[6] = add_i(y[2], a[5]);
    y[2] = sub_i(y[2], a[5]);
    y[7] = y[3];
    add_scaled(y[7], y[3], hn::Sub(a[7].re, a[7].im), hn::Add(a[7].im, a[7].re),
               h);
    for (int k = 0; k < 8; ++k) a[k] = y[k];
  } else if constexpr (r == 11) {
    transform_odd<11>(d, a, kCosines11, kSines11);
  } else if constexpr (r == 13) {
    transform_odd<13>(d, a, kCosines13, kSines13);
  } else {
    static_assert(r == 16);
    for (int j = 0; j < 4; ++j)
      transform_4(a[j], a[j + 4], a[j + 8], a[j + 12]);
    // a[4k + j] has bin k of the numbers at j, j + 4, …
    const V h = hn::Set(d, static_cast<hn::TFromD<D>>(kHalfRoot));
    const auto eighth = [&](Complexes<V> z) HWY_ATTR {
      return Complexes<V>{hn::Mul(hn::Add(z.re, z.im), h),
                          hn::Mul(hn::Sub(z.im, z.re), h)};
    };
    const auto three_eighths = [&](Complexes<V> z) HWY_ATTR {
      return Complexes<V>{hn::Mul(hn::Sub(z.im, z.re), h),
                          hn::Neg(hn::Mul(hn::Add(z.re, z.im), h))};
    };
    a[5] = mul_constant(d, a[5], kCosEighth, -kSinEighth);
    a[6] = eighth(a[6]);
    a[7] = mul_constant(d, a[7], kSinEighth, -kCosEighth);
    a[9] = eighth(a[9]);
    a[10] = {a[10].im, hn::Neg(a[10].re)};
    a[11] = three_eighths(a[11]);
    a[13] = mul_constant(d, a[13], kSinEighth, -kCosEighth);
    a[14] = three_eighths(a[14]);
    a[15] = mul_constant(d, a[15], -kCosEighth, kSinEighth);
    for (int k = 0; k < 4; ++k)
      transform_4(a[4 * k], a[4 * k + 1], a[4 * k + 2], a[4 * k + 3]);
    for (int k = 0; k < 4; ++k)
      for (int j = k + 1; j < 4; ++j) std::swap(a[4 * k + j], a[4 * j + k]);
  }
}

// Calls f with the constants 0, 1, … below count.
template <int count, class F>
HWY_INLINE void for_constants(F f) {
  [&]<int... i>(std::integer_sequence<int, i...>) HWY_ATTR {
    (f(std::integral_constant<int, i>()), ...);
  }
  (std::make_integer_sequence<int, count>());
}

// Transforms p·q numbers, where p and q have no common factor, by q transforms
// of p numbers and p of q, between which nothing is multiplied. Good, "The
// interaction algorithm and practical Fourier analysis" (1958). read(j) returns
// number j, and write(k, y) takes bin k.
template <int p, int q, class D, class Read, class Write>
HWY_INLINE void transform_coprime(D d, Read read, Write write) {
  constexpr int kCount = p * q;
  // Bin k has the bins k mod p and k mod q. These are the k of bins (1, 0) and
  // (0, 1).
  constexpr auto unit = [](int of, int other) {
    int k = other;
    while (k % of != 1) k += other;
    return k;
  };
  constexpr int kOfP = unit(p, q), kOfQ = unit(q, p);
  Complexes<hn::Vec<D>> b[kCount];
  for_constants<q>([&](auto j) HWY_ATTR {
    Complexes<hn::Vec<D>> a[p];
    for (int i = 0; i < p; ++i) a[i] = read((q * i + p * j) % kCount);
    transform<p>(d, a);
    for (int i = 0; i < p; ++i) b[i * q + j] = a[i];
  });
  for_constants<p>([&](auto i) HWY_ATTR {
    transform<q>(d, b + i * q);
    for (int k = 0; k < q; ++k)
      write((i * kOfP + k * kOfQ) % kCount, b[i * q + k]);
  });
}

// Says that a radix is the product of 3 or 5 and a power of two.
template <int r>
inline constexpr bool kIsOfTwo = r % 2 == 0 && (r % 3 == 0 || r % 5 == 0);

// Does the same for a radix r, which may be such a product.
template <int r, class D, class Read, class Write>
HWY_INLINE void transform_through(D d, Read read, Write write) {
  if constexpr (r % 2 == 0 && r % 3 == 0) {
    transform_coprime<3, r / 3>(d, read, write);
  } else if constexpr (r % 2 == 0 && r % 5 == 0) {
    transform_coprime<5, r / 5>(d, read, write);
  } else {
    Complexes<hn::Vec<D>> a[r];
    for (int k = 0; k < r; ++k) a[k] = read(k);
    transform<r>(d, a);
    for (int k = 0; k < r; ++k) write(k, a[k]);
  }
}

}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
