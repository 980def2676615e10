// Provides the kernels that select, compare or move the bits of elements in
// their own dtype. Loops other than those of questions (answers-inl.h) are
// plain; the compiler turns them into vectors.
// Tested by tests/optimized/pointwise_test.cc, and the suite on every target.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "optimized/pointwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pointwise/bit_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/vectors/answers-inl.h"
#include "optimized/vectors/pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

// Stores f(x[i]) or f(x[i], y[i]), or f of all three, for i < count.
template <typename T, typename F>
void each(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  T* to = reinterpret_cast<T*>(out);
  each_element(to, count, [=](std::int64_t i) HWY_ATTR { return F()(x[i]); });
}
template <typename T, typename F>
void each_pair(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* y = reinterpret_cast<const T*>(in[1]);
  T* to = reinterpret_cast<T*>(out);
  each_element(to, count,
               [=](std::int64_t i) HWY_ATTR { return F()(x[i], y[i]); });
}
template <typename T, typename F>
void each_of_three(std::byte* out, const std::byte* const* in,
                   std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  const T* y = reinterpret_cast<const T*>(in[1]);
  const T* z = reinterpret_cast<const T*>(in[2]);
  T* to = reinterpret_cast<T*>(out);
  each_element(to, count,
               [=](std::int64_t i) HWY_ATTR { return F()(x[i], y[i], z[i]); });
}

// The layout of a binary format: the bits of an element are a T, which is
// signed, and infinity has the bits kInfinity.
template <typename Bits, Bits infinity>
struct Format {
  using T = Bits;
  static constexpr T kInfinity = infinity;
  static constexpr T kMagnitude = std::numeric_limits<T>::max();
};
using Half = Format<std::int16_t, 0x7c00>;
using Bfloat = Format<std::int16_t, 0x7f80>;
using Single = Format<std::int32_t, 0x7f800000>;
using Double = Format<std::int64_t, 0x7ff0000000000000>;

// Questions, about an element and about the elements of a vector.
template <class F>
struct IsNan {
  std::uint8_t operator()(typename F::T x) const {
    return (x & F::kMagnitude) > F::kInfinity;
  }
  template <class D>
  static hn::Mask<D> lanes(D d, hn::Vec<D> x) {
    return hn::Gt(hn::And(x, hn::Set(d, F::kMagnitude)),
                  hn::Set(d, F::kInfinity));
  }
};
template <class F>
struct IsInf {
  std::uint8_t operator()(typename F::T x) const {
    return (x & F::kMagnitude) == F::kInfinity;
  }
  template <class D>
  static hn::Mask<D> lanes(D d, hn::Vec<D> x) {
    return hn::Eq(hn::And(x, hn::Set(d, F::kMagnitude)),
                  hn::Set(d, F::kInfinity));
  }
};

// The bits of positive numbers are positive. Negative NaNs stay as well.
template <class F>
struct Relu {
  typename F::T operator()(typename F::T x) const {
    using T = typename F::T;
    const bool stays = x > 0 || (x & F::kMagnitude) > F::kInfinity;
    return stays ? x : T(0);
  }
};
template <class F>
struct ReluBackward {
  typename F::T operator()(typename F::T output, typename F::T grad) const {
    return Relu<F>()(output) != 0 ? grad : typename F::T(0);
  }
};

template <template <class> class F>
constexpr KernelRows<4> on_formats(Op op) {
  return {{{op, {kFloat16}, &each<std::int16_t, F<Half>>},
           {op, {kBfloat16}, &each<std::int16_t, F<Bfloat>>},
           {op, {kFloat32}, &each<std::int32_t, F<Single>>},
           {op, {kFloat64}, &each<std::int64_t, F<Double>>}}};
}
template <template <class> class F>
constexpr KernelRows<4> asking(Op op) {
  return {{{op, {kFloat16}, &store_answers<F<Half>, std::int16_t, 1>},
           {op, {kBfloat16}, &store_answers<F<Bfloat>, std::int16_t, 1>},
           {op, {kFloat32}, &store_answers<F<Single>, std::int32_t, 1>},
           {op, {kFloat64}, &store_answers<F<Double>, std::int64_t, 1>}}};
}
template <template <class> class F>
constexpr KernelRows<4> on_pairs_of_formats(Op op) {
  return {{{op, {kFloat16}, &each_pair<std::int16_t, F<Half>>},
           {op, {kBfloat16}, &each_pair<std::int16_t, F<Bfloat>>},
           {op, {kFloat32}, &each_pair<std::int32_t, F<Single>>},
           {op, {kFloat64}, &each_pair<std::int64_t, F<Double>>}}};
}

struct ReluOfInteger {
  template <typename T>
  T operator()(T x) const {
    return x > 0 ? x : T(0);
  }
};
struct Flipped {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(~x);
  }
};
struct Negated {
  std::uint8_t operator()(std::uint8_t x) const { return x == 0; }
};
struct Limited {
  template <typename T>
  T operator()(T x, T low, T high) const {
    return x < low ? low : x > high ? high : x;
  }
};

// An unsigned type of at least 32 bits, in which shifts are defined.
template <typename T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

// The contract leaves other counts open, so they are taken modulo the width.
template <typename T>
int places(T count) {
  constexpr unsigned kMask = sizeof(T) * 8 - 1;
  return static_cast<int>(static_cast<Wrapping<T>>(count) & kMask);
}
struct ShiftedLeft {
  template <typename T>
  T operator()(T x, T count) const {
    return static_cast<T>(static_cast<Wrapping<T>>(x) << places(count));
  }
};
struct ShiftedRight {
  template <typename T>
  T operator()(T x, T count) const {
    return static_cast<T>(x >> places(count));
  }
};

template <class F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &each<T, F>}...}};
}
template <class F, typename... T>
constexpr KernelRows<sizeof...(T)> on_pairs(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &each_pair<T, F>}...}};
}
template <class F, typename... T>
constexpr KernelRows<sizeof...(T)> on_three(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &each_of_three<T, F>}...}};
}

constexpr auto kTypes = kSignedTypes | kUnsignedTypes;
constexpr KernelRows<1> kNot = {
    {{"bitwise_not"_op, {kBool}, &each<std::uint8_t, Negated>}}};

constexpr auto kBitRows = join_kernels(
    on_formats<Relu>("relu"_op), on<ReluOfInteger>("relu"_op, kTypes),
    on_pairs_of_formats<ReluBackward>("relu_backward"_op),
    asking<IsNan>("is_nan"_op), asking<IsInf>("is_inf"_op), kNot,
    on<Flipped>("bitwise_not"_op, kTypes),
    on_three<Limited>("clamp"_op, kTypes),
    on_pairs<ShiftedLeft>("shift_left"_op, kTypes),
    on_pairs<ShiftedRight>("shift_right"_op, kTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(bit_kernel, Kernel, kBitRows)
