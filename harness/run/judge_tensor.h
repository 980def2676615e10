// One tensor that a program left behind, held against what its case expects:
// type and layout first, then the elements.
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

// Reads the elements of a tensor by its name, or those of its whole storage.
using Reader = std::function<Result<std::vector<ElementBits>>(
    const std::string& tensor, bool whole_storage)>;

// Returns a reader of the program's tensors; the program must outlive it.
inline Reader reader_of(const Program& program) {
  return [&program](const std::string& tensor, bool whole_storage) {
    return program.read(tensor, whole_storage);
  };
}

// How much is said of a result: its verdict, or also which elements are wrong.
enum class Detail { kVerdict, kAll };

// Returns an outcome that is no matter of distance.
CaseOutcome fault(Verdict verdict, std::string message);

// Judges one tensor.
CaseOutcome judge_tensor(const Case& test_case, const Program& program,
                         const Expectation& expectation, const Reader& read,
                         Detail detail);
inline CaseOutcome judge_tensor(const Case& test_case, const Program& program,
                                const Expectation& expectation) {
  return judge_tensor(test_case, program, expectation, reader_of(program),
                      Detail::kAll);
}

// Adds the outcome of one tensor to that of a case: the worse verdict stays.
void merge(CaseOutcome& into, CaseOutcome other);

// The factorization or solve that made a tensor, and which result that is.
struct MadeBy {
  const Step* step = nullptr;
  std::size_t result = 0;
};
std::optional<MadeBy> step_that_made(const Case& test_case,
                                     const std::string& tensor);

// Returns the operands of a factorization or solve and what it made; nothing
// where a result is not of the type that it should be, of which its own
// expectation complains.
std::optional<FactoredStep> factored_step(const Case& test_case,
                                          const Program& program,
                                          const Reader& read, const Step& step);

}  // namespace assay
