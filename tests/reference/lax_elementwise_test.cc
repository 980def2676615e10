// Tests the elementwise ops of lax and convert: against loops over std::complex
// in long double, against MPC with thousands of bits, and against values that
// were computed by hand.
#include <gtest/gtest.h>
#include <mpc.h>

#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

constexpr DType kLaxSingle = DType::kFloat32;
constexpr DType kLaxDouble = DType::kFloat64;
using LaxWideComplex = std::complex<long double>;

ComplexNumbers lax_complex(Op op, const ComplexNumbers& z,
                           DType dtype = DType::kComplex128) {
  return complexes_in(execute(call_of(op, {tensor_of(dtype, z)})));
}
Numbers lax_moduli(const ComplexNumbers& z, DType dtype = DType::kComplex128) {
  return numbers_in(execute(call_of("abs_real"_op, {tensor_of(dtype, z)})));
}

void expect_lax_parts(const ComplexNumbers& expected,
                      const ComplexNumbers& found) {
  ASSERT_EQ(expected.size(), found.size());
  Numbers e;
  Numbers f;
  for (auto z : expected) e.insert(e.end(), {z.real(), z.imag()});
  for (auto z : found) f.insert(f.end(), {z.real(), z.imag()});
  expect_same(e, f);
}

TEST(LaxElementwise, ConjChangesOneSign) {
  expect_lax_parts(
      {{1, -2}, {-0.0, -0.0}, {0, 0.0}, {kNan, 3}, {kInf, kNan}},
      lax_complex("conj"_op,
                  {{1, 2}, {-0.0, 0.0}, {0, -0.0}, {kNan, -3}, {kInf, kNan}}));
  expect_same({-1.5, -0.0, kInf, kNan},
              unary("conj"_op, kLaxSingle, {-1.5, -0.0, kInf, kNan}));
  EXPECT_EQ((Numbers{-128, 127, 0}),
            unary("conj"_op, DType::kInt8, {-128, 127, 0}));
  const Bits large = {UINT64_MAX, 5};
  EXPECT_EQ(large, bits_in(execute(call_of(
                       "conj"_op, {tensor_of_bits(DType::kUint64, large)}))));
}

TEST(LaxElementwise, ModulusOfOrdinaryNumbers) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(-8, 8);
  ComplexNumbers z;
  for (int i = 0; i < 1000; ++i) z.emplace_back(part(random), part(random));
  const Numbers found = lax_moduli(z);
  for (std::size_t i = 0; i < z.size(); ++i)
    EXPECT_EQ(
        static_cast<double>(std::hypot(static_cast<long double>(z[i].real()),
                                       static_cast<long double>(z[i].imag()))),
        found[i]);
}

TEST(LaxElementwise, ModulusIsRealAndExactOnTheAxisAndOfTriples) {
  const Call call = call_of(
      "abs_real"_op,
      {tensor_of(DType::kComplex64, ComplexNumbers{{3, -4}, {-7, -0.0}})});
  EXPECT_EQ(kLaxSingle, call.outs[0].dtype);
  expect_same({5, 7}, numbers_in(execute(call)));
  expect_same(
      {0, 0x1p-1074, 0x1.fffffffffffffp+1023},
      lax_moduli(
          {{-0.0, -0.0}, {-0x1p-1074, 0}, {0x1.fffffffffffffp+1023, -0.0}}));
  expect_same({5 * 0x1p-1023, 5 * 0x1p1021},
              lax_moduli({{3 * 0x1p-1023, -4 * 0x1p-1023},
                          {4 * 0x1p1021, 3 * 0x1p1021}}));
  expect_same({kInf, kInf, kInf},
              lax_moduli({{kInf, 1}, {-2, -kInf}, {0x1.8p1023, 0x1.8p1023}}));
  const Answer nans = answer(
      call_of("abs_real"_op,
              {tensor_of(DType::kComplex64,
                         ComplexNumbers{{kNan, 1}, {2, kNan}, {kInf, kNan}})}));
  EXPECT_EQ(
      (std::vector<Freedom>{Freedom::kNone, Freedom::kNone, Freedom::kAny}),
      nans.freedom);
}

