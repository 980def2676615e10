// Defines what is said about the source of one value of a profile.
// spec/profile_sources.h has the rows.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "spec/profile.h"

namespace assay {

// Says why a profile has a value.
enum class Basis : std::uint8_t {
  kDocumented,  // the documentation promises it
  kOpen,        // the documentation leaves it open
  kSilent,      // the documentation says nothing, so nothing is promised
  kObserved,    // the documentation says nothing, and every run shows it
};
inline constexpr std::string_view kBasisTexts[] = {"documented", "left open",
                                                   "not promised", "observed"};

// Holds the source of one value of one profile.
struct ValueSource {
  std::string_view profile;
  Policy policy;
  Basis basis;
  std::string_view place;  // an address or a function, and what it says
};

// Returns the address that the places of a profile are relative to; empty if
// the profile has no sources.
constexpr std::string_view documentation_of(std::string_view profile) {
  constexpr std::pair<std::string_view, std::string_view> kAddresses[] = {
      {"torch", "https://docs.pytorch.org/docs/stable/"},
      {"array_api", "https://data-apis.org/array-api/draft/API_specification/"},
      {"jax", "https://docs.jax.dev/en/latest/"},
      {"stablehlo", "https://openxla.org/stablehlo/spec"},
      {"onnx", "https://onnx.ai/onnx/operators/"}};
  for (const auto& [name, address] : kAddresses)
    if (name == profile) return address;
  return {};
}

}  // namespace assay
