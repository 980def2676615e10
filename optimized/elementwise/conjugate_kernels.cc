// Provides conj and abs_real, which see a complex number as its two parts.
// Tested by the suite on every target.
#include <algorithm>
#include <bit>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/conjugate_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/lanes-inl.h"
#include "optimized/vectors/length-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

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

template <typename T>
void moduli(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const T* x = reinterpret_cast<const T*>(in[0]);
  T* to = reinterpret_cast<T*>(out);
  const auto at = [&](const T* from) HWY_ATTR {
    auto re = hn::Zero(d), im = re;
    hn::LoadInterleaved2(d, from, re, im);
    return length(d, hn::Abs(re), hn::Abs(im));
  };
  const std::size_t lanes = hn::Lanes(d);
  const auto size = static_cast<std::size_t>(count);
  const std::size_t done = whole_vectors<StepLength::kShort>(
      d, to, size, true, [&](std::size_t i) HWY_ATTR { return at(x + 2 * i); });
  if (done == size) return;
  HWY_ALIGN T last[2 * HWY_MAX_BYTES / sizeof(T)];
  HWY_ALIGN T results[HWY_MAX_BYTES / sizeof(T)];
  std::fill_n(last, 2 * lanes, T(1));
  std::copy_n(x + 2 * done, 2 * (size - done), last);
  hn::Store(at(last), d, results);
  std::copy_n(results, size - done, to + done);
}

Kernel modulus_here(bool is_double) {
  return is_double ? &moduli<double> : &moduli<float>;
}

template <typename... T>
constexpr KernelRows<sizeof...(T)> identities(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &identity<T>}...}};
}

constexpr auto kConjugateRows = join_kernels(
    KernelRows<2>{{{"conj"_op, {DType::kComplex64}, &conjugate_floats},
                   {"conj"_op, {DType::kComplex128}, &conjugate_doubles}}},
    identities("conj"_op, kFloatTypes | kSignedTypes | kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(conjugate_kernel, Kernel, kConjugateRows)

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(modulus_here);

Kernel modulus_kernel(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(modulus_here)(dtype == DType::kComplex128);
}

}  // namespace assay::optimized
#endif
