// Tests the accuracy gate. Correct algorithms pass it when they are left out of
// the ensemble. Rounded operands, narrow accumulators, truncation and a small
// scaling fail it.
#include "harness/relation/accuracy_gate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "harness/case/seed.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

constexpr std::int64_t kSumCount = 1024;

// Operands from 0 to 1, or of zero mean and variance one; products or not.
SumProblem drawn(DType dtype, std::int64_t terms, bool is_positive,
                 bool is_of_products, std::uint64_t seed) {
  ValueStream stream(seed, 1);
  const FloatFormat& format = format_of(dtype);
  const auto draw = [&] {
    double value = stream.unit();
    if (!is_positive) {
      for (int i = 1; i < 12; ++i) value += stream.unit();
      value -= 6;
    }
    return decode_real(format, encode_real(format, value));
  };
  SumProblem problem{.dtype = dtype, .terms = terms};
  for (std::int64_t i = 0; i < kSumCount * terms; ++i) {
    problem.a.push_back(draw());
    if (is_of_products) problem.b.push_back(draw());
  }
  return problem;
}

// Returns the value rounded to this number of bits.
double rounded(double value, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)),
                    exponent - bits);
}

double truncated(double value, int bits) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return std::ldexp(std::trunc(std::ldexp(fraction, bits)), exponent - bits);
}

// Sums in sequence, each partial sum changed by `step`.
std::vector<double> sums_with(const SumProblem& problem,
                              const std::function<double(double)>& operand,
                              const std::function<double(double)>& step) {
  std::vector<double> sums;
  for (std::int64_t k = 0; k < problem.count(); ++k) {
    double sum = 0;
    for (std::int64_t i = 0; i < problem.terms; ++i) {
      const auto at = static_cast<std::size_t>(k * problem.terms + i);
      const double b = problem.b.empty() ? 1 : operand(problem.b[at]);
      sum = step(sum + operand(problem.a[at]) * b);
    }
    sums.push_back(rounded(sum, format_of(problem.dtype).precision));
  }
  return sums;
}

double same(double value) { return value; }
double to_float(double value) {
  return static_cast<double>(static_cast<float>(value));
}

TEST(AccuracyGate, TakesTheExactSumsAndTheirScales) {
  const SumProblem problem{
      .dtype = DType::kFloat64, .terms = 3, .a = {1, 0x1p-60, -1, 2, 3, -4}};
  const ExactSums exact = exact_sums(problem);
  ASSERT_EQ(2u, exact.sums.size());
  EXPECT_EQ(0x1p-60L, exact.sums[0]);
  EXPECT_EQ(1, exact.sums[1]);
  EXPECT_EQ(9, exact.scales[1]);
}

TEST(AccuracyGate, SumsAsTheAlgorithmsDo) {
  // 2^24 and seventeen ones: in sequence each is lost, in reverse none is.
  SumProblem problem{.dtype = DType::kFloat32, .terms = 18};
  problem.a.assign(18, 1);
  problem.a[0] = 0x1p24;
  EXPECT_EQ(0x1p24, summed_by("sequential", problem)[0]);
  EXPECT_EQ(0x1p24 + 16, summed_by("reverse", problem)[0]);
  EXPECT_EQ(0x1p24 + 16, summed_by("pairwise", problem)[0]);
  EXPECT_EQ(0x1p24 + 16, summed_by("eight_way", problem)[0]);
  // (1 + 2^-12)² - 1 has a bit that a rounded product loses.
  const double x = 1 + 0x1p-12;
  const SumProblem products{
      .dtype = DType::kFloat32, .terms = 2, .a = {-1, x}, .b = {1, x}};
  EXPECT_EQ(0x1p-11, summed_by("sequential", products)[0]);
  EXPECT_EQ(0x1p-11 + 0x1p-24, summed_by("fma", products)[0]);
}

TEST(AccuracyGate, MeasuresErrorsInUnitsOfTheScale) {
  const SumProblem problem{
      .dtype = DType::kFloat32, .terms = 2, .a = {1, 1, 3, -1}};
  const std::vector<double> results = {2 + 2 * 0x1p-24, 2 - 8 * 0x1p-24};
  const ErrorMoments moments =
      error_moments(problem, exact_sums(problem), results);
  EXPECT_DOUBLE_EQ(2, moments.largest);
  EXPECT_DOUBLE_EQ(-0.5, moments.mean);
  EXPECT_DOUBLE_EQ(std::sqrt(2.5), moments.rms);
}

