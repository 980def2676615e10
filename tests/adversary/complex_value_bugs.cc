// Bugs of complex arithmetic and functions: cuts, cancelling parts, moduli
// that overflow on the way.
// Tested by tests/adversary/witness_test.cc.
#include <cmath>
#include <complex>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

using Z = std::complex<double>;

Z value_of(const Lane& lane, ElementBits bits) {
  const FloatFormat& format = format_of(lane.dtype);
  return {decode_real(format, bits.re), decode_real(format, bits.im)};
}
void put(Lane& lane, Z z) {
  const FloatFormat& format = format_of(lane.result_dtype);
  lane.r = {encode_real(format, z.real()), encode_real(format, z.imag())};
}
double round_to(const Lane& lane, double value) {
  return rounded(lane.dtype, value);
}

using Region = bool (*)(Z z);
using Formula = Z (*)(Z z);
Fault formula(Region region, Formula f) {
  return each([=](Lane& lane) {
    const Z z = value_of(lane, lane.x);
    if (std::isfinite(z.real()) && std::isfinite(z.imag()) && region(z))
      put(lane, f(z));
  });
}
bool on_lower_side(Z z) { return z.imag() == 0 && std::signbit(z.imag()); }

}  // namespace

BugRows complex_value_bugs() {
  const std::string kBoth = "complex64,complex128";
  return {
      {"sqrt_below_the_cut", "sqrt", kBoth,
       "Below the negative axis the root is that from above.",
       "ashinn/chibi-scheme#353",
       formula([](Z z) { return on_lower_side(z) && z.real() < 0; },
               [](Z z) { return std::conj(std::sqrt(z)); }),
       "sqrt complex64:1=v/-4:-0"},
      {"log_below_the_cut", "log", kBoth,
       "Below the negative axis the argument is pi instead of -pi.",
       "scipy/scipy#6536",
       formula([](Z z) { return on_lower_side(z) && z.real() < 0; },
               [](Z z) { return std::conj(std::log(z)); }),
       "log complex64:1=v/-4:-0"},
      {"acos_on_its_right_cut", "acos", kBoth,
       "For real numbers above 1 the imaginary part is lost.", "golang/go#6888",
       formula([](Z z) { return z.imag() == 0 && z.real() > 1; },
               [](Z) { return Z(0, 0); }),
       "acos complex64:1=v/2:0"},
      {"asin_below_its_right_cut", "asin", kBoth,
       "For real numbers above 1 and an imaginary part of -0 the sign is "
       "wrong.",
       "microsoft/STL#67",
       formula([](Z z) { return on_lower_side(z) && z.real() > 1; },
               [](Z z) { return std::conj(std::asin(z)); }),
       "asin complex64:1=v/2:-0"},
      {"asin_left_cut", "asin", kBoth,
       "For real numbers below -1 the sign of the imaginary part is wrong.",
       "microsoft/STL#67",
       formula([](Z z) { return z.imag() == 0 && z.real() < -1; },
               [](Z z) { return std::conj(std::asin(z)); }),
       "asin complex64:1=v/-2:0"},
      {"atan_left_of_its_cut", "atan", kBoth,
       "Left of the imaginary axis above 1, with a real part of -0, the sign "
       "of "
       "the real part is wrong.",
       "microsoft/STL#67",
       formula(
           [](Z z) {
             return z.real() == 0 && std::signbit(z.real()) &&
                    std::fabs(z.imag()) > 1;
           },
           [](Z z) {
             const Z w = std::atan(z);
             return Z(-w.real(), w.imag());
           }),
       "atan complex64:1=v/-0:2"},
      {"log_of_moduli_near_one", "log", kBoth,
       "The real part is log of a rounded modulus, which is 0 near the unit "
       "circle.",
       "", each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         const double modulus = round_to(lane, std::abs(z));
         // The error has to be one of the whole result, so tiny angles count.
         if (std::fabs(modulus - 1) < 1e-3 && std::fabs(z.imag()) < 1e-3)
           put(lane, {std::log(modulus), std::arg(z)});
       }),
       "log complex64:1=v/1:0.0001"},
      {"abs_squares_underflow", "abs", kBoth,
       "The modulus is the root of a sum of squares that underflow.", "",
       each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         const double re = round_to(lane, z.real() * z.real());
         const double im = round_to(lane, z.imag() * z.imag());
         if (std::abs(z) < 1)
           put(lane, {std::sqrt(round_to(lane, re + im)), 0});
       }),
       "abs complex64:1=v/1e-25:1e-25"},
      {"abs_squares_overflow", "abs", kBoth,
       "The modulus is the root of a sum of squares that overflow.", "",
       each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         const double square =
             round_to(lane, round_to(lane, z.real() * z.real()) +
                                round_to(lane, z.imag() * z.imag()));
         if (std::isinf(square)) put(lane, {INFINITY, 0});
       }),
       "abs complex64:1=v/1e25:1e25"},
      {"div_squares_underflow", "div", kBoth,
       "A quotient divides by a squared modulus that underflows to 0.", "",
       each([](Lane& lane) {
         const Z y = value_of(lane, lane.y);
         if (y != Z(0, 0) && round_to(lane, std::norm(y)) == 0)
           put(lane, {NAN, NAN});
       }),
       "div complex64:1=v/1e-25:0 complex64:1=v/1e-25:1e-25"},
      {"recip_squares_overflow", "recip,div", kBoth,
       "A divisor whose squared modulus overflows gives 0.", "",
       each([](Lane& lane) {
         const Z y = value_of(
             lane, lane.count > 0 && lane.y != ElementBits{} ? lane.y : lane.x);
         if (std::isfinite(y.real()) && std::isfinite(y.imag()) &&
             std::isinf(round_to(lane, std::norm(y))))
           lane.r = {};
       }),
       "recip complex64:1=v/1e25:1e25"},
      {"mul_by_three_products", "mul", kBoth,
       "A product is made of three real ones, whose sums cancel.", "",
       each([](Lane& lane) {
         const Z x = value_of(lane, lane.x), y = value_of(lane, lane.y);
         const double k1 =
             round_to(lane, y.real() * round_to(lane, x.real() + x.imag()));
         const double k2 =
             round_to(lane, x.real() * round_to(lane, y.imag() - y.real()));
         const double k3 =
             round_to(lane, x.imag() * round_to(lane, y.real() + y.imag()));
         if (std::isfinite(k1 + k2 + k3)) put(lane, {k1 - k3, k1 + k2});
       }),
       "mul complex64:1=v/1.1:1.2 complex64:1=v/3.3:3.1"},
      {"tanh_overflows", "tanh", kBoth,
       "For real parts above 40 the quotient of overflowing numbers is NaN.",
       "",
       formula([](Z z) { return std::fabs(z.real()) > 90; },
               [](Z) { return Z(NAN, NAN); }),
       "tanh complex64:1=v/100:1"},
      {"tan_overflows", "tan", kBoth,
       "For imaginary parts above 90 the result is NaN.", "",
       formula([](Z z) { return std::fabs(z.imag()) > 90; },
               [](Z) { return Z(NAN, NAN); }),
       "tan complex64:1=v/1:100"},
      {"exp_of_large_real_parts", "exp", kBoth,
       "exp of the real part overflows before the cosine makes it small.", "",
       each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         const double bound = lane.dtype == DType::kComplex64 ? 87 : 708;
         if (z.real() > bound && std::isfinite(z.real()))
           put(lane, {INFINITY, INFINITY});
       }),
       "exp complex64:1=v/87.1:1.5"},
      {"sin_of_small_numbers", "sin,sinh", kBoth,
       "Below 1e-3 the cubic term is left out.", "",
       formula([](Z z) { return std::abs(z) < 1e-2 && std::abs(z) > 1e-3; },
               [](Z z) { return z; }),
       "sin complex64:1=v/0.005:0.005"},
      {"sqrt_of_tiny_imaginary_part", "sqrt", kBoth,
       "Near the positive axis the imaginary part is a difference of equal "
       "numbers.",
       "", each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         const double ratio = std::fabs(z.imag()) / std::fabs(z.real());
         if (z.real() <= 0 || !(ratio < 1e-2) || z.imag() == 0) return;
         const double modulus = round_to(lane, std::abs(z));
         const double half = round_to(lane, (modulus - z.real()) / 2);
         put(lane,
             {std::sqrt(z).real(), std::copysign(std::sqrt(half), z.imag())});
       }),
       "sqrt complex64:1=v/1:0.001"},
      {"cosh_near_its_zeros", "cosh,cos", kBoth,
       "Where the result is small its real part has lost its low bits.", "",
       each([](Lane& lane) {
         const double re = decode_real(format_of(lane.result_dtype), lane.r.re);
         const double im = decode_real(format_of(lane.result_dtype), lane.r.im);
         if (std::hypot(re, im) < 1e-3 && std::hypot(re, im) > 0)
           put(lane, {re * (1 + 1e-4) + 1e-9, im});
       }),
       "cos complex64:1=v/1.57:0.0001"},
      {"pow_of_negative_base", "pow", kBoth,
       "Below the negative axis the argument of the base is pi.", "",
       each([](Lane& lane) {
         const Z z = value_of(lane, lane.x), w = value_of(lane, lane.y);
         if (on_lower_side(z) && z.real() < 0)
           put(lane, std::pow(Z(z.real(), 0.0), w));
       }),
       "pow complex64:1=v/-4:-0 complex64:1=v/0.5:0"},
      {"cmpne_real_parts_alone", "cmpne", kBoth,
       "Only real parts are compared in the vector loop of 4.", "",
       each([](Lane& lane) {
         if (lane.number < lane.count / 4 * 4)
           lane.r.re = lane.x.re != lane.y.re ? 1 : 0;
       }),
       "cmpne complex64:4=v/1:2 complex64:4=v/1:3"},
      {"sign_of_tiny_numbers", "sign", kBoth,
       "Numbers whose squared modulus underflows have sign 0.", "",
       each([](Lane& lane) {
         if (round_to(lane, std::norm(value_of(lane, lane.x))) == 0)
           lane.r = {};
       }),
       "sign complex64:1=v/1e-25:1e-25"},
      {"reduce_prod_conjugates_odd", "reduce_prod", kBoth,
       "Every ninth factor is conjugated.", "",
       [](CallSite& site) {
         const FloatFormat& format = format_of(site.dtype());
         alter_operand(site, 0, [&](std::int64_t i, ElementBits bits) {
           if (i % 9 == 8) bits.im ^= sign_bit(format);
           return bits;
         });
         return site.forward();
       },
       "reduce_prod complex64:9=v/1:1 axes=0"},
      {"cast_complex_to_real_modulus", "cast",
       "complex64>float32,complex128>float64",
       "Where the real part is 0 the imaginary part is taken.", "",
       each([](Lane& lane) {
         const Z z = value_of(lane, lane.x);
         if (z.real() == 0) lane.set(z.imag());
       }),
       "cast complex64:1=v/0:2 dtype=float32"},
  };
}

}  // namespace assay::adversary
