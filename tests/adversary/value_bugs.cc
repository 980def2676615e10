// Bugs of real functions and arithmetic that wait for particular values:
// argument reductions, overflow thresholds, subnormals, signs of zero, NaNs.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// Uses another formula for a function of one argument, where a condition holds.
using Formula = double (*)(double x);
using Region = bool (*)(double x);
Fault formula(
    Formula f, Region region = [](double) { return true; }) {
  return each([=](Lane& lane) {
    const double x = lane.real(lane.x);
    if (std::isfinite(x) && region(x)) lane.set(f(x));
  });
}
using BinaryFormula = double (*)(double x, double y);
using BinaryRegion = bool (*)(double x, double y);
Fault formula(
    BinaryFormula f,
    BinaryRegion region = [](double, double) { return true; }) {
  return each([=](Lane& lane) {
    const double x = lane.real(lane.x), y = lane.real(lane.y);
    if (region(x, y)) lane.set(f(x, y));
  });
}

float single(double x) { return static_cast<float>(x); }

// Flushes subnormal results to zero.
void flush(Lane& lane) {
  const FloatFormat& format = format_of(lane.result_dtype);
  const std::uint64_t magnitude = lane.r.re & (sign_bit(format) - 1);
  if (magnitude < smallest_normal_bits(format)) lane.r.re -= magnitude;
}
bool is_subnormal(const Lane& lane, ElementBits bits) {
  const FloatFormat& format = format_of(lane.dtype);
  const std::uint64_t magnitude = bits.re & (sign_bit(format) - 1);
  return magnitude != 0 && magnitude < smallest_normal_bits(format);
}
bool in_vector_body(const Lane& lane) {
  return lane.number < lane.count / 8 * 8;
}

}  // namespace

