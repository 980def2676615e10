// Builds elementwise ops and casts at all sizes. Many elements share few tuples
// of operands, so that the oracle answers once for each tuple.
// Tested by tests/harness/ladder/ladder_test.cc.
#include <algorithm>
#include <cmath>

#include "harness/families/clause_cases.h"
#include "harness/ladder/ladder.h"
#include "harness/ladder/ladder_parts.h"
#include "harness/operands/exact_operands.h"
#include "harness/operands/operand_pool.h"
#include "spec/cells.h"
#include "spec/float_codec.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// The most boundary tuples in a case. Functions have fewer, because the oracle
// needs microseconds for each value.
constexpr std::uint64_t kMostBoundary = 4000;
constexpr std::uint64_t kMostOfFunctions = 300;
constexpr std::size_t kMostHard = 100;
constexpr std::size_t kMostEdges = 60;
// From this rung on, most operands of functions are easy.
constexpr int kSparseRung = 3;

Shape elementwise_shape(const CaseBuilder& builder) {
  const std::int64_t extent = builder.structure().shape[0];
  if (builder.plan().layout == Layout::kSeveral) return varied_shape(builder);
  if (builder.plan().layout != Layout::kContiguous)
    return block_shape(builder, 3002);
  if (builder.plan().number % 2 == 0) return {extent};
  const std::int64_t rows = 2 + builder.structure().choose(0, 6);
  return {rows, std::max<std::int64_t>(extent / rows, 1)};
}

// Lists the functions for which easy_tuple() takes 1 instead of 0. The cases of
// a function that is missing here are slow but right.
constexpr Op kEasyAtOne[] = {"log"_op, "acos"_op, "pow"_op};

// Returns operands for which a function has a value that needs no series. Most
// elements of its longest cases have them. They are 0, or 1 if the function has
// no such value at 0.
OperandTuple easy_tuple(const PlannedCase& plan) {
  const bool is_one = std::find(std::begin(kEasyAtOne), std::end(kEasyAtOne),
                                plan.op) != std::end(kEasyAtOne);
  const ElementBits operand = small_integer(plan.dtype, is_one ? 1 : 0);
  return {operand, small_integer(plan.dtype, 1)};
}

// Says which tuples a case draws, and where.
struct Mixture {
  std::uint32_t plain = kTupleCount;  // at any place
  std::uint32_t special = 0;  // at the edges, and at one of `every` places
  std::uint64_t every = 16;
  bool is_sparse = false;  // elsewhere the last tuple, instead of plain ones
};

// Draws an argument from each sixteenth of every binade near 1, where kernels
// switch methods, and some from any binade.
std::vector<OperandTuple> drawn_from_binades(DType dtype, ValueStream& stream) {
  constexpr int kLowest = -6, kHighest = 10, kParts = 16, kOthers = 64;
  std::vector<OperandTuple> tuples;
  if (!is_real(dtype)) return tuples;
  const FloatFormat& format = format_of(dtype);
  const auto add = [&](double value) {
    if (stream.below(2) == 0) value = -value;
    tuples.push_back({ElementBits{encode_real(format, value), 0}});
  };
  for (int binade = std::max(kLowest, format.min_exponent);
       binade <= std::min(kHighest, format.max_exponent - 1); ++binade)
    for (int part = 0; part < kParts; ++part)
      add(std::ldexp(1 + (part + stream.unit()) / kParts, binade));
  const auto binades =
      static_cast<std::uint64_t>(format.max_exponent - format.min_exponent);
  for (int i = 0; i < kOthers; ++i) {
    const double significand = 1 + stream.unit();
    add(std::ldexp(significand, format.min_exponent +
                                    static_cast<int>(stream.below(binades))));
  }
  return tuples;
}

