// Tests the functions in long double against MPFR at the inputs of a sample.
// The error must be within half of what the judge of samples assumes.
#include "sweep/wide_function.h"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>

#include "spec/float_codec.h"
#include "spec/op_table.h"
#include "sweep/inputs.h"

namespace assay {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct Row {
  Op op;
  Unary unary = nullptr;
  Binary binary = nullptr;
};
const Row kRows[] = {
    {"exp"_op, mpfr_exp},          {"log"_op, mpfr_log},
    {"sin"_op, mpfr_sin},          {"cos"_op, mpfr_cos},
    {"tan"_op, mpfr_tan},          {"asin"_op, mpfr_asin},
    {"acos"_op, mpfr_acos},        {"atan"_op, mpfr_atan},
    {"sinh"_op, mpfr_sinh},        {"cosh"_op, mpfr_cosh},
    {"tanh"_op, mpfr_tanh},        {"erf"_op, mpfr_erf},
    {"expm1"_op, mpfr_expm1},      {"rsqrt"_op, mpfr_rec_sqrt},
    {"pow"_op, nullptr, mpfr_pow}, {"atan2"_op, nullptr, mpfr_atan2}};

TEST(WideFunction, IsWithinWhatTheJudgeAssumes) {
  if (wide_function("exp"_op) == nullptr)
    GTEST_SKIP() << "long double has fewer than 64 significand bits";
  mpfr_t x, y, exact, distance;
  for (mpfr_ptr value : {x, y, exact, distance}) mpfr_init2(value, 160);
  for (const Row& row : kRows) {
    const Inputs inputs = *sampled_inputs_of(row.op, DType::kFloat64, 2, 5);
    const WideFunction function = wide_function(row.op);
    int compared = 0;
    for (std::uint64_t input = 0; input < inputs.count(); ++input) {
      const double a = decode_real(kFormatFloat64, inputs.operand(input, 0));
      const double b =
          row.binary ? decode_real(kFormatFloat64, inputs.operand(input, 1))
                     : 0;
      mpfr_set_d(x, a, MPFR_RNDN);
      mpfr_set_d(y, b, MPFR_RNDN);
      if (row.binary)
        row.binary(exact, x, y, MPFR_RNDN);
      else
        row.unary(exact, x, MPFR_RNDN);
      const double size = std::fabs(mpfr_get_d(exact, MPFR_RNDN));
      // The judge leaves other results to the oracle.
      if (!(size > 0x1p-1020 && size < 0x1p1023)) continue;
      mpfr_set_ld(distance, function(a, b), MPFR_RNDN);
      mpfr_sub(distance, distance, exact, MPFR_RNDN);
      mpfr_div(distance, distance, exact, MPFR_RNDN);
      ASSERT_LE(std::fabs(mpfr_get_d(distance, MPFR_RNDN)), 0x1p-59)
          << name_of(row.op) << " of " << a << ", " << b;
      ++compared;
    }
    EXPECT_GT(compared, 500) << name_of(row.op);
  }
  for (mpfr_ptr value : {x, y, exact, distance}) mpfr_clear(value);
}

}  // namespace
}  // namespace assay
