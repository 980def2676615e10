// Finds out which value of each policy axis a subject follows, from its answers
// to the cases that tell the values apart.
// Tested by tests/conformance/infer_profile_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "conformance/check.h"
#include "spec/profile.h"

namespace assay {

// Counts the cases that say something about one value of an axis.
struct ValueEvidence {
  std::int64_t agree = 0;
  std::int64_t disagree = 0;
  std::string example;  // a case that disagrees

  // Returns whether the subject may follow the value.
  bool holds() const { return agree > 0 && disagree == 0; }
};

struct AxisEvidence {
  std::vector<ValueEvidence> values;  // in the order of the axis
  std::uint8_t chosen = 0;

  // Returns whether no value agrees with every answer although some answers
  // tell the values apart. The subject then follows one value here and another
  // one there.
  bool is_inconsistent() const;
  // Returns whether no case told the values apart.
  bool is_unknown() const;
};

struct InferredProfile {
  Profile profile;
  std::string nearest;  // the built-in profile that the answers fit best
  std::vector<AxisEvidence> axes;  // in the order of kPolicyAxes
};

// Runs the cases that tell policy values apart, in workers, under each value.
// Several values may fit all answers, because an open value fits whatever
// another one fits. The profile then takes the value of the nearest built-in
// profile if that fits, and else the first that is not open. An axis about
// which no case says anything gets the value of the nearest profile. Uses
// `folder` for the records of workers. Fails if the subject does not start.
Result<InferredProfile> infer_profile(const CheckOptions& options,
                                      const std::filesystem::path& folder);

}  // namespace assay