BugRows value_bugs() {
  return {
      {"cosh_overflows_with_exp", "cosh", "float32",
       "cosh is computed by exp(x), which overflows before cosh does.", "",
       formula([](double) { return static_cast<double>(INFINITY); },
               [](double x) { return std::fabs(x) > 88.7229; }),
       "cosh float32:1=v/89"},
      {"cosh_overflows_with_exp_64", "cosh", "float64",
       "cosh is computed by exp(x), which overflows before cosh does.", "",
       formula([](double x) { return std::exp(std::fabs(x)) / 2; },
               [](double x) { return std::fabs(x) > 709.7828; }),
       "cosh float64:1=v/710"},
      {"sinh_overflows_with_exp", "sinh", "float32,float64",
       "sinh is computed by exp(x), which overflows before sinh does.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x);
         const double bound =
             lane.dtype == DType::kFloat32 ? 88.7229 : 709.7828;
         if (std::fabs(x) > bound) lane.set(std::copysign(INFINITY, x));
       }),
       "sinh float32:1=v/89"},
      {"sinh_cancels_near_zero", "sinh", "float64",
       "For |x| < 1e-3 sinh is (exp(x) - exp(-x)) / 2.", "",
       formula([](double x) { return (std::exp(x) - std::exp(-x)) / 2; },
               [](double x) { return std::fabs(x) < 1e-3; }),
       "sinh float64:1=v/1e-5"},
      {"tanh_saturates_early", "tanh", "float32",
       "tanh is 1 from 7 on, where it is not yet in float32.", "",
       formula([](double x) { return std::copysign(1.0, x); },
               [](double x) { return std::fabs(x) > 7; }),
       "tanh float32:1=v/7.5"},
      {"tanh_saturates_early_64", "tanh", "float64",
       "tanh is 1 from 17 on, where it is not yet in float64.", "",
       formula([](double x) { return std::copysign(1.0, x); },
               [](double x) { return std::fabs(x) > 17; }),
       "tanh float64:1=v/17.5"},
      {"sin_reduces_by_double_pi", "sin", "float64",
       "Above 2^27 arguments are reduced by a pi of 53 bits.",
       "tenstorrent/tt-metal#51845",
       formula(
           [](double x) {
             return std::sin(std::fmod(x, 2 * std::numbers::pi));
           },
           [](double x) { return std::fabs(x) > 0x1p27; }),
       "sin float64:1=v/1e9"},
      {"cos_reduces_by_single_pi", "cos", "float32",
       "Above 1e5 arguments are reduced in three parts of single precision.",
       "tenstorrent/tt-metal#51845",
       formula([](double x) { return std::cos(std::fmod(x, 2 * 3.14159265)); },
               [](double x) { return std::fabs(x) > 1e5; }),
       "cos float32:1=v/3e7"},
      {"cos_near_multiples_of_half_pi", "cos,sin", "float64",
       "Up to 2^20 arguments are reduced by a pi of 66 bits, so results next "
       "to "
       "0 are wrong.",
       "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (std::fabs(x) > 0x1p20 || std::fabs(x) < 1 ||
             std::fabs(lane.result()) > 1e-9)
           return;
         lane.set(lane.result() + std::copysign(std::fabs(x) * 0x1p-66, x));
       }),
       "cos float64:1=v/0x1.921fb54442d18p0"},
      {"tan_near_its_poles", "tan", "float64",
       "Next to a pole the reduced argument has lost its low bits.", "",
       each([](Lane& lane) {
         if (std::fabs(lane.result()) > 1e9)
           lane.set(lane.result() * (1 + 1e-9));
       }),
       "tan float64:1=v/0x1.921fb54442d18p0"},
      {"tan_single_large_argument", "tan", "float32",
       "Above 128 the reduction of the argument adds up errors.",
       "raspberrypi/pico-sdk#1255",
       formula([](double x) { return std::tan(x * (1 + 1e-9)); },
               [](double x) { return std::fabs(x) > 128; }),
       "tan float32:1=v/1e6"},
      {"sin_lane_cross_talk", "sin", "float32",
       "Where one of four lanes holds 2^23 or more, lanes with tiny values are "
       "reduced by the large path and answer 0.0078.",
       "pocl/pocl#2309",
       [](CallSite& site) {
         const Cells x = site.operand_cells();
         std::vector<std::int64_t> spoilt;
         for (std::int64_t i = 0; i < x.count(); ++i) {
           const double value = std::fabs(x.real(i));
           bool beside = false;
           for (std::int64_t j = i / 4 * 4; j < i / 4 * 4 + 4; ++j)
             beside =
                 beside || (j < x.count() && std::fabs(x.real(j)) >= 0x1p23);
           if (value < 1e-5 && beside) spoilt.push_back(i);
         }
         return after([=](CallSite& inner) {
           Cells out = inner.result_cells();
           for (std::int64_t i : spoilt) out.set_real(i, 0x1.fffeaap-8);
         })(site);
       },
       "sin float32:4=v/1e-30/1e8/1/1"},
      {"exp_flushes_subnormal_results", "exp", "float32",
       "Results below the normal range become 0.", "", each(flush),
       "exp float32:1=v/-90"},
      {"exp_flushes_subnormal_results_64", "exp", "float64",
       "Results below the normal range become 0.", "", each(flush),
       "exp float64:1=v/-710"},
      {"exp_scales_in_one_step", "exp", "float64",
       "From 709.4 on the power of two is 2^1024 and overflows.", "",
       formula([](double x) { return x > 0 ? INFINITY : 0.0; },
               [](double x) { return x > 709.4; }),
       "exp float64:1=v/709.5"},
      {"log_takes_subnormals_as_zero", "log", "float32,float64",
       "Subnormal arguments count as zero.", "", each([](Lane& lane) {
         if (is_subnormal(lane, lane.x) && lane.real(lane.x) > 0)
           lane.set(-INFINITY);
       }),
       "log float32:1=v/1e-40"},
      {"log_cancels_below_one", "log", "float64,float32",
       "Between 0.9 and 1 the exponent's part cancels against the "
       "significand's.",
       "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         // An error of an ulp of 1: results near 0 have smaller ones.
         const double step = lane.dtype == DType::kFloat32 ? 0x1p-23 : 0x1p-52;
         if (x > 0.9 && x < 1) lane.set(lane.result() + step);
       }),
       "log float32:1=v/0.999"},
      {"sqrt_flushes_subnormals", "sqrt", "float32,float64",
       "Subnormal arguments count as zero.", "", each([](Lane& lane) {
         if (is_subnormal(lane, lane.x)) lane.r = {};
       }),
       "sqrt float32:1=v/1e-40"},
      {"mul_flushes_in_vector_body", "mul", "float32,float64",
       "The vector loop flushes subnormal products, the scalar one does not.",
       "", each([](Lane& lane) {
         if (in_vector_body(lane)) flush(lane);
       }),
       "mul float32:8=v/1e-20 float32:8=v/1e-20"},
      {"div_flushes_in_tail", "div", "float32,float64",
       "The scalar tail flushes subnormal quotients, the vector loop does not.",
       "", each([](Lane& lane) {
         if (!in_vector_body(lane)) flush(lane);
       }),
       "div float32:9=v/1e-20 float32:9=v/1e20"},
      {"add_ignores_subnormal_operands", "add,sub", "float32",
       "Subnormal operands of sums count as zero.", "", each([](Lane& lane) {
         if (is_subnormal(lane, lane.x) && is_subnormal(lane, lane.y))
           lane.r = {};
       }),
       "add float32:1=v/1e-40 float32:1=v/1e-40"},
      {"recip_newton_step", "recip", "float32",
       "1/x is an estimate of 12 bits and one Newton step.", "",
       formula(
           [](double x) {
             const float f = single(x);
             const float y = single(single(1 / x) * (1 + 0x1p-12));
             return static_cast<double>(y * (2.0f - f * y));
           },
           [](double x) {
             return std::fabs(x) > 1e-30 && std::fabs(x) < 1e30;
           }),
       "recip float32:8=v/1.1/1.7/49/0.3/7/11/13/0.77"},
      {"div_by_reciprocal", "div", "float32",
       "x / y is x times the rounded 1/y.", "",
       formula(
           [](double x, double y) {
             return static_cast<double>(single(x) * single(1 / y));
           },
           [](double, double y) {
             return std::fabs(y) > 1e-30 && std::fabs(y) < 1e30;
           }),
       "div float32:1=v/5 float32:1=v/3"},
      {"mod_by_quotient", "mod", "float32,float64",
       "x mod y is x - trunc(x / y) * y, rounded at each step.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         if (!std::isfinite(x) || !std::isfinite(y) || y == 0) return;
         const double quotient = std::trunc(rounded(lane.dtype, x / y));
         lane.set(x - rounded(lane.dtype, quotient * y));
       }),
       "mod float32:1=v/1e10 float32:1=v/3.3"},
      {"pow_by_log_of_single", "pow", "float32",
       "pow is exp2(y * log2(x)) in single precision.", "",
       formula(
           [](double x, double y) {
             return static_cast<double>(
                 std::exp2(single(y) * std::log2(single(x))));
           },
           [](double x, double y) {
             return x > 0 && std::isfinite(x) && std::fabs(y) > 20 &&
                    std::isfinite(y);
           }),
       "pow float32:1=v/3 float32:1=v/60"},
      {"pow_parity_in_int32", "pow", "float64",
       "Whether an exponent is odd is found out by a conversion to int32.", "",
       formula([](double x, double y) { return std::pow(-x, y); },
               [](double x, double y) {
                 return x < 0 && std::fabs(y) > 0x1p31 &&
                        std::fmod(y, 2) != 0 && std::floor(y) == y;
               }),
       "pow float64:1=v/-1 float64:1=v/4294967297"},
      {"atan2_of_negative_zero", "atan2", "float32,float64",
       "For x = -0 and y = ±0 the result is 0 instead of ±pi.", "",
       formula([](double y, double) { return std::copysign(0.0, y); },
               [](double y, double x) {
                 return y == 0 && x == 0 && std::signbit(x);
               }),
       "atan2 float32:1=v/0 float32:1=v/-0"},
      {"round_adds_a_half", "round", "float32",
       "round is floor(x + 0.5) in the format itself.", "",
       formula([](double x) {
         return std::copysign(
             static_cast<double>(std::floor(single(std::fabs(x)) + 0.5f)), x);
       }),
       "round float32:1=v/0.49999997"},
      {"round_adds_a_half_64", "round", "float64",
       "round is floor(x + 0.5) in the format itself.", "",
       formula([](double x) {
         return std::copysign(std::floor(std::fabs(x) + 0.5), x);
       }),
       "round float64:1=v/4503599627370497"},
      {"trunc_through_int32", "trunc", "float64,float32",
       "trunc converts to int32, which saturates.", "",
       formula([](double x) { return std::copysign(2147483647.0, x); },
               [](double x) { return std::fabs(x) > 2147483647; }),
       "trunc float64:1=v/1e10"},
      {"floor_through_int64", "floor,ceil", "float64",
       "Values from 2^63 on become -2^63 by way of int64.", "",
       formula([](double) { return -0x1p63; },
               [](double x) { return std::fabs(x) >= 0x1p63; }),
       "floor float64:1=v/1e30"},
      {"ceil_of_small_negative", "ceil", "float32,float64",
       "Numbers between -1 and 0 are rounded to +0.", "",
       formula([](double) { return 0.0; },
               [](double x) { return x < 0 && x > -1; }),
       "ceil float32:1=v/-0.5"},
      {"max_ignores_second_nan", "max", "float32,float64",
       "In the vector loop a NaN in the second operand is ignored.",
       "numpy/numpy#10370", each([](Lane& lane) {
         if (in_vector_body(lane) && lane.is_nan(lane.y)) lane.r = lane.x;
       }),
       "max float32:8=v/1 float32:8=v/nan"},
      {"min_ignores_first_nan_in_tail", "min", "float32,float64",
       "In the scalar tail a NaN in the first operand is ignored.", "",
       each([](Lane& lane) {
         if (!in_vector_body(lane) && lane.is_nan(lane.x)) lane.r = lane.y;
       }),
       "min float32:1=v/nan float32:1=v/1"},
      {"neg_is_zero_minus_x", "neg", "float32,float64",
       "-x is 0 - x, so that of 0 is +0.", "",
       formula([](double) { return 0.0; }, [](double x) { return x == 0; }),
       "neg float32:1=v/0"},
      {"sign_of_nan_is_zero", "sign", "float32,float64,float16",
       "sign is (x > 0) - (x < 0), which is 0 for a NaN.", "",
       each([](Lane& lane) {
         if (lane.is_nan(lane.x)) lane.r = {};
       }),
       "sign float32:1=v/nan"},
      {"add_loses_negative_zero", "add", "float32,float64",
       "In the vector loop -0 plus -0 is +0.", "", each([](Lane& lane) {
         if (in_vector_body(lane) && lane.result() == 0) lane.r = {};
       }),
       "add float32:8=v/-0 float32:8=v/-0"},
      {"trunc_loses_negative_zero", "trunc,round", "float32,float64",
       "In the vector loop results of 0 have no sign.", "",
       each([](Lane& lane) {
         if (in_vector_body(lane) && lane.result() == 0) lane.r = {};
       }),
       "trunc float32:8=v/-0.25"},
      {"cmplt_of_zeros_by_bits", "cmplt,cmpeq", "float32,float64,float16",
       "Numbers are compared as integers, so -0 is less than +0.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         if (x == 0 && y == 0 && lane.x != lane.y) lane.r.re ^= 1;
       }),
       "cmplt float32:1=v/-0 float32:1=v/0"},
      {"erf_is_one_minus_erfc", "erf", "float64,float32",
       "For |x| < 0.01 erf is 1 - erfc(|x|).", "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (std::fabs(x) > 0.01 || x == 0) return;
         const double c = rounded(lane.dtype, std::erfc(std::fabs(x)));
         lane.set(std::copysign(1 - c, x));
       }),
       "erf float64:1=v/1e-5"},
      {"erf_seam_between_2_and_3", "erf", "float64",
       "Between 2 and 3 the polynomial has errors of 1e-10.", "",
       formula([](double x) { return std::erf(x) * (1 - 1e-10); },
               [](double x) { return x > 2 && x < 3; }),
       "erf float64:1=v/2.5"},
      {"asin_loses_bits_near_one", "asin", "float64",
       "Above 0.9999 asin is pi/2 - sqrt(2 - 2x).", "",
       formula(
           [](double x) {
             return std::copysign(
                 std::numbers::pi / 2 - std::sqrt(2 - 2 * std::fabs(x)), x);
           },
           [](double x) { return std::fabs(x) > 0.9999 && std::fabs(x) <= 1; }),
       "asin float64:1=v/0.99995"},
      {"acos_is_half_pi_minus_asin", "acos", "float32,float64",
       "acos is pi/2 - asin(x), which cancels near 1.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (x < 0.99 || x >= 1) return;
         const double a = rounded(lane.dtype, std::asin(x));
         const double h = rounded(lane.dtype, std::numbers::pi / 2);
         lane.set(h - a);
       }),
       "acos float32:1=v/0.9999"},
      {"atan_seam_of_its_table", "atan", "float64",
       "Between 2.4375 and 2.5 the wrong entry of a table is added.", "",
       formula([](double x) { return std::atan(x) + std::copysign(1e-13, x); },
               [](double x) {
                 return std::fabs(x) > 2.4375 && std::fabs(x) < 2.5;
               }),
       "atan float64:1=v/2.45"},
      {"log_of_large_numbers", "log", "float64",
       "Above 2^1000 the exponent times ln 2 is rounded to single precision.",
       "",
       formula([](double x) { return std::log(x) * (1 + 1e-8); },
               [](double x) { return x > 0x1p1000; }),
       "log float64:1=v/1e305"},
      {"exp_of_tiny_numbers", "exp", "float64",
       "Between 1e-9 and 1e-8 exp(x) is 1.", "",
       formula(
           [](double) { return 1.0; },
           [](double x) { return std::fabs(x) > 1e-9 && std::fabs(x) < 1e-8; }),
       "exp float64:1=v/5e-9"},
  };
}

}  // namespace assay::adversary
