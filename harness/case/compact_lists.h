// Which long lists of a case are written in a short form: a large case would
// otherwise take megabytes of text. Lists of one length often repeat the same
// few entries at the same places, as operands and results of an elementwise op
// do. These share one sequence of numbers, and each has a table of entries.
// Tested by tests/harness/case/sequence_json_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/integer_sequence.h"
#include "harness/case/shortest_form.h"

namespace assay {

// A list in short form. With a table, entry k of the list is entry
// table[term k] of it; the table names entries by a place where each stands in
// the whole list. Without one, the elements are the terms themselves, of a
// second sequence for imaginary parts.
struct CompactList {
  std::size_t sequence = 0;
  std::optional<std::size_t> imaginary;
  std::optional<std::vector<std::size_t>> table;
};

// The short forms of a case's lists.
class CompactLists {
 public:
  // Finds the lists of at least `shortest` entries that get shorter.
  CompactLists(const Case& test_case, std::size_t shortest);

  const std::vector<SequenceForm>& sequences() const { return sequences_; }
  // Returns the short form of a list of the case, or null: it is written out.
  // Lists are told apart by their address.
  template <typename T>
  const CompactList* find(const std::vector<T>& list) const {
    const auto found = lists_.find(&list);
    return found == lists_.end() ? nullptr : &found->second;
  }

 private:
  struct Labelled;
  void write_group(const std::vector<Labelled*>& group,
                   const std::vector<std::uint32_t>& labels,
                   std::vector<std::size_t> examples);
  std::size_t add(SequenceForm form);

  std::vector<Scrambling> scramblings_;
  std::vector<SequenceForm> sequences_;
  std::map<const void*, CompactList> lists_;
};

// Returns the integer that an element component is, if it is one of at most
// 2^53 in magnitude and not -0; and the way back, nothing where the dtype has
// no such element. Integer dtypes take any integer, modulo 2^bits.
std::optional<std::int64_t> integer_of(DType dtype, std::uint64_t bits);
std::optional<std::uint64_t> component_of(DType dtype, std::int64_t integer);

}  // namespace assay
