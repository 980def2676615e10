// Groups the lists of a case whose entries repeat together, and finds the
// shortest sequence that numbers the entries of each group.
// Tested by tests/harness/case/sequence_json_test.cc.
#include "harness/case/compact_lists.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "harness/case/scrambled.h"
#include "harness/case/scramblings.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

// About how many characters an entry takes, in a table or in a list.
constexpr std::size_t kEntrySize = 14;
// A larger table would be longer than the list it stands for.
constexpr std::size_t kMostLabels = 65536;

// Identifies an entry of a list by numbers; a complex interval needs six.
using Key = std::array<std::uint64_t, 6>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = 0;
    for (const std::uint64_t part : key) hash = scrambled(hash ^ part, 0);
    return hash;
  }
};

Key key_of(const std::vector<ElementBits>& list, std::size_t k) {
  return {list[k].re, list[k].im, 0, 0, 0, 0};
}
Key key_of(const std::vector<double>& list, std::size_t k) {
  return {std::bit_cast<std::uint64_t>(list[k]), 0, 0, 0, 0, 0};
}

}  // namespace

// Holds a list with a label for each entry, in the order of first occurrence.
struct CompactLists::Labelled {
  const void* list = nullptr;
  std::vector<std::uint32_t> labels;
  std::vector<std::size_t> examples;  // by label
  // The elements as integers, if all of them are integers.
  std::vector<std::int64_t> real;
  std::vector<std::int64_t> imaginary;
  bool is_integer = false;
};

namespace {

// Labels `count` entries; equal entries get equal labels. Returns false if
// there are more than kMostLabels different ones.
template <typename F>
bool label(std::size_t count, const F& key, std::vector<std::uint32_t>& labels,
           std::vector<std::size_t>& examples) {
  std::unordered_map<Key, std::uint32_t, KeyHash> known;
  labels.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto [entry, is_first] =
        known.emplace(key(k), static_cast<std::uint32_t>(examples.size()));
    if (is_first) examples.push_back(k);
    if (examples.size() > kMostLabels) return false;
    labels.push_back(entry->second);
  }
  return true;
}

// Returns whether every bit pattern of the dtype is an integer that may be a
// term of a sequence.
bool is_narrow_integer(DType dtype) {
  return is_integer(dtype) && spec_of(dtype).bits <= 32;
}

}  // namespace

std::optional<std::int64_t> integer_of(DType dtype, std::uint64_t bits) {
  if (is_real(dtype) || is_complex(dtype)) {
    const FloatFormat& format = format_of(dtype);
    const double value = decode_real(format, bits);
    if (!(std::abs(value) <= static_cast<double>(kMaxTerm)) ||
        value != std::trunc(value) || (value == 0 && bits != 0))
      return std::nullopt;
    return static_cast<std::int64_t>(value);
  }
  if (dtype == DType::kBool) return static_cast<std::int64_t>(bits);
  const int unused = 64 - spec_of(dtype).bits;
  const bool is_signed = category_of(dtype) == Category::kSigned;
  const std::int64_t value =
      is_signed ? static_cast<std::int64_t>(bits << unused) >> unused
                : static_cast<std::int64_t>(bits);
  if (value > kMaxTerm || value < -kMaxTerm ||
      (!is_signed && bits > static_cast<std::uint64_t>(kMaxTerm)))
    return std::nullopt;
  return value;
}

std::optional<std::uint64_t> component_of(DType dtype, std::int64_t integer) {
  if (is_real(dtype) || is_complex(dtype)) {
    const FloatFormat& format = format_of(dtype);
    const auto value = static_cast<double>(integer);
    const std::uint64_t bits = encode_real(format, value);
    if (is_nan_bits(format, bits) || decode_real(format, bits) != value)
      return std::nullopt;
    return bits;
  }
  if (dtype == DType::kBool) {
    if (integer != 0 && integer != 1) return std::nullopt;
    return static_cast<std::uint64_t>(integer);
  }
  const int unused = 64 - spec_of(dtype).bits;
  return static_cast<std::uint64_t>(integer) << unused >> unused;
}

std::size_t CompactLists::add(SequenceForm form) {
  const auto found = std::find(sequences_.begin(), sequences_.end(), form);
  if (found != sequences_.end())
    return static_cast<std::size_t>(found - sequences_.begin());
  sequences_.push_back(std::move(form));
  return sequences_.size() - 1;
}

