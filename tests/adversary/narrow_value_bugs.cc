// Bugs of casts and of formats of 16 and 8 bits: rounding twice, lost
// subnormals, sums in too few bits.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// A cast that rounds to another format on the way.
Fault through(DType middle) {
  return each([=](Lane& lane) {
    if (!lane.is_nan(lane.x)) lane.set(rounded(middle, lane.real(lane.x)));
  });
}

// A product of matrices, or a dot product, of halves, with the partial sum
// rounded as `step` says after each of the first `terms` terms.
Fault product_by_steps(std::int64_t least, std::int64_t most, DType step) {
  return [=](CallSite& site) {
    const AssayTensor a = site.operands[0], b = site.operands[1];
    const std::int64_t k = extent_of(a, -1);
    if (a.rank != 2 || k < least || k > most) return site.forward();
    return after([=](CallSite& inner) {
      const Cells x = inner.cells(a), y = inner.cells(b);
      Cells out = inner.result_cells();
      const std::int64_t n = out.shape()[1];
      for (std::int64_t i = 0; i < out.count(); ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < k; ++j)
          sum = rounded(step, sum + rounded(step, x.real(i / n * k + j) *
                                                      y.real(j * n + i % n)));
        out.set_real(i, sum);
      }
    })(site);
  };
}

// Computes running sums of a slice in the format of the elements.
Edit narrow_running_sums() {
  return [](CallSite& site) {
    Cells out = site.result_cells();
    const Cells x = site.operand_cells();
    for_slices(out.shape(), static_cast<std::size_t>(site.axis()),
               [&](const std::vector<std::int64_t>& numbers) {
                 double sum = 0;
                 for (std::int64_t number : numbers) {
                   sum = rounded(out.dtype(), sum + x.real(number));
                   out.set_real(number, sum);
                 }
               });
  };
}

// A sum over the last axis, or over everything, in the elements' format.
Fault narrow_sum(std::int64_t above) {
  return after_when(
      [=](const CallSite& site) {
        const auto axes = site.integers(ASSAY_KEY_AXES);
        return !axes.empty() && reduced_count(site) > above &&
               extent_of(site.operands[0], -1) == reduced_count(site);
      },
      [](CallSite& site) {
        Cells out = site.result_cells();
        const Cells x = site.operand_cells();
        const std::int64_t extent = reduced_count(site);
        for (std::int64_t i = 0; i < out.count(); ++i) {
          double sum = 0;
          for (std::int64_t j = 0; j < extent; ++j)
            sum = rounded(out.dtype(), sum + x.real(i * extent + j));
          out.set_real(i, sum);
        }
      });
}

bool is_subnormal(const FloatFormat& format, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & (sign_bit(format) - 1);
  return magnitude != 0 && magnitude < smallest_normal_bits(format);
}
void flush_result(Lane& lane) {
  const FloatFormat& format = format_of(lane.result_dtype);
  if (is_subnormal(format, lane.r.re)) lane.r.re &= sign_bit(format);
}

// Truncates toward zero what was rounded away from it.
void truncate(Lane& lane, double exact) {
  if (std::fabs(lane.result()) > std::fabs(exact)) --lane.r.re;
}

}  // namespace

