// Sorts operand tuples by the clause that governs them: combinations of
// boundary values, and the op's hard operands. A pool is made once per cell.
// Tested by tests/harness/operands/operand_pool_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "harness/case/seed.h"
#include "harness/operands/value_kind.h"
#include "spec/op_lookup.h"

namespace assay {

// Returns whether cases of the op take their operands from a pool: each element
// of the result depends on the elements of at most two operands of the cell,
// and on no attribute. The calls of other ops that work by element are drawn,
// and so are those of ops with only some pairs of dtypes: a pool of pairs is
// sorted by the clauses of cast.
constexpr bool has_pool(const OpSpec& spec) {
  std::size_t of_cell = 0;
  for (const Argument& operand : spec.signature.operands)
    of_cell += operand.role == Role::kCell ? 1 : 0;
  const bool has_some_pairs =
      spec.signature.is_paired() && spec.pair_need != nullptr;
  return spec.signature.is_by_element && spec.attributes.empty() &&
         of_cell <= 2 && !has_some_pairs;
}
inline bool has_pool(Op op) { return has_pool(spec_of(op)); }

// Holds the operand elements of one result element. Entries beyond the op's
// operand count are unused.
using OperandTuple = std::array<ElementBits, 3>;

// Holds the operand tuples of one cell, sorted by clause.
class OperandPool {
 public:
  // Returns the pool of an elementwise op, or of a cast to `result`. It lives
  // until the program ends.
  static const OperandPool& of(Op op, DType dtype, DType result);

  // Returns whether the clause governs any boundary tuple.
  bool has(std::string_view clause) const;

  // Returns whether the clause governs a tuple.
  bool governs(std::string_view clause, const OperandTuple& tuple) const {
    return clause_of(tuple) == clause;
  }

  // Returns how many boundary tuples the clause governs; has() must be true for
  // it.
  std::uint64_t boundary_count(std::string_view clause) const {
    return places_.at(clause).size();
  }

  // Returns a boundary tuple that the clause governs. Consecutive positions
  // give every such tuple before one repeats.
  OperandTuple boundary(std::string_view clause, std::uint64_t position) const;

  // Returns the hard operands that the clause governs (hard_operands.h). A
  // clause without boundary tuples has none.
  std::span<const OperandTuple> hard(std::string_view clause) const;

  // Draws a tuple that the clause governs: sometimes a boundary tuple,
  // sometimes a random one.
  OperandTuple draw(std::string_view clause, ValueStream& stream) const;

  // Draws a tuple of plain values if the clause governs any. Cases about
  // layouts and counts use it, because they should fail for no other reason.
  OperandTuple plain(std::string_view clause, ValueStream& stream) const;

 private:
  OperandPool(Op op, DType dtype, DType result);
  std::string_view clause_of(const OperandTuple& tuple) const;
  OperandTuple tuple_at(std::array<std::uint16_t, 2> place) const;
  OperandTuple random_tuple(ValueKind kind, ValueStream& stream) const;

  Op op_;
  DType dtype_;
  DType result_;
  std::vector<ElementBits> values_;
  // For each clause, pairs of positions in values_.
  std::map<std::string_view, std::vector<std::array<std::uint16_t, 2>>> places_;
  std::map<std::string_view, std::vector<OperandTuple>> hard_;
};

}  // namespace assay
