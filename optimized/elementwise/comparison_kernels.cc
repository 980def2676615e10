// Provides comparisons, whose results are bytes of 0 and 1, and selection by
// such bytes. The loops are plain; the compiler turns them into vectors for
// each target.
// Tested by the suite on every target.
#include <array>
#include <functional>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/comparison_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
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
void select(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* condition = reinterpret_cast<const std::uint8_t*>(in[0]);
  const T* a = reinterpret_cast<const T*>(in[1]);
  const T* b = reinterpret_cast<const T*>(in[2]);
  each_element(reinterpret_cast<T*>(out), count, [=](std::int64_t i) HWY_ATTR {
    // Both operands are read, so that only the selection depends on the byte
    // and the loop has no branch.
    const T x = a[i], y = b[i];
    return condition[i] != 0 ? x : y;
  });
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

template <template <typename> class F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &compare<T, F<T>>}...}};
}

constexpr auto kRealTypes = kFloatTypes | kSignedTypes | kUnsignedTypes;

constexpr auto kRows =
    join_kernels(on<std::equal_to>("cmpeq"_op, kRealTypes),
                 on<std::equal_to>("cmpeq"_op, kComplexTypes),
                 on<std::not_equal_to>("cmpne"_op, kRealTypes),
                 on<std::not_equal_to>("cmpne"_op, kComplexTypes),
                 on<std::less>("cmplt"_op, kRealTypes),
                 on<std::less_equal>("cmple"_op, kRealTypes),
                 on<std::greater>("cmpgt"_op, kRealTypes),
                 on<std::greater_equal>("cmpge"_op, kRealTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(comparison_kernel, Kernel)

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(select_here);

Kernel select_kernel(std::int64_t element_bytes) {
  return HWY_DYNAMIC_DISPATCH(select_here)(element_bytes);
}

}  // namespace assay::optimized
#endif
