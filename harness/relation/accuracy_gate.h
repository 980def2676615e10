// Decides whether sums are as accurate as correct algorithms of the working
// precision make them. An ensemble of such algorithms runs on the same
// operands, and the subject's errors, in units of u·Σ|terms|, are compared with
// the ensemble's worst. The contract's bound must hold for any order of any
// terms, so it cannot detect operands that were rounded to bfloat16. This gate
// can.
// Tested by tests/harness/relation/accuracy_gate_test.cc.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/dtype.h"

namespace assay {

// Holds the errors of many sums in units of u·B, where u is the unit roundoff
// of the accumulator and B = Σ|t|.
struct ErrorMoments {
  double rms = 0;
  double largest = 0;  // in magnitude
  double mean = 0;
};

// How many times the ensemble's worst error a subject's may be, and by how many
// standard deviations its mean error may differ from 0. The worst correct
// algorithm has 1.7 times the error of the others.
inline constexpr double kEnsembleFactor = 3;
inline constexpr double kMeanDeviations = 15;

// The names of the correct algorithms. `fma` exists only for products.
inline constexpr std::array<std::string_view, 5> kSummations = {
    "sequential", "reverse", "pairwise", "eight_way", "fma"};

// Describes sums of `terms` terms a[i]·b[i] each, or of a[i] if b is empty. The
// operands are values of the dtype.
struct SumProblem {
  DType dtype = DType::kFloat32;
  std::int64_t terms = 0;
  std::vector<double> a;  // the terms of sum 0, then of sum 1, …
  std::vector<double> b;
  std::int64_t count() const { return std::ssize(a) / terms; }
};

// Holds the exact sums and B of each, computed in long double with
// compensation.
struct ExactSums {
  std::vector<long double> sums;
  std::vector<long double> scales;
};
ExactSums exact_sums(const SumProblem& problem);

// Returns the sums that algorithm `name` computes: in float for dtypes up to 32
// bits, else in double, rounded once to the dtype.
std::vector<double> summed_by(std::string_view name, const SumProblem& problem);

// Returns the error moments of the results, one result for each sum.
ErrorMoments error_moments(const SumProblem& problem, const ExactSums& exact,
                           std::span<const double> results);

// Holds the finding of the gate.
struct AccuracyFinding {
  ErrorMoments own;
  ErrorMoments ensemble;  // the worst of each moment, at least one rounding
  // The largest of the three moments as a share of what is allowed; native if
  // at most 1.
  double share = 0;
  bool is_native() const { return share <= 1; }  // false for NaN
};

// Compares results with the ensemble without the algorithm `left_out`.
AccuracyFinding judge_accuracy(const SumProblem& problem,
                               std::span<const double> results,
                               std::string_view left_out = "");

// Returns "rms 0.41 of 0.38, largest 1.9 of 2.1, mean 0.003 of 0.01".
std::string accuracy_text(const AccuracyFinding& finding);

}  // namespace assay
