// Says how each clause is tested: with which values, shape and program. The
// value clauses of elementwise ops and casts need no row, because their
// operands come from the pool of the clause.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <variant>

#include "harness/operands/operand_pool.h"
#include "harness/operands/value_kind.h"
#include "spec/op_lookup.h"
#include "spec/profile.h"
#include "spec/shape.h"

namespace assay {

// Says what shape the operand must have.
enum class CaseShape : std::uint8_t {
  kAny,     // small, without axes of extent 0
  kLadder,  // one axis or rows, near vector widths and blocks
  kRankZero,
  kHighRank,     // 4 to 32 axes, most of extent 1
  kEmpty,        // an axis of extent 0
  kEmptyAxis,    // a reduced axis of extent 0
  kEmptyResult,  // a kept axis of extent 0
  kNoAxes,       // an empty set of axes to reduce
  kLongAxis,     // a reduced axis of hundreds or thousands of elements
  kLongest,      // 2^25 elements, given by stride 0
};

// Says which steps surround the op.
enum class CaseProgram : std::uint8_t {
  kSingle,      // the op alone
  kTwice,       // the same call into two outs: same bits
  kTwoLayouts,  // operands contiguous and not: same bits
  kAlias,       // out is the first operand
  kZeroCopy,    // a write to the base shows in the result
  kMayCopy,     // it may show or not
  kFresh,       // it does not show
  kNeighbours,  // the destination's whole storage is compared
  kMetadata,    // only dtype, shape and contiguity are compared
  kOverlap,     // source and destination share elements
};

// Returns whether the clause of a family is tested on an op.
using OpTest = bool (*)(const OpSpec& op);

// Returns whether the clause is tested on a pair of dtypes.
using PairTest = bool (*)(DType dtype, DType result);

// Returns whether a profile defines the answer to a call that breaks the
// clause's precondition.
using ProfileTest = bool (*)(const Profile& profile);

// These enumerations say what is special about a case. Each is defined with the
// rows of its family in clause_rows/, and only the builder of that family reads
// it.
enum class ReductionCase : int;
enum class RandomCase : int;
enum class IndexingCase : int;
enum class WindowCase : int;
enum class MatmulCase : int;
enum class FourierCase : int;
enum class LinalgTrial : int;
enum class ConvolutionCase : int;
enum class PoolCase : int;
enum class LinearCase : int;
enum class RegionCase : int;
enum class IndexedCase : int;
enum class StatisticsCase : int;
enum class QuantizationCase : int;
enum class StructureCase : int;
enum class LaxIndexingCase : int;
enum class DotCase : int;
enum class EinsumCase : int;
using Special =
    std::variant<std::monostate, ReductionCase, RandomCase, IndexingCase,
                 WindowCase, MatmulCase, FourierCase, LinalgTrial,
                 ConvolutionCase, PoolCase, LinearCase, RegionCase, IndexedCase,
                 StatisticsCase, QuantizationCase, StructureCase,
                 LaxIndexingCase, DotCase, EinsumCase>;

// Says how one clause is tested.
struct ClauseCase {
  std::string_view clause;
  DTypeSet dtypes = kEveryDType;
  ValueKind values = ValueKind::kPlain;
  CaseShape shape = CaseShape::kAny;
  CaseProgram program = CaseProgram::kSingle;
  OpTest on = nullptr;
  PairTest on_pair = nullptr;         // null: on every pair
  ProfileTest answered_by = nullptr;  // for preconditions; null: no profile
  bool sums_and_products = false;     // only variants that accumulate
  bool set_only = false;              // only variants that do not add
  std::string_view variant = {};      // if set, only these, between blanks
  bool not_for_products = false;
  bool every_layout = false;   // one case per layout
  bool further_cases = false;  // the fourth and later cases are of another kind
  Special special = {};        // interpreted by the family's builder
  int least_cases = 0;         // the fewest cases at level standard
};

// Returns what is special about a case of a family: the first enumerator if the
// row says nothing. Aborts if the row belongs to another family.
template <typename OfFamily>
constexpr OfFamily special_of(const ClauseCase& row) {
  if (const auto* special = std::get_if<OfFamily>(&row.special))
    return *special;
  if (!std::holds_alternative<std::monostate>(row.special)) std::abort();
  return OfFamily{};
}

// Returns the shape with axes of extent 1 inserted until its rank is one of 4
// to 32, chosen by `number`.
Shape with_high_rank(const Shape& shape, int number);

// Returns the row of a clause, or null if its operands come from a pool.
const ClauseCase* clause_case(std::string_view clause);

// Returns whether the clause can be tested on this cell under the profile. Some
// profiles define indices out of range, which is otherwise the caller's error.
bool is_applicable(Op op, std::string_view variant, DType dtype, DType result,
                   std::string_view clause, const Profile& profile = kNx);

// Returns the clause whose operands are used in cases about something else: the
// op's first own clause that its pool has.
std::string_view plain_clause(Op op, DType dtype, DType result);

}  // namespace assay
