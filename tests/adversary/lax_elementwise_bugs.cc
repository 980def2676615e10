// Bugs of moduli, reciprocal roots, e^x - 1, bounds, predicates and checked
// conversions, as kernels and compilers have them.
// Tested by tests/adversary/witness_test.cc.
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr const char* kBothComplex = "complex64,complex128";
constexpr const char* kBothFloats = "float32,float64";

double imaginary_of(const Lane& l) {
  return decode_real(format_of(l.dtype), l.x.im);
}
void set_real_result(Lane& l, double value) {
  l.r = {encode_real(format_of(l.result_dtype), value), 0};
}

// Returns whether an operand has rank 0 although the first result has axes.
Condition has_scalar(std::size_t operand) {
  return [operand](const CallSite& site) {
    return site.operands.size() > operand && !site.outs.empty() &&
           shape_of(site.operands[operand]).empty() &&
           !shape_of(site.outs[0]).empty();
  };
}

// A scalar operand is expanded into a buffer of this many elements; the
// elements after it are zeros.
Fault expanded_up_to(std::size_t which, std::int64_t most) {
  return when(has_scalar(which), [=](CallSite& site) {
    const AssayTensor scalar = site.operands[which];
    const ElementBits only = site.cells(scalar).get(0);
    const AssayTensor whole =
        site.scratch(scalar.dtype, shape_of(site.outs[0]));
    site.cells(whole).set_each([&](std::int64_t number) {
      return number < most ? only : ElementBits{};
    });
    site.operands[which] = whole;
    return site.forward();
  });
}

}  // namespace

