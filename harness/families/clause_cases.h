// Says how each clause is tested: with which values, shape and program. The
// value clauses of elementwise ops and casts need no row, because their
// operands come from the pool of the clause.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "harness/operands/value_kind.h"
#include "spec/op_table.h"
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

// Returns whether a family's clause is tested on an op.
using OpTest = bool (*)(const OpSpec& op);

// Returns whether a profile says what a backend does where the caller breaks a
// precondition.
using ProfileTest = bool (*)(const Profile& profile);

// What is special about a case, to the builder of its family alone. Each of
// these is defined beside the rows of its family, in clause_rows/.
enum class ReductionCase : int;
enum class RandomCase : int;
enum class IndexingCase : int;
enum class WindowCase : int;
enum class MatmulCase : int;
enum class FourierCase : int;
enum class LinalgTrial : int;
using Special =
    std::variant<std::monostate, ReductionCase, RandomCase, IndexingCase,
                 WindowCase, MatmulCase, FourierCase, LinalgTrial>;

struct ClauseCase {
  std::string_view clause;
  DTypeSet dtypes = kEveryDType;
  ValueKind values = ValueKind::kPlain;
  CaseShape shape = CaseShape::kAny;
  CaseProgram program = CaseProgram::kSingle;
  OpTest on = nullptr;
  ProfileTest answered_by = nullptr;  // of preconditions; null: by none
  bool sums_and_products = false;     // of the variants, only those
  bool set_only = false;              // of the variants, none that adds
  bool not_for_products = false;
  bool every_layout = false;   // one case per layout
  bool further_cases = false;  // from the fourth on, cases of another kind
  Special special = {};
  int least_cases = 0;  // how many the standard level has at least
};

// Returns what is special about a case of a family: its first enumerator where
// the row says nothing. Aborts if the row is of another family.
template <typename OfFamily>
constexpr OfFamily special_of(const ClauseCase& row) {
  if (const auto* special = std::get_if<OfFamily>(&row.special))
    return *special;
  if (!std::holds_alternative<std::monostate>(row.special)) std::abort();
  return OfFamily{};
}

// Returns the shape with axes of extent 1 put in, up to a rank of 4 to 32.
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

// Returns whether the op takes its operands from an OperandPool.
bool has_pool(Op op);

}  // namespace assay
