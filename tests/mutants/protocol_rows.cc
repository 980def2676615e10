// Mutants of op set protocol, each with the clause that it breaks.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/fusion_mutants.h"
#include "tests/mutants/given_memory_mutants.h"
#include "tests/mutants/placement_mutants.h"
#include "tests/mutants/session_mutants.h"

namespace assay::mutants::arrays {
namespace {

const MutantRow kProtocolRows[] = {
    {"AnswersWhatItLacks", make<AnswersWhatItLacks>, "session",
     "protocol.unsupported"},
    {"KeepsTheLastOperand", make<KeepsTheLastOperand>, "session",
     "session.value"},
    {"KeepsTheLastOperand", make<KeepsTheLastOperand>, "session",
     "session.same_bits"},
    {"ForgetsManyCalls", make<ForgetsManyCalls>, "session",
     "session.same_bits"},
    {"DropsResultsAtTheEnd", make<DropsResultsAtTheEnd>, "session",
     "session.results_outlive"},
    {"StaysBroken", make<StaysBroken>, "session", "session.survives_error"},
    {"RemembersTheFirstSession", make<RemembersTheFirstSession>, "session",
     "session.repeatable", Verdict::kNondeterministic},
    {"NeedsACall", make<NeedsACall>, "session", "session.empty"},
    {"SharesTheSession", make<SharesTheSession>, "session", "session.isolated"},

    {"TransfersDropTheTail", make<TransfersDropTheTail<>>, "placement",
     "placement.round_trip"},
    {"LongTransfersDropTheTail", make<TransfersDropTheTail<1000>>, "placement",
     "placement.round_trip"},
    {"TransfersQuietNans", make<TransfersQuietNans>,
     "placement:*:dtype=float32", "placement.round_trip"},
    {"TransfersAlias", make<TransfersAlias>, "placement", "placement.fresh"},
    {"ResultsOnTheHost", make<ResultsOnTheHost>, "placement",
     "placement.result", Verdict::kWrongMetadata},
    {"RefusesTheFirstOperand", make<RefusesTheFirstOperand>, "placement",
     "placement.refused"},
    {"FallsBackSilently", make<FallsBackSilently>, "placement",
     "placement.refused"},
    {"WritesAndRefuses", make<WritesAndRefuses>, "placement",
     "placement.no_fallback"},
    {"RefusesWithoutAWord", make<RefusesWithoutAWord>, "placement",
     "placement.hint"},
    {"RefusesForGood", make<RefusesForGood>, "placement", "placement.after"},

    {"PoolsLivingBuffers", make<PoolsLivingBuffers<>>, "reclaim",
     "reclaim.live_kept", Verdict::kModifiedOperand},
    {"PoolsLongLivingBuffers", make<PoolsLivingBuffers<500>>, "reclaim",
     "reclaim.live_kept", Verdict::kModifiedOperand},
    {"TakesReusedMemoryForZeros", make<TakesReusedMemoryForZeros>, "reclaim",
     "reclaim.never_visible"},
    {"KeepsWrappedMemory", make<KeepsWrappedMemory>, "reclaim",
     "reclaim.wrapped", Verdict::kWroteOutside},
    {"Misaligns", make<Misaligns>, "reclaim", "reclaim.other_dtype"},

    {"OverwritesBeforeTheLastRead", make<OverwritesBeforeTheLastRead<>>,
     "donation", "donation.same_bits"},
    {"OverwritesLongOperands", make<OverwritesBeforeTheLastRead<100>>,
     "donation", "donation.same_bits"},
    {"UsesUpTheOthers", make<UsesUpTheOthers>, "donation",
     "donation.others_kept", Verdict::kModifiedOperand},
    {"DemandsToUseDonations", make<DemandsToUseDonations>, "donation",
     "donation.permission"},

    {"DeclinesAndWrites", make<DeclinesAndWrites>, "fusion", "fusion.decline",
     Verdict::kModifiedOperand},
    {"SwapsIds", make<SwapsIds>, "fusion", "fusion.exact_bits"},
    {"ContractsProducts", make<ContractsProducts>, "fusion:*:dtype=float32",
     "fusion.exact_bits"},
    {"ForgetsTheLastStep", make<ForgetsTheLastStep<2>>, "fusion",
     "fusion.exact_bits"},
    {"RepeatsTheFirstOutput", make<RepeatsTheFirstOutput>, "fusion",
     "fusion.exact_bits"},
    {"RoundsRoughly", make<RoundsRoughly>, "fusion:*:dtype=float32",
     "fusion.local"},
    {"DependsOnTheOutputs", make<DependsOnTheOutputs>, "fusion",
     "fusion.outputs_independent"},
    {"LosesSpecialValues", make<LosesSpecialValues>, "fusion",
     "fusion.value_special"},
    {"RenumbersDeadSteps", make<RenumbersDeadSteps>, "fusion", "fusion.reuse"},
    {"FillsWithTheFirstElement", make<FillsWithTheFirstElement>, "fusion",
     "fusion.views"},
    {"DropsTheTailOfPlans", make<DropsTheTailOfPlans>, "fusion",
     "fusion.sizes"},
    {"PlansModifyInputs", make<PlansModifyInputs>, "fusion",
     "fusion.operands_kept", Verdict::kModifiedOperand},
    {"VariesPlans", make<VariesPlans>, "fusion", "fusion.repeatable",
     Verdict::kNondeterministic},
    {"ForgetsTheLastOfManySteps", make<ForgetsTheLastStep<33>>, "fusion",
     "fusion.long"},
};

}  // namespace

std::span<const MutantRow> protocol_mutants() { return kProtocolRows; }

}  // namespace assay::mutants::arrays
