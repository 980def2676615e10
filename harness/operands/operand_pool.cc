// Combines the values of each dtype and keeps a list of tuples for each clause.
// Tested by tests/harness/operands/operand_pool_test.cc.
#include "harness/operands/operand_pool.h"

#include <memory>
#include <span>
#include <tuple>

#include "harness/operands/boundary_values.h"
#include "harness/operands/governing_clause.h"
#include "harness/operands/hard_operands.h"
#include "harness/operands/value_kind.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

bool is_binary(Op op) { return spec_of(op).signature.operands.size() > 1; }

// Returns whether the first operand is a condition (bool), so that only the
// others have the dtype of the cell.
bool has_condition(Op op) {
  return spec_of(op).signature.operands[0].role == Role::kBool;
}

// Returns the values to combine. They are the boundary values, or all patterns
// for an 8-bit float. For complex dtypes each boundary value is combined with
// three others, and both sides of every branch cut are added: points of the
// axes, within and beyond 1, next to a zero of either sign.
std::vector<ElementBits> elements_of_interest(DType dtype) {
  std::vector<ElementBits> elements;
  const auto& boundary = boundary_values(dtype);
  if (is_real(dtype) && spec_of(dtype).bits == 8) {
    for (std::uint64_t bits = 0; bits < 256; ++bits)
      elements.push_back({bits, 0});
  } else if (!is_complex(dtype)) {
    for (const BoundaryValue& value : boundary)
      elements.push_back({value.bits, 0});
  } else {
    for (std::size_t i = 0; i < boundary.size(); ++i)
      for (std::size_t shift : {0u, 5u, 32u})
        elements.push_back(
            {boundary[i].bits, boundary[(i + shift) % boundary.size()].bits});
    const FloatFormat& format = format_of(dtype);
    for (double zero : {0.0, -0.0})
      for (double part : {0.5, -0.5, 2.0, -2.0}) {
        const std::uint64_t side = encode_real(format, zero);
        const std::uint64_t bits = encode_real(format, part);
        elements.push_back({side, bits});
        elements.push_back({bits, side});
      }
  }
  return elements;
}

}  // namespace

OperandPool::OperandPool(Op op, DType dtype, DType result)
    : op_(op),
      dtype_(dtype),
      result_(result),
      values_(elements_of_interest(dtype)) {
  // All pairs of a long list find little more than every third one.
  const std::size_t step = is_binary(op) && values_.size() > 128 ? 3 : 1;
  for (std::size_t i = 0; i < values_.size(); ++i)
    for (std::size_t j = 0; j < (is_binary(op) ? values_.size() : 1);
         j += step) {
      const OperandTuple tuple =
          has_condition(op)
              ? OperandTuple{ElementBits{i & 1, 0}, values_[i], values_[j]}
              : OperandTuple{values_[i], values_[j]};
      places_[clause_of(tuple)].push_back(
          {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(j)});
    }
  for (const OperandTuple& tuple : hard_operands(op, dtype, result))
    if (const auto clause = clause_of(tuple); has(clause))
      hard_[clause].push_back(tuple);
}

std::string_view OperandPool::clause_of(const OperandTuple& tuple) const {
  if (is_left_open(op_, dtype_, tuple)) return {};
  if (spec_of(op_).signature.is_paired())
    return governing_cast_clause(dtype_, result_, tuple[0]);
  return governing_clause(op_, dtype_, tuple);
}

const OperandPool& OperandPool::of(Op op, DType dtype, DType result) {
  static auto* const pools = new std::map<std::tuple<Op, DType, DType>,
                                          std::unique_ptr<OperandPool>>();
  auto& pool = (*pools)[{op, dtype, result}];
  if (!pool) pool.reset(new OperandPool(op, dtype, result));
  return *pool;
}

bool OperandPool::has(std::string_view clause) const {
  return places_.contains(clause);
}

std::span<const OperandTuple> OperandPool::hard(std::string_view clause) const {
  const auto found = hard_.find(clause);
  if (found == hard_.end()) return {};
  return found->second;
}

OperandTuple OperandPool::random_tuple(ValueKind kind,
                                       ValueStream& stream) const {
  OperandTuple tuple;
  for (ElementBits& bits : tuple) bits = draw_element(kind, dtype_, stream);
  if (has_condition(op_)) tuple[0] = {stream.below(2), 0};
  return tuple;
}

OperandTuple OperandPool::plain(std::string_view clause,
                                ValueStream& stream) const {
  for (int attempt = 0; attempt < 16; ++attempt) {
    const OperandTuple tuple = random_tuple(ValueKind::kPlain, stream);
    if (clause_of(tuple) == clause) return tuple;
  }
  return draw(clause, stream);
}

OperandTuple OperandPool::draw(std::string_view clause,
                               ValueStream& stream) const {
  if (stream.below(2) == 0) {
    for (int attempt = 0; attempt < 4; ++attempt) {
      const auto kind =
          stream.below(2) == 0 ? ValueKind::kPlain : ValueKind::kBits;
      const OperandTuple tuple = random_tuple(kind, stream);
      if (clause_of(tuple) == clause) return tuple;
    }
  }
  const auto& places = places_.at(clause);
  return tuple_at(places[stream.below(places.size())]);
}

OperandTuple OperandPool::boundary(std::string_view clause,
                                   std::uint64_t position) const {
  // Neighbours in the list share an operand, so step by a prime larger than the
  // list.
  constexpr std::uint64_t kStep = 1000003;
  const auto& places = places_.at(clause);
  const std::uint64_t size = places.size();
  return tuple_at(places[position % size * kStep % size]);
}

OperandTuple OperandPool::tuple_at(std::array<std::uint16_t, 2> place) const {
  const auto [i, j] = place;
  if (has_condition(op_))
    return {ElementBits{i & 1u, 0}, values_[i], values_[j]};
  return {values_[i], values_[j]};
}

}  // namespace assay
