// Short forms of long lists of integers. Case files have three of them, which
// a reader in any language expands in a few lines: runs with a constant step,
// numbers packed into few bits each, and numbers that a stated hash draws.
// docs/vectors.md describes them for readers.
// Tested by tests/harness/case/integer_sequence_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/result.h"

namespace assay {

// Terms beyond this magnitude are not exact in the numbers of every language.
inline constexpr std::int64_t kMaxTerm = std::int64_t{1} << 53;

// `count` terms, each `step` more than the one before.
struct SequenceRun {
  std::int64_t count = 0;
  std::int64_t first = 0;
  std::int64_t step = 0;
  friend bool operator==(const SequenceRun&, const SequenceRun&) = default;
};

// Term k is first + (scrambled(seed, k) >> shift) mod modulo; `scrambled` is
// the finalizer of SplitMix64, see harness/case/scrambled.h.
struct SequenceDraw {
  std::uint64_t seed = 0;
  int shift = 0;
  std::uint64_t modulo = 1;
  friend bool operator==(const SequenceDraw&, const SequenceDraw&) = default;
};

// Term k is first + the number in bits k * width to (k + 1) * width - 1 of
// these bytes, of which the lowest bit of each byte comes first.
struct SequenceBits {
  int width = 1;  // one of kTermWidths
  std::string bytes;
  friend bool operator==(const SequenceBits&, const SequenceBits&) = default;
};

inline constexpr int kTermWidths[] = {1, 2, 4, 8, 16, 32};

// One of the three forms; `first` belongs to draws and bits. `except` lists
// the terms that are others than the form says, by ascending position.
struct SequenceForm {
  std::int64_t count = 0;
  std::vector<SequenceRun> runs;
  std::optional<SequenceDraw> draw;
  std::optional<SequenceBits> bits;
  std::int64_t first = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> except;
  friend bool operator==(const SequenceForm&, const SequenceForm&) = default;
};

// Returns what a draw adds to the first number for term k.
std::uint64_t drawn_word(const SequenceDraw& draw, std::size_t k);

// Returns the terms of a form that is in order (see check_form).
std::vector<std::int64_t> terms_of(const SequenceForm& form);

// Returns an error in one sentence if the form does not add up: counts, widths,
// terms beyond kMaxTerm, positions that are out of order or range.
Status check_form(const SequenceForm& form);

// Returns about how many characters a form takes in a file.
std::size_t text_size(const SequenceForm& form);

// Base64 with the alphabet of RFC 4648 and padding.
std::string base64_text(const std::string& bytes);
std::optional<std::string> base64_bytes(const std::string& text);

}  // namespace assay
