// Tests symbolic extents and shapes: arithmetic against evaluation, canonical
// forms, and both sides of each limit.
#include "spec/symbolic_shape.h"

#include <gtest/gtest.h>

#include "spec/checked_int.h"
#include "tests/spec/refused.h"

namespace assay {
namespace {

using test::expect_invalid;

const std::vector<Variable> kVariables = {{"m", 0, 9}, {"n", 1, 8}};

SymbolicExtent of(std::string_view text) {
  const auto extent = parse_extent(text, kVariables);
  EXPECT_TRUE(extent.ok()) << extent.status().message;
  return extent.ok() ? *extent : SymbolicExtent();
}

TEST(CheckedInt, SaysWhatLeaves64Bits) {
  EXPECT_EQ(checked_sum(INT64_MAX - 1, 1), INT64_MAX);
  EXPECT_EQ(checked_sum(INT64_MAX, 1), std::nullopt);
  EXPECT_EQ(checked_product(INT64_MAX / 2, 2), INT64_MAX - 1);
  EXPECT_EQ(checked_product(INT64_MAX / 2 + 1, 2), std::nullopt);
}

TEST(SymbolicExtent, ConstantsAreNumbers) {
  EXPECT_EQ(SymbolicExtent(), SymbolicExtent(0));
  EXPECT_EQ(SymbolicExtent(7).value(), 7);
  EXPECT_TRUE(SymbolicExtent(0).is_static());
  EXPECT_EQ(SymbolicExtent(7).eval({}).value(), 7);
  EXPECT_FALSE(of("n").is_static());
  EXPECT_FALSE(of("n").value());
}

TEST(SymbolicExtent, EqualsWhereItIsOnePolynomial) {
  EXPECT_EQ(of("n + n"), of("2*n"));
  EXPECT_EQ(of("(n + 1)*n"), of("n*n + n"));
  EXPECT_EQ(of("m*n"), of("n*m"));
  EXPECT_EQ(of("n - n"), SymbolicExtent(0));
  EXPECT_EQ(of("-(n - m)"), of("m - n"));
  EXPECT_EQ(of("n*n - n*n + 3"), SymbolicExtent(3));
  EXPECT_NE(of("n"), of("m"));
  EXPECT_NE(of("n"), of("n + 1"));
  EXPECT_NE(of("n*n"), of("n"));
  // One name with two ranges is two variables.
  EXPECT_NE(SymbolicExtent::variable("n", 1, 8).value(),
            SymbolicExtent::variable("n", 1, 9).value());
}

TEST(SymbolicExtent, EvaluatesAsItsText) {
  for (std::int64_t m = 0; m <= 9; ++m)
    for (std::int64_t n = 1; n <= 8; ++n) {
      const Bindings bindings = {{"m", m}, {"n", n}, {"other", -5}};
      EXPECT_EQ(of("2*n*m - m + 3").eval(bindings).value(), 2 * n * m - m + 3);
      EXPECT_EQ(of("-(n - 2)*(n + m)").eval(bindings).value(),
                -(n - 2) * (n + m));
    }
}

TEST(SymbolicExtent, EvaluatesInParts) {
  EXPECT_EQ(of("n*m + n").partial_eval({{"n", 3}}).value(), of("3*m + 3"));
  EXPECT_EQ(of("n*m + n").partial_eval({}).value(), of("n*m + n"));
  const auto unbound = of("n*m").eval({{"n", 3}});
  ASSERT_FALSE(unbound.ok());
  EXPECT_EQ(unbound.status().code, StatusCode::kUnsupported);
  EXPECT_EQ(unbound.status().kind, "view");
  EXPECT_EQ(of("n*m - n*m").eval({}).value(), 0);
}

TEST(SymbolicExtent, ChecksRanges) {
  EXPECT_EQ(of("n").eval({{"n", 1}}).value(), 1);
  EXPECT_EQ(of("n").eval({{"n", 8}}).value(), 8);
  expect_invalid(of("n").eval({{"n", 0}}));
  expect_invalid(of("n").eval({{"n", 9}}));
  expect_invalid(of("m*n").partial_eval({{"n", 9}}));
  EXPECT_TRUE(SymbolicExtent::variable("n_1", 0, 0).ok());
  expect_invalid(SymbolicExtent::variable("n", -1, 2));
  expect_invalid(SymbolicExtent::variable("n", 3, 2));
  for (const char* name : {"", "1n", "n m", "n*", "infer"})
    expect_invalid(SymbolicExtent::variable(name, 1, 2));
}

TEST(SymbolicExtent, Substitutes) {
  EXPECT_EQ(of("n*n").substitute({{"n", of("m + 1")}}).value(),
            of("m*m + 2*m + 1"));
  EXPECT_EQ(of("n - m").substitute({{"n", of("m")}}).value(),
            SymbolicExtent(0));
  expect_invalid(of("n").substitute({{"n", of("9")}}));
}

TEST(SymbolicExtent, Divides) {
  for (const char* factor : {"n", "2*n", "n + 1", "n*m - m + 2", "-3", "m - n"})
    for (const char* other : {"m", "n*n - m", "7", "-n", "n + m"}) {
      const auto product = of(factor).times(of(other)).value();
      EXPECT_EQ(product.divided_by(of(factor)), of(other))
          << factor << " and " << other;
      EXPECT_FALSE(product.plus(1).value().divided_by(of(factor)) &&
                   of(factor).value() != -1);
    }
  EXPECT_EQ(SymbolicExtent(0).divided_by(of("n")), SymbolicExtent(0));
  EXPECT_FALSE(of("n").divided_by(0));
  EXPECT_FALSE(of("n").divided_by(2));
  EXPECT_FALSE(SymbolicExtent(INT64_MIN).divided_by(-1));
}

TEST(SymbolicExtent, PrintsAndParsesTheSame) {
  EXPECT_EQ(of("3 + m*2*n - n*n").text(), "2*m*n - n*n + 3");
  EXPECT_EQ(of("-n").text(), "-n");
  EXPECT_EQ(of("0*n").text(), "0");
  EXPECT_EQ(of("-1").text(), "-1");
  EXPECT_EQ(SymbolicExtent::infer().text(), "infer");
  EXPECT_EQ(SymbolicExtent(INT64_MIN).text(), "-9223372036854775808");
  for (const char* text :
       {"2*m*n - n*n + 3", "-m*m - 12*n", "n", "infer", "0", "-41"})
    EXPECT_EQ(of(text).text(), text);
}

TEST(SymbolicExtent, RejectsOtherTexts) {
  for (const char* text : {"", "n +", "*n", "2n", "(n", "n)", "n n", "k", "n/2",
                           "9223372036854775808", "infer + 1", "n--", "1.5"})
    expect_invalid(parse_extent(text, kVariables));
  EXPECT_TRUE(parse_extent(" ( n ) - -2 ", kVariables).ok());
  EXPECT_TRUE(parse_extent(std::string(60, '(') + "n" + std::string(60, ')'),
                           kVariables)
                  .ok());
  expect_invalid(parse_extent(std::string(1000, '(') + "n", kVariables));
  expect_invalid(parse_extent(std::string(1000, '-') + "n", kVariables));
  expect_invalid(parse_extent(std::string(5000, ' ') + "n", kVariables));
}

TEST(SymbolicExtent, NeverLeaves64Bits) {
  const SymbolicExtent large = std::int64_t{1} << 62;
  EXPECT_TRUE(large.plus(large.negated().value()).ok());
  expect_invalid(large.plus(large));
  expect_invalid(large.times(of("2*n")));
  expect_invalid(SymbolicExtent(INT64_MIN).negated());
  expect_invalid(large.times(of("n")).value().eval({{"n", 2}}));
  EXPECT_TRUE(large.times(of("n")).value().eval({{"n", 1}}).ok());
}

TEST(SymbolicExtent, StaysWithinItsLimits) {
  SymbolicExtent power = 1;
  for (std::size_t i = 0; i < SymbolicExtent::kMaxDegree; ++i)
    power = power.times(of("n")).value();
  expect_invalid(power.times(of("n")));
  Result<SymbolicExtent> sum = SymbolicExtent(1);
  for (int i = 0; i < 12 && sum.ok(); ++i)
    sum = sum->times(SymbolicExtent::variable("v" + std::to_string(i), 0, 1)
                         .value()
                         .plus(1)
                         .value());
  expect_invalid(sum);
}

TEST(SymbolicExtent, InferTakesNoPartInArithmetic) {
  const SymbolicExtent infer = SymbolicExtent::infer();
  EXPECT_FALSE(infer.is_static());
  EXPECT_NE(infer, SymbolicExtent(0));
  EXPECT_EQ(infer, SymbolicExtent::infer());
  expect_invalid(infer.plus(1));
  expect_invalid(SymbolicExtent(1).times(infer));
  EXPECT_FALSE(SymbolicExtent(6).divided_by(infer));
  EXPECT_FALSE(infer.eval({}).ok());
}

TEST(SymbolicShape, OfNumbersIsStatic) {
  const SymbolicShape shape = Shape{2, 3};
  EXPECT_EQ(shape.rank(), 2u);
  EXPECT_TRUE(shape.is_static());
  EXPECT_EQ(shape.concrete(), (Shape{2, 3}));
  EXPECT_EQ(shape.numel().value(), SymbolicExtent(6));
  EXPECT_EQ(shape, (SymbolicShape{2, 3}));
  EXPECT_NE(shape, (SymbolicShape{3, 2}));
  EXPECT_EQ(SymbolicShape().numel().value(), SymbolicExtent(1));
  EXPECT_TRUE(SymbolicShape().is_static());
}

TEST(SymbolicShape, BindsAndEvaluates) {
  const SymbolicShape shape = {of("n"), 3, of("m + n")};
  EXPECT_FALSE(shape.is_static());
  EXPECT_FALSE(shape.concrete());
  EXPECT_EQ(shape.text(), "[n, 3, m + n]");
  EXPECT_EQ(shape.numel().value(), of("3*m*n + 3*n*n"));
  EXPECT_EQ(shape.bind({{"n", 2}}).value(), (SymbolicShape{2, 3, of("m + 2")}));
  EXPECT_EQ(shape.eval({{"n", 2}, {"m", 5}}).value(), (Shape{2, 3, 7}));
  EXPECT_EQ(shape.eval({{"n", 2}}).status().code, StatusCode::kUnsupported);
  EXPECT_EQ(shape.substitute({{"m", of("n")}}).value(),
            (SymbolicShape{of("n"), 3, of("2*n")}));
  expect_invalid(shape.eval({{"n", 9}, {"m", 5}}));
}

TEST(SymbolicShape, RejectsExtentsThatBecomeNegative) {
  const SymbolicShape shape = {of("n - 4")};
  EXPECT_EQ(shape.eval({{"n", 4}}).value(), Shape{0});
  expect_invalid(shape.eval({{"n", 3}}));
}

TEST(SymbolicShape, WithAZeroHasNoElements) {
  EXPECT_TRUE((SymbolicShape{of("n"), 0}).is_zero_size());
  EXPECT_FALSE((SymbolicShape{of("n"), 1}).is_zero_size());
  EXPECT_EQ((SymbolicShape{of("n"), 0}).numel().value(), SymbolicExtent(0));
}

TEST(SymbolicShape, HasRowMajorStrides) {
  const auto strides =
      symbolic_row_major_strides({4, of("n"), of("m"), 3}).value();
  EXPECT_EQ(strides,
            (std::vector<SymbolicExtent>{of("3*n*m"), of("3*m"), 3, 1}));
  EXPECT_TRUE(symbolic_row_major_strides({}).value().empty());
}

}  // namespace
}  // namespace assay