// Each algorithm against the others: no alarm, and the worst share shows how
// far from one they stay.
TEST(AccuracyGate, RaisesNoFalseAlarm) {
  int trials = 0;
  double worst = 0;
  std::string where;
  for (const DType dtype :
       {DType::kFloat16, DType::kBfloat16, DType::kFloat32, DType::kFloat64})
    for (const bool is_positive : {true, false})
      for (const bool is_of_products : {true, false})
        for (std::int64_t terms : {16, 64, 128})
          for (std::int64_t seed = 0; seed < 128 / terms; ++seed) {
            const SumProblem problem =
                drawn(dtype, terms, is_positive, is_of_products,
                      static_cast<std::uint64_t>(seed));
            for (std::string_view name : kSummations) {
              if (name == "fma" && !is_of_products) continue;
              const AccuracyFinding finding =
                  judge_accuracy(problem, summed_by(name, problem), name);
              ++trials;
              EXPECT_TRUE(finding.is_native())
                  << name << " of " << name_of(dtype) << ": "
                  << accuracy_text(finding);
              if (finding.share <= worst) continue;
              worst = finding.share;
              where = fmt::format("{} of {}, {} terms", name, name_of(dtype),
                                  terms);
            }
          }
  fmt::print("{} trials, no more than {:.2f} of what is allowed ({})\n", trials,
             worst, where);
  EXPECT_GE(trials, 500);
  // A gate that nothing comes near would see nothing.
  EXPECT_GT(worst, 0.2);
}

struct Spoiler {
  std::string_view name;
  bool is_of_products;
  std::vector<double> (*sums)(const SumProblem&);
};

const Spoiler kSpoilers[] = {
    {"bfloat16 operands", true,
     [](const SumProblem& problem) {
       return sums_with(
           problem, [](double x) { return rounded(x, 8); }, to_float);
     }},
    {"tf32 operands", true,
     [](const SumProblem& problem) {
       return sums_with(
           problem, [](double x) { return rounded(x, 11); }, to_float);
     }},
    {"float16 accumulator", true,
     [](const SumProblem& problem) {
       return sums_with(problem, same, [](double x) { return rounded(x, 11); });
     }},
    {"bfloat16 accumulator", false,
     [](const SumProblem& problem) {
       return sums_with(problem, same, [](double x) { return rounded(x, 8); });
     }},
    {"truncating accumulator", false,
     [](const SumProblem& problem) {
       return sums_with(problem, same,
                        [](double x) { return truncated(x, 24); });
     }},
    {"scaled by 1 + 2^-16", true,
     [](const SumProblem& problem) {
       auto sums = sums_with(problem, same, to_float);
       for (double& sum : sums) sum = to_float(sum * (1 + 0x1p-16));
       return sums;
     }},
};

TEST(AccuracyGate, SeesLostPrecision) {
  for (const Spoiler& spoiler : kSpoilers)
    for (const bool is_positive : {true, false})
      for (const std::int64_t terms : {32, 128}) {
        // Zero-mean sums are cut short upwards and downwards alike.
        if (!is_positive && spoiler.name.starts_with("truncating")) continue;
        const SumProblem problem = drawn(DType::kFloat32, terms, is_positive,
                                         spoiler.is_of_products, 5);
        const AccuracyFinding finding =
            judge_accuracy(problem, spoiler.sums(problem));
        EXPECT_FALSE(finding.is_native())
            << spoiler.name << ", " << terms
            << " terms: " << accuracy_text(finding);
      }
}

TEST(AccuracyGate, IsNotFooledByNaN) {
  const SumProblem problem = drawn(DType::kFloat32, 16, true, false, 1);
  auto sums = summed_by("pairwise", problem);
  EXPECT_TRUE(judge_accuracy(problem, sums).is_native());
  sums[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(judge_accuracy(problem, sums).is_native());
}

}  // namespace
}  // namespace assay
