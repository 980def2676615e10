// Tests reductions, arg-reductions and scans: values, axes, empty cases, open
// values, and the facts that an answer has about a sum or product.
#include <gtest/gtest.h>

#include <random>

#include "spec/op_table.h"
#include "tests/reference/calls.h"

namespace assay::test {
namespace {

Call reduction(Op op, const Tensor& x, std::vector<std::int64_t> axes = {0},
               bool keepdims = false) {
  return call_of(op, {x},
                 Attributes().axes(std::move(axes)).keepdims(keepdims));
}
Numbers reduced(Op op, DType dtype, const Numbers& x,
                const Profile& profile = kNx) {
  return numbers_in(execute(reduction(op, tensor_of(dtype, x)), profile));
}
Call arg_reduction(Op op, const Tensor& x, std::int64_t axis = 0,
                   bool keepdims = false) {
  return call_of(op, {x}, Attributes().axis(axis).keepdims(keepdims));
}
Numbers position(Op op, DType dtype, const Numbers& x,
                 const Profile& profile = kNx) {
  return numbers_in(execute(arg_reduction(op, tensor_of(dtype, x)), profile));
}
Call scan(Scan op, const Tensor& x, std::int64_t axis = 0) {
  return call_of("associative_scan"_op, {x}, Attributes().axis(axis).op(op));
}
Numbers scanned(Scan op, DType dtype, const Numbers& x) {
  return numbers_in(execute(scan(op, tensor_of(dtype, x))));
}

TEST(ReductionTest, AnySetOfAxes) {
  const Tensor x =
      tensor_of(DType::kInt32, Numbers{1, 2, 3, 4, 5, 6}, {1, 2, 3});
  expect_same({21},
              numbers_in(execute(reduction("reduce_sum"_op, x, {2, 0, 1}))));
  expect_same({6, 15},
              numbers_in(execute(reduction("reduce_sum"_op, x, {2, 0}))));
  const Tensor kept = execute(reduction("reduce_max"_op, x, {1}, true));
  EXPECT_EQ((Shape{1, 1, 3}), kept.view.shape());
  expect_same({4, 5, 6}, numbers_in(kept));
  expect_same({4, 10, 18},
              numbers_in(execute(reduction("reduce_prod"_op, x, {1}))));
  expect_same({1, 4},
              numbers_in(execute(reduction("reduce_min"_op, x, {2, 0}))));
}

TEST(ReductionTest, NoAxesCopiesAlsoFromAnOffset) {
  Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, -0.0});
  x.view = View({}, {}, 2);
  for (Op op :
       {"reduce_sum"_op, "reduce_prod"_op, "reduce_max"_op, "reduce_min"_op})
    expect_same({-0.0}, numbers_in(execute(reduction(op, x, {}))));
  x.view = View({2}, {-1}, 1);
  expect_same({2, 1}, numbers_in(execute(reduction("reduce_sum"_op, x, {}))));
}

TEST(ReductionTest, NothingHasAnIdentityOrIsAnError) {
  const Tensor none = tensor_of(DType::kFloat32, Numbers{}, {2, 0});
  expect_same({0, 0},
              numbers_in(execute(reduction("reduce_sum"_op, none, {1}))));
  expect_same({1, 1},
              numbers_in(execute(reduction("reduce_prod"_op, none, {1}))));
  EXPECT_EQ((Shape{0}),
            execute(reduction("reduce_max"_op, none, {0})).view.shape());
  for (Op op : {"reduce_max"_op, "reduce_min"_op})
    for (const auto& axes :
         {Attributes::Integers{1}, Attributes::Integers{0, 1}}) {
      const Call call = reduction(op, none, axes);
      EXPECT_EQ(StatusCode::kInvalid, Reference().execute(call).status().code);
      EXPECT_EQ(StatusCode::kInvalid, Reference().answer(call).status().code);
    }
  for (Op op : {"argmax"_op, "argmin"_op}) {
    EXPECT_EQ(StatusCode::kInvalid,
              Reference().execute(arg_reduction(op, none, 1)).status().code);
    EXPECT_TRUE(Reference().execute(arg_reduction(op, none, 0)).ok());
  }
  // Also where the result is empty.
  const Tensor twice = tensor_of(DType::kFloat32, Numbers{}, {0, 0});
  EXPECT_EQ(
      StatusCode::kInvalid,
      Reference().execute(arg_reduction("argmax"_op, twice, 0)).status().code);
  Reference strict(kNx.with("reduce.empty=error"_policy));
  EXPECT_FALSE(strict.execute(reduction("reduce_sum"_op, none, {1})).ok());
  EXPECT_FALSE(strict.execute(reduction("reduce_prod"_op, none, {1})).ok());
  EXPECT_TRUE(strict.execute(reduction("reduce_sum"_op, none, {0})).ok());
}

