// Lists how the clauses of the fourier family and its ops are tested: with
// which lengths, elements and programs.
// Tested by tests/harness/families/clause_cases_test.cc.
#pragma once

#include "harness/families/clause_cases.h"
#include "spec/op_table.h"

namespace assay {

// Tells build_fourier() which lengths, elements and attributes to choose.
enum class FourierCase : int {
  kAny,
  kLengths,       // one axis, of each length of a list
  kOneHot,        // a single one at every place of a slice
  kConstant,      // lengths of at least 2, all elements equal
  kTurning,       // lengths of at least 3, which show the exponent's sign
  kExactSmall,    // lengths 1, 2 and 4 of small integers
  kIsolated,      // one slice has a NaN, an infinity or an overflow
  kNonfinite,     // every slice has one of these
  kRepeatedAxes,  // an axis twice; for complex transforms also none
  kGivenOut,      // a tensor is given for the result
  kSeveralAxes,   // every axis, the last one not in last place
  kGivenSizes,    // s, of the spectrum's own length
  kDefaultSize,   // no s
  kFitted,        // s, shorter or longer than the spectrum
  kIgnoredParts,  // imaginary parts in bins that have none
};

// Returns whether the op takes the lengths of its result. Only irfft does,
// because a spectrum does not tell how long its signal is.
constexpr bool takes_sizes(const OpSpec& op) {
  return op.has(AttributeKey::kSizes);
}

constexpr ClauseCase fourier_row(std::string_view clause, FourierCase special,
                                 int least_cases = 0) {
  const bool is_exact = special == FourierCase::kExactSmall;
  const bool is_ladder =
      special == FourierCase::kLengths || special == FourierCase::kOneHot;
  return {.clause = clause,
          .values = is_exact ? ValueKind::kExactSmall : ValueKind::kPlain,
          .shape = is_ladder ? CaseShape::kLadder : CaseShape::kAny,
          .special = special,
          .least_cases = least_cases};
}

inline constexpr ClauseCase kFourierClauseCases[] = {
    fourier_row("fft.value"_clause, FourierCase::kAny),
    fourier_row("fft.not_normalised"_clause, FourierCase::kConstant),
    fourier_row("fft.sign"_clause, FourierCase::kTurning),

    fourier_row("ifft.value"_clause, FourierCase::kAny),
    fourier_row("ifft.not_normalised"_clause, FourierCase::kConstant),
    fourier_row("ifft.sign"_clause, FourierCase::kTurning),

    fourier_row("rfft.value"_clause, FourierCase::kAny),
    fourier_row("rfft.half"_clause, FourierCase::kTurning, 4),
    fourier_row("rfft.last_first"_clause, FourierCase::kSeveralAxes, 4),
    fourier_row("rfft.not_normalised"_clause, FourierCase::kConstant),
    fourier_row("rfft.sign"_clause, FourierCase::kTurning),
    fourier_row("rfft.dtype"_clause, FourierCase::kAny),

    fourier_row("irfft.value"_clause, FourierCase::kAny),
    fourier_row("irfft.last_last"_clause, FourierCase::kSeveralAxes, 4),
    fourier_row("irfft.not_normalised"_clause, FourierCase::kConstant),
    fourier_row("irfft.sizes"_clause, FourierCase::kGivenSizes, 4),
    fourier_row("irfft.default_size"_clause, FourierCase::kDefaultSize),
    fourier_row("irfft.fitted"_clause, FourierCase::kFitted, 8),
    fourier_row("irfft.ignored_parts"_clause, FourierCase::kIgnoredParts, 4),
    fourier_row("irfft.dtype"_clause, FourierCase::kAny),

    fourier_row("fourier.axes"_clause, FourierCase::kSeveralAxes, 6),
    fourier_row("fourier.any_length"_clause, FourierCase::kLengths, 25),
    fourier_row("fourier.one_hot"_clause, FourierCase::kOneHot, 22),
    fourier_row("fourier.exact_small"_clause, FourierCase::kExactSmall, 6),
    fourier_row("fourier.isolated_slice"_clause, FourierCase::kIsolated, 6),
    fourier_row("fourier.nonfinite"_clause, FourierCase::kNonfinite),
    fourier_row("fourier.repeated_axes"_clause, FourierCase::kRepeatedAxes),
    fourier_row("fourier.given_out"_clause, FourierCase::kGivenOut),
    {.clause = "fourier.fresh"_clause,
     .program = CaseProgram::kFresh,
     .least_cases = 6},
    {.clause = "fourier.strided_operands"_clause, .every_layout = true},
    {.clause = "fourier.empty"_clause, .shape = CaseShape::kEmpty},
    {.clause = "fourier.high_rank"_clause, .shape = CaseShape::kHighRank},
    {.clause = "fourier.operands_kept"_clause},
    {.clause = "fourier.repeatable"_clause, .program = CaseProgram::kTwice},
};

}  // namespace assay
