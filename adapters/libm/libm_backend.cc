// Makes the C library's functions on float and double a backend. Each op calls
// the function once per element, in the order of the elements.
// Tested by tests/cli/sweep_command_test.cc.
#include <cmath>
#include <concepts>
#include <string_view>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

namespace {

using assay::Array;

template <typename F, typename T>
void each(F f, Array<T> out, Array<const T> x) {
  T* to = out.first();
  if (x.is_row_major()) {
    const T* from = x.first();
    for (std::int64_t i = 0; i < out.size(); ++i) to[i] = f(from[i]);
    return;
  }
  for (const assay::Index& at : out.indices()) *to++ = f(x[at]);
}

template <typename F, typename T>
void each(F f, Array<T> out, Array<const T> a, Array<const T> b) {
  T* to = out.first();
  for (const assay::Index& at : out.indices()) *to++ = f(a[at], b[at]);
}

class Libm : public assay::TypedBackend<Libm> {
 public:
  static constexpr std::string_view kName = "libm";
  static constexpr std::string_view kVersion = "unknown";

  std::string_view version() const override {
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return kVersion;
#endif
  }

#define ASSAY_UNARY(op, function)                            \
  template <std::floating_point T>                           \
  void op(Array<T> out, Array<const T> x) {                  \
    each([](T v) -> T { return std::function(v); }, out, x); \
  }
#define ASSAY_BINARY(op, function)                                      \
  template <std::floating_point T>                                      \
  void op(Array<T> out, Array<const T> a, Array<const T> b) {           \
    each([](T v, T w) -> T { return std::function(v, w); }, out, a, b); \
  }

  ASSAY_UNARY(sqrt, sqrt)
  ASSAY_UNARY(exp, exp)
  ASSAY_UNARY(log, log)
  ASSAY_UNARY(sin, sin)
  ASSAY_UNARY(cos, cos)
  ASSAY_UNARY(tan, tan)
  ASSAY_UNARY(asin, asin)
  ASSAY_UNARY(acos, acos)
  ASSAY_UNARY(atan, atan)
  ASSAY_UNARY(sinh, sinh)
  ASSAY_UNARY(cosh, cosh)
  ASSAY_UNARY(tanh, tanh)
  ASSAY_UNARY(erf, erf)
  ASSAY_UNARY(abs, fabs)
  ASSAY_UNARY(trunc, trunc)
  ASSAY_UNARY(ceil, ceil)
  ASSAY_UNARY(floor, floor)
  ASSAY_UNARY(round, round)
  ASSAY_BINARY(atan2, atan2)
  ASSAY_BINARY(pow, pow)
  ASSAY_BINARY(mod, fmod)

#undef ASSAY_UNARY
#undef ASSAY_BINARY
};

}  // namespace

ASSAY_EXPORT_BACKEND(Libm)
