// Computes roots of unity in long double.
// Tested by tests/optimized/fourier_plans_test.cc.
#include "optimized/fourier/roots.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace assay::optimized {

std::complex<long double> root_of_unity(std::int64_t k, std::int64_t n) {
  // The angle is k/n of a turn; 8k = eighths·n + rest.
  const std::int64_t eighths = 8 * k / n;
  const std::int64_t rest = 8 * k - eighths * n;
  // An odd eighth is measured backwards from the next axis or diagonal.
  const bool is_odd = eighths % 2 != 0;
  const long double angle = std::numbers::pi_v<long double> / 4 *
                            static_cast<long double>(is_odd ? n - rest : rest) /
                            static_cast<long double>(n);
  long double x = std::cos(angle);
  long double y = std::sin(angle);
  if (is_odd) std::swap(x, y);
  if (is_odd && rest == 0) x = y;  // on a diagonal
  switch (eighths / 2) {
    case 0:
      return {x, -y};
    case 1:
      return {-y, -x};
    case 2:
      return {-x, y};
    default:
      return {y, x};
  }
}

}  // namespace assay::optimized