TEST(LaxElementwise, ReciprocalRootOfReals) {
  expect_same({kInf, -kInf, 0, kNan, kNan, kNan},
              unary("rsqrt"_op, kLaxSingle, {0, -0.0, kInf, -1, -kInf, kNan}));
  expect_same({kNan, 16}, unary("rsqrt"_op, DType::kFloat8E4m3fn, {0, 0x1p-8}));
  for (int k = -500; k <= 500; k += 100)
    EXPECT_EQ(std::ldexp(1.0, -k),
              unary("rsqrt"_op, kLaxDouble, {std::ldexp(1.0, 2 * k)})[0]);
  expect_same({0x1p537, 0.5773502691896257},
              unary("rsqrt"_op, kLaxDouble, {0x1p-1074, 3}));
}

TEST(LaxElementwise, ReciprocalRootOfComplexNumbers) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> part(-8, 8);
  for (int i = 0; i < 500; ++i) {
    const std::complex<double> z(part(random), part(random));
    const LaxWideComplex expected = 1.0L / std::sqrt(LaxWideComplex(z));
    const auto found = lax_complex("rsqrt"_op, {z})[0];
    EXPECT_LE(std::abs(LaxWideComplex(found) - expected),
              0x1p-52L * std::abs(expected))
        << z;
  }
  // The sign of the zero picks the side of the cut.
  expect_lax_parts(
      {{0.5, -0.0}, {0.5, 0}, {0, -0.5}, {0, 0.5}},
      lax_complex("rsqrt"_op, {{4, 0}, {4, -0.0}, {-4, 0}, {-4, -0.0}}));
}

TEST(LaxElementwise, ExponentialLessOneOfReals) {
  expect_same({0, -0.0, -1, kInf, kNan, kInf},
              unary("expm1"_op, kLaxSingle, {0, -0.0, -kInf, kInf, kNan, 89}));
  for (double x : {1e-300, -1e-9, 0.3, -0.25, 0x1p-6, 1.0, -20.0, 700.0})
    EXPECT_NEAR(std::expm1(x), unary("expm1"_op, kLaxDouble, {x})[0],
                3e-16 * std::fabs(std::expm1(x)));
  expect_same({-1, 0x1p-1074}, unary("expm1"_op, kLaxDouble, {-40, 0x1p-1074}));
}

// Returns e^z - 1 from a power with so many bits that nothing is lost.
std::complex<double> by_subtraction(std::complex<double> z) {
  mpc_t power;
  mpc_init2(power, 6000);
  mpc_set_d_d(power, z.real(), z.imag(), MPC_RNDNN);
  mpc_exp(power, power, MPC_RNDNN);
  mpfr_sub_ui(mpc_realref(power), mpc_realref(power), 1, MPFR_RNDN);
  const std::complex<double> result(mpfr_get_d(mpc_realref(power), MPFR_RNDN),
                                    mpfr_get_d(mpc_imagref(power), MPFR_RNDN));
  mpc_clear(power);
  return result;
}

TEST(LaxElementwise, ExponentialLessOneOfComplexNumbers) {
  ComplexNumbers z = {{0x1p-400, 0x1p-200},
                      {0x1p-801, 0x1p-400},
                      {0x1p-41, 0x1p-20},
                      {-0x1p-41, 0x1p-20},
                      {1e-30, 3},
                      {-3, 1e-30},
                      {0.25, -0.25},
                      {-40, 1},
                      {0, 1e22}};
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> part(-4, 4);
  for (int i = 0; i < 200; ++i) {
    z.emplace_back(part(random), part(random));
    z.emplace_back(std::ldexp(part(random), -i), std::ldexp(part(random), -i));
  }
  const ComplexNumbers found = lax_complex("expm1"_op, z);
  for (std::size_t i = 0; i < z.size(); ++i)
    expect_lax_parts({by_subtraction(z[i])}, {found[i]});
  expect_lax_parts({{0, 0}, {-0.0, -0.0}, {1.7182818284590453, -0.0}},
                   lax_complex("expm1"_op, {{0, 0}, {-0.0, -0.0}, {1, -0.0}}));
}

