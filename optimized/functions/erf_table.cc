// Fills the table of erf.
// Tested by tests/optimized/math_test.cc.
#include "optimized/functions/erf_table.h"

#include <cmath>
#include <numbers>

namespace assay::optimized {

ErfTable::ErfTable() {
  for (int i = 0; i < kErfPoints; ++i) {
    const long double c = static_cast<long double>(i / kErfSteps);
    const long double exact = std::erf(c);
    value[i] = static_cast<double>(exact);
    rest[i] = static_cast<double>(exact - value[i]);
    slope[i] = static_cast<double>(2 * std::numbers::inv_sqrtpi_v<long double> *
                                   std::exp(-c * c));
  }
}

const ErfTable& erf_table() {
  static const ErfTable table;
  return table;
}

}  // namespace assay::optimized
