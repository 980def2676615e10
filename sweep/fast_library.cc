// Calls the functions of the C library in double, four at a time with glibc's
// libmvec if the machine has AVX2. Arguments whose value makes no difference
// are replaced first, because the library is slow for them.
// Tested by tests/sweep/fast_oracle_test.cc.
#include <cmath>
#include <cstring>

#include "sweep/fast_oracle.h"

#if defined(__x86_64__) && defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 35)
#define ASSAY_FOUR_AT_A_TIME 1
#endif
#endif

namespace assay {
namespace {

// For larger arguments a result is out of the range of every swept dtype, or
// too near to ±1 to make a difference.
constexpr double kFarExponent = 200;
constexpr double kFarUnity = 30;

double clamped(double x, double far) {
  return x > far ? far : x < -far ? -far : x;  // NaN stays
}

// The domains of functions: the argument to pass instead of x, and whether the
// function is defined at x. Elsewhere the result is NaN.
struct Anywhere {
  static double argument(double x) { return x; }
  static bool is_inside(double) { return true; }
};
struct Exponential {
  static double argument(double x) { return clamped(x, kFarExponent); }
  static bool is_inside(double) { return true; }
};
struct Saturating {
  static double argument(double x) { return clamped(x, kFarUnity); }
  static bool is_inside(double) { return true; }
};
struct NotNegative {
  static double argument(double x) { return x > 0 ? x : 2; }
  static bool is_inside(double x) { return x > 0; }
};
struct UpToOne {
  static double argument(double x) { return is_inside(x) ? x : 0.5; }
  static bool is_inside(double x) { return std::fabs(x) <= 1; }
};

template <typename Domain>
double outside(double x, double y) {
  return Domain::is_inside(x) ? y : std::nan("");
}

template <double (*one)(double), typename Domain>
void one_by_one(const double* x, double* y, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    y[i] = outside<Domain>(x[i], one(Domain::argument(x[i])));
}

#ifdef ASSAY_FOUR_AT_A_TIME
typedef double Four __attribute__((vector_size(32)));
extern "C" {
Four four_exp(Four) __asm__("_ZGVdN4v_exp");
Four four_expm1(Four) __asm__("_ZGVdN4v_expm1");
Four four_log(Four) __asm__("_ZGVdN4v_log");
Four four_asin(Four) __asm__("_ZGVdN4v_asin");
Four four_acos(Four) __asm__("_ZGVdN4v_acos");
Four four_atan(Four) __asm__("_ZGVdN4v_atan");
Four four_sinh(Four) __asm__("_ZGVdN4v_sinh");
Four four_cosh(Four) __asm__("_ZGVdN4v_cosh");
Four four_tanh(Four) __asm__("_ZGVdN4v_tanh");
Four four_erf(Four) __asm__("_ZGVdN4v_erf");
}

template <Four (*four)(Four), double (*one)(double), typename Domain>
__attribute__((target("avx2"))) void four_by_four(const double* x, double* y,
                                                  std::size_t count) {
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    double part[4];
    for (std::size_t k = 0; k < 4; ++k) part[k] = Domain::argument(x[i + k]);
    Four lanes;
    std::memcpy(&lanes, part, sizeof lanes);
    lanes = four(lanes);
    std::memcpy(part, &lanes, sizeof lanes);
    for (std::size_t k = 0; k < 4; ++k)
      y[i + k] = outside<Domain>(x[i + k], part[k]);
  }
  one_by_one<one, Domain>(x + i, y + i, count - i);
}

template <Four (*four)(Four), double (*one)(double), typename Domain>
void evaluate(const double* x, double* y, std::size_t count) {
  if (__builtin_cpu_supports("avx2"))
    four_by_four<four, one, Domain>(x, y, count);
  else
    one_by_one<one, Domain>(x, y, count);
}
#define ASSAY_FAST(name, Domain)                                    \
  void fast_##name(const double* x, double* y, std::size_t count) { \
    evaluate<four_##name, std::name, Domain>(x, y, count);          \
  }
#else
#define ASSAY_FAST(name, Domain)                                    \
  void fast_##name(const double* x, double* y, std::size_t count) { \
    one_by_one<std::name, Domain>(x, y, count);                     \
  }
#endif

}  // namespace

ASSAY_FAST(exp, Exponential)
ASSAY_FAST(expm1, Exponential)
ASSAY_FAST(log, NotNegative)
ASSAY_FAST(asin, UpToOne)
ASSAY_FAST(acos, UpToOne)
ASSAY_FAST(atan, Anywhere)
ASSAY_FAST(sinh, Exponential)
ASSAY_FAST(cosh, Exponential)
ASSAY_FAST(tanh, Saturating)
ASSAY_FAST(erf, Saturating)

void fast_rsqrt(const double* x, double* y, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    y[i] =
        outside<NotNegative>(x[i], 1 / std::sqrt(NotNegative::argument(x[i])));
}

}  // namespace assay
