// Provides kernels of two operands that walk many rows in one call. A call per
// row would take longer than a short row. An operand may repeat one element
// along each row, which is then kept in a register.
// Tested by tests/optimized/blocks_test.cc and the suite.
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/row_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/arithmetic-inl.h"
#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// Reads the elements of an operand along a row: neighbours, or one that
// repeats.
template <class D>
struct Neighbours {
  using T = hn::TFromD<D>;
  explicit Neighbours(const T* x) : row(x) {}
  HWY_INLINE auto load(D d, std::size_t i) const {
    return hn::LoadU(d, row + i);
  }
  template <class M>
  HWY_INLINE auto load_first(D d, M first, std::size_t i) const {
    return hn::MaskedLoad(first, d, row + i);
  }
  HWY_INLINE auto load_one(std::size_t i) const {
    return hn::LoadU(hn::CappedTag<T, 1>(), row + i);
  }
  const T* row;
};

template <class D>
struct Repeated {
  using T = hn::TFromD<D>;
  HWY_INLINE explicit Repeated(const T* x)
      : element(*x), same(hn::Set(D(), *x)) {}
  HWY_INLINE auto load(D, std::size_t) const { return same; }
  template <class M>
  HWY_INLINE auto load_first(D, M, std::size_t) const {
    return same;
  }
  HWY_INLINE auto load_one(std::size_t) const {
    return hn::Set(hn::CappedTag<T, 1>(), element);
  }
  T element;
  hn::Vec<D> same;
};

template <class A, class B, typename F, class D>
HWY_INLINE void each_row(D d, F f, std::byte* out, const std::byte* const* in,
                         const RowWalk& walk) {
  using T = hn::TFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  const auto count = static_cast<std::size_t>(walk.count);
  const T* a = reinterpret_cast<const T*>(in[0]);
  const T* b = reinterpret_cast<const T*>(in[1]);
  T* to = reinterpret_cast<T*>(out);
  // Non-temporal stores need whole, aligned vectors.
  const std::size_t bytes = lanes * sizeof(T);
  const bool past =
      bytes >= 16 && reinterpret_cast<std::uintptr_t>(out) % bytes == 0 &&
      static_cast<std::size_t>(walk.out_step) % lanes == 0 &&
      goes_past_caches(walk.rows * walk.count * std::int64_t{sizeof(T)});
  for (std::int64_t row = 0; row < walk.rows; ++row) {
    const A x(a);
    const B y(b);
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
      const auto z = f(d, x.load(d, i), y.load(d, i));
      if (past)
        hn::Stream(z, d, to + i);
      else
        hn::StoreU(z, d, to + i);
    }
    if constexpr (kHasMasks<T>) {
      if (i < count) {
        const auto first = hn::FirstN(d, count - i);
        const auto z =
            f(d, x.load_first(d, first, i), y.load_first(d, first, i));
        hn::BlendedStore(z, first, d, to + i);
      }
    } else {
      const hn::CappedTag<T, 1> one;
      for (; i < count; ++i)
        hn::StoreU(f(one, x.load_one(i), y.load_one(i)), one, to + i);
    }
    a += walk.steps[0];
    b += walk.steps[1];
    to += walk.out_step;
  }
  if (past) end_past_caches();
}

template <typename T, typename F>
void in_rows(std::byte* out, const std::byte* const* in, const RowWalk& walk) {
  using D = hn::ScalableTag<T>;
  if (walk.repeats[0])
    each_row<Repeated<D>, Neighbours<D>>(D(), F(), out, in, walk);
  else if (walk.repeats[1])
    each_row<Neighbours<D>, Repeated<D>>(D(), F(), out, in, walk);
  else
    each_row<Neighbours<D>, Neighbours<D>>(D(), F(), out, in, walk);
}

template <typename F, typename... T>
constexpr TableRows<RowsKernel, sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &in_rows<T, F>}...}};
}
// Sums and differences do not depend on the sign of the type.
template <typename F, typename... T>
constexpr TableRows<RowsKernel, sizeof...(T)> on_bits(Op op, Types<T...>) {
  return {{{op, computed_as<T>() | computed_as<std::make_signed_t<T>>(),
            &in_rows<T, F>}...}};
}

constexpr auto kRowKernels = join_kernels(
    on<Sum>("add"_op, kFloatTypes), on<Difference>("sub"_op, kFloatTypes),
    on<Product>("mul"_op, kFloatTypes), on<Quotient>("div"_op, kFloatTypes),
    on<Larger>("max"_op, kFloatTypes), on<Smaller>("min"_op, kFloatTypes),
    on_bits<Sum>("add"_op, kUnsignedTypes),
    on_bits<Difference>("sub"_op, kUnsignedTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(rows_kernel, RowsKernel, kRowKernels)
