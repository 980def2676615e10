// Lists how the clauses of the memory family and its ops are tested: with which
// dtypes, values, shapes and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_rows/row_parts.h"
#include "harness/families/op_rows.h"

namespace assay {

// Returns whether the op copies elements, into a tensor or to or from the host.
constexpr bool copies_elements(const OpSpec& op) {
  return op.signature.delivery == Delivery::kShared ||
         op.signature.delivery == Delivery::kKept ||
         op.signature.delivery == Delivery::kHosted;
}
// Says about an op what the clauses of the family depend on.
struct MemoryTraits {
  Op op;
  bool is_contiguous = false;  // the result must be C-contiguous
  bool takes_views = true;     // if false, the op sees only an element count
};
inline constexpr MemoryTraits kMemoryTraits[] = {
    {.op = "buffer"_op, .is_contiguous = true},
    {.op = "full"_op, .is_contiguous = true},
    {.op = "from_host"_op, .takes_views = false},
    {.op = "to_host"_op},
    {.op = "contiguous"_op, .is_contiguous = true},
    {.op = "copy"_op},
    {.op = "assign"_op},
    {.op = "view"_op},
    {.op = "dtype"_op},
    {.op = "context"_op},
};
static_assert(is_complete("memory", kMemoryTraits));

constexpr const MemoryTraits& memory_traits(Op op) {
  return row_for(op, kMemoryTraits);
}
inline bool takes_views(const OpSpec& op) {
  return memory_traits(*op_named(op.name)).takes_views;
}
inline bool copies_views(const OpSpec& op) {
  return copies_elements(op) && takes_views(op);
}
// Returns whether the op copies elements and a backend executes it as a call.
constexpr bool is_called_to_copy(const OpSpec& op) {
  return copies_elements(op) && op.signature.is_executed();
}

inline constexpr ClauseCase kMemoryClauseCases[] = {
    {.clause = "buffer.metadata"_clause, .program = CaseProgram::kMetadata},
    {.clause = "buffer.contents"_clause, .program = CaseProgram::kMetadata},

    {.clause = "full.value"_clause, .values = ValueKind::kBoundary},
    {.clause = "full.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},

    {.clause = "from_host.value"_clause, .values = ValueKind::kPayloads},

    {.clause = "to_host.value"_clause, .values = ValueKind::kPayloads},

    {.clause = "contiguous.value"_clause},
    {.clause = "contiguous.layout"_clause, .every_layout = true},
    {.clause = "contiguous.offset"_clause, .program = CaseProgram::kFresh},
    {.clause = "contiguous.may_share"_clause, .program = CaseProgram::kMayCopy},

    {.clause = "copy.value"_clause},
    {.clause = "copy.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},

    {.clause = "assign.value"_clause},
    {.clause = "assign.neighbours"_clause, .program = CaseProgram::kNeighbours},
    {.clause = "assign.overlap"_clause, .program = CaseProgram::kOverlap},
    {.clause = "assign.repeated"_clause, .program = CaseProgram::kMetadata},

    {.clause = "view.metadata"_clause},

    {.clause = "dtype.metadata"_clause},

    {.clause = "context.owner"_clause},

    {.clause = "memory.strided_operands"_clause,
     .on = copies_views,
     .every_layout = true},
    {.clause = "memory.bits"_clause,
     .dtypes = kWithNan,
     .values = ValueKind::kPayloads,
     .on = copies_elements},
    {.clause = "memory.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "memory.rank_zero"_clause, .shape = CaseShape::kRankZero},
    {.clause = "memory.high_rank"_clause,
     .shape = CaseShape::kHighRank,
     .on = takes_views},
    {.clause = "memory.operands_kept"_clause, .on = is_called_to_copy},
};

}  // namespace assay
