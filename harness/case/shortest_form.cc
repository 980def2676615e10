// Tries runs, packed bits and draws for a list, and keeps the form that takes
// the fewest characters.
// Tested by tests/harness/case/integer_sequence_test.cc.
#include "harness/case/shortest_form.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <unordered_map>
#include <utility>

#include "harness/case/scrambled.h"

namespace assay {
namespace {

// A form of n terms may have kFreeExceptions + n / kTermsPerException
// exceptions.
constexpr std::size_t kTermsPerException = 8;
constexpr std::size_t kFreeExceptions = 80;
// The largest modulo that is tried for a draw of labels.
constexpr std::uint64_t kMostResidues = 256;

std::size_t most_exceptions(std::size_t count) {
  return kFreeExceptions + count / kTermsPerException;
}

SequenceForm form_of_runs(const std::vector<std::int64_t>& terms) {
  SequenceForm form{.count = std::ssize(terms)};
  for (std::size_t k = 0; k < terms.size();) {
    SequenceRun run{1, terms[k], 0};
    if (k + 1 < terms.size()) run.step = terms[k + 1] - terms[k];
    std::size_t next = k + 1;
    while (next < terms.size() && terms[next] - terms[next - 1] == run.step)
      ++next, ++run.count;
    // Two terms whose step no neighbour continues are two runs.
    if (run.count == 2 && run.step != 0) run.count = 1, next = k + 1;
    if (run.count == 1) run.step = 0;
    form.runs.push_back(run);
    k = next;
  }
  return form;
}

std::optional<SequenceForm> form_of_bits(
    const std::vector<std::int64_t>& terms) {
  const auto [low, high] = std::minmax_element(terms.begin(), terms.end());
  const auto range = static_cast<std::uint64_t>(*high - *low);
  for (const int width : kTermWidths) {
    if (range >> width != 0) continue;
    SequenceBits bits{width, {}};
    const auto unit = static_cast<std::size_t>(width);
    bits.bytes.assign((terms.size() * unit + 7) / 8, '\0');
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const auto number = static_cast<std::uint64_t>(terms[k] - *low);
      for (std::size_t bit = 0; bit < unit; bit += 8) {
        char& byte = bits.bytes[(k * unit + bit) / 8];
        const std::uint64_t part = (number >> bit & 255) << k * unit % 8;
        byte = static_cast<char>(static_cast<unsigned char>(byte) | part);
      }
    }
    return SequenceForm{.count = std::ssize(terms),
                        .runs = {},
                        .draw = {},
                        .bits = std::move(bits),
                        .first = *low,
                        .except = {}};
  }
  return std::nullopt;
}

// Returns the most frequent term and its count.
std::pair<std::int64_t, std::size_t> commonest(
    const std::vector<std::int64_t>& terms) {
  std::unordered_map<std::int64_t, std::size_t> counts;
  std::pair<std::int64_t, std::size_t> best;
  for (const std::int64_t term : terms) {
    const std::size_t count = ++counts[term];
    if (count > best.second) best = {term, count};
  }
  return best;
}

// Returns a single run of the most frequent term, with all others as
// exceptions.
SequenceForm form_of_one_term(const std::vector<std::int64_t>& terms) {
  const std::int64_t term = commonest(terms).first;
  SequenceForm form{.count = std::ssize(terms),
                    .runs = {{std::ssize(terms), term, 0}}};
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (terms[k] != term)
      form.except.emplace_back(static_cast<std::int64_t>(k), terms[k]);
  return form;
}

// Returns the form with this draw if it has few exceptions.
std::optional<SequenceForm> form_of_draw(const std::vector<std::int64_t>& terms,
                                         const SequenceDraw& draw,
                                         std::int64_t first) {
  SequenceForm form{.count = std::ssize(terms),
                    .runs = {},
                    .draw = draw,
                    .bits = {},
                    .first = first,
                    .except = {}};
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const std::int64_t drawn =
        first + static_cast<std::int64_t>(drawn_word(draw, k));
    if (drawn == terms[k]) continue;
    form.except.emplace_back(static_cast<std::int64_t>(k), terms[k]);
    if (form.except.size() > most_exceptions(k)) return std::nullopt;
  }
  return form;
}

// Finds the modulo and first number of a draw. Drawn terms differ from their
// words by multiples of the modulo, plus `first`. So the modulo divides the
// differences between neighbouring words and terms, whatever `first` is. A
// window that contains an exception usually gives the divisor 1.
std::optional<SequenceForm> drawn_form(const std::vector<std::int64_t>& terms,
                                       const Scrambling& scrambling) {
  constexpr std::size_t kWindow = 8;
  constexpr std::size_t kWindows = 5;
  __extension__ using Wide = __int128;
  for (std::size_t i = 1; i <= kWindows; ++i) {
    const std::size_t begin = terms.size() * i / (kWindows + 1);
    if (begin + kWindow > terms.size()) break;
    const auto word = [&](std::size_t k) {
      return scrambled(scrambling.seed, k) >> scrambling.shift;
    };
    const std::uint64_t known = scrambling.modulo;
    // With a known modulo, only check that the window fits it.
    bool is_wrong = false;
    for (std::size_t k = begin + 1; known != 0 && k < begin + kWindow; ++k)
      is_wrong =
          is_wrong || static_cast<std::int64_t>(word(k) % known) -
                              static_cast<std::int64_t>(word(begin) % known) !=
                          terms[k] - terms[begin];
    if (is_wrong) continue;
    Wide divisor = known;
    for (std::size_t k = begin + 1; known == 0 && k < begin + kWindow; ++k) {
      const Wide off =
          static_cast<Wide>(word(k)) - word(begin) - (terms[k] - terms[begin]);
      Wide other = off < 0 ? -off : off;
      while (other != 0) divisor = std::exchange(other, divisor % other);
    }
    // A divisor of 0 means that terms equal whole words, so any large modulo
    // fits.
    if (divisor == 0 && scrambling.shift >= 11)
      divisor = Wide{1} << (64 - scrambling.shift);
    if (divisor < 2 || divisor > kMaxTerm) continue;
    SequenceDraw draw{scrambling.seed, scrambling.shift,
                      static_cast<std::uint64_t>(divisor)};
    const auto found = form_of_draw(
        terms, draw,
        terms[begin] - static_cast<std::int64_t>(drawn_word(draw, begin)));
    if (found) return found;
  }
  return std::nullopt;
}

