// Kernels on integers whose rules are the contract's and not the processor's:
// what is divided by zero, what wraps, powers. Plain loops, which the compiler
// turns into vectors for each target where the operation has any.
// Tested by the suite on every target.
#include <type_traits>

#include "optimized/elementwise/elementwise.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "optimized/elementwise/integer_kernels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace assay::optimized::HWY_NAMESPACE {
namespace {

// At least 32 bits, unsigned: arithmetic in it wraps and is always defined.
template <typename T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

struct Product {
  template <typename T>
  T operator()(T a, T b) const {
    return static_cast<T>(Wrapping<T>(a) * Wrapping<T>(b));
  }
};

// The quotient of a division that neither traps nor overflows.
template <typename T>
T divided(T a, T b) {
  // A float with enough bits divides by vectors, and truncates to the quotient:
  // a/b is at least 1/b away from the next integer.
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

template <typename T>
Kernel typed_kernel(Op op) {
  if (op == kMul) return &binary<T, Product>;
  if (op == kDiv) return &binary<T, Quotient>;
  if (op == kMod) return &binary<T, Remainder>;
  if (op == kPow) return &binary<T, Power>;
  if (op == kMax) return &binary<T, Larger>;
  if (op == kMin) return &binary<T, Smaller>;
  if (op == kNeg) return &unary<T, Negative>;
  if (op == kAbs) return &unary<T, Magnitude>;
  if (op == kSign) return &unary<T, Sign>;
  if (op == kRecip) return &unary<T, Reciprocal>;
  if (op == kTrunc || op == kCeil || op == kFloor || op == kRound)
    return &unary<T, Identity>;
  return nullptr;
}

Kernel kernel_here(Op op, DType compute) {
  switch (compute) {
    case DType::kInt8:
      return typed_kernel<std::int8_t>(op);
    case DType::kUint8:
      return typed_kernel<std::uint8_t>(op);
    case DType::kInt16:
      return typed_kernel<std::int16_t>(op);
    case DType::kUint16:
      return typed_kernel<std::uint16_t>(op);
    case DType::kInt32:
      return typed_kernel<std::int32_t>(op);
    case DType::kUint32:
      return typed_kernel<std::uint32_t>(op);
    case DType::kInt64:
      return typed_kernel<std::int64_t>(op);
    case DType::kUint64:
      return typed_kernel<std::uint64_t>(op);
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

Kernel integer_kernel(Op op, DType compute) {
  return HWY_DYNAMIC_DISPATCH(kernel_here)(op, compute);
}

}  // namespace assay::optimized
#endif
