// Says how the reference computes the answers of an op, and which second
// opinions agree with it in tests that CI runs. Golden vectors repeat both, so
// that their readers know how far to trust them.
// Tested by tests/conformance/second_sources_test.cc.
#pragma once

#include <string_view>

namespace assay {

// Holds where the answers of an op come from.
struct Provenance {
  std::string_view method;   // how the reference computes
  std::string_view sources;  // names of second opinions, separated by ", "
};

// The methods of the reference. For exact results the definition is enough.
inline constexpr std::string_view kDefinition = "by the definition, exact";
inline constexpr std::string_view kRounded =
    "exact or in a wider format, rounded once";
inline constexpr std::string_view kByMpfr =
    "MPFR and MPC at the target's precision, correctly rounded";
inline constexpr std::string_view kByFormula =
    "the formula in 128 bits, rounded once";
inline constexpr std::string_view kExactSum =
    "exact sum of exact terms, rounded once";
inline constexpr std::string_view kWideProduct =
    "product to 128 bits, rounded once";
inline constexpr std::string_view kPrefixes =
    "each prefix as an exact sum, a product to 128 bits or an extremum, "
    "rounded once";
inline constexpr std::string_view kDefiningSum =
    "the defining sum in long double, compensated";
inline constexpr std::string_view kBoundsAlone =
    "none stored but spectra; bounds on residuals from the operands";

}  // namespace assay
