// Rounds the numbers so that people can compare them.
// Tested by tests/harness/judge/judge_test.cc.
#include "harness/judge/excess_text.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {

std::string excess_text(long double error, long double allowed) {
  const long double times = allowed > 0 ? error / allowed : HUGE_VALL;
  return fmt::format(
      "{:.3g}, allowed {:.3g}{}", static_cast<double>(error),
      static_cast<double>(allowed),
      std::isfinite(times)
          ? fmt::format(" ({:.4g} times)", static_cast<double>(times))
          : "");
}

}  // namespace assay