TEST(LaxElementwise, ComparesWithOrder) {
  const Numbers x = {1, 2, 2, -0.0, 0.0, kNan, kInf, -kInf};
  const Numbers y = {2, 1, 2, 0.0, -0.0, 1, kInf, kNan};
  const Tensor a = tensor_of(kLaxSingle, x);
  const Tensor b = tensor_of(kLaxSingle, y);
  const Numbers greater = numbers_in(execute(call_of("cmpgt"_op, {a, b})));
  const Numbers not_less = numbers_in(execute(call_of("cmpge"_op, {a, b})));
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(x[i] > y[i], greater[i] != 0) << i;
    EXPECT_EQ(x[i] >= y[i], not_less[i] != 0) << i;
  }
  const Tensor most = tensor_of_bits(DType::kUint8, {255, 1});
  const Tensor one = tensor_of_bits(DType::kUint8, {1, 255});
  EXPECT_EQ((Bits{1, 0}), bits_in(execute(call_of("cmpgt"_op, {most, one}))));
}

Call clamp_general(DType dtype, const Numbers& x, const Tensor& low,
                   const Tensor& high) {
  return call_of("clamp_general"_op, {tensor_of(dtype, x), low, high});
}
Tensor scalar_of(DType dtype, double value) {
  Tensor tensor = tensor_of(dtype, Numbers{value});
  tensor.view = View(Shape{});
  return tensor;
}

TEST(LaxElementwise, ClampsByElementAndByScalars) {
  const Numbers x = {-kInf, -3, 1.5, 8, kInf, kNan};
  const Numbers expected = {-2, -2, 1.5, 4, 4, kNan};
  expect_same(
      expected,
      numbers_in(execute(clamp_general(kLaxSingle, x, scalar_of(kLaxSingle, -2),
                                       scalar_of(kLaxSingle, 4)))));
  const Tensor low = tensor_of(kLaxSingle, Numbers(6, -2));
  const Tensor high = tensor_of(kLaxSingle, Numbers(6, 4));
  expect_same(expected,
              numbers_in(execute(clamp_general(kLaxSingle, x, low, high))));
  expect_same(expected, numbers_in(execute(clamp_general(
                            kLaxSingle, x, scalar_of(kLaxSingle, -2), high))));
  expect_same(
      {kNan, kNan, kNan},
      numbers_in(execute(clamp_general(
          kLaxSingle, {1, 9, -9}, tensor_of(kLaxSingle, Numbers{kNan, kNan, 0}),
          tensor_of(kLaxSingle, Numbers{4, 4, kNan})))));
  EXPECT_EQ((Numbers{-5, -5, 7, 9}),
            numbers_in(execute(clamp_general(DType::kInt8, {-128, -6, 7, 127},
                                             scalar_of(DType::kInt8, -5),
                                             scalar_of(DType::kInt8, 9)))));
  EXPECT_EQ((Numbers{1, 1, 0, 1}),
            numbers_in(execute(
                clamp_general(DType::kBool, {0, 1, 0, 1},
                              tensor_of(DType::kBool, Numbers{1, 0, 0, 0}),
                              tensor_of(DType::kBool, Numbers{1, 1, 0, 1})))));
}

TEST(LaxElementwise, ClampLeavesTheSignOfSomeZerosOpen) {
  const Answer zeros =
      answer(clamp_general(kLaxSingle, {-0.0, -0.0, -1, 0},
                           tensor_of(kLaxSingle, Numbers{0, -1, 0, -1}),
                           tensor_of(kLaxSingle, Numbers{1, 1, 1, -0.0})));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kZeroSign, Freedom::kNone,
                                  Freedom::kNone, Freedom::kZeroSign}),
            zeros.freedom);
}

