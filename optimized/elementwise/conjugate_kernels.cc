// Provides conj and abs_real, which see a complex number as its two parts.
// Tested by the suite on every target.
#include <algorithm>
#include <bit>
#include <cmath>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/conjugate_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A complex64 is a word whose highest bit is the sign of the imaginary part,
// and a complex128 two words, of which the second has that sign.
void conjugate_floats(std::byte* out, const std::byte* const* in,
                      std::int64_t count) {
  static_assert(std::endian::native == std::endian::little);
  const auto* x = reinterpret_cast<const std::uint64_t*>(in[0]);
  each_element(reinterpret_cast<std::uint64_t*>(out), count,
               [=](std::int64_t i)
                   HWY_ATTR { return x[i] ^ std::uint64_t{1} << 63; });
}
void conjugate_doubles(std::byte* out, const std::byte* const* in,
                       std::int64_t count) {
  const auto* x = reinterpret_cast<const std::uint64_t*>(in[0]);
  each_element(reinterpret_cast<std::uint64_t*>(out), 2 * count,
               [=](std::int64_t i) HWY_ATTR {
                 return x[i] ^ static_cast<std::uint64_t>(i) << 63;
               });
}

// Reals and integers are their own conjugates.
template <typename T>
void identity(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  each_element(reinterpret_cast<T*>(out), count,
               [=](std::int64_t i) HWY_ATTR { return x[i]; });
}

// In double no square of a float leaves the range.
void moduli_of_floats(std::byte* out, const std::byte* const* in,
                      std::int64_t count) {
  const auto* x = reinterpret_cast<const float*>(in[0]);
  each_element(reinterpret_cast<float*>(out), count,
               [=](std::int64_t i) HWY_ATTR {
                 const double re = x[2 * i], im = x[2 * i + 1];
                 return static_cast<float>(std::sqrt(re * re + im * im));
               });
}

// Scales by a power of two if a square could leave the range. A square that
// underflows then does not matter beside the other one.
template <typename T>
void moduli(std::byte* out, const std::byte* const* in, std::int64_t count) {
  constexpr bool kIsDouble = sizeof(T) == 8;
  const hn::ScalableTag<T> d;
  const auto high = hn::Set(d, T{kIsDouble ? 0x1p500 : 0x1p60});
  const auto low = hn::Set(d, T{kIsDouble ? 0x1p-450 : 0x1p-50});
  const auto shrink = hn::Set(d, T{kIsDouble ? 0x1p-600 : 0x1p-100});
  const auto grow = hn::Set(d, T{kIsDouble ? 0x1p600 : 0x1p100});
  const auto one = hn::Set(d, T{1});
  const auto modulus = [=](auto re, auto im) HWY_ATTR {
    const auto a = hn::Abs(re), b = hn::Abs(im);
    const auto is_large = hn::Or(hn::Gt(a, high), hn::Gt(b, high));
    const auto is_small = hn::And(hn::Lt(a, low), hn::Lt(b, low));
    const auto by =
        hn::IfThenElse(is_large, shrink, hn::IfThenElse(is_small, grow, one));
    const auto back =
        hn::IfThenElse(is_large, grow, hn::IfThenElse(is_small, shrink, one));
    const auto p = hn::Mul(a, by), q = hn::Mul(b, by);
    const auto length =
        hn::Mul(hn::Sqrt(hn::MulAdd(p, p, hn::Mul(q, q))), back);
    return hn::IfThenElse(hn::Eq(b, hn::Zero(d)), a, length);
  };
  const T* x = reinterpret_cast<const T*>(in[0]);
  T* to = reinterpret_cast<T*>(out);
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    auto re = hn::Zero(d), im = hn::Zero(d);
    hn::LoadInterleaved2(d, x + 2 * i, re, im);
    hn::StoreU(modulus(re, im), d, to + i);
  }
  if (i == count) return;
  HWY_ALIGN T rest[2 * HWY_MAX_BYTES / sizeof(T)] = {};
  std::copy(x + 2 * i, x + 2 * count, rest);
  auto re = hn::Zero(d), im = hn::Zero(d);
  hn::LoadInterleaved2(d, rest, re, im);
  hn::Store(modulus(re, im), d, rest);
  std::copy(rest, rest + (count - i), to + i);
}

// The modulus of a complex64 in double is nearly always the nearest float.
Kernel modulus_here(bool is_double) {
  if (is_double) return &moduli<double>;
  return settings().accuracy == Accuracy::kCorrect ? &moduli_of_floats
                                                   : &moduli<float>;
}

template <typename... T>
constexpr KernelRows<sizeof...(T)> identities(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &identity<T>}...}};
}

constexpr auto kRows = join_kernels(
    KernelRows<2>{{{"conj"_op, {DType::kComplex64}, &conjugate_floats},
                   {"conj"_op, {DType::kComplex128}, &conjugate_doubles}}},
    identities("conj"_op, kFloatTypes | kSignedTypes | kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(conjugate_kernel, Kernel)

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(modulus_here);

Kernel modulus_kernel(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(modulus_here)(dtype == DType::kComplex128);
}

}  // namespace assay::optimized
#endif
