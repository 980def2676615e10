// Tested by tests/conformance/plan_test.cc.
#include "spec/cells.h"

namespace assay {

std::vector<std::pair<Cell, bool>> every_cell() {
  std::vector<std::pair<Cell, bool>> cells;
  for (std::size_t i = 0; i < kOps.size(); ++i) {
    const auto op = static_cast<Op>(i);
    for (const Variant& variant : spec_of(op).variants)
      for (const DTypeSpec& from : kDTypes)
        for (const DTypeSpec& to : kDTypes) {
          const Need need = need_of(op, variant, from.dtype, to.dtype);
          if (need != Need::kNone)
            cells.emplace_back(Cell{op, variant.name, from.dtype, to.dtype},
                               need == Need::kRequired);
        }
  }
  return cells;
}

}  // namespace assay
