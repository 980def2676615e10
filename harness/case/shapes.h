// Says how many shapes the cases of a plan have.
// Tested by tests/conformance/few_shapes_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

// Libraries that compile for every new shape want few.
enum class Shapes : std::uint8_t {
  kMany,  // each case draws its own
  kFew,   // the cases of a plan share about twenty
};
inline constexpr std::string_view kShapesNames[] = {"many", "few"};

}  // namespace assay