// Returns whether words seem to decide the labels, judged by residues that come
// again among a few hundred elements from the middle on. The edges of a list
// more often have labels of their own.
bool may_decide(const std::vector<std::uint32_t>& labels,
                const SequenceDraw& draw) {
  constexpr std::size_t kMostRepeats = 12;
  constexpr std::size_t kMostLooked = 512;
  std::array<std::uint32_t, kMostResidues + 1> label_of;
  std::bitset<kMostResidues + 1> is_known;
  std::size_t repeats = 0;
  std::size_t equal = 0;
  const std::size_t middle = labels.size() / 2;
  for (std::size_t k = middle;
       k < std::min(labels.size(), middle + kMostLooked); ++k) {
    const std::uint64_t residue = drawn_word(draw, k);
    if (is_known[residue]) {
      ++repeats;
      equal += label_of[residue] == labels[k] ? 1 : 0;
    }
    is_known[residue] = true;
    label_of[residue] = labels[k];
    if (repeats == kMostRepeats) break;
  }
  return 3 * equal > 2 * repeats;
}

// Returns which label each residue stands for, if words decide the labels of
// nearly all elements. Wrong moduli are rejected after a few dozen elements.
std::optional<LabelDraw> labels_by(const std::vector<std::uint32_t>& labels,
                                   const SequenceDraw& draw) {
  constexpr std::uint32_t kOpen = UINT32_MAX;
  // A modulo as large as the list would fit any labels.
  if (labels.size() < 4 * draw.modulo || !may_decide(labels, draw))
    return std::nullopt;
  // Finds the majority label of each residue with the algorithm of Boyer and
  // Moore, because the first label seen may be an exception.
  std::vector<std::uint32_t> label_of(draw.modulo, kOpen);
  std::vector<std::size_t> votes(draw.modulo, 0);
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const std::uint64_t residue = drawn_word(draw, k);
    if (votes[residue] == 0) label_of[residue] = labels[k];
    if (label_of[residue] == labels[k]) {
      ++votes[residue];
      continue;
    }
    --votes[residue];
    if (++wrong > most_exceptions(k)) return std::nullopt;
  }
  LabelDraw found;
  found.residues.reserve(labels.size());
  std::vector<std::int64_t> residue_of;  // by label
  const auto note = [&](std::uint32_t label, std::int64_t residue) {
    if (label >= residue_of.size()) residue_of.resize(label + 1, -1);
    residue_of[label] = residue;
  };
  for (std::size_t r = label_of.size(); r-- > 0;) {
    if (label_of[r] == kOpen) label_of[r] = labels[0];
    note(label_of[r], static_cast<std::int64_t>(r));
  }
  for (std::size_t k = 0; k < labels.size(); ++k) {
    auto residue = static_cast<std::int64_t>(drawn_word(draw, k));
    if (label_of[static_cast<std::size_t>(residue)] != labels[k]) {
      ++found.exceptions;
      if (labels[k] >= residue_of.size() || residue_of[labels[k]] < 0) {
        note(labels[k], std::ssize(label_of));
        label_of.push_back(labels[k]);
      }
      residue = residue_of[labels[k]];
    }
    found.residues.push_back(residue);
  }
  found.label_of = std::move(label_of);
  return found;
}

}  // namespace

SequenceForm shortest_form(const std::vector<std::int64_t>& terms,
                           const std::vector<Scrambling>& scramblings) {
  SequenceForm best = form_of_runs(terms);
  std::size_t size = text_size(best);
  const auto take = [&](std::optional<SequenceForm> form) {
    if (!form || text_size(*form) >= size) return;
    size = text_size(*form);
    best = *std::move(form);
  };
  if (terms.empty()) return best;
  take(form_of_bits(terms));
  take(form_of_one_term(terms));
  if (size < 200) return best;
  for (const Scrambling& scrambling : scramblings)
    take(drawn_form(terms, scrambling));
  return best;
}

std::optional<LabelDraw> draw_of_labels(
    const std::vector<std::uint32_t>& labels,
    const std::vector<Scrambling>& scramblings) {
  std::optional<LabelDraw> best;
  // Any draw fits a list that has hardly more than one label.
  const std::vector<std::int64_t> numbers(labels.begin(), labels.end());
  if (10 * commonest(numbers).second > 7 * labels.size()) return best;
  const auto take = [&](const SequenceDraw& draw) {
    auto found = labels_by(labels, draw);
    const auto cost = [](const LabelDraw& one) {
      return one.exceptions + one.label_of.size();
    };
    if (!found || (best && cost(*found) >= cost(*best))) return;
    best = std::move(found);
    best->from = {draw.seed, draw.shift, draw.modulo};
  };
  for (const Scrambling& from : scramblings) {
    if (from.modulo != 0) {
      take({from.seed, from.shift, from.modulo});
      continue;
    }
    for (std::uint64_t modulo = 2; modulo <= kMostResidues; ++modulo)
      if (from.shift < 63 || modulo == 2) take({from.seed, from.shift, modulo});
  }
  return best;
}

}  // namespace assay
