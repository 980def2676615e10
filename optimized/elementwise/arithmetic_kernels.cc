// Kernels of vector instructions: IEEE arithmetic, also of complex numbers,
// wrapping integers, extrema, signs and bits. Tested by the suite on
// every target.
#include <cmath>

#include "optimized/elementwise/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/arithmetic_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// A NaN of either operand, else the larger or the smaller one.
template <bool larger, class D, class V>
V extremum(D d, V a, V b) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    const V chosen = larger ? hn::IfThenElse(hn::Gt(a, b), a, b)
                            : hn::IfThenElse(hn::Lt(a, b), a, b);
    // b stands where a is a NaN; one of b is there already.
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

template <typename T, typename F>
void binary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  transform<T, 2>(out, in, count, F());
}

Kernel float_kernel(Op op, bool is_double) {
#define ASSAY_ROW(name, F) \
  if (op == name) return is_double ? &binary<double, F> : &binary<float, F>
  ASSAY_ROW(kAdd, Sum);
  ASSAY_ROW(kSub, Difference);
  ASSAY_ROW(kMul, Product);
  ASSAY_ROW(kDiv, Quotient);
  ASSAY_ROW(kMax, Larger);
  ASSAY_ROW(kMin, Smaller);
#undef ASSAY_ROW
  return nullptr;
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

// Vectors of components; a vector of one lane has no complex number.
template <typename T, typename F>
void by_components(std::byte* out, const std::byte* const* in,
                   std::int64_t count) {
  transform<T, 2>(out, in, 2 * count, F());
}
template <typename T>
Kernel components_kernel(Op op) {
  if (op == kAdd) return &by_components<T, Sum>;
  if (op == kSub) return &by_components<T, Difference>;
#if HWY_TARGET != HWY_SCALAR
  if (op == kMul) return &by_components<T, ComplexProduct>;
#endif
  return nullptr;
}

// Sums, differences and bits do not depend on the sign of the type.
template <typename T>
Kernel bits_kernel(Op op) {
  if (op == kAdd) return &binary<T, Sum>;
  if (op == kSub) return &binary<T, Difference>;
  if (op == kAnd) return &binary<T, And>;
  if (op == kOr) return &binary<T, Or>;
  if (op == kXor) return &binary<T, Xor>;
  return nullptr;
}

Kernel kernel_here(Op op, DType compute) {
  switch (compute) {
    case DType::kFloat32:
    case DType::kFloat64:
      return float_kernel(op, compute == DType::kFloat64);
    case DType::kInt8:
    case DType::kUint8:
      return bits_kernel<std::uint8_t>(op);
    case DType::kInt16:
    case DType::kUint16:
      return bits_kernel<std::uint16_t>(op);
    case DType::kInt32:
    case DType::kUint32:
      return bits_kernel<std::uint32_t>(op);
    case DType::kInt64:
    case DType::kUint64:
      return bits_kernel<std::uint64_t>(op);
    case DType::kComplex64:
      return components_kernel<float>(op);
    case DType::kComplex128:
      return components_kernel<double>(op);
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);

Kernel arithmetic_kernel(Op op, DType compute) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, compute);
}

}  // namespace assay::optimized
#endif
