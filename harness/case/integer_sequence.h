// Defines three short forms of long lists of integers, which a reader in any
// language expands in a few lines: runs with a constant step, numbers packed
// into few bits each, and numbers drawn by a stated hash. docs/vectors.md
// describes them for readers of case files.
// Tested by tests/harness/case/integer_sequence_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spec/result.h"

namespace assay {

// Integers beyond this magnitude are not exact in every language's numbers.
inline constexpr std::int64_t kMaxTerm = std::int64_t{1} << 53;

// Has `count` terms, each `step` more than the one before.
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
// these bytes, where the lowest bit of each byte comes first.
struct SequenceBits {
  int width = 1;  // one of kTermWidths
  std::string bytes;
  friend bool operator==(const SequenceBits&, const SequenceBits&) = default;
};

// The widths in bits that packed terms may have.
inline constexpr int kTermWidths[] = {1, 2, 4, 8, 16, 32};

// Holds one of the three forms; `first` belongs to draws and bits. `except`
// lists by ascending position the terms that differ from the form.
struct SequenceForm {
  std::int64_t count = 0;
  std::vector<SequenceRun> runs;
  std::optional<SequenceDraw> draw;
  std::optional<SequenceBits> bits;
  std::int64_t first = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> except;
  friend bool operator==(const SequenceForm&, const SequenceForm&) = default;
};

// Returns the number that a draw adds to `first` for term k.
std::uint64_t drawn_word(const SequenceDraw& draw, std::size_t k);

// Returns the terms of a form that check_form() accepts.
std::vector<std::int64_t> terms_of(const SequenceForm& form);

// Returns an error in one sentence if the form is inconsistent: its counts or
// widths, a term beyond kMaxTerm, or a position out of order or range.
Status check_form(const SequenceForm& form);

// Returns about how many characters the form takes in a file.
std::size_t text_size(const SequenceForm& form);

// Convert between bytes and base64 with the alphabet of RFC 4648 and padding.
// base64_bytes() returns nothing for a text that is not base64.
std::string base64_text(const std::string& bytes);
std::optional<std::string> base64_bytes(const std::string& text);

}  // namespace assay
