// Makes corruptions of results and expectations that every judge must refuse;
// live controls use them. Plain comparisons of decoded values decide that they
// must be refused, so this does not rely on the judge itself.
// Tested by tests/harness/judge/corruption_test.cc and
// corrupted_factors_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/judge/factorization.h"

namespace assay {

// Holds what the judge sees of one tensor: its elements and the permitted
// answers.
struct Evidence {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<ElementBits> got;
  std::vector<Permitted> any_of;
};

// Returns whether every permitted answer must refuse `bits` as element `i`.
// Returns false if the element is left open or refusal is not certain.
bool is_surely_refused(const Evidence& evidence, std::size_t i,
                       ElementBits bits);

// Corrupts an accepted result: flips a bit, stores a NaN, or leaves the tail or
// the whole result as the out was before the call. Returns in words what it
// did, or nothing if no such change is certain to be refused.
std::optional<std::string> corrupt_result(Evidence& evidence,
                                          std::uint64_t seed);

// Corrupts the expectation so that the result is certain to be refused. Returns
// in words what it did, or nothing if that is not possible.
std::optional<std::string> corrupt_expectation(Evidence& evidence,
                                               std::uint64_t seed);

// Do the same for factorizations and solves, which are judged by residuals:
// corrupt an element of a result, or the bounds of one matrix.
std::optional<std::string> corrupt_result(FactoredStep& step,
                                          std::size_t result,
                                          const Permitted& permitted,
                                          std::uint64_t seed);
std::optional<std::string> corrupt_expectation(const FactoredStep& step,
                                               std::size_t result,
                                               Permitted& permitted,
                                               std::uint64_t seed);

}  // namespace assay
