// Lists the sources of the clauses of op set protocol, and what tenferro says
// of sessions, places, memory and fused plans. Tested by
// tests/spec/sources_test.cc.
#pragma once

#include "spec/clause_source.h"

namespace assay {

inline constexpr ClauseSource kProtocolSources[] = {
    {"session.same_bits", Place::kHome,
     "A session keeps threads and plans, which no element depends on."},
    {"session.results_outlive", Place::kHome,
     "A caller reads its results when it likes; a pool of the session that "
     "owns them would take them away."},
    {"session.survives_error", Place::kHome,
     "A typed error is an answer, and a program goes on after it."},
    {"session.repeatable", Place::kKit,
     "What one session leaves behind must not change the next one."},
    {"session.empty", Place::kKit,
     "A caller may find out within a session that there is nothing to do."},
    {"session.isolated", Place::kKit,
     "A session belongs to its context, so state that is global to the "
     "process is not its state."},
    {"placement.round_trip"},
    {"placement.fresh", Place::kHome,
     "Memory of a device is not that of the host; a transfer that aliases on "
     "shared memory would behave unlike one that does not."},
    {"placement.result"},
    {"placement.refused"},
    {"placement.no_fallback"},
    {"placement.hint"},
    {"placement.after", Place::kKit,
     "A backend that refuses every call would keep all other clauses."},
    {"placement.unknown"},
    {"reclaim.live_kept", Place::kHome,
     "A pool that hands out the memory of a living tensor corrupts it."},
    {"reclaim.never_visible", Place::kHome,
     "A kernel that expects fresh memory to be zero finds old elements in "
     "memory that is used again."},
    {"reclaim.wrapped", Place::kKit,
     "Memory that was wrapped belongs to the host, which may unmap it."},
    {"reclaim.other_dtype", Place::kKit,
     "Memory of bytes with an odd size may end at any address."},
    {"reclaim.double", Place::kHome,
     "The first call has taken the caller's reference."},
    {"donation.same_bits", Place::kHome,
     "A donation is about memory, and elements do not depend on it."},
    {"donation.others_kept", Place::kHome,
     "The caller goes on using what it did not give up."},
    {"donation.contents", Place::kHome,
     "The operand's memory may hold a result, parts of one, or what it held."},
    {"donation.result_alias", Place::kHome,
     "Using donated memory for a result is what a donation permits."},
    {"donation.permission", Place::kHome,
     "Not every result fits into the memory that an operand leaves."},
    {"donation.failed", Place::kHome,
     "A call may fail before or after it has used the memory."},
    {"fusion.decline"},
    {"fusion.exact_bits", Place::kHome,
     "IEEE 754 rounds each operation; a contraction of product and sum leaves "
     "out one rounding."},
    {"fusion.local", Place::kKit,
     "The bound of an op holds for any operands, so also for those that "
     "earlier steps of a plan have computed."},
    {"fusion.outputs_independent", Place::kKit,
     "Which results a caller looks at must not change them."},
    {"fusion.value_special", Place::kKit,
     "A fused kernel is written anew, and drops what the single kernels keep."},
    {"fusion.reuse", Place::kKit,
     "Registers that are assigned by last use go wrong where an id is used "
     "again."},
    {"fusion.views"},
    {"fusion.sizes", Place::kKit,
     "Blocks and vectors have tails, and a plan has its own loop."},
    {"fusion.long", Place::kKit,
     "Tables of fixed size overflow after some number of steps."},
    {"fusion.ids", Place::kHome,
     "A plan is a list without cycles, in the order of its steps."},
    {"fusion.dtype", Place::kHome, "One loop has elements of one dtype."},
    {"fusion.shape", Place::kHome, "One loop walks one shape."},
    {"fusion.op", Place::kHome,
     "Only ops that work element by element can share a loop."},
    {"protocol.unsupported"},
};

inline constexpr SourceStatement kProtocolStatements[] = {
    {Place::kTenferroSession, 1,
     "A session brackets operations of one context so that they can share "
     "state; results are those of the operations.",
     "session.value"},
    {Place::kTenferroSession, 1,
     "An operation that a backend does not have answers a typed error.",
     "protocol.unsupported"},
    {Place::kTenferroPlacement, 2,
     "Tensors are uploaded from the host and downloaded to it, with their "
     "elements unchanged.",
     "placement.round_trip"},
    {Place::kTenferroPlacement, 1,
     "Operations leave their results where the backend computes.",
     "placement.result"},
    {Place::kTenferroPlacement, 2,
     "An operand in another place is an error whose message names the "
     "transfer that is missing; there is no silent computation elsewhere.",
     "placement.refused placement.no_fallback placement.hint "
     "placement.unknown"},
    {Place::kTenferroMemory,
     1,
     "A backend may take a buffer back and use its memory again.",
     {},
     "a permission, whose limits are this kit's clauses"},
    {Place::kTenferroMemory,
     1,
     "Operations have forms that consume their operands.",
     {},
     "a permission, whose limits are this kit's clauses"},
    {Place::kTenferroFusion, 1,
     "A backend may carry out a chain of elementwise operations at once, or "
     "decline to.",
     "fusion.decline"},
    {Place::kTenferroFusion, 1, "A plan may broadcast its operands on the way.",
     "fusion.views"},
};

}  // namespace assay
