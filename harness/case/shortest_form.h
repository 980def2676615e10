// Finds the short form of a list of integers, or of a list whose entries are
// labels. Draws are found by trying where the list may come from.
// Tested by tests/harness/case/integer_sequence_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/case/integer_sequence.h"

namespace assay {

// Where the words of a list may have come from; modulo 0: find it.
struct Scrambling {
  std::uint64_t seed = 0;
  int shift = 0;
  std::uint64_t modulo = 0;
};

// Returns the shortest form found of a list. Draws are tried with each of the
// scramblings whose modulo is 0 or known.
SequenceForm shortest_form(const std::vector<std::int64_t>& terms,
                           const std::vector<Scrambling>& scramblings);

// Numbers that label equal entries, given as residues of a draw: label k is
// label_of[residues[k]]. Residues beyond the modulo stand for labels that the
// draw does not have.
struct LabelDraw {
  std::vector<std::int64_t> residues;
  std::vector<std::uint32_t> label_of;
  std::size_t exceptions = 0;
  Scrambling from;
};

// Returns the residues of the scrambling whose words decide the labels, all but
// a few of them; nothing if there is none.
std::optional<LabelDraw> draw_of_labels(
    const std::vector<std::uint32_t>& labels,
    const std::vector<Scrambling>& scramblings);

}  // namespace assay
