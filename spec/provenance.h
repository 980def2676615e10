// Says for an op how the reference computes its answers, and which independent
// sources agree with it in tests that CI runs. Golden vectors name the same.
// Tested by tests/conformance/second_sources_test.cc.
#pragma once

#include <string_view>

namespace assay {

struct Provenance {
  std::string_view method;   // of the reference
  std::string_view sources;  // names of second sources, separated by ", "
};

// The methods of the reference. Exact results need none but the definition.
inline constexpr std::string_view kDefinition = "by the definition, exact";
inline constexpr std::string_view kRounded =
    "exact or in a wider format, rounded once";
inline constexpr std::string_view kByMpfr =
    "MPFR and MPC at the target's precision, correctly rounded";
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
