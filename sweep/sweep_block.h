// The judgement of one block of inputs. For unary ops on reals of at most 24
// significand bits nearly every result is decided by the fast oracle; what is
// undecided within its assumed error, and the inputs ±0, ±1 and ±infinity, are
// judged by the oracle, as is every input of any other op. Samples of float64
// have a fast way of their own, where long double has 64 bits or more.
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
  // What decides results: the fast oracle where it can, or the oracle alone.
  enum class Judge : std::uint8_t { kFast, kOracleAlone };

  // All references are kept by the caller.
  BlockSweep(Backend& subject, Oracle& oracle, const Inputs& inputs,
             const Profile& profile, Judge judge = Judge::kFast);

  // Sweeps a block. Fails as the subject or the oracle does.
  Result<Totals> sweep(std::uint64_t block);
  // Sweeps the inputs first … end - 1; first is a multiple of 1024, or of the
  // inputs of one sign where those are fewer.
  Result<Totals> sweep_inputs(std::uint64_t first, std::uint64_t end);

 private:
  // Inputs, results and values of one part of a batch.
  struct Part;

  // The direction of the function as the magnitude of x grows, for the half of
  // the line that an input is in: 1, -1 or, where it has none, 0.
  int outward(std::uint64_t input) const;
  void read_part(const std::byte* results, std::int64_t at, Part& part) const;
  Status judge_part(Part& part, Totals& totals);
  Status judge_element(std::uint64_t input, std::uint64_t got, double result,
                       double value, Totals& totals);
  // The same by a function in long double, for samples.
  Status judge_wide(const Part& part, Totals& totals);
  Status judge_by_oracle(const Part& part, Totals& totals);
  void count_breaks(const Part& part, double before, Totals& totals) const;
  // Notes a rejected or rounded result whose error the fast oracle knows.
  void note(std::uint64_t input, std::uint64_t got, double ulp, bool accepted,
            Totals& totals);
  // Puts the exact error in the place of the fast oracle's.
  Status settle_worst(Totals& totals);

  Inputs inputs_;
  FloatFormat format_;
  bool is_fast_ = false;
  FastFunction fast_;
  WideFunction wide_ = nullptr;  // of samples, where there is one
  Tolerance tolerance_;
  AcceptanceRules rules_;
  double largest_ = 0;  // finite value of the format
  SubjectCalls calls_;
  ExactJudge exact_;
  // By the fast oracle; rejected ones too.
  std::optional<SweptInput> fast_worst_;
  std::optional<SweptInput> fast_rejected_;
};

}  // namespace assay
