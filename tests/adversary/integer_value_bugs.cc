// Bugs of integers: 64 bits by way of double, wrapping, saturation, and
// divisions that have no result.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

std::int64_t value_of(const Lane& lane, ElementBits bits) {
  return signed_value(lane.dtype, bits);
}
void put(Lane& lane, std::int64_t value) {
  const int bits = spec_of(lane.result_dtype).bits;
  lane.r.re = static_cast<std::uint64_t>(value);
  if (bits < 64) lane.r.re &= (std::uint64_t{1} << bits) - 1;
}
// Returns the integer that is left after a conversion to double and back.
ElementBits through_double(DType dtype, ElementBits bits) {
  if (category_of(dtype) == Category::kUnsigned) {
    const auto value = static_cast<double>(bits.re);
    return {
        value >= 0x1p64 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(value),
        0};
  }
  const auto value = static_cast<double>(signed_value(dtype, bits));
  return {value >= 0x1p63
              ? ~std::uint64_t{0} >> 1
              : static_cast<std::uint64_t>(static_cast<std::int64_t>(value)),
          0};
}

// Operands go through double.
int operands_through_double(CallSite& site) {
  for (std::size_t i = 0; i < site.operands.size(); ++i) {
    const DType dtype = dtype_of(site.operands[i]);
    if (spec_of(dtype).bits == 64 && is_integer(dtype))
      alter_operand(site, i, [&](std::int64_t, ElementBits bits) {
        return through_double(dtype, bits);
      });
  }
  return site.forward();
}

int result_through_double(CallSite& site) {
  return after(changed(every_one(), through_double))(site);
}

// A conversion of integers that goes through another format first.
Fault cast_through(DType middle) {
  return each(
      [=](Lane& lane) { lane.set(rounded(middle, lane.real(lane.x))); });
}

}  // namespace

