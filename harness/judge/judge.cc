// Compares elements by bits, by intervals or by distance, and measures the
// error of each for the report.
// Tested by tests/harness/judge/judge_test.cc.
#include "harness/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/judge/acceptance.h"
#include "harness/judge/excess_text.h"
#include "harness/judge/judge_fft.h"
#include "spec/element_text.h"

namespace assay {
namespace {

// Returns |got - expected| of complex elements, or NaN if it is undefined.
long double distance(const FloatFormat& format, ElementBits expected,
                     ElementBits got) {
  const auto part = [&](std::uint64_t a, std::uint64_t b) {
    return static_cast<long double>(decode_real(format, a)) -
           static_cast<long double>(decode_real(format, b));
  };
  return std::hypot(part(expected.re, got.re), part(expected.im, got.im));
}

// Holds the judgement of one element.
struct Weighed {
  bool accepted = false;
  bool open = false;  // the contract leaves it open; not compared
  double error = 0;
  double share = 0;  // the error as a share of what is allowed, if known
  // The error and its bound as absolute numbers, if the class measures norms
  // and they are finite; 0 otherwise.
  long double off = 0;
  long double allowed = 0;
  std::string range;
};

// Returns an error as a share of what is allowed, or 0 if that is not a finite
// number.
double share_of(long double error, long double allowed) {
  const long double share = allowed > 0 ? error / allowed : 0;
  return std::isfinite(share) ? static_cast<double>(share) : 0;
}

// Returns the distance from the value to the end of the range on the side of
// `got`. It stands in for the bound in stored cases, which have only ranges.
long double room_towards(const FloatFormat& format, const Acceptance& accept,
                         std::uint64_t value, std::uint64_t got) {
  const long double from = decode_real(format, value);
  const std::uint64_t end =
      decode_real(format, got) < from ? accept.low : accept.high;
  return std::fabs(decode_real(format, end) - from);
}

// Notes by how much a component of a sum misses its bound. The worse component
// stays. An error that is not finite has no measure.
void note_excess(Weighed& weighed, long double off, long double allowed) {
  if (!std::isfinite(off) || !std::isfinite(allowed) || off <= weighed.off)
    return;
  weighed.off = off;
  weighed.allowed = allowed;
}

std::string range_text(DType dtype, const Acceptance& accept) {
  return fmt::format("[{}, {}]", decimal_text(dtype, {accept.low, 0}),
                     decimal_text(dtype, {accept.high, 0}));
}

Weighed weigh_intervals(DType dtype, const Permitted& permitted, std::size_t i,
                        ElementBits got) {
  const std::size_t parts = is_complex(dtype) ? 2 : 1;
  const ElementBits expected = permitted.values[i];
  Weighed weighed{.accepted = true, .open = true};
  for (std::size_t part = 0; part < parts; ++part) {
    const Acceptance& accept = permitted.accept[i * parts + part];
    const std::uint64_t bits = part == 0 ? got.re : got.im;
    weighed.open = weighed.open && accept.any;
    if (accept.any) continue;
    if (!is_real(dtype) && !is_complex(dtype)) {
      weighed.accepted = weighed.accepted && bits == accept.low;
      continue;
    }
    const FloatFormat& format = format_of(dtype);
    const bool accepted = accepts(format, accept, bits);
    weighed.accepted = weighed.accepted && accepted;
    const std::size_t place = i * parts + part;
    const double residue =
        place < permitted.residue.size() ? permitted.residue[place] : 0;
    const std::uint64_t rounded = part == 0 ? expected.re : expected.im;
    // The exact value has no error to measure.
    if (accepted && bits == rounded && residue == 0) continue;
    // A wrong sign of zero cannot be measured as a distance.
    const bool sign_alone =
        !accepted && decode_real(format, bits) == decode_real(format, rounded);
    weighed.error = std::max(
        weighed.error, sign_alone ? double{HUGE_VAL}
                                  : ulp_error(format, bits, rounded, residue));
    const bool has_bound = place < permitted.allowed.size();
    const long double off = std::fabs(decode_real(format, bits) -
                                      exact_value(format, rounded, residue));
    if (has_bound)
      weighed.share =
          std::max(weighed.share, share_of(off, permitted.allowed[place]));
    if (accepted) continue;
    weighed.range = range_text(dtype, accept);
    if (permitted.accuracy == Accuracy::kConditionAware)
      note_excess(weighed, off,
                  has_bound ? permitted.allowed[place]
                            : room_towards(format, accept, rounded, bits));
  }
  return weighed;
}

// Returns whether both parts have the same value, with NaN equal to NaN and -0
// equal to +0. Values that are not finite can only be compared in this way,
// because no distance to them is defined.
bool is_same_number(const FloatFormat& format, ElementBits expected,
                    ElementBits got) {
  const auto same = [&](std::uint64_t a, std::uint64_t b) {
    return decode_real(format, a) == decode_real(format, b) ||
           (is_nan_bits(format, a) && is_nan_bits(format, b));
  };
  return same(expected.re, got.re) && same(expected.im, got.im);
}

Weighed weigh_disc(DType dtype, const Permitted& permitted, std::size_t i,
                   ElementBits got) {
  const double bound = permitted.bound[i];
  if (bound < 0) return {.accepted = true, .open = true};
  const FloatFormat& format = format_of(dtype);
  if (is_same_number(format, permitted.values[i], got))
    return {.accepted = true};
  const long double off = distance(format, permitted.values[i], got);
  const long double unit =
      ulp_at(format, std::hypot(decode_real(format, permitted.values[i].re),
                                decode_real(format, permitted.values[i].im)));
  Weighed weighed;
  weighed.accepted = off <= bound;  // false for NaN
  weighed.share = share_of(off, bound);
  weighed.error =
      std::isfinite(off) ? static_cast<double>(off / unit) : HUGE_VAL;
  if (weighed.accepted) return weighed;
  weighed.range = fmt::format("within {:.3g} of it", bound);
  if (permitted.accuracy == Accuracy::kNormwise)
    note_excess(weighed, off, bound);
  return weighed;
}

Weighed weigh(DType dtype, const Permitted& permitted, std::size_t i,
              ElementBits got) {
  if (!permitted.bound.empty()) return weigh_disc(dtype, permitted, i, got);
  if (!permitted.accept.empty())
    return weigh_intervals(dtype, permitted, i, got);
  const ElementBits expected = permitted.values[i];
  Weighed weighed;
  weighed.accepted =
      same_element(dtype, permitted.accuracy == Accuracy::kBits, expected, got);
  if (is_real(dtype) && !weighed.accepted)
    weighed.error = ulp_error(format_of(dtype), got.re, expected.re, 0);
  return weighed;
}

// Returns whether a group of interchangeable positions holds the expected
// elements, each as often as expected. Any NaN equals any NaN.
bool same_multiset(DType dtype, const Permitted& permitted,
                   const std::vector<std::int64_t>& group,
                   const std::vector<ElementBits>& got) {
  const auto sorted = [&](const std::vector<ElementBits>& from) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> picked;
    for (std::int64_t at : group) {
      ElementBits bits = from[static_cast<std::size_t>(at)];
      if (is_nan_element(dtype, bits))
        bits = {quiet_nan_bits(format_of(dtype)), 0};
      picked.emplace_back(bits.re, bits.im);
    }
    std::sort(picked.begin(), picked.end());
    return picked;
  };
  return sorted(permitted.values) == sorted(got);
}

// Returns the other elements accepted at a position, or null if there are none.
const Alternatives* alternatives_at(const Permitted& permitted, std::size_t i) {
  const auto at = static_cast<std::int64_t>(i);
  const auto found = std::lower_bound(
      permitted.alternatives.begin(), permitted.alternatives.end(), at,
      [](const Alternatives& one, std::int64_t position) {
        return one.position < position;
      });
  return found != permitted.alternatives.end() && found->position == at
             ? &*found
             : nullptr;
}

// Returns whether a wrong element is only a few ULP, or a few bounds, away.
bool is_near(const Weighed& weighed) {
  if (weighed.off > 0) return weighed.off <= kNearUlp * weighed.allowed;
  return weighed.error > 0 && weighed.error <= kNearUlp;
}

void note_mismatch(DType dtype, Judgement& judgement, std::size_t position,
                   ElementBits expected, ElementBits got, Weighed weighed) {
  ++judgement.mismatches;
  count_pair(judgement.pairs, {.expected = class_of(dtype, expected),
                               .got = is_near(weighed) ? ElementClass::kNear
                                                       : class_of(dtype, got),
                               .position = static_cast<std::int64_t>(position),
                               .expected_bits = expected,
                               .got_bits = got});
  judgement.rejected_ulp =
      std::max(judgement.rejected_ulp,
               weighed.error > 0 ? weighed.error : double{HUGE_VAL});
  if (judgement.first) return;
  judgement.first = {static_cast<std::int64_t>(position), expected, got,
                     std::move(weighed.range), weighed.error};
  if (weighed.off > 0)
    judgement.first->excess =
        "error " + excess_text(weighed.off, weighed.allowed);
}

}  // namespace