TEST(LaxElementwise, SelectsBits) {
  const Tensor a = tensor_of_bits(kLaxSingle, {0x7f800001, 0x80000000, 3, 4});
  const Tensor b = tensor_of_bits(kLaxSingle, {1, 2, 0xffc12345, 0x7f800000});
  const Tensor pred = tensor_of_bits(DType::kBool, {1, 0, 0, 1});
  EXPECT_EQ((Bits{0x7f800001, 2, 0xffc12345, 4}),
            bits_in(execute(call_of("select_general"_op, {pred, a, b}))));
  for (bool chooses : {false, true})
    EXPECT_EQ(bits_in(chooses ? a : b),
              bits_in(execute(
                  call_of("select_general"_op,
                          {scalar_of(DType::kBool, chooses ? 1 : 0), a, b}))));
}

// The lattice of tenferro's seven dtypes.
TEST(LaxConversion, AllowsWhatTheLatticeDoes) {
  const DType kSeven[] = {DType::kBool,      DType::kInt32, DType::kInt64,
                          kLaxSingle,        kLaxDouble,    DType::kComplex64,
                          DType::kComplex128};
  const std::string_view kAllowed[] = {"1111111", "0110101", "0010101",
                                       "0001111", "0000101", "0000011",
                                       "0000001"};
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 7; ++j)
      EXPECT_EQ(kAllowed[i][j] == '1', may_convert(kSeven[i], kSeven[j]))
          << name_of(kSeven[i]) << " to " << name_of(kSeven[j]);
}

// Every value of a dtype of at most 16 bits, one by one: a pair is allowed just
// if a cast there and back keeps them all.
TEST(LaxConversion, AllowsPairsThatLoseNothing) {
  for (const DTypeSpec& from : kDTypes) {
    if (from.bits > 16) continue;
    Bits all;
    const std::uint64_t count =
        from.dtype == DType::kBool ? 2 : std::uint64_t{1} << from.bits;
    for (std::uint64_t bits = 0; bits < count; ++bits)
      if (!is_nan_element(from.dtype, {bits, 0})) all.push_back(bits);
    const Tensor x = tensor_of_bits(from.dtype, all);
    const auto cast = [](const Tensor& operand, DType to) {
      return execute(call_of("cast"_op, {operand}, {}, to));
    };
    for (const DTypeSpec& to : kDTypes) {
      // A cast to a wider unsigned dtype and back wraps, and keeps everything.
      const bool loses_sign = from.category == Category::kSigned &&
                              to.category == Category::kUnsigned;
      const bool keeps =
          !loses_sign && bits_in(cast(cast(x, to.dtype), from.dtype)) == all &&
          (to.dtype != DType::kBool || from.dtype == DType::kBool);
      const bool wraps = from.category == Category::kUnsigned &&
                         to.category == Category::kSigned &&
                         to.bits <= from.bits;
      // Integers have one zero, and floats two.
      const bool is_number_to_integer =
          from.category == Category::kReal && is_integer(to.dtype);
      EXPECT_EQ(keeps && !wraps && !is_number_to_integer,
                may_convert(from.dtype, to.dtype))
          << from.name << " to " << to.name;
    }
  }
}

std::string lax_status(const Call& call, const Profile& profile = kNx) {
  const auto made = Reference(profile).execute(call);
  return std::string(name_of(made.status().code));
}
Call converted_call(DType from, const Numbers& x, DType to) {
  return call_of("convert"_op, {tensor_of(from, x)}, {}, to);
}

