// Judges results of a sweep exactly but slowly: collects inputs, asks the
// oracle, and weighs its answer as in every other case.
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

  // Takes a result, in which all NaNs have the same bits. Judges when enough
  // results have been collected. Fails as the oracle does.
  Status add(std::uint64_t input, std::uint64_t got, Totals& totals) {
    pending_.push_back({input, got});
    return pending_.size() < kGathered ? Status{} : flush(totals);
  }
  // Judges what has been collected.
  Status flush(Totals& totals);

  // Returns an input with the exact error of its result.
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

// Returns how many representable values apart two results are. Neither may be
// NaN.
std::uint64_t steps_between(DType dtype, std::uint64_t a, std::uint64_t b);

}  // namespace assay