bool same_element(DType dtype, bool every_bit, ElementBits expected,
                  ElementBits got) {
  if (expected == got) return true;
  if (every_bit || (!is_real(dtype) && !is_complex(dtype))) return false;
  const FloatFormat& format = format_of(dtype);
  const auto same = [&](std::uint64_t a, std::uint64_t b) {
    return a == b || (is_nan_bits(format, a) && is_nan_bits(format, b));
  };
  return same(expected.re, got.re) &&
         (!is_complex(dtype) || same(expected.im, got.im));
}

Judgement judge(DType dtype, const Permitted& permitted,
                const std::vector<ElementBits>& got, const Shape& shape) {
  Judgement judgement;
  if (got.size() != permitted.values.size()) return judgement;
  if (permitted.slices) return judge_slices(dtype, permitted, got, shape);
  std::vector<bool> grouped(got.size(), false);
  for (const auto& group : permitted.interchangeable) {
    const bool same = same_multiset(dtype, permitted, group, got);
    for (std::int64_t at : group) grouped[static_cast<std::size_t>(at)] = true;
    judgement.compared += static_cast<std::int64_t>(group.size());
    const auto first = static_cast<std::size_t>(group.front());
    if (!same)
      note_mismatch(dtype, judgement, first, permitted.values[first],
                    got[first],
                    {.error = HUGE_VAL,
                     .range = "the expected values of this run, in any order"});
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (grouped[i]) continue;
    Weighed weighed = weigh(dtype, permitted, i, got[i]);
    const Alternatives* others =
        weighed.accepted ? nullptr : alternatives_at(permitted, i);
    if (others != nullptr) {
      const bool is_one = std::any_of(
          others->elements.begin(), others->elements.end(),
          [&](ElementBits other) {
            return same_element(dtype, permitted.accuracy == Accuracy::kBits,
                                other, got[i]);
          });
      if (is_one)
        weighed = {.accepted = true};
      else
        weighed.range =
            fmt::format("one of {} values", others->elements.size() + 1);
    }
    if (!weighed.open) ++judgement.compared;
    judgement.tightness = std::max(judgement.tightness, weighed.share);
    if (!weighed.accepted)
      note_mismatch(dtype, judgement, i, permitted.values[i], got[i],
                    std::move(weighed));
    else if (weighed.error < HUGE_VAL && weighed.error > judgement.max_ulp) {
      judgement.max_ulp = weighed.error;
      judgement.worst = static_cast<std::int64_t>(i);
    }
  }
  judgement.pass = judgement.mismatches == 0;
  return judgement;
}

Judgement judge_any(DType dtype, const std::vector<Permitted>& any_of,
                    const std::vector<ElementBits>& got, const Shape& shape) {
  Judgement best;
  bool chosen = false;
  for (const Permitted& permitted : any_of) {
    Judgement judgement = judge(dtype, permitted, got, shape);
    const bool better =
        !chosen || (judgement.pass && !best.pass) ||
        (judgement.pass == best.pass && judgement.mismatches < best.mismatches);
    if (better) best = std::move(judgement);
    chosen = true;
  }
  return best;
}

}  // namespace assay
