// Provides kernels of explicit vector instructions: IEEE arithmetic, also of
// complex numbers, wrapping sums of integers, extrema of floats, and bits.
// Tested by the suite on every target.
#include <complex>
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/arithmetic_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/arithmetic-inl.h"
#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/elementwise/quotients-inl.h"
#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T, typename F>
void binary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<T, 2, StepLength::kShort>(out, in, count, F());
}

#if HWY_TARGET != HWY_SCALAR
// (a + bi) (c + di) = (ac - bd) + (ad + bc) i
struct ComplexProduct {
  template <class D, class V>
  HWY_ATTR V operator()(D d, V x, V y) const {
    static_cast<void>(d);
    const V by_real = hn::Mul(hn::DupEven(x), y);
    const V by_imaginary = hn::Mul(hn::DupOdd(x), hn::Reverse2(d, y));
    return hn::OddEven(hn::Add(by_real, by_imaginary),
                       hn::Sub(by_real, by_imaginary));
  }
};
#endif

// Runs F on the components as plain numbers. A vector of one lane cannot hold a
// complex number, so the scalar target has no product here.
template <typename T, typename F>
void by_components(std::byte* out, const std::byte* const* in,
                   std::int64_t count) {
  transform<T, 2, StepLength::kShort>(out, in, 2 * count, F());
}

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &binary<T, F>}...}};
}
// Sums, differences and bits do not depend on the sign of the type.

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on_bits(Op op, Types<T...>) {
  return {{{op, computed_as<T>() | computed_as<std::make_signed_t<T>>(),
            &binary<T, F>}...}};
}

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on_components(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &by_components<T, F>}...}};
}

constexpr auto kArithmeticRows = join_kernels(
#if HWY_TARGET == HWY_AVX3
    KernelRows<2>{{{"div"_op, computed_as<double>(), &quotients<double>},
                   {"div"_op, computed_as<float>(), &quotients<float>}}},
#endif
    on<Sum>("add"_op, kFloatTypes), on<Difference>("sub"_op, kFloatTypes),
    on<Product>("mul"_op, kFloatTypes), on<Quotient>("div"_op, kFloatTypes),
    on<Larger>("max"_op, kFloatTypes), on<Smaller>("min"_op, kFloatTypes),
#if HWY_TARGET != HWY_SCALAR
    on_components<ComplexProduct>("mul"_op, kFloatTypes),
#endif
    on_components<Sum>("add"_op, kFloatTypes),
    on_components<Difference>("sub"_op, kFloatTypes),
    on_bits<Sum>("add"_op, kUnsignedTypes),
    on_bits<Difference>("sub"_op, kUnsignedTypes),
    on_bits<And>("and"_op, kUnsignedTypes),
    on_bits<Or>("or"_op, kUnsignedTypes),
    on_bits<Xor>("xor"_op, kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(arithmetic_kernel, Kernel, kArithmeticRows)
