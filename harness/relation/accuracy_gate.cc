// Sums the operands with every algorithm of the ensemble, and measures all
// errors against compensated sums in long double.
// Tested by tests/harness/relation/accuracy_gate_test.cc.
#include "harness/relation/accuracy_gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "spec/accumulator.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// Holds the terms of one sum.
struct Terms {
  std::span<const double> a;
  std::span<const double> b;  // empty for a sum of a alone
  std::size_t count() const { return a.size(); }
};

template <typename T>
T term_at(const Terms& terms, std::size_t i) {
  const T a = static_cast<T>(terms.a[i]);
  return terms.b.empty() ? a : a * static_cast<T>(terms.b[i]);
}

template <typename T>
T pairwise(const Terms& terms, std::size_t from, std::size_t to) {
  if (to - from == 0) return 0;
  if (to - from == 1) return term_at<T>(terms, from);
  const std::size_t middle = from + (to - from) / 2;
  return pairwise<T>(terms, from, middle) + pairwise<T>(terms, middle, to);
}

template <typename T>
T eight_way(const Terms& terms) {
  T lanes[8] = {};
  for (std::size_t i = 0; i < terms.count(); ++i)
    lanes[i % 8] += term_at<T>(terms, i);
  return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) +
         ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

template <typename T>
T one_sum(std::string_view name, const Terms& terms) {
  const std::size_t count = terms.count();
  if (name == "pairwise") return pairwise<T>(terms, 0, count);
  if (name == "eight_way") return eight_way<T>(terms);
  T sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = name == "reverse" ? count - 1 - i : i;
    if (name == "fma" && !terms.b.empty())
      sum = std::fma(static_cast<T>(terms.a[place]),
                     static_cast<T>(terms.b[place]), sum);
    else
      sum += term_at<T>(terms, place);
  }
  return sum;
}

Terms terms_of(const SumProblem& problem, std::size_t sum) {
  const auto terms = static_cast<std::size_t>(problem.terms);
  Terms one{std::span(problem.a).subspan(sum * terms, terms), {}};
  if (!problem.b.empty())
    one.b = std::span(problem.b).subspan(sum * terms, terms);
  return one;
}

long double roundoff(const FloatFormat& format) {
  return std::ldexp(1.0L, -format.precision);
}

void take_worst(ErrorMoments& worst, const ErrorMoments& other) {
  worst.rms = std::max(worst.rms, other.rms);
  worst.largest = std::max(worst.largest, other.largest);
  worst.mean = std::max(worst.mean, std::fabs(other.mean));
}

// Returns the errors of a single final rounding of the exact sums. The gate
// never demands less.
ErrorMoments final_rounding(const SumProblem& problem, const ExactSums& exact) {
  const long double ratio = roundoff(format_of(problem.dtype)) /
                            roundoff(accumulator_format(problem.dtype, kNx));
  ErrorMoments floor;
  double squares = 0;
  for (std::size_t i = 0; i < exact.sums.size(); ++i) {
    if (!(exact.scales[i] > 0)) continue;
    const auto unit =
        static_cast<double>(ratio * std::fabs(exact.sums[i]) / exact.scales[i]);
    floor.largest = std::max(floor.largest, unit);
    squares += unit * unit;
  }
  floor.rms = std::sqrt(squares / static_cast<double>(exact.sums.size()));
  return floor;
}

}  // namespace

ExactSums exact_sums(const SumProblem& problem) {
  ExactSums exact;
  for (std::int64_t k = 0; k < problem.count(); ++k) {
    const Terms terms = terms_of(problem, static_cast<std::size_t>(k));
    // Uses Neumaier's compensated sum. The product of two doubles in long
    // double has a relative error of up to 2^-64.
    long double sum = 0;
    long double lost = 0;
    long double scale = 0;
    for (std::size_t i = 0; i < terms.count(); ++i) {
      const auto term = term_at<long double>(terms, i);
      const long double next = sum + term;
      lost += std::fabs(sum) >= std::fabs(term) ? (sum - next) + term
                                                : (term - next) + sum;
      sum = next;
      scale += std::fabs(term);
    }
    exact.sums.push_back(sum + lost);
    exact.scales.push_back(scale);
  }
  return exact;
}

std::vector<double> summed_by(std::string_view name,
                              const SumProblem& problem) {
  const FloatFormat& format = format_of(problem.dtype);
  std::vector<double> sums;
  for (std::int64_t k = 0; k < problem.count(); ++k) {
    const Terms terms = terms_of(problem, static_cast<std::size_t>(k));
    const double sum = format.bits <= 32
                           ? static_cast<double>(one_sum<float>(name, terms))
                           : one_sum<double>(name, terms);
    sums.push_back(decode_real(format, encode_real(format, sum)));
  }
  return sums;
}

ErrorMoments error_moments(const SumProblem& problem, const ExactSums& exact,
                           std::span<const double> results) {
  const long double u = roundoff(accumulator_format(problem.dtype, kNx));
  ErrorMoments moments;
  double squares = 0;
  double sum = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const long double unit = u * exact.scales[i];
    const auto error = static_cast<double>((results[i] - exact.sums[i]) /
                                           (unit > 0 ? unit : 1));
    squares += error * error;
    sum += error;
    // Written so that a NaN is kept.
    if (!(std::fabs(error) <= moments.largest))
      moments.largest = std::fabs(error);
  }
  const auto count = static_cast<double>(results.size());
  moments.rms = std::sqrt(squares / count);
  moments.mean = sum / count;
  return moments;
}

AccuracyFinding judge_accuracy(const SumProblem& problem,
                               std::span<const double> results,
                               std::string_view left_out) {
  const ExactSums exact = exact_sums(problem);
  AccuracyFinding finding;
  finding.own = error_moments(problem, exact, results);
  finding.ensemble = final_rounding(problem, exact);
  for (std::string_view name : kSummations) {
    const bool is_of_products = name == "fma";
    if (name == left_out || (is_of_products && problem.b.empty())) continue;
    take_worst(finding.ensemble,
               error_moments(problem, exact, summed_by(name, problem)));
  }
  const ErrorMoments& worst = finding.ensemble;
  const double deviation =
      worst.rms / std::sqrt(static_cast<double>(problem.count()));
  const double mean =
      std::max(kEnsembleFactor * worst.mean, kMeanDeviations * deviation);
  const auto share = [](double own, double allowed) {
    return own <= 0 ? 0.0 : own / allowed;
  };
  // If the subject's error is 0 the share is 0, even if the allowance is 0 too.
  // A NaN error stays NaN and fails the gate.
  for (const double part :
       {share(finding.own.rms, kEnsembleFactor * worst.rms),
        share(finding.own.largest, kEnsembleFactor * worst.largest),
        share(std::fabs(finding.own.mean), mean)})
    if (!(part <= finding.share)) finding.share = part;
  return finding;
}

std::string accuracy_text(const AccuracyFinding& finding) {
  return fmt::format(
      "rms {:.3g} (ensemble {:.3g}), largest {:.3g} ({:.3g}), mean {:.2g} "
      "({:.2g})",
      finding.own.rms, finding.ensemble.rms, finding.own.largest,
      finding.ensemble.largest, finding.own.mean, finding.ensemble.mean);
}

}  // namespace assay