BugRows lax_elementwise_bugs() {
  return {
      {"conj_skips_the_last_of_an_odd_count", "conj", kBothComplex,
       "Numbers are taken in pairs, and the last of an odd count is copied.",
       "", each([](Lane& l) {
         if (l.count > 8 && l.count % 2 == 1 && l.number == l.count - 1)
           l.r = l.x;
       }),
       "conj complex64:9=v/1:2"},
      {"conj_by_a_product_loses_zeros", "conj", kBothComplex,
       "The imaginary part is 0 - im, which is +0 for +0.", "",
       each([](Lane& l) {
         if (imaginary_of(l) == 0) l.r.im = 0;
       }),
       "conj complex64:1=v/1:0"},
      {"conj_of_integers_through_float", "conj", "int32,uint32,int64,uint64",
       "Integers go through float32 on the way of complex64.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         const double nearest = rounded(DType::kFloat32, x);
         if (nearest != x && std::fabs(nearest) < 0x1p31)
           l.r.re =
               static_cast<std::uint64_t>(static_cast<std::int64_t>(nearest)) &
               (~std::uint64_t{0} >> (64 - spec_of(l.dtype).bits));
       }),
       "conj int32:1=v/16777217"},

      {"abs_real_squares_in_the_dtype", "abs_real", kBothComplex,
       "The parts are squared without scaling, so large ones overflow.", "",
       each([](Lane& l) {
         const double limit = l.dtype == DType::kComplex64 ? 0x1p64 : 0x1p512;
         if (std::fabs(l.real(l.x)) >= limit ||
             std::fabs(imaginary_of(l)) >= limit)
           set_real_result(l, kEndless);
       }),
       "abs_real complex64:1=v/1e20:1e20"},
      {"abs_real_of_tiny_is_zero", "abs_real", kBothComplex,
       "Squares of tiny parts vanish.", "", each([](Lane& l) {
         const double limit = l.dtype == DType::kComplex64 ? 0x1p-75 : 0x1p-538;
         if (std::fabs(l.real(l.x)) < limit &&
             std::fabs(imaginary_of(l)) < limit)
           set_real_result(l, 0);
       }),
       "abs_real complex64:1=v/1e-30:1e-30"},
      {"abs_real_strides_over_pairs", "abs_real", kBothComplex,
       "From 256 elements on, a vector loop steps over complex numbers as if "
       "they were reals.",
       "", each([](Lane& l) {
         if (l.count >= 256 && l.number >= l.count / 2) l.r = {};
       }),
       "abs_real complex64:256=ones"},
      {"abs_real_of_two_infinities_is_nan", "abs_real", kBothComplex,
       "The smaller part is divided by the larger one.", "", each([](Lane& l) {
         if (std::isinf(l.real(l.x)) && std::isinf(imaginary_of(l)))
           set_real_result(l, std::nan(""));
       }),
       "abs_real complex64:1=v/inf:-inf"},

      {"rsqrt_is_an_estimate", "rsqrt", "float32",
       "The estimate of the processor, with 12 bits, is refined only in whole "
       "vectors of 8.",
       "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (l.count > 8 && l.number >= l.count / 8 * 8 && x > 0 &&
             std::isfinite(x))
           l.set(1 / std::sqrt(x) * (1 + 0x1p-12));
       }),
       "rsqrt float32:9=v/3"},
      {"rsqrt_of_subnormals_is_infinite", "rsqrt", "float32,float64,bfloat16",
       "The estimate takes a subnormal for 0.", "", each([](Lane& l) {
         const FloatFormat& format = format_of(l.dtype);
         if (l.x.re != 0 && l.x.re < smallest_normal_bits(format))
           l.set(kEndless);
       }),
       "rsqrt float32:1=v/1e-40"},
      {"rsqrt_of_minus_zero_is_plus_infinity", "rsqrt",
       "float16,bfloat16,float32,float64",
       "The sign of a zero is dropped with the root's.", "", each([](Lane& l) {
         if (l.real(l.x) == 0) l.set(kEndless);
       }),
       "rsqrt float32:1=v/-0"},
      {"rsqrt_of_a_negative_axis_takes_one_side", "rsqrt", kBothComplex,
       "The cut is approached from above whatever the sign of the zero.", "",
       each([](Lane& l) {
         if (imaginary_of(l) == 0 && l.real(l.x) < 0)
           l.r.im |= sign_bit(format_of(l.dtype));
       }),
       "rsqrt complex64:1=v/-4:-0"},
      {"rsqrt_divides_twice", "rsqrt", "float64",
       "The root is rounded to float32 above 2^64.", "", each([](Lane& l) {
         const double x = l.real(l.x);
         if (x > 0x1p64 && std::isfinite(x))
           l.set(1 / rounded(DType::kFloat32, std::sqrt(std::fmin(x, 1e70))));
       }),
       "rsqrt float64:1=v/3e20"},

      {"expm1_subtracts_below_a_threshold", "expm1", kBothFloats,
       "e^x - 1 is taken from 1/64 on, where it still cancels.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (x > -0.125 && x < -0x1p-6)
           l.set(rounded(l.dtype, std::exp(x)) - 1);
       }),
       "expm1 float32:1=v/-0.02"},
      {"expm1_of_tiny_is_zero", "expm1", kBothFloats,
       "Below the epsilon the result is 0 instead of x.", "", each([](Lane& l) {
         if (std::fabs(l.real(l.x)) < 0x1p-60) l.set(0);
       }),
       "expm1 float32:1=v/1e-30"},
      {"expm1_passes_minus_one", "expm1", kBothFloats,
       "A polynomial goes below -1 before the range is limited.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         if (x < -20 && x > -60 && l.result() == -1) l.r.re += 1;
       }),
       "expm1 float32:1=v/-30"},
      {"expm1_of_complex_forgets_the_cosine", "expm1", kBothComplex,
       "Near 0 the real part is expm1 of x, without the angle.", "",
       each([](Lane& l) {
         const double x = l.real(l.x);
         const double y = imaginary_of(l);
         if (std::fabs(x) < 1e-3 && std::fabs(y) < 0.25)
           l.r.re = encode_real(format_of(l.dtype), std::expm1(x));
       }),
       "expm1 complex64:1=v/0:0.125"},

      {"cmpge_is_not_less", "cmpge", "float16,bfloat16,float32,float64",
       "a >= b is computed as not (a < b), so NaN passes in the tail.", "",
       each([](Lane& l) {
         if (l.number >= l.count / 4 * 4 && (l.is_nan(l.x) || l.is_nan(l.y)))
           l.r.re = 1;
       }),
       "cmpge float32:1=v/nan float32:1=ones"},
      {"cmpgt_subtracts", "cmpgt,cmpge", "int32,int64",
       "The sign of a - b decides, which wraps.", "", each([](Lane& l) {
         const int unused = 64 - spec_of(l.dtype).bits;
         const auto difference =
             static_cast<std::int64_t>((l.x.re - l.y.re) << unused);
         l.r.re = difference > 0 || (l.r.re == 1 && difference == 0) ? 1 : 0;
       }),
       "cmpgt int32:1=v/2147483647 int32:1=v/-1"},
      {"cmpgt_compares_longs_as_doubles", "cmpgt,cmpge", "int64,uint64",
       "Both sides are converted to double, which makes neighbours equal.", "",
       each([](Lane& l) {
         if (l.x != l.y && l.real(l.x) == l.real(l.y) && l.count > 4)
           l.r.re ^= 1;
       }),
       "cmpgt int64:5=v/9007199254740993 int64:5=v/9007199254740992"},

      {"clamp_general_drops_nan_bounds", "clamp_general",
       "float16,bfloat16,float32,float64",
       "Minimum and maximum of numbers drop a NaN in the upper bound.", "",
       each([](Lane& l) {
         if (l.is_nan(l.z) && !l.is_nan(l.x) && !l.is_nan(l.y))
           l.r = l.real(l.x) < l.real(l.y) ? l.y : l.x;
       }),
       "clamp_general float32:1=v/2 float32:1=zeros float32:1=v/nan"},
      {"clamp_general_takes_the_lower_bound_last", "clamp_general", "",
       "Crossed bounds give the lower one in a call of more than 16 elements.",
       "", each([](Lane& l) {
         const bool is_crossed =
             !l.is_nan(l.x) && l.r == l.z && l.real(l.y) > l.real(l.z);
         if (l.count > 16 && is_crossed) l.r = l.y;
       }),
       "clamp_general int32:17=iota int32:17=v/9 int32:17=v/3"},
      {"clamp_general_expands_up_to_128", "clamp_general", "",
       "A scalar upper bound is expanded into a buffer of 128 elements.", "",
       expanded_up_to(2, 128),
       "clamp_general int32:130=v/5 int32:=v/1 int32:=v/4"},
      {"clamp_general_reads_longs_as_doubles", "clamp_general", "int64,uint64",
       "Elements between the bounds go through double.", "", each([](Lane& l) {
         if (l.r == l.x && std::fabs(l.real(l.x)) < 0x1p63)
           l.r.re = static_cast<std::uint64_t>(
               static_cast<std::int64_t>(l.real(l.x)));
       }),
       "clamp_general int64:1=v/9007199254740993 int64:1=zeros "
       "int64:1=v/9223372036854775807"},

      {"select_general_blends_through_float", "select_general",
       "float16,bfloat16,float32,float64", "A blend quiets signaling NaN.", "",
       each([](Lane& l) {
         if (l.is_nan(l.r)) l.r.re |= quiet_nan_bits(format_of(l.dtype));
       }),
       "select_general bool:1=ones float32:1=v/snan float32:1=ones"},
      {"select_general_expands_up_to_64", "select_general", "",
       "A scalar predicate is expanded into a mask of 64 elements.", "",
       expanded_up_to(0, 64),
       "select_general bool:=v/1 float32:65=ones float32:65=zeros"},
      {"select_general_tests_one_bit_a_byte_late", "select_general", "",
       "Behind 32 elements each one takes the predicate before its own.", "",
       [](CallSite& site) {
         if (count_of(site.operands[0]) <= 32) return site.forward();
         ElementBits before;
         alter_operand(site, 0, [&](std::int64_t number, ElementBits bits) {
           const ElementBits taken = number > 32 ? before : bits;
           before = bits;
           return taken;
         });
         return site.forward();
       },
       "select_general bool:40=v/1/0/0 float32:40=ones float32:40=zeros"},

      {"convert_truncates_longs", "convert", "int64>float64,int64>complex128",
       "Integers above 2^53 are rounded toward 0.", "", each([](Lane& l) {
         const auto x = static_cast<long double>(signed_value(l.dtype, l.x));
         const long double result =
             decode_real(format_of(l.result_dtype), l.r.re);
         if (std::fabs(result) > std::fabs(x)) --l.r.re;
       }),
       "convert int64:1=v/9007199254740995 dtype=float64"},
      {"convert_of_float16_nan_is_infinite", "convert",
       "float16>float32,float16>float64",
       "A table of exponents has no entry for NaN.", "", each([](Lane& l) {
         if (l.is_nan(l.x)) set_real_result(l, kEndless);
       }),
       "convert float16:1=v/nan dtype=float32"},
      {"convert_lets_uint32_into_int32", "convert", "",
       "Dtypes of one width count as one lattice point.", "",
       [](CallSite& site) {
         const int code = site.forward();
         if (code == ASSAY_OK || site.outs.empty() ||
             site.dtype() != DType::kUint32 ||
             site.result_dtype() != DType::kInt32)
           return code;
         Cells out = site.cells(site.outs[0]);
         const Cells x = site.operand_cells();
         out.set_each([&](std::int64_t number) { return x.get(number); });
         return static_cast<int>(ASSAY_OK);
       },
       "convert uint32:2=iota dtype=int32"},
      {"convert_of_nothing_is_allowed", "convert", "",
       "A call without elements returns before the pair is checked.", "",
       [](CallSite& site) {
         const int code = site.forward();
         return count_of(site.operands[0]) == 0 ? static_cast<int>(ASSAY_OK)
                                                : code;
       },
       "convert float64:0 dtype=int8"},
  };
}

}  // namespace assay::adversary
