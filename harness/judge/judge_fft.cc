// Measures the errors of each slice in long double, and compares their norms
// with the bounds of the slice.
// Tested by tests/harness/judge/judge_fft_test.cc.
#include "harness/judge/judge_fft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/case/slice_numbers.h"
#include "harness/judge/acceptance.h"
#include "harness/judge/excess_text.h"

namespace assay {
namespace {

// Return the modulus of an element, and of the difference of two elements.
long double modulus(DType dtype, ElementBits element) {
  const FloatFormat& format = format_of(dtype);
  const long double re = decode_real(format, element.re);
  return is_complex(dtype) ? std::hypot(re, decode_real(format, element.im))
                           : std::fabs(re);
}
long double distance(DType dtype, ElementBits a, ElementBits b) {
  const FloatFormat& format = format_of(dtype);
  const long double re = static_cast<long double>(decode_real(format, a.re)) -
                         static_cast<long double>(decode_real(format, b.re));
  if (!is_complex(dtype)) return std::fabs(re);
  return std::hypot(re,
                    static_cast<long double>(decode_real(format, a.im)) -
                        static_cast<long double>(decode_real(format, b.im)));
}

struct SliceErrors {
  std::int64_t count = 0;
  std::int64_t beyond = 0;  // elements beyond the bound for one element
  long double squares = 0;
  long double worst = 0;  // infinity if an element is not finite
  std::size_t worst_at = 0;
  long double largest = 0;  // the largest modulus of an expected value
};

std::vector<SliceErrors> errors_of(DType dtype, const Permitted& permitted,
                                   const std::vector<ElementBits>& got,
                                   const Shape& shape,
                                   const SliceNumbers& number) {
  std::vector<SliceErrors> errors(number.count());
  std::size_t i = 0;
  for (const Index& at : indices(shape)) {
    const std::size_t slice = number.of(at);
    SliceErrors& error = errors[slice];
    const long double measured = distance(dtype, permitted.values[i], got[i]);
    const long double off = std::isfinite(measured) ? measured : HUGE_VALL;
    const bool within = off <= permitted.slices->max[slice];
    error.beyond += within ? 0 : 1;
    error.squares += off * off;
    error.largest =
        std::max(error.largest, modulus(dtype, permitted.values[i]));
    if (error.count++ == 0 || off > error.worst) {
      error.worst = off;
      error.worst_at = i;
    }
    ++i;
  }
  return errors;
}

}  // namespace

Judgement judge_slices(DType dtype, const Permitted& permitted,
                       const std::vector<ElementBits>& got,
                       const Shape& shape) {
  Judgement judgement;
  const SliceBounds& bounds = *permitted.slices;
  const SliceNumbers number(shape, bounds.axes);
  if (element_count(shape) != std::ssize(got) ||
      bounds.l2.size() != number.count() || bounds.max.size() != number.count())
    return judgement;
  const auto errors = errors_of(dtype, permitted, got, shape, number);
  for (std::size_t slice = 0; slice < errors.size(); ++slice) {
    const SliceErrors& error = errors[slice];
    if (bounds.l2[slice] < 0 || bounds.max[slice] < 0) continue;
    judgement.compared += error.count;
    const long double l2 = std::sqrt(error.squares);
    const bool accepted = std::isfinite(error.worst) &&
                          error.worst <= bounds.max[slice] &&
                          l2 <= bounds.l2[slice];
    for (const auto& [off, bound] :
         {std::pair<long double, double>{error.worst, bounds.max[slice]},
          {l2, bounds.l2[slice]}})
      if (bound > 0 && std::isfinite(off))
        judgement.tightness =
            std::max(judgement.tightness, static_cast<double>(off / bound));
    const auto ulps = static_cast<double>(
        error.worst / ulp_at(format_of(dtype), error.largest));
    if (accepted) {
      if (ulps > judgement.max_ulp) {
        judgement.max_ulp = ulps;
        judgement.worst = static_cast<std::int64_t>(error.worst_at);
      }
      continue;
    }
    judgement.mismatches += std::max<std::int64_t>(error.beyond, 1);
    const ElementBits& wrong = got[error.worst_at];
    const bool is_near = error.worst <= kNearUlp * bounds.max[slice];
    count_pair(judgement.pairs,
               {.expected = class_of(dtype, permitted.values[error.worst_at]),
                .got = is_near ? ElementClass::kNear : class_of(dtype, wrong),
                .position = static_cast<std::int64_t>(error.worst_at),
                .expected_bits = permitted.values[error.worst_at],
                .got_bits = wrong});
    judgement.rejected_ulp =
        std::max(judgement.rejected_ulp,
                 std::isfinite(ulps) && ulps > 0 ? ulps : double{HUGE_VAL});
    if (judgement.first && !(ulps > judgement.first->error)) continue;
    const bool is_beyond = !(error.worst <= bounds.max[slice]);
    judgement.first = Mismatch{
        .position = static_cast<std::int64_t>(error.worst_at),
        .expected = permitted.values[error.worst_at],
        .got = got[error.worst_at],
        .accepted = fmt::format(
            "within {:.3g} of it, and its slice within {:.3g} in the 2-norm, "
            "where it is {:.3g} off",
            bounds.max[slice], bounds.l2[slice], static_cast<double>(l2)),
        .error = ulps,
        .is_worst = true};
    if (std::isfinite(l2))
      judgement.first->excess =
          is_beyond ? "error " + excess_text(error.worst, bounds.max[slice])
                    : "error in the 2-norm of its slice " +
                          excess_text(l2, bounds.l2[slice]);
  }
  judgement.pass = judgement.mismatches == 0;
  return judgement;
}

}  // namespace assay