BugRows narrow_value_bugs() {
  return {
      {"cast_double_to_half_by_single", "cast", "float64>float16",
       "Doubles are rounded to single and then to half.", "halide/Halide#8906",
       through(DType::kFloat32),
       "cast float64:1=v/0x1.0020000001p0 dtype=float16"},
      {"cast_double_to_bfloat_by_single", "cast", "float64>bfloat16",
       "Doubles are rounded to single and then to bfloat16.",
       "JuliaLang/julia#57809", through(DType::kFloat32),
       "cast float64:1=v/0x1.0100000001p0 dtype=bfloat16"},
      {"cast_double_to_e4m3_by_half", "cast",
       "float64>float8_e4m3fn,float32>float8_e4m3fn",
       "Numbers are rounded to half and then to 8 bits.", "",
       through(DType::kFloat16),
       "cast float32:1=v/0x1.1001p0 dtype=float8_e4m3fn"},
      {"cast_double_to_e5m2_by_half", "cast",
       "float64>float8_e5m2,float32>float8_e5m2",
       "Numbers are rounded to half and then to 8 bits.", "",
       through(DType::kFloat16),
       "cast float32:1=v/0x1.2001p0 dtype=float8_e5m2"},
      {"cast_double_to_e4m3_by_single", "cast",
       "float64>float8_e4m3fn,float64>float8_e5m2",
       "Doubles are rounded to single and then to 8 bits.", "",
       through(DType::kFloat32),
       "cast float64:1=v/0x1.1000000001p0 dtype=float8_e4m3fn"},
      {"cast_half_to_e5m2_by_bfloat", "cast", "float16>float8_e5m2",
       "Halves are rounded to bfloat16 and then to 8 bits.", "",
       through(DType::kBfloat16),
       "cast float16:1=v/0x1.208p0 dtype=float8_e5m2"},
      {"cast_half_to_e4m3_by_bfloat", "cast", "float16>float8_e4m3fn",
       "Halves are rounded to bfloat16 and then to 8 bits.", "",
       through(DType::kBfloat16),
       "cast float16:1=v/0x1.104p0 dtype=float8_e4m3fn"},
      {"cast_single_to_half_flushes", "cast",
       "float32>float16,float64>float16,bfloat16>float16",
       "Results below the normal range become 0.", "", each(flush_result),
       "cast float32:1=v/1e-6 dtype=float16"},
      {"cast_to_half_tie_at_smallest", "cast", "float32>float16",
       "Between half of the smallest subnormal and it the result is 0.",
       "JuliaLang/julia#32441", each([](Lane& lane) {
         if (std::fabs(lane.real(lane.x)) < 0x1p-24) lane.r.re &= 0x8000;
       }),
       "cast float32:1=v/0x1.8p-25 dtype=float16"},
      {"cast_to_half_subnormal_rounds_up", "cast",
       "float32>float16,float64>float16",
       "Ties between subnormal results are rounded away from zero.",
       "numpy/numpy#22704", each([](Lane& lane) {
         const double x = std::fabs(lane.real(lane.x));
         if (x < 0x1p-14 && std::fabs(lane.result()) == x - 0x1p-25)
           ++lane.r.re;
       }),
       "cast float32:1=v/0x1.4p-23 dtype=float16"},
      {"cast_to_bfloat_truncates_subnormals", "cast", "float32>bfloat16",
       "Results below the normal range are truncated.", "",
       each([](Lane& lane) {
         if (is_subnormal(kFormatBfloat16, lane.r.re))
           truncate(lane, lane.real(lane.x));
       }),
       "cast float32:1=v/0x1.ffp-130 dtype=bfloat16"},
      {"cast_to_bfloat_nan_becomes_infinity", "cast", "float32>bfloat16",
       "A NaN whose payload is in the low 16 bits becomes an infinity.", "",
       each([](Lane& lane) {
         if (lane.is_nan(lane.x) && (lane.x.re & 0x7fffff) < 0x10000)
           lane.r.re = lane.x.re >> 16;
       }),
       "cast float32:1=v/snan dtype=bfloat16"},
      {"cast_to_e4m3_saturates", "cast",
       "float32>float8_e4m3fn,float16>float8_e4m3fn,float64>float8_e4m3fn",
       "Infinities and numbers above 464 become 448.", "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (!lane.is_nan(lane.x) && std::fabs(x) > 464)
           lane.set(std::copysign(448, x));
       }),
       "cast float32:1=v/500 dtype=float8_e4m3fn"},
      {"cast_to_e4m3_overflows_at_448", "cast",
       "float32>float8_e4m3fn,bfloat16>float8_e4m3fn",
       "Numbers between 448 and 464 become NaN.", "", each([](Lane& lane) {
         const double x = std::fabs(lane.real(lane.x));
         if (x > 448 && x <= 464) lane.set(NAN);
       }),
       "cast float32:1=v/460 dtype=float8_e4m3fn"},
      {"cast_to_e5m2_overflows_early", "cast",
       "float32>float8_e5m2,float16>float8_e5m2",
       "Numbers above the largest finite one are infinite, even those that "
       "round to it.",
       "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (std::fabs(x) > 57344) lane.set(std::copysign(INFINITY, x));
       }),
       "cast float32:1=v/57345 dtype=float8_e5m2"},
      {"cast_double_overflows_at_largest", "cast", "float64>float32",
       "Numbers above the largest single are infinite, even those that round "
       "to it.",
       "", each([](Lane& lane) {
         const double x = lane.real(lane.x);
         if (std::fabs(x) > 0x1.fffffep127)
           lane.set(std::copysign(INFINITY, x));
       }),
       "cast float64:1=v/0x1.fffffe8p127 dtype=float32"},
      {"cast_double_flushes_subnormal_singles", "cast", "float64>float32",
       "Results below the normal range become 0.", "", each(flush_result),
       "cast float64:1=v/1e-40 dtype=float32"},
      {"cast_from_half_flushes", "cast", "float16>float32,float16>float64",
       "Subnormal halves become 0.", "", each([](Lane& lane) {
         if (is_subnormal(kFormatFloat16, lane.x.re)) lane.set(0);
       }),
       "cast float16:1=v/0x1p-20 dtype=float32"},
      {"cast_e5m2_subnormals_as_normals", "cast",
       "float8_e5m2>float32,float8_e4m3fn>float32,float8_e4m3fn>float16",
       "Subnormals of 8 bits are decoded with an implicit leading one.", "",
       each([](Lane& lane) {
         const FloatFormat& format = format_of(lane.dtype);
         if (is_subnormal(format, lane.x.re))
           lane.set(lane.real(lane.x) +
                    std::copysign(std::ldexp(1.0, format.min_exponent),
                                  lane.real(lane.x)));
       }),
       "cast float8_e5m2:1=v/0x1p-16 dtype=float32"},
      {"matmul_short_half_products", "matmul", "float16",
       "Products of up to three terms are rounded after each.", "",
       product_by_steps(2, 3, DType::kFloat16),
       "matmul float16:1x2=v/1/0x1.04p0 float16:2x1=v/1/0x7e1p-22"},
      {"matmul_short_bfloat_products", "matmul", "bfloat16",
       "Products of up to three terms are rounded after each.", "",
       product_by_steps(2, 3, DType::kBfloat16),
       "matmul bfloat16:1x2=v/1/0x1.2p0 bfloat16:2x1=v/1/0x39p-14"},
      {"matmul_bfloat_k_1_truncates", "matmul", "bfloat16",
       "An outer product is truncated instead of rounded.", "",
       [](CallSite& site) {
         const AssayTensor a = site.operands[0], b = site.operands[1];
         if (a.rank != 2 || extent_of(a, -1) != 1) return site.forward();
         return after([=](CallSite& inner) {
           const Cells x = inner.cells(a), y = inner.cells(b);
           Cells out = inner.result_cells();
           const std::int64_t n = out.shape()[1];
           for (std::int64_t i = 0; i < out.count(); ++i) {
             const double exact = x.real(i / n) * y.real(i % n);
             if (std::fabs(out.real(i)) > std::fabs(exact))
               out.set(i, {out.get(i).re - 1, 0});
           }
         })(site);
       },
       "matmul bfloat16:1x1=v/0x1.1p0 bfloat16:1x1=v/0x1.12p0"},
      {"matmul_half_sums_every_64", "matmul", "float16,bfloat16",
       "Above 64 terms partial sums are rounded to 16 bits.",
       "JuliaLang/julia#50580",
       [](CallSite& site) {
         return product_by_steps(65, 1 << 20, site.dtype())(site);
       },
       "matmul float16:1x3000=ones float16:3000x1=ones"},
      {"matmul_e4m3_product_saturates", "matmul", "float8_e4m3fn",
       "Products are rounded to the format before they are added.", "",
       product_by_steps(1, 64, DType::kFloat8E4m3fn),
       "matmul float8_e4m3fn:1x2=v/1/0x1.2p0 "
       "float8_e4m3fn:2x1=v/1/0xfp-8"},
      {"sum_of_halves_in_half", "reduce_sum", "float16",
       "Above 2048 halves are summed in half precision.",
       "JuliaLang/julia#50580", narrow_sum(2048),
       "reduce_sum float16:2100=ones axes=0"},
      {"sum_of_few_halves_in_half", "reduce_sum", "float16,bfloat16",
       "Up to 8 halves are summed in their own format.", "",
       when([](const CallSite& site) { return reduced_count(site) <= 8; },
            narrow_sum(2)),
       "reduce_sum float16:4=v/1/0x1.2p-11 axes=0"},
      {"scan_of_halves_in_half", "associative_scan", "float16,bfloat16",
       "Running sums are rounded at every step.", "",
       after_when(
           [](const CallSite& site) {
             return site.integer(ASSAY_KEY_OP) == ASSAY_SCAN_SUM;
           },
           narrow_running_sums()),
       "associative_scan float16:4=v/1/0x1.2p-11 axis=0 op=sum"},
      {"exp_half_overflows_early", "exp", "float16",
       "Results from 65024 on are infinite.", "", each([](Lane& lane) {
         if (lane.result() >= 65024) lane.set(INFINITY);
       }),
       "exp float16:1=v/11.0859375"},
      {"tanh_half_flushes", "tanh,sin,atan", "float16",
       "Subnormal arguments give 0.", "", each([](Lane& lane) {
         if (is_subnormal(kFormatFloat16, lane.x.re)) lane.r.re &= 0x8000;
       }),
       "tanh float16:1=v/0x1p-20"},
      {"div_half_by_reciprocal", "div", "float16,bfloat16",
       "x / y is x times the 1/y of its own format.", "", each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         if (std::isfinite(x) && std::isfinite(y) && y != 0 &&
             std::fabs(y) > 1e-3 && std::fabs(y) < 1e3)
           lane.set(x * rounded(lane.dtype, 1 / y));
       }),
       "div float16:1=v/5 float16:1=v/3"},
      {"add_bfloat_truncates", "add", "bfloat16",
       "Results of exponent 8 and above are truncated.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         const double exact = lane.count == 0 ? 0 : x + y;
         if (std::isfinite(exact) && std::fabs(exact) >= 256 &&
             std::fabs(exact) < 1e38 &&
             rounded(DType::kBfloat16, exact) == lane.result())
           truncate(lane, exact);
       }),
       "add bfloat16:1=v/256 bfloat16:1=v/1.5"},
      {"erf_bfloat_of_middle_values", "erf", "bfloat16",
       "Between 1 and 1.25 results are three units too small.", "",
       each([](Lane& lane) {
         const double x = std::fabs(lane.real(lane.x));
         if (x > 1 && x < 1.25) lane.r.re -= 3;
       }),
       "erf bfloat16:1=v/1.125"},
      {"pow_half_of_large_exponents", "pow", "float16",
       "Exponents above 32 are computed in half precision.", "",
       each([](Lane& lane) {
         const double x = lane.real(lane.x), y = lane.real(lane.y);
         if (x > 0 && std::fabs(y) > 32 && std::isfinite(y))
           lane.set(std::exp2(
               rounded(lane.dtype, y * rounded(lane.dtype, std::log2(x)))));
       }),
       "pow float16:1=v/1.125 float16:1=v/50"},
      {"fold_of_halves_in_half", "fold", "float16,bfloat16",
       "Overlapping windows are added in their own format.", "",
       [](CallSite& site) {
         // Odd low bits of the windows are lost before they are added.
         alter_operand(site, 0, [](std::int64_t, ElementBits bits) {
           return ElementBits{bits.re & ~std::uint64_t{1}, 0};
         });
         return site.forward();
       },
       "fold float16:1x2x3=v/0x1.004p0 kernel=2 output=4"},
      {"add_e5m2_flushes", "add,mul", "float8_e5m2,float8_e4m3fn",
       "Results below the normal range become 0.", "", each(flush_result),
       "add float8_e5m2:1=v/0x1p-16 float8_e5m2:1=v/0"},
  };
}

}  // namespace assay::adversary
