// Provides comparisons, whose results are bytes of 0 and 1, and selection by
// such bytes. Real elements are compared by vectors where the target has masks
// with a bit for each lane. The other loops are plain; the compiler turns them
// into vectors for each target.
// Tested by the suite on every target.
#include <array>
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/comparison_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/answers-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Compares two elements, or the elements of two vectors.
struct Equal {
  template <typename T>
  bool operator()(T a, T b) const {
    return a == b;
  }
  template <class D, class V>
  static hn::Mask<D> lanes(D, V a, V b) {
    return hn::Eq(a, b);
  }
};
struct Less {
  template <typename T>
  bool operator()(T a, T b) const {
    return a < b;
  }
  template <class D, class V>
  static hn::Mask<D> lanes(D, V a, V b) {
    return hn::Lt(a, b);
  }
};
struct LessOrEqual {
  template <typename T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
  // The opposite of > also holds where an element is NaN.
  template <class D, class V>
  static hn::Mask<D> lanes(D, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>())
      return hn::Le(a, b);
    else
      return hn::Not(hn::Lt(b, a));
  }
};
struct NotEqual {
  template <typename T>
  bool operator()(T a, T b) const {
    return a != b;
  }
  // hn::Ne says of NaN that it is not unequal.
  template <class D, class V>
  static hn::Mask<D> lanes(D, V a, V b) {
    return hn::Not(hn::Eq(a, b));
  }
};

// Compares in the other direction.
template <class F>
struct Swapped {
  template <typename T>
  bool operator()(T a, T b) const {
    return F()(b, a);
  }
  template <class D, class V>
  static hn::Mask<D> lanes(D d, V a, V b) {
    return F::lanes(d, b, a);
  }
};

template <typename T, class F>
void compare(std::byte* out, const std::byte* const* in, std::int64_t count) {
  if constexpr (std::is_arithmetic_v<T>) {
    store_answers<F, T, 2>(out, in, count);
  } else {
    const T* a = reinterpret_cast<const T*>(in[0]);
    const T* b = reinterpret_cast<const T*>(in[1]);
    each_element(reinterpret_cast<std::uint8_t*>(out), count,
                 [=](std::int64_t i) HWY_ATTR {
                   return static_cast<std::uint8_t>(F()(a[i], b[i]));
                 });
  }
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

template <class F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &compare<T, F>}...}};
}

constexpr auto kRealTypes = kFloatTypes | kSignedTypes | kUnsignedTypes;

constexpr auto kComparisonRows = join_kernels(
    on<Equal>("cmpeq"_op, kRealTypes), on<Equal>("cmpeq"_op, kComplexTypes),
    on<NotEqual>("cmpne"_op, kRealTypes),
    on<NotEqual>("cmpne"_op, kComplexTypes), on<Less>("cmplt"_op, kRealTypes),
    on<LessOrEqual>("cmple"_op, kRealTypes),
    on<Swapped<Less>>("cmpgt"_op, kRealTypes),
    on<Swapped<LessOrEqual>>("cmpge"_op, kRealTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(comparison_kernel, Kernel, kComparisonRows)

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(select_here);

Kernel select_kernel(std::int64_t element_bytes) {
  return HWY_DYNAMIC_DISPATCH(select_here)(element_bytes);
}

}  // namespace assay::optimized
#endif
