// Has the tables of the independent sources and of the ops for which they
// vouch.
// Tested by tests/conformance/second_sources_test.cc.
#include "conformance/second_sources.h"

namespace assay {
namespace {

constexpr SecondSource kSources[] = {
    {"NumPy", "another library, on the dtypes that it has"},
    {"MPFR", "correct rounding in the target's own precision"},
    {"MPC", "256-bit transforms and complex functions"},
    {"FFTW", "another algorithm, in long double"},
    {"Eigen", "another implementation of spectra, in long double"},
    {"closed forms", "operands whose result is known on paper"},
    {"identities", "equations that hold in exact arithmetic"},
    {"known answers", "Salmon et al. 2011, published test values"},
    {"enumeration", "every index of a view, element by element"},
};

// Exact results need no method but the definition.
constexpr std::string_view kDefinition = "by the definition, exact";
constexpr std::string_view kRounded =
    "exact or in a wider format, rounded once";
constexpr std::string_view kFunction =
    "MPFR and MPC at the target's precision, correctly rounded";
constexpr std::string_view kSum = "exact sum of exact terms, rounded once";
constexpr std::string_view kFactors =
    "none stored but spectra; bounds on residuals from the operands";

constexpr Provenance kRows[] = {
    {"add sub mul div recip sqrt", kRounded, "NumPy, MPFR"},
    {"mod neg abs sign max min cmpeq cmpne cmplt cmple xor or and where trunc "
     "ceil floor round",
     kRounded, "NumPy"},
    {"pow atan2 exp log sin cos tan asin acos atan sinh cosh tanh", kFunction,
     "NumPy, MPFR, MPC"},
    {"erf", kFunction, "MPFR"},
    {"reduce_sum", kSum, "NumPy, MPFR, closed forms"},
    {"reduce_prod", "product to 128 bits, rounded once", "NumPy"},
    {"associative_scan",
     "each prefix as an exact sum, a product to 128 bits or an extremum, "
     "rounded once",
     "NumPy"},
    {"reduce_max reduce_min argmax argmin sort argsort", kDefinition, "NumPy"},
    {"expand reshape permute shrink flip", kDefinition, "NumPy, enumeration"},
    {"cast", kRounded, "NumPy"},
    {"pad cat contiguous copy assign full buffer from_host to_host view dtype "
     "context gather",
     kDefinition, "NumPy"},
    {"scatter", kSum, "NumPy"},
    {"threefry", kDefinition, "known answers"},
    {"unfold", kDefinition, "identities"},
    {"fold", kSum, "identities"},
    {"matmul", kSum, "NumPy, MPFR"},
    {"fft ifft rfft irfft", "the defining sum in long double, compensated",
     "NumPy, FFTW, MPC, closed forms"},
    {"cholesky qr svd eig eigh", kFactors, "NumPy, Eigen, closed forms"},
    {"triangular_solve", kFactors, "identities"},
    {"view_module", "rows written by hand", "enumeration"},
};

constexpr bool is_separator(char c) { return c == ' ' || c == ','; }

}  // namespace

std::span<const SecondSource> second_sources() { return kSources; }
std::span<const Provenance> provenance_rows() { return kRows; }

bool lists_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || is_separator(list[at - 1])) &&
        (end == list.size() || is_separator(list[end])))
      return true;
  }
  return false;
}

const Provenance* provenance_of(std::string_view op) {
  for (const Provenance& row : kRows)
    if (lists_word(row.ops, op)) return &row;
  return nullptr;
}

}  // namespace assay
