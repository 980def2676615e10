// Declares which cells the plugin claims, and within which limits.
#pragma once

#include <optional>

#include "spec/backend.h"

namespace assay_ggml {

inline constexpr assay::DTypeSet kElements = {
    assay::DType::kFloat32, assay::DType::kFloat16, assay::DType::kBfloat16,
    assay::DType::kFloat64, assay::DType::kInt8,    assay::DType::kInt16,
    assay::DType::kInt32,   assay::DType::kInt64};

// Returns the claim on a cell whose op the plugin has as a node of ggml, or
// nothing if ggml has no such node for the dtype. Ops that are not in the
// table, such as views, are claimed without limits.
std::optional<assay::Claim> claim_of(const assay::Cell& cell);

}  // namespace assay_ggml
