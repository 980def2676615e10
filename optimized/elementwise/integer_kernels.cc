// Provides the integer kernels whose results the contract defines and not the
// processor: division by zero, wrapping, powers. The loops are plain; the
// compiler turns them into vectors where the target has the operation.
// Tested by the suite on every target.
#include <type_traits>

#include "optimized/elementwise/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/integer_kernels.cc"
#include <hwy/foreach_target.h>

#include "optimized/elementwise/export_kernels-inl.h"
#include "optimized/elementwise/integer_quotients-inl.h"

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// An unsigned type of at least 32 bits, in which arithmetic wraps and is always
// defined.
template <typename T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

struct Product {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
  }
};

// Divides where the quotient neither traps nor overflows.
template <typename T>
T divided(T a, T b) {
  // Floats with enough bits divide in vectors. The truncated quotient is right,
  // because a/b is at least 1/b away from the next integer.
  if constexpr (sizeof(T) <= 2)
    return static_cast<T>(static_cast<float>(a) / static_cast<float>(b));
  else if constexpr (sizeof(T) == 4)
    return static_cast<T>(static_cast<double>(a) / static_cast<double>(b));
  else
    return static_cast<T>(a / b);
}

struct Quotient {
  template <typename T>
  T operator()(T a, T b) const {
    const bool is_minus_one = std::is_signed_v<T> && b == static_cast<T>(-1);
    const T divisor = b == 0 || is_minus_one ? T{1} : b;
    const T quotient = divided(a, divisor);
    const T negated = static_cast<T>(Wrapping<T>(0) - Wrapping<T>(a));
    return b == 0 ? T{0} : is_minus_one ? negated : quotient;
  }
};

struct Remainder {
  template <typename T>
  T operator()(T a, T b) const {
    const bool leaves_none =
        b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1));
    const T divisor = leaves_none ? T{1} : b;
    const T quotient = divided(a, divisor);
    const T rest = static_cast<T>(Wrapping<T>(a) -
                                  Wrapping<T>(quotient) * Wrapping<T>(divisor));
    return leaves_none ? T{0} : rest;
  }
};

struct Power {
  template <typename T>
  T operator()(T base, T exponent) const {
    if constexpr (std::is_signed_v<T>)
      if (exponent < 0) {
        if (base == 1) return T{1};
        if (base == -1) return exponent % 2 == 0 ? T{1} : T{-1};
        return T{0};
      }
    auto square = static_cast<Wrapping<T>>(base);
    Wrapping<T> result = 1;
    for (auto rest = static_cast<std::make_unsigned_t<T>>(exponent); rest != 0;
         rest = static_cast<std::make_unsigned_t<T>>(rest >> 1)) {
      if (rest % 2 != 0) result *= square;
      square *= square;
    }
    return static_cast<T>(result);
  }
};

struct Larger {
  template <typename T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Smaller {
  template <typename T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct Negative {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>(Wrapping<T>(0) - Wrapping<T>(x));
  }
};
struct Magnitude {
  template <typename T>
  T operator()(T x) const {
    return x < 0 ? Negative()(x) : x;
  }
};
struct Sign {
  template <typename T>
  T operator()(T x) const {
    return static_cast<T>((x > 0) - (x < 0));
  }
};
struct Reciprocal {
  template <typename T>
  T operator()(T x) const {
    const bool is_unit =
        x == 1 || (std::is_signed_v<T> && x == static_cast<T>(-1));
    return is_unit ? x : T{0};
  }
};
struct Identity {
  template <typename T>
  T operator()(T x) const {
    return x;
  }
};

template <typename T, typename F>
void binary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* a = reinterpret_cast<const T*>(in[0]);
  const T* b = reinterpret_cast<const T*>(in[1]);
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t i = 0; i < count; ++i) to[i] = F()(a[i], b[i]);
}

template <typename T, typename F>
void unary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t i = 0; i < count; ++i) to[i] = F()(x[i]);
}

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on_pairs(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &binary<T, F>}...}};
}
template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<T>(), &unary<T, F>}...}};
}

#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
template <typename T>
constexpr KernelRows<2> by_products_on() {
  return {
      {{"div"_op, computed_as<T>(), &by_products<T, QuotientByProducts<T>>},
       {"mod"_op, computed_as<T>(), &by_products<T, RemainderByProducts<T>>}}};
}
#endif

constexpr auto kTypes = kSignedTypes | kUnsignedTypes;

constexpr auto kIntegerRows = join_kernels(
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    by_products_on<std::int32_t>(), by_products_on<std::uint32_t>(),
#endif
    on_pairs<Product>("mul"_op, kTypes), on_pairs<Quotient>("div"_op, kTypes),
    on_pairs<Remainder>("mod"_op, kTypes), on_pairs<Power>("pow"_op, kTypes),
    on_pairs<Larger>("max"_op, kTypes), on_pairs<Smaller>("min"_op, kTypes),
    on<Negative>("neg"_op, kTypes), on<Magnitude>("abs"_op, kTypes),
    on<Sign>("sign"_op, kTypes), on<Reciprocal>("recip"_op, kTypes),
    on<Identity>("trunc"_op, kTypes), on<Identity>("ceil"_op, kTypes),
    on<Identity>("floor"_op, kTypes), on<Identity>("round"_op, kTypes));

}  // namespace
}  // namespace assay::optimized::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

ASSAY_EXPORT_KERNELS(integer_kernel, Kernel, kIntegerRows)