TEST(LaxConversion, KeepsValuesAndRoundsLongIntegersOnce) {
  expect_same({-0.0, 1.5, kInf, kNan},
              numbers_in(execute(converted_call(
                  DType::kFloat16, {-0.0, 1.5, kInf, kNan}, kLaxDouble))));
  expect_lax_parts({{-2, 0}, {-0.0, 0}},
                   complexes_in(execute(converted_call(kLaxSingle, {-2, -0.0},
                                                       DType::kComplex128))));
  const Tensor large = tensor_of_bits(
      DType::kUint64, {(1ULL << 53) + 1, (1ULL << 53) + 3, UINT64_MAX});
  expect_same(
      {0x1p53, 0x1p53 + 4, 0x1p64},
      numbers_in(execute(call_of("convert"_op, {large}, {}, kLaxDouble))));
  EXPECT_EQ(
      (Numbers{1, 0}),
      numbers_in(execute(converted_call(DType::kBool, {1, 0}, DType::kInt4))));
}

TEST(LaxConversion, RefusesByDTypeOrByValue) {
  const Profile by_value = kNx.with("convert.check=value"_policy);
  const struct {
    DType from;
    Numbers x;
    DType to;
    std::string_view by_dtype;
    std::string_view by_value;
  } kCalls[] = {
      {kLaxDouble, {1, 2}, kLaxSingle, "invalid", "ok"},
      {kLaxDouble, {1, 0.1}, kLaxSingle, "invalid", "invalid"},
      {kLaxDouble, {}, kLaxSingle, "invalid", "ok"},
      {kLaxDouble, {kNan, kInf, -0.0}, kLaxSingle, "invalid", "ok"},
      {kLaxDouble, {kNan}, DType::kInt64, "invalid", "invalid"},
      {kLaxDouble, {kInf}, DType::kInt64, "invalid", "invalid"},
      {kLaxDouble, {-0.0, -3}, DType::kInt8, "invalid", "ok"},
      {kLaxDouble, {-128, 127}, DType::kInt8, "invalid", "ok"},
      {kLaxDouble, {-129}, DType::kInt8, "invalid", "invalid"},
      {kLaxDouble, {128}, DType::kInt8, "invalid", "invalid"},
      {kLaxDouble, {0x1p63}, DType::kInt64, "invalid", "invalid"},
      {kLaxDouble, {-0x1p63}, DType::kInt64, "invalid", "ok"},
      {kLaxDouble, {0x1p64}, DType::kUint64, "invalid", "invalid"},
      {kLaxDouble, {0.5}, DType::kInt64, "invalid", "invalid"},
      {kLaxDouble, {0, 1}, DType::kBool, "invalid", "ok"},
      {kLaxDouble, {2}, DType::kBool, "invalid", "invalid"},
      {kLaxSingle, {kInf}, DType::kFloat8E4m3fn, "invalid", "invalid"},
      {kLaxSingle, {448, kNan}, DType::kFloat8E4m3fn, "invalid", "ok"},
      {DType::kInt32, {-1}, DType::kUint64, "invalid", "invalid"},
      {DType::kInt32, {7}, DType::kUint4, "invalid", "ok"},
      {DType::kInt32, {0x1p24 + 1}, kLaxSingle, "invalid", "invalid"},
      {DType::kInt64, {0x1p53 + 1}, kLaxDouble, "ok", "ok"},
      {DType::kComplex64, {3}, kLaxSingle, "invalid", "ok"},
  };
  for (const auto& row : kCalls) {
    const Call call = converted_call(row.from, row.x, row.to);
    EXPECT_EQ(row.by_dtype, lax_status(call))
        << name_of(row.from) << " to " << name_of(row.to);
    EXPECT_EQ(row.by_value, lax_status(call, by_value))
        << name_of(row.from) << " to " << name_of(row.to);
  }
  const Tensor odd = tensor_of_bits(DType::kInt64, {(1ULL << 53) + 1});
  EXPECT_EQ("invalid",
            lax_status(call_of("convert"_op, {odd}, {}, kLaxDouble), by_value));
  const Tensor beside =
      tensor_of(DType::kComplex64, ComplexNumbers{{3, 0x1p-149}});
  EXPECT_EQ(
      "invalid",
      lax_status(call_of("convert"_op, {beside}, {}, kLaxSingle), by_value));
}

}  // namespace
}  // namespace assay::test
