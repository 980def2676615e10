// Compares one tensor that a program has produced with what its case expects:
// first the type and layout, then the elements.
// Tested by tests/harness/run/run_case_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/judge/factorization.h"
#include "harness/run/program.h"
#include "harness/run/run_case.h"

namespace assay {

// Reads the elements of the tensor with this name, or of its whole storage.
using Reader = std::function<Result<std::vector<ElementBits>>(
    const std::string& tensor, bool whole_storage)>;

// Returns a reader of the program's tensors. The program must outlive it.
inline Reader reader_of(const Program& program) {
  return [&program](const std::string& tensor, bool whole_storage) {
    return program.read(tensor, whole_storage);
  };
}

// Says how much to report about a result: its verdict, or also which elements
// are wrong.
enum class Detail { kVerdict, kAll };

// Returns an outcome for a failure that has no distance, such as a wrong status
// or shape.
CaseOutcome fault(Verdict verdict, std::string message);

// Judges the result that the expectation names, with elements from `read`.
CaseOutcome judge_tensor(const Case& test_case, const Program& program,
                         const Expectation& expectation, const Reader& read,
                         Detail detail);
inline CaseOutcome judge_tensor(const Case& test_case, const Program& program,
                                const Expectation& expectation) {
  return judge_tensor(test_case, program, expectation, reader_of(program),
                      Detail::kAll);
}

// Adds the outcome of one tensor to the outcome of a case. The worse verdict
// stays.
void merge(CaseOutcome& into, CaseOutcome other);

// Names the factorization or solve that made a tensor, and which of its results
// the tensor is.
struct MadeBy {
  const Step* step = nullptr;
  std::size_t result = 0;
};
std::optional<MadeBy> step_that_made(const Case& test_case,
                                     const std::string& tensor);

// Returns the operands and results of a factorization or solve. Returns nothing
// if a result does not have its inferred type; that result's own expectation
// reports it.
std::optional<FactoredStep> factored_step(const Case& test_case,
                                          const Program& program,
                                          const Reader& read, const Step& step);

}  // namespace assay
