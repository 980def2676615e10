// Corruptions of results and of expectations that every judge must refuse:
// what live controls are made of. That they must be refused is decided here by
// plain comparisons of decoded values, apart from the judge.
// Tested by tests/harness/judge/corruption_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/judge/factorization.h"

namespace assay {

// What the judge is handed of one tensor: elements, and the permitted answers.
struct Evidence {
  DType dtype = DType::kFloat32;
  Shape shape;
  std::vector<ElementBits> got;
  std::vector<Permitted> any_of;
};

// Returns whether `bits` as element `i` must be refused by every permitted
// answer. False where that is open, or not certain.
bool is_surely_refused(const Evidence& evidence, std::size_t i,
                       ElementBits bits);

// Corrupts a result that is accepted: flips a bit, puts a NaN, leaves the tail
// or all of it as the out was before. Returns what was done; nothing where no
// such change is certain to be refused.
std::optional<std::string> corrupt_result(Evidence& evidence,
                                          std::uint64_t seed);

// Corrupts what is expected, so that the result is certain to be refused.
std::optional<std::string> corrupt_expectation(Evidence& evidence,
                                               std::uint64_t seed);

// The same for factorizations and solves, which are judged by residuals: an
// element of a result, or the bounds of one matrix.
std::optional<std::string> corrupt_result(FactoredStep& step,
                                          std::size_t result,
                                          const Permitted& permitted,
                                          std::uint64_t seed);
std::optional<std::string> corrupt_expectation(const FactoredStep& step,
                                               std::size_t result,
                                               Permitted& permitted,
                                               std::uint64_t seed);

}  // namespace assay