// Each is 0x1.004p+0 = 1 + 2^-10, the float16 after 1; 1.5 times it ties.
TEST(ReductionTest, ProfilesRoundAfterEveryStep) {
  const Numbers factors = {1.5, 0x1.004p+0, 1.5};
  const Numbers ones = {2048, 1, 1, 1, 1};
  const auto scanned = [](Scan op, DType dtype, const Numbers& x,
                          const Profile& profile) {
    return numbers_in(
        execute(call_of("associative_scan"_op, {tensor_of(dtype, x)},
                        Attributes().axis(0).op(op)),
                profile));
  };
  const Profile each = kNx.with("scan.narrow=each_step"_policy);
  const Profile products = kNx.with("prod.accumulator=same"_policy);
  const Profile sums = kNx.with("sum.accumulator=same"_policy);
  const Numbers running = {2048, 2048, 2050, 2052, 2052};
  const Numbers stuck = {2048, 2048, 2048, 2048, 2048};
  for (const Profile& profile : {kNx, products})
    expect_same(running, scanned(Scan::kSum, DType::kFloat16, ones, profile));
  for (const Profile& profile : {each, sums})
    expect_same(stuck, scanned(Scan::kSum, DType::kFloat16, ones, profile));
  const Numbers exact = {1.5, 0x1.804p+0, 0x1.204p+1};
  const Numbers rounded = {1.5, 0x1.808p+0, 0x1.208p+1};
  for (const Profile& profile : {each, products}) {
    const auto got = scanned(Scan::kProd, DType::kFloat16, factors, profile);
    EXPECT_EQ(rounded[2], got[2]);
  }
  for (const Profile& profile : {kNx, sums})
    EXPECT_EQ(exact[2],
              scanned(Scan::kProd, DType::kFloat16, factors, profile)[2]);
  expect_same({rounded[2]},
              reduced("reduce_prod"_op, DType::kFloat16, factors, products));
  expect_same({exact[2]},
              reduced("reduce_prod"_op, DType::kFloat16, factors, each));
  // Wider dtypes have no narrower accumulator to round to.
  expect_same({2048, 2049, 2050, 2051, 2052},
              scanned(Scan::kSum, DType::kFloat32, ones, each));
  // An answer stays exact.
  EXPECT_EQ(running,
            numbers_in(answer(call_of("associative_scan"_op,
                                      {tensor_of(DType::kFloat16, ones)},
                                      Attributes().axis(0).op(Scan::kSum)),
                              each)
                           .tensors[0]));
  // 2^53 + 1 is 2^53, one term after the other.
  const Profile any = kNx.with("sum.float64=any"_policy);
  const Numbers far = {0x1p53, 1, 1, -0x1p53};
  expect_same({2}, reduced("reduce_sum"_op, DType::kFloat64, far));
  expect_same({0}, reduced("reduce_sum"_op, DType::kFloat64, far, any));
  expect_same({1}, reduced("reduce_sum"_op, DType::kFloat32,
                           {0x1p24, 1, -0x1p24}, any));
}