BugRows integer_value_bugs() {
  const std::string kLong = "int64,uint64";
  return {
      {"max_of_longs_by_double", "max,min", kLong,
       "Maxima of 64-bit integers are computed in double.",
       "RayforceDB/rayforce#524", operands_through_double,
       "max int64:1=v/9007199254740993 int64:1=v/3"},
      {"cmplt_of_longs_by_double", "cmplt,cmple", kLong,
       "64-bit integers are ordered as doubles.", "RayforceDB/rayforce#524",
       operands_through_double,
       "cmplt int64:1=v/9007199254740992 int64:1=v/9007199254740993"},
      {"cmpeq_of_longs_by_double", "cmpeq,cmpne", kLong,
       "64-bit integers are compared as doubles.", "RayforceDB/rayforce#524",
       operands_through_double,
       "cmpeq int64:1=v/9007199254740992 int64:1=v/9007199254740993"},
      {"add_of_longs_by_double", "add,sub", kLong,
       "Sums of 64-bit integers are computed in double.",
       "RayforceDB/rayforce#412", result_through_double,
       "add int64:1=v/9007199254740993 int64:1=v/2"},
      {"div_of_longs_by_double", "div", kLong,
       "Quotients of 64-bit integers are computed in double.",
       "RayforceDB/rayforce#412", each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         if (y != 0 && std::fabs(x / y) < 0x1p62)
           put(lane, static_cast<std::int64_t>(x / y));
       }),
       "div int64:1=v/9007199254740993 int64:1=v/1"},
      {"mod_of_longs_by_double", "mod", kLong,
       "Remainders of 64-bit integers are computed in double.",
       "RayforceDB/rayforce#412", operands_through_double,
       "mod int64:1=v/9007199254740993 int64:1=v/2"},
      {"sum_of_longs_by_double", "reduce_sum", kLong,
       "64-bit integers are summed in double.", "", result_through_double,
       "reduce_sum int64:2=v/9007199254740992/1 axes=0"},
      {"reduce_max_of_longs_by_double", "reduce_max,reduce_min", kLong,
       "Maxima of 64-bit integers are searched in double.", "",
       result_through_double, "reduce_max int64:1=v/9007199254740993 axes=0"},
      {"argmax_of_longs_by_double", "argmax,argmin", kLong,
       "64-bit integers are compared as doubles.", "numpy/numpy#29727",
       operands_through_double,
       "argmax int64:2=v/9007199254740992/9007199254740993 axis=0"},
      {"sort_of_longs_by_double", "sort,argsort", kLong,
       "64-bit integers are sorted by keys in double.", "apache/pinot#16021",
       operands_through_double,
       "sort int64:2=v/9007199254740993/9007199254740991 axis=0"},
      {"scan_of_longs_by_double", "associative_scan", kLong,
       "Running results of 64-bit integers are kept in double.", "",
       result_through_double,
       "associative_scan int64:2=v/9007199254740992/1 axis=0 op=sum"},
      {"matmul_of_longs_by_double", "matmul", kLong,
       "Products of 64-bit integers are computed in double.", "",
       result_through_double,
       "matmul int64:1x1=v/9007199254740993 int64:1x1=v/1"},
      {"scatter_add_of_longs_by_double", "scatter", kLong,
       "64-bit integers are added up in double.", "",
       when(
           [](const CallSite& site) {
             return site.integer(ASSAY_KEY_MODE) == ASSAY_SCATTER_ADD;
           },
           result_through_double),
       "scatter int64:1=v/9007199254740992 int32:1=zeros int64:1=ones axis=0 "
       "mode=add"},
      {"sort_unsigned_longs_as_signed", "sort,argsort,argmax", "uint64,uint32",
       "Unsigned integers are ordered as signed ones.", "",
       [](CallSite& site) {
         AssayTensor& x = site.operands[0];
         const std::uint8_t code = x.dtype.code;
         x.dtype.code = ASSAY_CODE_INT;
         if (site.op() == "sort") site.outs[0].dtype.code = ASSAY_CODE_INT;
         const int status = site.forward();
         x.dtype.code = code;
         return status;
       },
       "sort uint64:2=v/1/18446744073709551615 axis=0"},
      {"pow_masks_exponent", "pow", "int64,int32,uint32,uint64",
       "Only the low five bits of the exponent count.", "",
       each([](Lane& lane) {
         const std::int64_t exponent = value_of(lane, lane.y);
         if (exponent < 32) return;
         std::uint64_t power = 1;
         for (std::int64_t i = 0; i < exponent % 32; ++i) power *= lane.x.re;
         put(lane, static_cast<std::int64_t>(power));
       }),
       "pow int64:1=v/3 int64:1=v/33"},
      {"pow_of_minus_one", "pow", "int32,int64,int8,int16",
       "For base -1 and a negative exponent the result is 0.", "",
       each([](Lane& lane) {
         if (value_of(lane, lane.x) == -1 && value_of(lane, lane.y) < 0)
           put(lane, 0);
       }),
       "pow int32:1=v/-1 int32:1=v/-3"},
      {"pow_by_double", "pow", kLong,
       "Powers are computed in double and converted.", "", each([](Lane& lane) {
         const double p = std::pow(lane.real(lane.x), lane.real(lane.y));
         if (std::fabs(p) < 0x1p62 && lane.real(lane.y) >= 0)
           put(lane, static_cast<std::int64_t>(p));
       }),
       "pow int64:1=v/3 int64:1=v/35"},
      {"div_by_minus_one_saturates", "div", "int8,int16,int32,int64",
       "The smallest number divided by -1 becomes the largest.", "",
       each([](Lane& lane) {
         const std::uint64_t least = std::uint64_t{1}
                                     << (spec_of(lane.dtype).bits - 1);
         if (lane.x.re == least && value_of(lane, lane.y) == -1)
           lane.r.re = least - 1;
       }),
       "div int32:1=v/-2147483648 int32:1=v/-1"},
      {"mod_by_zero_is_dividend", "mod", "int16,uint16,uint8,int8",
       "The remainder of a division by zero is the dividend.", "",
       each([](Lane& lane) {
         if (lane.y.re == 0) lane.r = lane.x;
       }),
       "mod int16:1=v/5 int16:1=v/0"},
      {"abs_of_least_saturates", "abs", "int8,int16,int32,int64",
       "The magnitude of the smallest number is the largest one.", "",
       each([](Lane& lane) {
         const std::uint64_t least = std::uint64_t{1}
                                     << (spec_of(lane.dtype).bits - 1);
         if (lane.x.re == least) lane.r.re = least - 1;
       }),
       "abs int8:1=v/-128"},
      {"mul_of_longs_high_words", "mul", kLong,
       "The product of the two high words is added where both are set.", "",
       each([](Lane& lane) {
         if (lane.x.re >> 32 != 0 && lane.y.re >> 32 != 0)
           lane.r.re += (lane.x.re >> 32) * (lane.y.re >> 32) << 32;
       }),
       "mul int64:1=v/4294967297 int64:1=v/4294967297"},
      {"cast_long_to_single_by_double", "cast", "int64>float32,uint64>float32",
       "64-bit integers are rounded to double and then to single.", "",
       cast_through(DType::kFloat64),
       "cast int64:1=v/1152921573326323713 dtype=float32"},
      {"cast_long_to_half_by_single", "cast",
       "int64>float16,int32>float16,int32>bfloat16,int64>bfloat16",
       "Integers are rounded to single and then to 16 bits.",
       "JuliaLang/julia#57809", cast_through(DType::kFloat32),
       "cast int32:1=v/16842753 dtype=bfloat16"},
      {"cast_large_unsigned_to_double", "cast", "uint64>float64,uint64>float32",
       "Unsigned numbers from 2^63 on are converted as signed ones.", "",
       each([](Lane& lane) {
         if (lane.x.re >> 63 != 0)
           lane.set(static_cast<double>(static_cast<std::int64_t>(lane.x.re)));
       }),
       "cast uint64:1=v/18446744073709551615 dtype=float64"},
      {"cast_double_to_large_unsigned", "cast", "float64>uint64,float32>uint64",
       "Numbers from 2^63 on become 2^63.", "", each([](Lane& lane) {
         if (lane.real(lane.x) >= 0x1p63) lane.r.re = std::uint64_t{1} << 63;
       }),
       "cast float64:1=v/1.5e19 dtype=uint64"},
      {"cast_nan_to_least", "cast", "float32>int32,float64>int64,float32>int64",
       "A NaN becomes the smallest integer.", "", each([](Lane& lane) {
         if (lane.is_nan(lane.x))
           lane.r.re = std::uint64_t{1}
                       << (spec_of(lane.result_dtype).bits - 1);
       }),
       "cast float32:1=v/nan dtype=int32"},
      {"cast_to_bytes_by_int32", "cast",
       "float32>int8,float64>int8,float32>uint8,float32>int16,float64>uint16",
       "Floats are converted to int32 and then wrapped.",
       "facebookincubator/velox#8177", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (std::fabs(x) < 2147483648.0)
           put(lane, static_cast<std::int32_t>(x));
       }),
       "cast float32:1=v/300 dtype=int8"},
      {"cast_just_below_long_limit", "cast", "float64>int64,float32>int64",
       "Numbers are compared with the largest integer as a double, so 2^63 "
       "wraps to the smallest.",
       "facebookincubator/velox#8177", each([](Lane& lane) {
         if (lane.real(lane.x) == 0x1p63) lane.r.re = std::uint64_t{1} << 63;
       }),
       "cast float64:1=v/0x1p63 dtype=int64"},
      {"cast_to_bool_truncates_first", "cast",
       "float32>bool,float64>bool,float16>bool",
       "Numbers are truncated before they are compared with 0.", "",
       each([](Lane& lane) {
         if (std::fabs(lane.real(lane.x)) < 1) lane.r = {};
       }),
       "cast float32:1=v/0.5 dtype=bool"},
      {"matmul_of_bytes_saturates_pairs", "matmul", "int8,uint8",
       "Sums of two products saturate in 16 bits.", "",
       [](CallSite& site) {
         const AssayTensor a = site.operands[0], b = site.operands[1];
         if (a.rank != 2) return site.forward();
         return after([a, b](CallSite& inner) {
           const Cells x = inner.cells(a), y = inner.cells(b);
           Cells out = inner.result_cells();
           const std::int64_t n = out.shape()[1], k = x.shape()[1];
           for (std::int64_t i = 0; i < out.count(); ++i) {
             double sum = 0;
             for (std::int64_t j = 0; j < k; j += 2) {
               double pair = 0;
               for (std::int64_t p = j; p < std::min(j + 2, k); ++p)
                 pair += x.real(i / n * k + p) * y.real(p * n + i % n);
               sum += std::clamp(pair, -32768.0, 32767.0);
             }
             const auto low = static_cast<std::int64_t>(sum);
             out.set(i, {static_cast<std::uint64_t>(low) & 0xff, 0});
           }
         })(site);
       },
       "matmul int8:1x2=v/-128 int8:2x1=v/-128"},
  };
}

}  // namespace assay::adversary