// Returns the tuples for a case of a clause about values: some of the hard
// operands, boundary tuples, arguments from all binades, and random ones.
std::vector<OperandTuple> special_tuples(const PlannedCase& plan,
                                         ValueStream& stream) {
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const auto hard = pool.hard(plan.clause);
  // Takes only some of the hard operands, because smaller cases have all of
  // them, and values of every size need room next to each other.
  std::vector<OperandTuple> tuples;
  for (std::size_t i = 0; i < std::min(hard.size(), kMostHard); ++i)
    tuples.push_back(hard[stream.below(hard.size())]);
  const std::uint64_t start = stream.next() >> 1;
  const std::uint64_t boundaries =
      std::min(pool.boundary_count(plan.clause),
               !is_function(plan.cell()) ? kMostBoundary
               : is_complex(plan.dtype)  ? kMostOfFunctions / 3
                                         : kMostOfFunctions);
  for (std::uint64_t i = 0; i < boundaries; ++i)
    tuples.push_back(pool.boundary(plan.clause, start + i));
  const Signature& signature = spec_of(plan.op).signature;
  if (signature.is_lifted() && signature.operands.size() == 1)
    for (const OperandTuple& tuple : drawn_from_binades(plan.dtype, stream))
      if (pool.governs(plan.clause, tuple)) tuples.push_back(tuple);
  for (int i = 0; i < 40; ++i) tuples.push_back(pool.draw(plan.clause, stream));
  for (std::size_t i = 0; i < tuples.size(); ++i)
    std::swap(tuples[i], tuples[i + stream.below(tuples.size() - i)]);
  return tuples;
}

// Returns the number of the tuple of each element. Special tuples are spread so
// that they occur in every lane.
std::vector<std::uint32_t> choose_entries(std::int64_t count,
                                          std::uint64_t seed,
                                          const Mixture& mixture,
                                          ValueStream& stream) {
  std::vector<std::uint32_t> entries(static_cast<std::size_t>(count));
  // Special tuples follow each other, so that as many different ones as
  // possible occur.
  std::uint32_t next = 0;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::uint64_t word = scrambled(seed, k);
    const bool is_one_of_many = (word >> 32) % mixture.every == 0;
    const bool is_special = is_one_of_many && mixture.special > 0;
    entries[k] = static_cast<std::uint32_t>(
        is_special ? mixture.plain + next++ % mixture.special
        : mixture.is_sparse && !is_one_of_many ? mixture.plain + mixture.special
                                               : word % mixture.plain);
  }
  for (const std::int64_t place : edges(count, kMostEdges, stream))
    entries[static_cast<std::size_t>(place)] = static_cast<std::uint32_t>(
        mixture.special > 0 ? mixture.plain + stream.below(mixture.special)
                            : stream.below(mixture.plain));
  return entries;
}

}  // namespace

void build_elementwise_rung(CaseBuilder& builder) {
  const PlannedCase& plan = builder.plan();
  const Shape shape = elementwise_shape(builder);
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  const std::string_view plain = plain_clause(plan.op, plan.dtype, plan.result);
  const bool is_special = pool.has(plan.clause);
  const bool is_costly = is_function(plan.cell());
  ValueStream stream(builder.seed(), kTupleStream);
  std::vector<OperandTuple> tuples;
  for (std::uint32_t i = 0; i < kTupleCount; ++i) {
    tuples.push_back(pool.plain(plain, stream));
    // Random numbers are hardly ever equal, so some tuples are made so.
    OperandTuple equal = tuples.back();
    equal[1] = equal[0];
    if (i % 4 == 0 && pool.governs(plain, equal)) tuples.back() = equal;
  }
  Mixture mixture{.is_sparse = plan.rung >= kSparseRung && is_costly};
  if (plan.rung == kSparseRung) mixture.every = 4;
  if (plan.rung >= kTenMillionRung) mixture.every = 4096;
  if (is_special) {
    const auto special = special_tuples(plan, stream);
    tuples.insert(tuples.end(), special.begin(), special.end());
    mixture.special = static_cast<std::uint32_t>(special.size());
    mixture.every = !mixture.is_sparse ? 2 : plan.rung == kSparseRung ? 3 : 16;
  }
  if (mixture.is_sparse) tuples.push_back(easy_tuple(plan));
  std::vector<std::uint32_t> entries =
      choose_entries(element_count(shape), stream.next(), mixture, stream);
  const Signature& signature = spec_of(plan.op).signature;
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < signature.operands.size(); ++i) {
    operands.emplace_back(signature.operands[i].name);
    builder.add_tensor(operands[i],
                       dtype_by(signature.operands[i].role, plan.cell()), shape,
                       builder.layout_of(i),
                       [&](std::size_t k) { return tuples[entries[k]][i]; });
  }
  const DType result = dtype_by(signature.results[0].role, plan.cell());
  builder.add_writing_program(operands, {}, result, shape);
  // If elements share storage, they differ from the tuples that were chosen.
  if (!repeats_elements(plan.layout)) builder.share_answers(std::move(entries));
}

}  // namespace assay
