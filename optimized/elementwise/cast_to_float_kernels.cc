// Provides the kernels that cast to floats and complex numbers, rounded once.
// If the out is a narrow float, values with more bits than a float has are
// rounded to odd: the last bit says that something was lost, so the rounding to
// the narrow format knows on which side of a tie the value is (Boldo and
// Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms
// using rounding to odd"). The loops are plain; the compiler turns them into
// vectors.
// Tested by the suite on every target.
#include <bit>
#include <complex>
#include <type_traits>

#include "optimized/elementwise/cast.h"
#include "optimized/layout/compute_type.h"

// SSE4 does not make these loops faster than the fallback.
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | ASSAY_ABSENT_TARGETS)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/cast_to_float_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename To>
struct Nearest {
  template <typename From>
  To operator()(From x) const {
    if constexpr (kIsComplex<From>)
      return static_cast<To>(x.real());
    else
      return static_cast<To>(x);
  }
};

inline float odd(double x) {
  const auto near = static_cast<float>(x);
  const auto bits = std::bit_cast<std::uint32_t>(near);
  const double back = near;
  // If rounding went away from zero, take one step back; then choose the odd
  // one of the two neighbours.
  const bool is_beyond = (x < 0 ? -back : back) > (x < 0 ? -x : x);
  const std::uint32_t odd_bits = (bits - (is_beyond ? 1u : 0u)) | 1u;
  const bool is_kept = back == x || x != x;
  return std::bit_cast<float>(is_kept ? bits : odd_bits);
}

// Converts an integer to a double rounded to odd: if bits after the 53rd are
// set, so is the last bit that is kept.
template <typename T>
double odd_double(T x) {
  using Unsigned = std::make_unsigned_t<T>;
  const bool is_negative = x < 0;
  const auto bits = static_cast<Unsigned>(x);
  const Unsigned magnitude = is_negative ? Unsigned(0) - bits : bits;
  const auto high = static_cast<std::uint32_t>(magnitude >> 32);
  const auto low = static_cast<std::uint32_t>(magnitude);
  const std::uint32_t sticky = (low & 0xfffffu) != 0 ? 0x100000u : 0u;
  const std::uint32_t kept = (low & ~0xfffffu) | sticky;
  // Below 2^52 the sum is exact.
  const double exact = high * 4294967296.0 + low;
  const double rounded = high * 4294967296.0 + kept;
  const double value = high < (1u << 20) ? exact : rounded;
  return is_negative ? -value : value;
}

struct Odd {
  template <typename From>
  float operator()(From x) const {
    if constexpr (kIsComplex<From>)
      return odd(x.real());
    else if constexpr (std::is_integral_v<From> && sizeof(From) == 8)
      return odd(odd_double(x));
    else if constexpr (std::is_same_v<From, float> || sizeof(From) <= 2)
      return static_cast<float>(x);
    else
      return odd(static_cast<double>(x));
  }
};

template <typename To>
struct Componentwise {
  template <typename From>
  std::complex<To> operator()(From x) const {
    if constexpr (kIsComplex<From>)
      return {static_cast<To>(x.real()), static_cast<To>(x.imag())};
    else
      return {static_cast<To>(x), To{0}};
  }
};

template <typename From, typename F>
void convert(std::byte* out, const std::byte* const* in, std::int64_t count) {
  using To = decltype(F()(From()));
  const From* x = reinterpret_cast<const From*>(in[0]);
  each_element(reinterpret_cast<To*>(out), count,
               [=](std::int64_t i) HWY_ATTR { return F()(x[i]); });
}

template <typename From>
Kernel kernel_from(DType to) {
  switch (to) {
    case DType::kFloat32:
      return &convert<From, Nearest<float>>;
    case DType::kFloat64:
      return &convert<From, Nearest<double>>;
    case DType::kComplex64:
      return &convert<From, Componentwise<float>>;
    case DType::kComplex128:
      return &convert<From, Componentwise<double>>;
    default:
      return &convert<From, Odd>;
  }
}

Kernel kernel_here(DType from, DType to) {
  return with_compute_type(from, [&](auto type) {
    return kernel_from<typename decltype(type)::type>(to);
  });
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel cast_to_float(DType from, DType to) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(from, to);
}

}  // namespace assay::optimized
#endif
