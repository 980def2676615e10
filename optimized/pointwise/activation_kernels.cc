// Lists the kernels of the activations that compute: in float for float32, and
// for 16-bit floats, which are widened in registers where the target can, and
// in double for float64.
// Tested by tests/optimized/pointwise_test.cc, and the suite on every target.
#include "optimized/pointwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/pointwise/activation_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/functions/quick-inl.h"
#include "optimized/pointwise/lifted-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

using enum DType;

// Returns x where it is positive or a NaN, and 0 elsewhere.
template <class D, class V>
HWY_INLINE V positive_part(D d, V x) {
  return at_least(d, x, hn::TFromD<D>(0));
}

struct Prelu {
  static constexpr std::size_t kOperands = 2;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V alpha) const {
    return hn::IfThenElse(hn::Ge(x, hn::Zero(d)), x, hn::Mul(x, alpha));
  }
};

// x Φ(x) is the positive part of x less |x| (1 - Φ(|x|)).
struct Gelu {
  static constexpr std::size_t kOperands = 1;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V a = at_most(d, hn::Abs(x), normal_end<hn::TFromD<D>>());
    return hn::NegMulAdd(a, normal_tail_alone(d, a), positive_part(d, x));
  }
};

// grad (Φ(x) + x φ(x))
struct GeluBackward {
  static constexpr std::size_t kOperands = 2;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V grad) const {
    return hn::Mul(grad, gelu_slope(d, x));
  }
};

struct Sigmoid {
  static constexpr std::size_t kOperands = 1;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V one = hn::Set(d, hn::TFromD<D>(1));
    return hn::Div(one, quick_one_more_exp(d, hn::Neg(x)));
  }
};

struct SigmoidBackward {
  static constexpr std::size_t kOperands = 2;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V s, V grad) const {
    const V one = hn::Set(d, hn::TFromD<D>(1));
    return hn::Mul(hn::Mul(grad, s), hn::Sub(one, s));
  }
};

struct HardSigmoid {
  static constexpr std::size_t kOperands = 3;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V alpha, V beta) const {
    using T = hn::TFromD<D>;
    return at_most(d, at_least(d, hn::MulAdd(alpha, x, beta), T(0)), T(1));
  }
};

struct LogSigmoid {
  static constexpr std::size_t kOperands = 1;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x) const {
    const V power = quick_exp_in_range(d, hn::Neg(hn::Abs(x)));
    return hn::Sub(at_most(d, x, hn::TFromD<D>(0)),
                   quick_log_one_more(d, power));
  }
};

struct LogSigmoidBackward {
  static constexpr std::size_t kOperands = 2;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V grad) const {
    return hn::Div(grad, quick_one_more_exp(d, x));
  }
};

// A NaN is neither below nor above a bound.
struct Clamp {
  static constexpr std::size_t kOperands = 3;
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V low, V high) const {
    static_cast<void>(d);
    const V limited = hn::IfThenElse(hn::Gt(x, high), high, x);
    return hn::IfThenElse(hn::Lt(x, low), low, limited);
  }
};

template <class F>
constexpr KernelRows<2> on(Op op) {
  return {{{op, kComputedAsFloat, &lifted<float, F>},
           {op, DTypeSet{kFloat64}, &lifted<double, F>}}};
}

// The kernels of ops whose last operands are one element each.
template <class F>
constexpr auto by_elements(Op op) {
  return join_kernels(
#if HWY_TARGET != HWY_SCALAR
      KernelRows<1>{{{op, {kBfloat16}, &lifted_bfloat16<F, 1>}}},
#endif
#if HWY_TARGET <= HWY_AVX2
      KernelRows<1>{{{op, {kFloat16}, &lifted_float16<F, 1>}}},
#endif
      KernelRows<2>{{{op, {kFloat32}, &lifted<float, F, 1>},
                     {op, {kFloat64}, &lifted<double, F, 1>}}});
}

constexpr auto kElementRows = join_kernels(
    by_elements<Prelu>("prelu"_op), by_elements<HardSigmoid>("hard_sigmoid"_op),
    by_elements<Clamp>("clamp"_op));

constexpr auto kActivationRows = join_kernels(
    on<Prelu>("prelu"_op), on<Gelu>("gelu"_op),
    on<GeluBackward>("gelu_backward"_op), on<Sigmoid>("sigmoid"_op),
    on<SigmoidBackward>("sigmoid_backward"_op),
    on<HardSigmoid>("hard_sigmoid"_op), on<LogSigmoid>("log_sigmoid"_op),
    on<LogSigmoidBackward>("log_sigmoid_backward"_op), on<Clamp>("clamp"_op));

#if HWY_TARGET != HWY_SCALAR
template <class F>
constexpr auto on_narrow(Op op) {
#if HWY_TARGET <= HWY_AVX2
  return KernelRows<2>{{{op, DTypeSet{kBfloat16}, &lifted_bfloat16<F>},
                        {op, DTypeSet{kFloat16}, &lifted_float16<F>}}};
#else
  return KernelRows<1>{{{op, DTypeSet{kBfloat16}, &lifted_bfloat16<F>}}};
#endif
}

constexpr auto kNarrowRows =
    join_kernels(on_narrow<Prelu>("prelu"_op), on_narrow<Gelu>("gelu"_op),
                 on_narrow<GeluBackward>("gelu_backward"_op),
                 on_narrow<Sigmoid>("sigmoid"_op),
                 on_narrow<SigmoidBackward>("sigmoid_backward"_op),
                 on_narrow<HardSigmoid>("hard_sigmoid"_op),
                 on_narrow<LogSigmoid>("log_sigmoid"_op),
                 on_narrow<LogSigmoidBackward>("log_sigmoid_backward"_op),
                 on_narrow<Clamp>("clamp"_op));
#else
constexpr KernelRows<1> kNarrowRows = {};  // blocks are widened in memory
#endif

Kernel narrow_kernel_here(Op op, DType dtype) {
  static constexpr KernelTable kTable(kNarrowRows);
  return kTable.find(op, dtype);
}

Kernel element_kernel_here(Op op, DType dtype) {
  static constexpr KernelTable kTable(kElementRows);
  return kTable.find(op, dtype);
}

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(activation_kernel, Kernel, kActivationRows)

#if HWY_ONCE
namespace assay::optimized {

HWY_EXPORT(narrow_kernel_here);
Kernel narrow_activation_kernel(Op op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(narrow_kernel_here)(op, dtype);
}

HWY_EXPORT(element_kernel_here);
Kernel element_activation_kernel(Op op, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(element_kernel_here)(op, dtype);
}

}  // namespace assay::optimized
#endif
