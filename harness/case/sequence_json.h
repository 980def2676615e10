// Sequences of integers in case files of format 2, and the lists that are made
// of them. Files come from anywhere: a short file must not claim more memory
// than a case may have. Tested by tests/harness/case/sequence_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/case/case_parts.h"
#include "harness/case/integer_sequence.h"

namespace assay {

// The largest number of terms that all sequences of a file may have together.
// The same limit holds for the lists that are made of them.
inline constexpr std::int64_t kMostExpanded = std::int64_t{1} << 25;

// Returns a form as JSON.
nlohmann::ordered_json sequence_to_json(const SequenceForm& form);

// The sequences of a case, expanded; what lists made of them may still take.
class Sequences {
 public:
  // Reads the list of sequences. Fails with one sentence if one of them does
  // not add up.
  static Result<Sequences> read(const nlohmann::ordered_json& json);

  // Returns a sequence, or null if there is none of this number.
  const std::vector<std::int64_t>* find(std::int64_t number) const;
  // Takes room for a list; false if there is not as much.
  bool take(std::size_t count);

 private:
  std::vector<std::vector<std::int64_t>> terms_;
  std::int64_t left_ = kMostExpanded;
};

}  // namespace assay
