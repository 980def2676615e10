// Provides conj and abs_real, which see a complex number as its two parts. The
// loops are plain; the compiler turns them into vectors for each target.
// Tested by the suite on every target.
#include <algorithm>
#include <bit>
#include <cmath>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/conjugate_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
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
void moduli_of_doubles(std::byte* out, const std::byte* const* in,
                       std::int64_t count) {
  const auto* x = reinterpret_cast<const double*>(in[0]);
  each_element(
      reinterpret_cast<double*>(out), count, [=](std::int64_t i) HWY_ATTR {
        const double re = std::fabs(x[2 * i]), im = std::fabs(x[2 * i + 1]);
        const double most = re < im ? im : re;
        const bool is_large = most > 0x1p500, is_small = most < 0x1p-400;
        const double by = is_large ? 0x1p-600 : is_small ? 0x1p600 : 1.0;
        const double back = is_large ? 0x1p600 : is_small ? 0x1p-600 : 1.0;
        const double a = re * by, b = im * by;
        const double length = std::sqrt(a * a + b * b) * back;
        return im == 0 ? re : length;
      });
}

Kernel modulus_here(bool is_double) {
  return is_double ? &moduli_of_doubles : &moduli_of_floats;
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