TEST(ReductionTest, IntegersWrap) {
  expect_same({-128}, reduced("reduce_sum"_op, DType::kInt8, {127, 1}));
  expect_same({4}, reduced("reduce_sum"_op, DType::kUint4, {15, 5}));
  expect_same({-112}, reduced("reduce_prod"_op, DType::kInt8, {20, 20}));
  expect_same({255}, reduced("reduce_max"_op, DType::kUint8, {1, 255}));
  expect_same({1}, reduced("reduce_max"_op, DType::kBool, {0, 1, 0}));
  expect_same({0}, reduced("reduce_min"_op, DType::kBool, {1, 0, 1}));
}

TEST(ReductionTest, SumsAreExactAndRoundedOnce) {
  expect_same({1}, reduced("reduce_sum"_op, DType::kFloat32, {1e38, 1, -1e38}));
  // 2048 + 1 + 1: a float16 accumulator would stay at 2048.
  expect_same({2050}, reduced("reduce_sum"_op, DType::kFloat16, {2048, 1, 1}));
  expect_same({kInf},
              reduced("reduce_sum"_op, DType::kFloat16, {65504, 65504}));
  expect_same({kNan}, reduced("reduce_sum"_op, DType::kFloat32, {kInf, -kInf}));
  expect_same({-kInf}, reduced("reduce_sum"_op, DType::kFloat32, {-kInf, 1}));
  expect_same({kNan}, reduced("reduce_sum"_op, DType::kFloat32, {kNan, kInf}));
}

TEST(ReductionTest, LongSumsOfOneElement) {
  Tensor one = tensor_of(DType::kFloat32, Numbers{1});
  one.view = View({std::int64_t{1} << 25}, {0}, 0);
  expect_same({0x1p25}, numbers_in(execute(reduction("reduce_sum"_op, one))));
}

TEST(ReductionTest, AnswersSayWhatASumIsMadeOf) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, -3, 0x1p-24, 5, -5, 0}, {2, 3});
  const Answer given = answer(reduction("reduce_sum"_op, x, {1}));
  EXPECT_EQ((std::vector<double>{4 + 0x1p-24, 10}), given.scale);
  EXPECT_EQ((std::vector<std::int64_t>{130, 130}), given.roundings);
  EXPECT_EQ((std::vector<std::int64_t>{3, 3}), given.terms);
  EXPECT_EQ((std::vector<double>{0x1p-24 / 0x1p-22, 0}), given.residue);
  EXPECT_EQ((std::vector<Freedom>{Freedom::kNone, Freedom::kZeroSign}),
            given.freedom);
  // Terms beyond the accumulator's range leave the sum open: float32 holds
  // the terms of a float16 sum.
  const auto freedom = [](DType dtype, const Numbers& terms) {
    return answer(reduction("reduce_sum"_op, tensor_of(dtype, terms))).freedom;
  };
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            freedom(DType::kFloat32, {3e38, 3e38, -3e38}));
  EXPECT_EQ((std::vector<Freedom>{}),
            freedom(DType::kFloat16, {65504, 65504, -65504}));
}

TEST(ReductionTest, ComplexSumsHaveFactsPerPart) {
  const Tensor x =
      tensor_of(DType::kComplex64, ComplexNumbers{{1, 2}, {-3, 0x1p-24}});
  const Answer given = answer(reduction("reduce_sum"_op, x));
  EXPECT_EQ((ComplexNumbers{{-2, 2}}), complexes_in(given.tensors[0]));
  EXPECT_EQ((std::vector<double>{4, 2 + 0x1p-24}), given.scale);
  EXPECT_EQ((std::vector<double>{0, 0x1p-24 / 0x1p-22}), given.residue);
  EXPECT_EQ((std::vector<std::int64_t>{2}), given.terms);
}

