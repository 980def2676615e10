// Operand tuples sorted by the clause that governs them: all combinations of
// boundary values, and the hard operands of the op, made once per cell.
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
#include "spec/op_table.h"

namespace assay {

// The operand elements of one result element; entries beyond the op's operand
// count are unused.
using OperandTuple = std::array<ElementBits, 3>;

class OperandPool {
 public:
  // The pool of an elementwise op, or of a cast to `result`.
  static const OperandPool& of(Op op, DType dtype, DType result);

  // Returns whether any combination is governed by the clause.
  bool has(std::string_view clause) const;

  // Returns whether the clause governs a tuple.
  bool governs(std::string_view clause, const OperandTuple& tuple) const {
    return clause_of(tuple) == clause;
  }

  // Returns how many boundary tuples a clause governs that has some.
  std::uint64_t boundary_count(std::string_view clause) const {
    return places_.at(clause).size();
  }

  // Returns a boundary tuple that the clause governs; one position after the
  // other, none comes twice before all have come.
  OperandTuple boundary(std::string_view clause, std::uint64_t position) const;

  // Returns the hard operands that the clause governs (hard_operands.h). There
  // are none for a clause that no boundary tuple is governed by.
  std::span<const OperandTuple> hard(std::string_view clause) const;

  // Draws a tuple that the clause governs: now a boundary one, now a random
  // one.
  OperandTuple draw(std::string_view clause, ValueStream& stream) const;

  // Draws a tuple of plain values, as long as the clause governs some: for
  // cases about layouts and counts, which should fail for nothing else.
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
  // Per clause, pairs of places in values_.
  std::map<std::string_view, std::vector<std::array<std::uint16_t, 2>>> places_;
  std::map<std::string_view, std::vector<OperandTuple>> hard_;
};

}  // namespace assay
