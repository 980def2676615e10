// Makes the live controls of one tensor: corrupts its result or its
// expectation, and judges it in the same way as real results.
// Tested by tests/harness/run/control_test.cc.
#include "harness/run/control.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "harness/judge/corruption.h"
#include "harness/run/judge_tensor.h"

namespace assay {
namespace {

// Judges one tensor again and again, each time with something corrupted.
class TensorControls {
 public:
  TensorControls(const Case& test_case, const Program& program,
                 const Expectation& expectation, ControlCount& controls)
      : case_(test_case),
        program_(program),
        expectation_(expectation),
        controls_(controls) {}

  void make(std::uint64_t seed) {
    if (expectation_.metadata_only) return expect_other_type();
    if (seed % 8 == 0) expect_other_type();
    if (is_judged_by_residual()) return corrupt_factors(seed);
    corrupt_elements(seed);
  }

 private:
  bool is_judged_by_residual() const {
    return expectation_.any_of.size() == 1 &&
           expectation_.any_of[0].accuracy == Accuracy::kResidual;
  }

  // Judges one corrupted tensor and counts the control; `done` says in words
  // how it was corrupted.
  void judge(const std::string& judge_class, const std::string& done,
             const Expectation& expectation, const Reader& read) {
    CaseOutcome outcome;  // of a case that passes otherwise
    merge(outcome,
          judge_tensor(case_, program_, expectation, read, Detail::kVerdict));
    const Verdict verdict = outcome.verdict;
    const bool is_caught =
        is_failure(verdict) && verdict != Verdict::kHarnessError;
    controls_.add(judge_class, is_caught,
                  fmt::format("{}, {}: {}, and the verdict was {}", case_.id,
                              expectation.tensor, done, name_of(verdict)));
  }

  // Returns a reader that gives `elements` for one tensor and reads the others
  // from the program.
  Reader reading(const std::string& tensor,
                 std::vector<ElementBits> elements) const {
    return [this, tensor, elements = std::move(elements)](
               const std::string& name,
               bool whole_storage) -> Result<std::vector<ElementBits>> {
      if (name == tensor) return elements;
      return program_.read(name, whole_storage);
    };
  }

  // Returns the expectation without its answers, which may be long.
  Expectation without_answers() const {
    return {.tensor = expectation_.tensor,
            .dtype = expectation_.dtype,
            .shape = expectation_.shape,
            .contiguous = expectation_.contiguous,
            .metadata_only = expectation_.metadata_only,
            .whole_storage = expectation_.whole_storage,
            .same_bits_as = expectation_.same_bits_as};
  }

  void expect_other_type() {
    Expectation other = without_answers();
    other.shape.push_back(2);
    judge("metadata", "another shape was expected", other, reader_of(program_));
  }

  void corrupt_elements(std::uint64_t seed) {
    const std::string& name = expectation_.tensor;
    auto got = program_.read(name, expectation_.whole_storage);
    if (!got) return;
    Evidence evidence{expectation_.dtype, expectation_.shape, *std::move(got),
                      expectation_.any_of};
    const bool repeats = !expectation_.same_bits_as.empty();
    if (repeats)
      evidence.any_of = {{.values = evidence.got, .accuracy = Accuracy::kBits}};
    if (evidence.any_of.empty()) return;
    const std::string judge_class(
        kAccuracyNames[static_cast<int>(evidence.any_of[0].accuracy)]);
    const std::vector<ElementBits> right = evidence.got;
    if (const auto done = corrupt_result(evidence, seed))
      judge(judge_class, *done, expectation_,
            reading(name, std::move(evidence.got)));
    evidence.got = right;
    const auto done = corrupt_expectation(evidence, seed >> 7);
    if (!done) return;
    if (repeats) {
      // The expectation names another tensor, so that one is corrupted.
      judge(judge_class, *done, expectation_,
            reading(expectation_.same_bits_as,
                    std::move(evidence.any_of[0].values)));
      return;
    }
    Expectation other = without_answers();
    other.any_of = std::move(evidence.any_of);
    judge(judge_class, *done, other, reader_of(program_));
  }

  void corrupt_factors(std::uint64_t seed) {
    const auto made = step_that_made(case_, expectation_.tensor);
    if (!made || !expectation_.any_of[0].matrices) return;
    auto factored =
        factored_step(case_, program_, reader_of(program_), *made->step);
    if (!factored) return;
    Expectation other = expectation_;
    if (const auto done = corrupt_expectation(*factored, made->result,
                                              other.any_of[0], seed >> 7))
      judge("residual", *done, other, reader_of(program_));
    if (const auto done = corrupt_result(*factored, made->result,
                                         expectation_.any_of[0], seed))
      judge("residual", *done, expectation_,
            reading(expectation_.tensor,
                    std::move(factored->results[made->result].elements)));
  }

  const Case& case_;
  const Program& program_;
  const Expectation& expectation_;
  ControlCount& controls_;
};

}  // namespace

void control_results(const Case& test_case, const Program& program,
                     ControlCount& controls) {
  // Mixes the seed, because its own bits already decide memory, second runs and
  // whether there are controls.
  const std::uint64_t seed = test_case.seed * 0x9e3779b97f4a7c15u;
  const std::size_t count = test_case.expect.size();
  for (std::size_t k = 0; k < count && controls.made == 0; ++k)
    TensorControls(test_case, program,
                   test_case.expect[(seed % count + k) % count], controls)
        .make(seed >> 8);
}

}  // namespace assay
