// Provides complex arithmetic and functions, except sums. Products use the
// plain formula in the dtype, for the target whose vectors cannot hold complex
// numbers. Everything else is computed by the C library in a wider type (double
// for complex64, long double for complex128) and rounded once, so that nothing
// need be scaled.
// Tested by the suite on every target.
#include <complex>
#include <type_traits>

#include "optimized/elementwise/kernel_table.h"
#include "optimized/elementwise/kernels.h"

namespace assay::optimized {
namespace {

template <typename T>
using Wider = std::complex<
    std::conditional_t<std::is_same_v<T, float>, double, long double>>;

template <typename T, typename F>
void unary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* x = reinterpret_cast<const std::complex<T>*>(in[0]);
  auto* to = reinterpret_cast<std::complex<T>*>(out);
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = static_cast<std::complex<T>>(F()(Wider<T>(x[i])));
}

template <typename T, typename F>
void binary(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* a = reinterpret_cast<const std::complex<T>*>(in[0]);
  const auto* b = reinterpret_cast<const std::complex<T>*>(in[1]);
  auto* to = reinterpret_cast<std::complex<T>*>(out);
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = static_cast<std::complex<T>>(F()(Wider<T>(a[i]), Wider<T>(b[i])));
}

template <typename T>
void negative(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const T* x = reinterpret_cast<const T*>(in[0]);
  T* to = reinterpret_cast<T*>(out);
  for (std::int64_t i = 0; i < 2 * count; ++i) to[i] = -x[i];
}

template <typename T>
void product(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* a = reinterpret_cast<const std::complex<T>*>(in[0]);
  const auto* b = reinterpret_cast<const std::complex<T>*>(in[1]);
  auto* to = reinterpret_cast<std::complex<T>*>(out);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::complex<T> x = a[i], y = b[i];
    to[i] = {x.real() * y.real() - x.imag() * y.imag(),
             x.real() * y.imag() + x.imag() * y.real()};
  }
}

// Returns z conj(w) / |w|². In the wider type no square leaves the range.
template <typename Z>
Z quotient(Z z, Z w) {
  const auto square = w.real() * w.real() + w.imag() * w.imag();
  return {(z.real() * w.real() + z.imag() * w.imag()) / square,
          (z.imag() * w.real() - z.real() * w.imag()) / square};
}

template <typename Z>
auto modulus(Z z) {
  return std::sqrt(z.real() * z.real() + z.imag() * z.imag());
}

struct Quotient {
  template <typename Z>
  Z operator()(Z z, Z w) const {
    return quotient(z, w);
  }
};
struct Power {
  template <typename Z>
  Z operator()(Z z, Z w) const {
    if (w == Z(0)) return Z(1);
    if (z == Z(0)) return Z(0);
    if (w == Z(1)) return z;
    return std::exp(w * std::log(z));
  }
};
struct Reciprocal {
  template <typename Z>
  Z operator()(Z z) const {
    return quotient(Z(1), z);
  }
};
// The conjugate of the root has the sign that the reciprocal's imaginary part
// needs, also where it is zero.
struct ReciprocalRoot {
  template <typename Z>
  Z operator()(Z z) const {
    const Z root = std::sqrt(z);
    const auto square = root.real() * root.real() + root.imag() * root.imag();
    return {root.real() / square, -root.imag() / square};
  }
};
struct Modulus {
  template <typename Z>
  Z operator()(Z z) const {
    return {modulus(z), 0};
  }
};
struct Sign {
  template <typename Z>
  Z operator()(Z z) const {
    if (z == Z(0)) return Z(0);
    const auto length = modulus(z);
    return {z.real() / length, z.imag() / length};
  }
};

#define ASSAY_FUNCTION(Name, function) \
  struct Name {                        \
    template <typename Z>              \
    Z operator()(Z z) const {          \
      return std::function(z);         \
    }                                  \
  }
ASSAY_FUNCTION(Sqrt, sqrt);
ASSAY_FUNCTION(Exp, exp);
ASSAY_FUNCTION(Log, log);
ASSAY_FUNCTION(Sin, sin);
ASSAY_FUNCTION(Cos, cos);
ASSAY_FUNCTION(Tan, tan);
ASSAY_FUNCTION(Asin, asin);
ASSAY_FUNCTION(Acos, acos);
ASSAY_FUNCTION(Atan, atan);
ASSAY_FUNCTION(Sinh, sinh);
ASSAY_FUNCTION(Cosh, cosh);
ASSAY_FUNCTION(Tanh, tanh);
#undef ASSAY_FUNCTION

// Computes e^z - 1 = (e^x - 1) cos(y) - 2 sin²(y / 2) + i e^x sin(y). No term
// loses digits where the result is near zero, so double serves both types.
template <typename T>
void less_one(std::byte* out, const std::byte* const* in, std::int64_t count) {
  const auto* z = reinterpret_cast<const std::complex<T>*>(in[0]);
  auto* to = reinterpret_cast<std::complex<T>*>(out);
  for (std::int64_t i = 0; i < count; ++i) {
    const double x = z[i].real(), y = z[i].imag();
    const double half = std::sin(y / 2);
    to[i] = {static_cast<T>(std::expm1(x) * std::cos(y) - 2 * half * half),
             static_cast<T>(std::exp(x) * std::sin(y))};
  }
}

template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &unary<T, F>}...}};
}
template <typename F, typename... T>
constexpr KernelRows<sizeof...(T)> on_pairs(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &binary<T, F>}...}};
}
template <typename... T>
constexpr KernelRows<sizeof...(T)> negatives(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &negative<T>}...}};
}
template <typename... T>
constexpr KernelRows<sizeof...(T)> less_ones(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &less_one<T>}...}};
}
template <typename... T>
constexpr KernelRows<sizeof...(T)> products(Op op, Types<T...>) {
  return {{{op, computed_as<std::complex<T>>(), &product<T>}...}};
}

constexpr KernelTable kComplexKernels(join_kernels(
    negatives("neg"_op, kFloatTypes), products("mul"_op, kFloatTypes),
    on_pairs<Quotient>("div"_op, kFloatTypes),
    on_pairs<Power>("pow"_op, kFloatTypes),
    on<Reciprocal>("recip"_op, kFloatTypes), on<Modulus>("abs"_op, kFloatTypes),
    on<Sign>("sign"_op, kFloatTypes), on<Sqrt>("sqrt"_op, kFloatTypes),
    on<ReciprocalRoot>("rsqrt"_op, kFloatTypes),
    less_ones("expm1"_op, kFloatTypes), on<Exp>("exp"_op, kFloatTypes),
    on<Log>("log"_op, kFloatTypes), on<Sin>("sin"_op, kFloatTypes),
    on<Cos>("cos"_op, kFloatTypes), on<Tan>("tan"_op, kFloatTypes),
    on<Asin>("asin"_op, kFloatTypes), on<Acos>("acos"_op, kFloatTypes),
    on<Atan>("atan"_op, kFloatTypes), on<Sinh>("sinh"_op, kFloatTypes),
    on<Cosh>("cosh"_op, kFloatTypes), on<Tanh>("tanh"_op, kFloatTypes)));

}  // namespace

Kernel complex_kernel(Op op, DType dtype) {
  return kComplexKernels.find(op, dtype);
}

}  // namespace assay::optimized
