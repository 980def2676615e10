// Chooses which long lists of a case are written in short form; a large case
// would otherwise take megabytes of text. Lists of one length often repeat the
// same few entries at the same places, as the operands and results of an
// elementwise op do. Such lists share one sequence of numbers, and each has a
// table of its entries.
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

// Describes a list in short form. With a table, entry k of the list is entry
// table[term k] of the list: the table names each entry by a place where it
// occurs. Without a table, the terms of `sequence` are the elements, and the
// terms of `imaginary` their imaginary parts.
struct CompactList {
  std::size_t sequence = 0;
  std::optional<std::size_t> imaginary;
  std::optional<std::vector<std::size_t>> table;
};

// Holds the short forms of a case's lists.
class CompactLists {
 public:
  // Finds the lists with at least `shortest` entries that get shorter.
  CompactLists(const Case& test_case, std::size_t shortest);

  const std::vector<SequenceForm>& sequences() const { return sequences_; }
  // Returns the short form of a list of the case, or null if the list is
  // written out. Lists are identified by their address.
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

// Convert between an element component and an integer. The first returns
// nothing for fractions, for -0 and beyond 2^53 in magnitude; the second if the
// dtype cannot hold the integer. Integer dtypes take any integer, modulo
// 2^bits.
std::optional<std::int64_t> integer_of(DType dtype, std::uint64_t bits);
std::optional<std::uint64_t> component_of(DType dtype, std::int64_t integer);

}  // namespace assay
