// Reads and writes the sequences of integers in case files of format 2, and
// limits the lists made of them. Files come from anywhere, and a short file
// must not claim more memory than a case may have.
// Tested by tests/harness/case/sequence_json_test.cc.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "harness/case/case_parts.h"
#include "harness/case/integer_sequence.h"

namespace assay {

// Limits the terms that all sequences of a file may have together, and
// separately the entries of all lists that are made of them.
inline constexpr std::int64_t kMostExpanded = std::int64_t{1} << 25;

// Returns a form as JSON.
nlohmann::ordered_json sequence_to_json(const SequenceForm& form);

// Holds the expanded sequences of a case, and how many list entries may still
// be made of them.
class Sequences {
 public:
  // Reads the list of sequences. Fails with one sentence if a sequence is
  // inconsistent.
  static Result<Sequences> read(const nlohmann::ordered_json& json);

  // Returns the sequence of this number, or null if there is none. The object
  // owns it.
  const std::vector<std::int64_t>* find(std::int64_t number) const;
  // Takes `count` entries from the limit; returns false if fewer are left.
  bool take(std::size_t count);

 private:
  std::vector<std::vector<std::int64_t>> terms_;
  std::int64_t left_ = kMostExpanded;
};

}  // namespace assay
