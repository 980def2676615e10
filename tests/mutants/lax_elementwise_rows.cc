// Mutants of the elementwise ops of lax and of convert, each with the clause
// that it breaks. Those of the clauses that all ops of a family share are in
// elementwise_rows.cc and array_rows.cc.
// Tested by tests/mutants/ruled_mutants_test.cc.
#include "tests/mutants/array_tables.h"
#include "tests/mutants/function_mutants.h"
#include "tests/mutants/lax_elementwise_mutants.h"
#include "tests/mutants/rounding_mutants.h"
#include "tests/mutants/row_rules.h"
#include "tests/mutants/structural_mutants.h"

namespace assay::mutants::arrays {
namespace {

constexpr RowRule kLaxElementwiseRules[] = {
    {"ConjugatesNothing", make<ConjugatesNothing>, "value", "conj",
     "dtype=complex*"},
    {"SubtractsFromZero", make<SubtractsFromZero>, "signed_zero", "conj", ""},
    {"LosesTheSignOfZeros", make<LosesTheSignOfZeros>, "signed_zero", "conj",
     ""},
    {"NegatesReals", make<NegatesReals>, "real", "conj", ""},
    {"SpreadsNanToBothParts", make<SpreadsNanToBothParts>, "nan", "conj", ""},
    {"LosesNan", make<LosesNan>, "nan domain",
     "conj abs_real rsqrt expm1 clamp_general", ""},

    {"ForgetsTheSmallerPart", make<ForgetsTheSmallerPart>, "value", "abs_real",
     ""},
    {"SumsSquares", make<SumsSquares>, "value no_overflow", "abs_real", ""},
    {"StoresPairs", make<StoresPairs>, "real_dtype", "abs_real", ""},
    {"ScalesByTheLarger", make<ScalesByTheLarger>, "infinity", "abs_real", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "infinity", "abs_real expm1",
     ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "axis no_overflow", "abs_real", ""},
    {"KeepsTheSign", make<ConjugatesNothing>, "axis", "abs_real", ""},

    {"StopsAfterOneStep", make<StopsAfterOneStep>, "value", "rsqrt",
     "dtype=float32"},
    {"LosesTheSignOfInfinities", make<LosesTheSignOfInfinities>, "zero",
     "rsqrt", ""},
    {"ClampsInfinities", make<ClampsInfinities>, "zero", "rsqrt", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "infinity exact", "rsqrt", ""},
    {"ConjugatesResults", make<ConjugatesResults>, "complex", "rsqrt", ""},
    {"DropsTheImaginaryPart", make<DropsTheImaginaryPart>, "complex", "rsqrt",
     ""},
    {"ReadsZerosWithoutSign", make<ReadsZerosWithoutSign>, "complex", "rsqrt",
     ""},

    {"SubtractsOneFromAPower", make<SubtractsOneFromAPower>,
     "small complex_small", "expm1", ""},
    {"IsOffByOneUlp", make<IsOffByOneUlp>, "range", "expm1", ""},
    {"LosesTheSignOfZeros", make<LosesTheSignOfZeros>, "signed_zero", "expm1",
     ""},
    {"ConjugatesResults", make<ConjugatesResults>, "value complex_small",
     "expm1", "dtype=complex*"},

    {"SwapsOperands", make<SwapsOperands>, "value", "cmpgt cmpge", ""},
    {"MistakesTheBound", make<MistakesTheBound>, "value", "cmpgt cmpge", ""},
    {"ComparesNan", make<ComparesNan>, "nan", "cmpgt cmpge", ""},
    {"ComparesByNegation", make<ComparesByNegation>, "nan", "cmpgt cmpge", ""},
    {"OrdersZeros", make<OrdersZeros>, "signed_zero", "cmpgt cmpge", ""},
    {"StoresMasks", make<StoresMasks>, "stored", "cmpgt cmpge", ""},

    {"SwapsBounds", make<SwapsBounds>, "value", "clamp_general", ""},
    {"IgnoresNanBounds", make<IgnoresNanBounds>, "nan_bound", "clamp_general",
     ""},
    {"ReadsNanAsZero", make<ReadsNanAsZero>, "nan nan_bound", "clamp_general",
     ""},
    {"TakesTheLowerBoundLast", follow<"clamp_general.crossed=lower"_policy>,
     "crossed", "clamp_general", ""},
    {"MakesBoundsFinite", make<MakesBoundsFinite>, "infinite", "clamp_general",
     ""},
    {"ForgetsScalarsAfterTheFirst", make<ForgetsScalarsAfterTheFirst>, "scalar",
     "clamp_general select_general", ""},

    {"TakesTheOtherOperand", make<TakesTheOtherOperand>, "value scalar",
     "select_general", ""},
    {"QuietsNan", make<QuietsNan>, "bits", "select_general", ""},
    {"SelectsByProducts", make<SelectsByProducts>, "unread", "select_general",
     ""},
};

constexpr RowRule kLaxConversionRules[] = {
    {"LosesTheSignOfZeros", make<LosesTheSignOfZeros>, "signed_zero", "convert",
     ""},
    {"ConvertsAnything", make<ConvertsAnything>, "refused", "convert", ""},
    {"WritesBeforeItRefuses", make<WritesBeforeItRefuses>, "refused", "convert",
     ""},
    {"RefusesByElements", make<RefusesByElements>, "refused", "convert", ""},
    {"WritesOnePastTheEnd", make<WritesOnePastTheEnd>, "empty", "convert", "",
     Verdict::kWroteOutside},
    {"RefusesWhatIsEmpty", make<RefusesWhatIsEmpty>, "empty", "convert", ""},
};

}  // namespace

const std::vector<MutantRow>& lax_elementwise_mutants() {
  static const std::vector<MutantRow> all = [] {
    std::vector<MutantRow> rows = rows_of("elementwise", kLaxElementwiseRules);
    for (const MutantRow& row : rows_of("conversion", kLaxConversionRules))
      rows.push_back(row);
    return rows;
  }();
  return all;
}

}  // namespace assay::mutants::arrays