TEST(ReductionTest, Products) {
  expect_same({-24}, reduced("reduce_prod"_op, DType::kFloat32, {2, -3, 4}));
  expect_same({-0.0}, reduced("reduce_prod"_op, DType::kFloat32, {2, -3, 0}));
  expect_same({kNan}, reduced("reduce_prod"_op, DType::kFloat32, {0, kInf}));
  expect_same({-kInf}, reduced("reduce_prod"_op, DType::kFloat32, {-2, kInf}));
  expect_same({kInf}, reduced("reduce_prod"_op, DType::kFloat16, {300, 300}));
  // 1.1³ in float32 arguments, rounded once.
  const double x = static_cast<double>(1.1f);
  const double y = static_cast<double>(1.3f);
  expect_same({static_cast<double>(static_cast<float>(x * y))},
              reduced("reduce_prod"_op, DType::kFloat32, {x, y}));
  const Answer given = answer(
      reduction("reduce_prod"_op, tensor_of(DType::kFloat32, Numbers{x, y})));
  EXPECT_NEAR(
      (x * y - static_cast<double>(static_cast<float>(x * y))) / 0x1p-23,
      given.residue[0], 1e-7);
  EXPECT_EQ((std::vector<std::int64_t>{2}), given.terms);
}

TEST(ReductionTest, ProductsThatMayLeaveTheRangeAreOpen) {
  const auto freedom = [](DType dtype, const Numbers& factors) {
    return answer(reduction("reduce_prod"_op, tensor_of(dtype, factors)))
        .freedom;
  };
  EXPECT_EQ((std::vector<Freedom>{}),
            freedom(DType::kFloat32, {0x1p100, 0x1p-25}));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            freedom(DType::kFloat32, {0x1p100, 0x1p-26}));
  EXPECT_EQ((std::vector<Freedom>{}),
            freedom(DType::kFloat16, {0x1p15, 0x1p-14, 0x1p15}));
  // The way travelled counts magnitudes, whatever the signs.
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            freedom(DType::kFloat32, {-0x1p100, -0x1p-26}));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            freedom(DType::kFloat64, {0x1p1000, 0x1p-22}));
}

TEST(ReductionTest, ComplexProducts) {
  const auto product = [](const ComplexNumbers& factors) {
    return answer(
        reduction("reduce_prod"_op, tensor_of(DType::kComplex64, factors)));
  };
  EXPECT_EQ((ComplexNumbers{{-25, 0}}),
            complexes_in(product({{1, 2}, {3, 4}, {1, 2}, {1, 0}}).tensors[0]));
  EXPECT_TRUE(product({{1, 2}, {3, 4}}).freedom.empty());
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            product({{1, 2}, {kInf, 4}}).freedom);
}

TEST(ReductionTest, Extrema) {
  for (DType dtype : {DType::kFloat16, DType::kFloat64}) {
    expect_same({3}, reduced("reduce_max"_op, dtype, {1, 3, -kInf}));
    expect_same({kNan}, reduced("reduce_max"_op, dtype, {1, kNan, kInf}));
    expect_same({kNan}, reduced("reduce_min"_op, dtype, {kNan, 1}));
  }
  const auto freedom = [](Op op, const Numbers& x) {
    return answer(reduction(op, tensor_of(DType::kFloat32, x))).freedom;
  };
  const std::vector<Freedom> zero = {Freedom::kZeroSign};
  EXPECT_EQ(zero, freedom("reduce_max"_op, {-0.0, -1, 0}));
  EXPECT_EQ(zero, freedom("reduce_min"_op, {-0.0, 1, 0}));
  EXPECT_TRUE(freedom("reduce_max"_op, {-0.0, -1, -0.0}).empty());
  EXPECT_TRUE(freedom("reduce_max"_op, {-0.0, 0, 1}).empty());
  const Profile ignore = kNx.with("max.nan=ignore"_policy);
  expect_same(
      {2}, reduced("reduce_max"_op, DType::kFloat32, {kNan, 2, kNan}, ignore));
  expect_same({kNan},
              reduced("reduce_max"_op, DType::kFloat32, {kNan, kNan}, ignore));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            answer(reduction("reduce_max"_op,
                             tensor_of(DType::kFloat32, Numbers{1, kNan, 2})),
                   kNx.with("max.nan=any"_policy))
                .freedom);
}

