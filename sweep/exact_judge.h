// The slow way of a sweep: inputs are gathered, the oracle is asked, and its
// answer is weighed as in every other case.
// Tested by tests/sweep/sweep_block_test.cc.
#pragma once

#include <vector>

#include "spec/backend.h"
#include "spec/profile.h"
#include "sweep/inputs.h"
#include "sweep/totals.h"

namespace assay {

class ExactJudge {
 public:
  ExactJudge(Oracle& oracle, const Inputs& inputs, const Profile& profile)
      : oracle_(oracle), inputs_(inputs), profile_(profile) {}

  // Takes a result, NaNs made one, and judges once there are enough of them.
  Status add(std::uint64_t input, std::uint64_t got, Totals& totals) {
    pending_.push_back({input, got});
    return pending_.size() < kGathered ? Status{} : flush(totals);
  }
  // Judges what has been taken.
  Status flush(Totals& totals);

  // Returns an input with the error of its result, exactly.
  Result<SweptInput> weighed(std::uint64_t input, std::uint64_t got);

 private:
  static constexpr std::size_t kGathered = 4096;
  struct Pending {
    std::uint64_t input = 0;
    std::uint64_t got = 0;
  };
  Status judge(const std::vector<Pending>& pending, Totals& totals,
               SweptInput* only);

  Oracle& oracle_;
  Inputs inputs_;
  const Profile& profile_;
  std::vector<Pending> pending_;
};

// How many representable values lie between two results, which are no NaNs.
std::uint64_t steps_between(DType dtype, std::uint64_t a, std::uint64_t b);

}  // namespace assay
