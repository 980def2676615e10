// Judges one block of inputs. For unary ops on reals of at most 24 significand
// bits the fast oracle decides nearly every result. The oracle judges what is
// undecided within the assumed error, and the inputs ±0, ±1 and ±infinity. It
// also judges every input of other ops. For samples of float64 long double
// decides, if it has 64 bits or more.
// Tested by tests/sweep/sweep_block_test.cc.
#pragma once

#include <vector>

#include "harness/judge/acceptance.h"
#include "sweep/exact_judge.h"
#include "sweep/fast_oracle.h"
#include "sweep/subject_calls.h"
#include "sweep/wide_function.h"

namespace assay {

class BlockSweep {
 public:
  // Says who decides results: the fast oracle if it can, or the oracle alone.
  enum class Judge : std::uint8_t { kFast, kOracleAlone };

  // The caller keeps everything that is passed by reference.
  BlockSweep(Backend& subject, Oracle& oracle, const Inputs& inputs,
             const Profile& profile, Judge judge = Judge::kFast);

  // Sweeps a block. Fails as the subject or the oracle does.
  Result<Totals> sweep(std::uint64_t block);
  // Sweeps the inputs first … end - 1. `first` must be a multiple of 1024, or
  // of the number of inputs of one sign if there are fewer.
  Result<Totals> sweep_inputs(std::uint64_t first, std::uint64_t end);

 private:
  // The inputs, results and values of a part of a batch.
  struct Part;

  // Returns the direction of the function as the magnitude of x grows, for the
  // half of the line with this input: 1, -1 or, if it has no direction, 0.
  int outward(std::uint64_t input) const;
  void read_part(const std::byte* results, std::int64_t at, Part& part) const;
  Status judge_part(Part& part, Totals& totals);
  Status judge_element(std::uint64_t input, std::uint64_t got, double result,
                       double value, Totals& totals);
  // Does the same with a function in long double, for samples.
  Status judge_wide(const Part& part, Totals& totals);
  Status judge_by_oracle(const Part& part, Totals& totals);
  void count_breaks(const Part& part, double before, Totals& totals) const;
  // Notes a rejected or rounded result. The fast oracle knows its error.
  void note(std::uint64_t input, std::uint64_t got, double ulp, bool accepted,
            Totals& totals);
  // Replaces the errors of the fast oracle by the exact ones.
  Status settle_worst(Totals& totals);

  Inputs inputs_;
  FloatFormat format_;
  bool is_fast_ = false;
  FastFunction fast_;
  WideFunction wide_ = nullptr;  // for samples, if there is one
  Tolerance tolerance_;
  AcceptanceRules rules_;
  double largest_ = 0;  // finite value of the format
  SubjectCalls calls_;
  ExactJudge exact_;
  // As the fast oracle found them; the worst may be a rejected one.
  std::optional<SweptInput> fast_worst_;
  std::optional<SweptInput> fast_rejected_;
};

}  // namespace assay