TEST(ReductionTest, ArgReductions) {
  expect_same({1}, position("argmax"_op, DType::kFloat32, {1, 3, 3}));
  expect_same({2}, position("argmax"_op, DType::kFloat32, {1, 3, kNan, kNan}));
  expect_same({0}, position("argmax"_op, DType::kFloat32, {-0.0, 0}));
  expect_same({0}, position("argmin"_op, DType::kFloat32, {0, -0.0}));
  expect_same({1}, position("argmin"_op, DType::kFloat32, {0, kNan, -1}));
  expect_same({0}, position("argmax"_op, DType::kUint8, {255, 1}));
  expect_same({1}, position("argmin"_op, DType::kUint8, {255, 1}));
  expect_same({1}, position("argmax"_op, DType::kBool, {0, 1, 1}));
  const Tensor x = tensor_of(DType::kInt4, Numbers{-8, 7, 3, 2, -1, 3}, {2, 3});
  expect_same({1, 2}, numbers_in(execute(arg_reduction("argmax"_op, x, 1))));
  const Tensor kept = execute(arg_reduction("argmin"_op, x, 0, true));
  EXPECT_EQ(DType::kInt32, kept.dtype);
  EXPECT_EQ((Shape{1, 3}), kept.view.shape());
  expect_same({0, 1, 0}, numbers_in(kept));
  const Profile ignore = kNx.with("argmax.nan=ignore"_policy);
  expect_same({2},
              position("argmax"_op, DType::kFloat32, {kNan, 1, 3}, ignore));
  EXPECT_EQ((std::vector<Freedom>{Freedom::kAny}),
            answer(arg_reduction("argmax"_op,
                                 tensor_of(DType::kFloat32, Numbers{kNan})),
                   ignore)
                .freedom);
}

TEST(ReductionTest, Scans) {
  expect_same({1, 3, 6}, scanned(Scan::kSum, DType::kInt32, {1, 2, 3}));
  expect_same({127, -128}, scanned(Scan::kSum, DType::kInt8, {127, 1}));
  expect_same({1, 2, 6}, scanned(Scan::kProd, DType::kFloat32, {1, 2, 3}));
  expect_same({1, kNan, kNan},
              scanned(Scan::kMax, DType::kFloat32, {1, kNan, 3}));
  expect_same({3, 3, 1}, scanned(Scan::kMin, DType::kUint8, {3, 200, 1}));
  expect_same({0, 1, 1}, scanned(Scan::kMax, DType::kBool, {0, 1, 0}));
  expect_same({1, kInf, kNan, kNan},
              scanned(Scan::kSum, DType::kFloat32, {1, kInf, -kInf, 1}));
  // 2048 + 1 rounds to 2048, but the running value keeps the 1.
  expect_same({2048, 2048, 2050},
              scanned(Scan::kSum, DType::kFloat16, {2048, 1, 1}));
  const Tensor x = tensor_of(DType::kInt32, Numbers{1, 2, 3, 4, 5, 6}, {2, 3});
  expect_same({1, 2, 3, 5, 7, 9}, numbers_in(execute(scan(Scan::kSum, x, 0))));
  expect_same({1, 3, 6, 4, 9, 15}, numbers_in(execute(scan(Scan::kSum, x, 1))));
}

TEST(ReductionTest, ScansSayWhatAPrefixIsMadeOf) {
  const Tensor x =
      tensor_of(DType::kFloat32, Numbers{1, 4, -1, -4, 2, 0.5}, {3, 2});
  const Answer given = answer(scan(Scan::kSum, x, 0));
  expect_same({1, 4, 0, 0, 2, 0.5}, numbers_in(given.tensors[0]));
  EXPECT_EQ((std::vector<double>{1, 4, 2, 8, 4, 8.5}), given.scale);
  EXPECT_EQ((std::vector<std::int64_t>{1, 1, 2, 2, 3, 3}), given.terms);
  const Freedom zero = Freedom::kZeroSign;
  const Freedom none = Freedom::kNone;
  EXPECT_EQ((std::vector<Freedom>{none, none, zero, zero, none, none}),
            given.freedom);
}

TEST(ReductionTest, ScanInPlace) {
  const Tensor x = tensor_of(DType::kFloat32, Numbers{1, 2, 3});
  Call call = scan(Scan::kSum, x);
  call.outs = {x};
  expect_same({1, 3, 6}, numbers_in(execute(call)));
}

}  // namespace
}  // namespace assay::test
