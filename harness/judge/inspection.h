// Holds what the inspections of all factorizations and solves share: the first
// complaint about a matrix, its bounds, and its operands and results.
// Tested by tests/harness/judge/judge_residual_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/judge_residual.h"

namespace assay {

// Judges one matrix of the batch, and keeps the first complaint.
class Inspection {
 public:
  Inspection(std::size_t number, ResidualJudgement& judgement)
      : number_(number), judgement_(judgement) {}

  bool failed() const { return judgement_.complaint.has_value(); }

  // Requires amount <= bound. A NaN on either side fails.
  void at_most(std::string_view what, long double amount, long double bound);
  void demand(bool holds, std::string_view what) {
    if (!holds && !failed()) fail(std::string(what));
  }
  void finite(const Matrix& x, std::string_view name);

 private:
  void fail(std::string what);

  std::size_t number_;
  ResidualJudgement& judgement_;
};

// Holds the bounds of one matrix; negative or missing means unchecked.
struct Bounds {
  double residual = -1;
  double orthogonality = -1;
  double spectrum = -1;
};
// Holds the results of a step as matrices, by result and batch entry.
using Batches = std::vector<std::vector<Matrix>>;

// Holds everything that the inspection of one matrix of a batch looks at.
struct Inspected {
  const FactoredStep& step;
  std::size_t result;  // which result has the bounds
  const Permitted& permitted;
  std::size_t batch;  // which matrix
  const Matrix& a;
  const std::vector<Matrix>& sides;
  const Batches& results;
  const Bounds& bounds;

  const Matrix& own() const { return results[result][batch]; }
  const Matrix& other(std::size_t k) const { return results[k][batch]; }
  bool has_vectors() const { return results.size() == 2; }
};

// Inspects the results of one matrix.
using InspectMatrix = void (*)(const Inspected& of, Inspection& inspection);

}  // namespace assay