// Chooses the shorter form for a group of lists: one sequence for all with a
// table for each, or a sequence of integers for each list.
void CompactLists::write_group(const std::vector<Labelled*>& group,
                               const std::vector<std::uint32_t>& labels,
                               std::vector<std::size_t> examples) {
  const std::size_t count = labels.size();
  std::vector<std::int64_t> terms(labels.begin(), labels.end());
  SequenceForm form = shortest_form(terms, {});
  // Below this size no draw with its table is shorter.
  constexpr std::size_t kShortForm = 200;
  const auto drawn = text_size(form) > kShortForm
                         ? draw_of_labels(labels, scramblings_)
                         : std::nullopt;
  if (drawn) {
    SequenceForm other = shortest_form(drawn->residues, {drawn->from});
    const std::size_t more = drawn->label_of.size() > examples.size()
                                 ? (drawn->label_of.size() - examples.size()) *
                                       kEntrySize * group.size()
                                 : 0;
    if (text_size(other) + more < text_size(form)) {
      form = std::move(other);
      std::vector<std::size_t> by_residue;
      for (const std::uint32_t one : drawn->label_of)
        by_residue.push_back(examples[one]);
      examples = std::move(by_residue);
    }
  }
  std::size_t table_size = text_size(form);
  for (std::size_t i = 0; i < group.size(); ++i)
    table_size += examples.size() * kEntrySize;
  struct Integers {
    SequenceForm real;
    std::optional<SequenceForm> imaginary;
  };
  std::vector<Integers> integers;
  std::size_t integer_size = 0;
  for (const Labelled* one : group) {
    if (!one->is_integer) break;
    integers.push_back({shortest_form(one->real, scramblings_), {}});
    integer_size += text_size(integers.back().real);
    if (one->imaginary.empty()) continue;
    integers.back().imaginary = shortest_form(one->imaginary, scramblings_);
    integer_size += text_size(*integers.back().imaginary);
  }
  const bool has_integers = integers.size() == group.size();
  const bool by_table = !has_integers || table_size < integer_size;
  if (std::min(table_size, has_integers ? integer_size : table_size) >=
      count * kEntrySize * group.size())
    return;
  for (std::size_t i = 0; i < group.size(); ++i) {
    CompactList& list = lists_[group[i]->list];
    list.sequence = add(by_table ? form : integers[i].real);
    if (by_table)
      list.table = examples;
    else if (integers[i].imaginary)
      list.imaginary = add(*integers[i].imaginary);
  }
}

CompactLists::CompactLists(const Case& test_case, std::size_t shortest)
    : scramblings_(scramblings_of(test_case.seed)) {
  std::vector<std::unique_ptr<Labelled>> all;
  const auto note = [&](const auto& list, std::size_t count, const auto& key) {
    auto one = std::make_unique<Labelled>();
    one->list = &list;
    if (label(count, key, one->labels, one->examples))
      all.push_back(std::move(one));
    else
      all.push_back(nullptr);
  };
  const auto note_elements = [&](DType dtype,
                                 const std::vector<ElementBits>& list) {
    if (list.size() < shortest) return;
    note(list, list.size(), [&](std::size_t k) { return key_of(list, k); });
    std::vector<std::int64_t> real, imaginary;
    for (const ElementBits& bits : list) {
      const auto re = integer_of(dtype, bits.re);
      const auto im = is_complex(dtype) ? integer_of(dtype, bits.im) : 0;
      if (!re || !im) break;
      real.push_back(*re);
      if (is_complex(dtype)) imaginary.push_back(*im);
    }
    if (real.size() != list.size()) return;
    // The words of a hash fill all bits, so they are read without a sign.
    const bool is_varied =
        all.back() == nullptr || 2 * all.back()->examples.size() > list.size();
    if (is_narrow_integer(dtype) && is_varied)
      for (std::size_t k = 0; k < list.size(); ++k)
        real[k] = static_cast<std::int64_t>(list[k].re);
    if (all.back() == nullptr) {
      CompactList compact;
      SequenceForm form = shortest_form(real, scramblings_);
      std::size_t size = text_size(form);
      std::optional<SequenceForm> second;
      if (!imaginary.empty()) {
        second = shortest_form(imaginary, scramblings_);
        size += text_size(*second);
      }
      if (size >= list.size() * kEntrySize) return;
      compact.sequence = add(std::move(form));
      if (second) compact.imaginary = add(*std::move(second));
      lists_[&list] = compact;
      return;
    }
    all.back()->real = std::move(real);
    all.back()->imaginary = std::move(imaginary);
    all.back()->is_integer = true;
  };
  for (const CaseTensor& tensor : test_case.tensors)
    if (tensor.storage) note_elements(tensor.dtype, *tensor.storage);
  for (const Expectation& expectation : test_case.expect)
    for (const Permitted& permitted : expectation.any_of) {
      note_elements(expectation.dtype, permitted.values);
      const std::size_t parts = is_complex(expectation.dtype) ? 2 : 1;
      const auto& accept = permitted.accept;
      if (accept.size() / parts >= shortest)
        note(accept, accept.size() / parts, [&](std::size_t k) {
          Key key{};
          for (std::size_t part = 0; part < parts; ++part) {
            const Acceptance& one = accept[k * parts + part];
            // Where anything is accepted, the limits are not written.
            key[3 * part] = one.any ? 1 : 0;
            key[3 * part + 1] = one.any ? 0 : one.low;
            key[3 * part + 2] = one.any ? 0 : one.high;
          }
          return key;
        });
      if (permitted.bound.size() >= shortest)
        note(permitted.bound, permitted.bound.size(),
             [&](std::size_t k) { return key_of(permitted.bound, k); });
    }
  std::erase(all, nullptr);
  // Groups lists whose entries repeat together: the group then has hardly more
  // combinations of entries than its most varied list has entries.
  std::vector<bool> is_done(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_done[i]) continue;
    std::vector<Labelled*> group = {all[i].get()};
    std::vector<std::uint32_t> together = all[i]->labels;
    std::vector<std::size_t> combinations = all[i]->examples;
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (is_done[j] || all[j]->labels.size() != together.size()) continue;
      std::vector<std::uint32_t> labels;
      std::vector<std::size_t> examples;
      const std::size_t most =
          std::max(combinations.size(), all[j]->examples.size());
      if (!label(
              together.size(),
              [&](std::size_t k) {
                return Key{together[k], all[j]->labels[k], 0, 0, 0, 0};
              },
              labels, examples) ||
          examples.size() > 2 * most + 8 ||
          examples.size() > together.size() / 8)
        continue;
      is_done[j] = true;
      group.push_back(all[j].get());
      together = std::move(labels);
      combinations = std::move(examples);
    }
    write_group(group, together, std::move(combinations));
  }
}

}  // namespace assay
