// Finds the short form of a list of integers, or of a list whose entries are
// labels. Whether a hash drew a list is found by trying candidate seeds.
// Tested by tests/harness/case/integer_sequence_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/case/integer_sequence.h"

namespace assay {

// Names a candidate draw of a list's words. If modulo is 0 it has to be found.
struct Scrambling {
  std::uint64_t seed = 0;
  int shift = 0;
  std::uint64_t modulo = 0;
};

// Returns the shortest form found for a list. Tries a draw with each of the
// scramblings.
SequenceForm shortest_form(const std::vector<std::int64_t>& terms,
                           const std::vector<Scrambling>& scramblings);

// Holds the labels of a list's entries as residues of a draw: the label of
// entry k is label_of[residues[k]]. Residues from the modulo on stand for
// labels that the draw does not have.
struct LabelDraw {
  std::vector<std::int64_t> residues;
  std::vector<std::uint32_t> label_of;
  std::size_t exceptions = 0;
  Scrambling from;
};

// Returns the residues of the scrambling whose words decide the labels of all
// but a few entries; nothing if there is no such scrambling.
std::optional<LabelDraw> draw_of_labels(
    const std::vector<std::uint32_t>& labels,
    const std::vector<Scrambling>& scramblings);

}  // namespace assay
