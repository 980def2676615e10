// Makes xtensor a backend. The table of ops and calls is in README.md.
#include <string_view>
#include <xtensor/xtensor_config.hpp>

#include "adapters/xtensor/elementwise.h"
#include "adapters/xtensor/reductions.h"
#include "spec/op_table.h"
#include "spec/sdk/export_backend.h"
#include "spec/sdk/typed_backend.h"

#define ASSAY_TEXT(x) #x
#define ASSAY_VERSION_TEXT(a, b, c) \
  ASSAY_TEXT(a) "." ASSAY_TEXT(b) "." ASSAY_TEXT(c)

namespace {

// Names what the base class provides and xtensor is not asked for.
constexpr std::string_view kUnclaimed[] = {"expand",     "reshape", "permute",
                                           "shrink",     "flip",    "full",
                                           "contiguous", "copy",    "assign"};
// Names the ops that refuse adaptors with strides.
constexpr std::string_view kDense[] = {"argmax", "argmin", "sort", "argsort"};
constexpr assay::DTypeSet kTypes =
    assay::kWideIntegers | assay::kComplexes | assay::kBools |
    assay::DTypeSet{assay::DType::kFloat32, assay::DType::kFloat64};

class Xtensor : public assay::TypedBackend<Xtensor>,
                public assay_xtensor::Elementwise,
                public assay_xtensor::Reductions {
 public:
  static constexpr std::string_view kName = "xtensor";
  static constexpr std::string_view kVersion = ASSAY_VERSION_TEXT(
      XTENSOR_VERSION_MAJOR, XTENSOR_VERSION_MINOR, XTENSOR_VERSION_PATCH);
  static constexpr assay::DTypeSet kDTypes = kTypes;

  std::optional<assay::Claim> claim(const assay::Cell& cell) const override {
    const std::string_view op = assay::name_of(cell.op);
    for (const std::string_view name : kUnclaimed)
      if (op == name) return std::nullopt;
    if (cell.variant == "descending" ||
        (op == "associative_scan" && cell.variant != "sum" &&
         cell.variant != "prod"))
      return std::nullopt;
    auto claim = assay::TypedBackend<Xtensor>::claim(cell);
    for (const std::string_view name : kDense)
      if (claim && op == name) claim->layouts = {"contiguous", "offset"};
    return claim;
  }
};

}  // namespace

ASSAY_EXPORT_BACKEND(Xtensor)
