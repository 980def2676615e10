// Comparisons, whose results are bytes of 0 and 1, and selection by such bytes.
// Plain loops, which the compiler turns into vectors for each target.
// Tested by the suite on every target.
#include <array>
#include <complex>

#include "optimized/elementwise/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/comparison_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

template <typename T, typename F>
void compare(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* a = reinterpret_cast<const T*>(in[0]);
  const T* b = reinterpret_cast<const T*>(in[1]);
  each_element(reinterpret_cast<std::uint8_t*>(out), count,
               [=](std::int64_t i) HWY_ATTR {
                 return static_cast<std::uint8_t>(F()(a[i], b[i]));
               });
}

template <typename T>
Kernel equality_kernel(Op op) {
  if (op == kCmpeq) return &compare<T, std::equal_to<T>>;
  if (op == kCmpne) return &compare<T, std::not_equal_to<T>>;
  return nullptr;
}

template <typename T>
Kernel order_kernel(Op op) {
  if (op == kCmplt) return &compare<T, std::less<T>>;
  if (op == kCmple) return &compare<T, std::less_equal<T>>;
  return equality_kernel<T>(op);
}

template <typename T>
void select(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* condition = reinterpret_cast<const std::uint8_t*>(in[0]);
  const T* a = reinterpret_cast<const T*>(in[1]);
  const T* b = reinterpret_cast<const T*>(in[2]);
  each_element(reinterpret_cast<T*>(out), count, [=](std::int64_t i) HWY_ATTR {
    // Both are read, so that nothing but the selection depends on the byte.
    const T x = a[i], y = b[i];
    return condition[i] != 0 ? x : y;
  });
}

Kernel kernel_here(Op op, DType compute) {
  switch (compute) {
    case DType::kInt8:
      return order_kernel<std::int8_t>(op);
    case DType::kUint8:
      return order_kernel<std::uint8_t>(op);
    case DType::kInt16:
      return order_kernel<std::int16_t>(op);
    case DType::kUint16:
      return order_kernel<std::uint16_t>(op);
    case DType::kInt32:
      return order_kernel<std::int32_t>(op);
    case DType::kUint32:
      return order_kernel<std::uint32_t>(op);
    case DType::kInt64:
      return order_kernel<std::int64_t>(op);
    case DType::kUint64:
      return order_kernel<std::uint64_t>(op);
    case DType::kFloat32:
      return order_kernel<float>(op);
    case DType::kFloat64:
      return order_kernel<double>(op);
    case DType::kComplex64:
      return equality_kernel<std::complex<float>>(op);
    case DType::kComplex128:
      return equality_kernel<std::complex<double>>(op);
    default:
      return nullptr;
  }
}

Kernel select_here(std::int64_t element_bytes) {
  switch (element_bytes) {
    case 1:
      return &select<std::uint8_t>;
    case 2:
      return &select<std::uint16_t>;
    case 4:
      return &select<std::uint32_t>;
    case 8:
      return &select<std::uint64_t>;
    default:
      return &select<std::array<std::uint64_t, 2>>;
  }
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(kernel_here);
HWY_EXPORT(select_here);

Kernel comparison_kernel(Op op, DType compute) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, compute);
}

Kernel select_kernel(std::int64_t element_bytes) {
  return HWY_DYNAMIC_DISPATCH(select_here)(element_bytes);
}

}  // namespace assay::optimized
#endif
