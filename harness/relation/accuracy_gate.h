// Whether sums are as accurate as those of correct algorithms in the working
// precision: an ensemble of them runs on the same operands, and the errors of
// the subject, in units of u·Σ|terms|, are held against the ensemble's worst.
// The bound of the contract holds for any order of any terms and cannot see
// operands rounded to bfloat16; this can.
// Tested by tests/harness/relation/accuracy_gate_test.cc.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/dtype.h"

namespace assay {

// The errors of many sums, in units of u·B: u of the accumulator, B = Σ|t|.
struct ErrorMoments {
  double rms = 0;
  double largest = 0;  // in magnitude
  double mean = 0;
};

// How many times the ensemble's worst a subject may be, and how many standard
// deviations of its mean error the mean may be off: the worst correct algorithm
// has 1.7 times that of the others.
inline constexpr double kEnsembleFactor = 3;
inline constexpr double kMeanDeviations = 15;

// The correct algorithms. `fma` is one of products alone.
inline constexpr std::array<std::string_view, 5> kSummations = {
    "sequential", "reverse", "pairwise", "eight_way", "fma"};

// Sums of so many terms a[i]·b[i] each; of a alone where b is empty. The
// operands are values of the dtype.
struct SumProblem {
  DType dtype = DType::kFloat32;
  std::int64_t terms = 0;
  std::vector<double> a;  // terms of sum 0, then of sum 1, …
  std::vector<double> b;
  std::int64_t count() const { return std::ssize(a) / terms; }
};

// Exact sums and their B, in long double with compensation.
struct ExactSums {
  std::vector<long double> sums;
  std::vector<long double> scales;
};
ExactSums exact_sums(const SumProblem& problem);

// Returns the sums as algorithm `name` gives them: in float for dtypes up to 32
// bits, else in double, rounded to the dtype once.
std::vector<double> summed_by(std::string_view name, const SumProblem& problem);

// Returns the errors of results.
ErrorMoments error_moments(const SumProblem& problem, const ExactSums& exact,
                           std::span<const double> results);

// What came of the gate.
struct AccuracyFinding {
  ErrorMoments own;
  ErrorMoments ensemble;  // the worst of each, one final rounding at least
  // The largest of the three shares of what is allowed: native if at most 1.
  double share = 0;
  bool is_native() const { return share <= 1; }  // false for NaN
};

// Holds results against the ensemble without the algorithm `left_out`.
AccuracyFinding judge_accuracy(const SumProblem& problem,
                               std::span<const double> results,
                               std::string_view left_out = "");

// Returns "rms 0.41 of 0.38, largest 1.9 of 2.1, mean 0.003 of 0.01".
std::string accuracy_text(const AccuracyFinding& finding);

}  // namespace assay
