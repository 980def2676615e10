// Judges a block in parts: first a loop without branches for results that are
// surely right, then a decision with margins, and the oracle for what remains.
// Tested by tests/sweep/sweep_block_test.cc.
#include "sweep/sweep_block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "harness/judge/tolerance.h"

namespace assay {
namespace {

// As many elements as fit into the L1 cache.
constexpr std::size_t kPartInputs = 1024;
// The assumed error in ulps of a format with 24 bits, doubled for the roundings
// of the judgement itself.
constexpr double kMargin = 2 * 0x1p24 * kFastError;
// The same for results of 53 bits and a long double that is within 2^-58.
constexpr double kWideMargin = 2 * 0x1p53 * 0x1p-58;

double ulp_of(const FloatFormat& format, double magnitude) {
  const int exponent =
      magnitude == 0 ? format.min_exponent
                     : std::max(std::ilogb(magnitude), format.min_exponent);
  return std::ldexp(1.0, exponent - format.precision + 1);
}

// Returns whether the exact value may be on the other side of a power of two.
bool is_near_power(double magnitude) {
  constexpr std::uint64_t kOff = std::uint64_t{1} << 13;  // 2^-40 and more
  const auto fraction =
      std::bit_cast<std::uint64_t>(magnitude) & 0xfffffffffffff;
  return fraction < kOff || fraction > 0xfffffffffffff - 2 * kOff;
}

}  // namespace

struct BlockSweep::Part {
  std::uint64_t first = 0;
  std::size_t count = 0;
  std::array<std::uint64_t, kPartInputs> got;  // bits; all NaNs the same
  std::array<double, kPartInputs> result;      // their values
  std::array<double, kPartInputs> x;
  std::array<double, kPartInputs> value;  // of the fast oracle
};

BlockSweep::BlockSweep(Backend& subject, Oracle& oracle, const Inputs& inputs,
                       const Profile& profile, Judge judge)
    : inputs_(inputs),
      format_(format_of(inputs.dtype)),
      fast_(fast_function(inputs.op, profile)),
      tolerance_(
          tolerance_of(*spec_of(inputs.op).variants.begin(), inputs.dtype)),
      calls_(subject, inputs),
      exact_(oracle, inputs, profile) {
  if (judge == Judge::kFast && inputs.is_sample() &&
      tolerance_.accuracy == Accuracy::kUlp)
    wide_ = wide_function(inputs.op);
  is_fast_ = judge == Judge::kFast && inputs.operand_count == 1 &&
             !inputs.is_sample() && is_real(inputs.dtype) &&
             fast_.evaluate != nullptr &&
             (fast_.rounds_correctly || tolerance_.accuracy == Accuracy::kUlp);
  if (!is_real(inputs.dtype)) return;
  rules_ = acceptance_rules(inputs.op, format_);
  largest_ = decode_real(format_, largest_finite_bits(format_));
}

int BlockSweep::outward(std::uint64_t input) const {
  const bool negative = (input & sign_bit(format_)) != 0;
  switch (fast_.direction) {
    case Direction::kNone:
      break;
    case Direction::kUp:
      return negative ? -1 : 1;
    case Direction::kDown:
      return negative ? 1 : -1;
    case Direction::kEven:
      return 1;
  }
  return 0;
}

void BlockSweep::note(std::uint64_t input, std::uint64_t got, double ulp,
                      bool accepted, Totals& totals) {
  if (!fast_worst_ || ulp > fast_worst_->ulp)
    fast_worst_ = SweptInput{input, got, 0, ulp};
  if (accepted) return;
  ++totals.rejected;
  if (!fast_rejected_) fast_rejected_ = SweptInput{input, got, 0, ulp};
}

// Decides one result, or hands it to the oracle. A shortcut is taken only under
// a condition under which the oracle would agree.
Status BlockSweep::judge_element(std::uint64_t input, std::uint64_t got,
                                 double result, double value, Totals& totals) {
  const std::uint64_t magnitude = input & (sign_bit(format_) - 1);
  const std::uint64_t one = encode_real(format_, 1);
  if (magnitude == 0 || magnitude == one || magnitude == overflow_bits(format_))
    return exact_.add(input, got, totals);
  const auto decide = [&](std::uint64_t rounded, double ulp, bool accepted) {
    const bool number = !std::isnan(result) && !is_nan_bits(format_, rounded);
    const std::uint64_t steps =
        number ? steps_between(inputs_.dtype, got, rounded) : 0;
    // Zeros of different signs are 0 steps apart, but not the same.
    ++totals.steps[steps > 0 ? step_bin(steps) : kOtherSteps];
    note(input, got, ulp, accepted, totals);
    return Status{};
  };
  const std::uint64_t rounded = encode_real(format_, value);
  const bool both_nan =
      is_nan_bits(format_, got) && is_nan_bits(format_, rounded);
  if (fast_.rounds_correctly) {
    if (got == rounded || both_nan) {
      ++totals.steps[0];
      return {};
    }
    // The oracle distinguishes a zero of the other sign.
    if (std::isnan(result) || std::isnan(value) || result == 0 ||
        std::fabs(value) >= largest_)
      return exact_.add(input, got, totals);
    const double ulp =
        std::fabs(result - value) / ulp_of(format_, std::fabs(value));
    return decide(rounded, ulp, false);
  }
  const double size = std::fabs(value);
  // More than some 64 ulps above the largest value, only infinity is permitted.
  const bool far = size > largest_ + 128 * ulp_of(format_, largest_);
  if (std::isnan(value) || far) {
    if (got == rounded || both_nan) {
      ++totals.steps[0];
      return {};
    }
    return decide(rounded, HUGE_VAL, false);
  }
  const double unit = ulp_of(format_, size);
  if (!(size < largest_ - 128 * unit)) return exact_.add(input, got, totals);
  // The value is an ordinary number, but the result is not.
  if (!std::isfinite(result)) return decide(rounded, HUGE_VAL, false);
  const double places = size / unit;
  const double beyond_half = std::fabs(places - std::floor(places) - 0.5);
  if (beyond_half <= kMargin) return exact_.add(input, got, totals);
  if (got == rounded) {
    ++totals.steps[0];
    return {};
  }
  const bool is_settled =
      fast_.near_one != NearOne::kUnknown && std::fabs(size - 1) < kFastError;
  if (size >= unit && is_near_power(size) && !is_settled)
    return exact_.add(input, got, totals);
  double ulp = std::fabs(result - value) / unit;
  double coarse = ulp;
  // If the value is below 1 by less than 2^-64, the harness takes the exact
  // value for 1, whose unit is twice as large.
  if (is_settled && size < 1) coarse /= 2;
  if (coarse <= tolerance_.bound + kMargin && ulp >= tolerance_.bound - kMargin)
    return exact_.add(input, got, totals);
  ulp = coarse;
  const bool rounds_to_zero = (rounded & (sign_bit(format_) - 1)) == 0;
  const bool keeps_sign =
      !rounds_to_zero || std::signbit(result) == std::signbit(value);
  const bool accepted = ulp < tolerance_.bound && keeps_sign &&
                        rules_.low <= result && result <= rules_.high;
  // If the exact value is so small that nothing is left of it, the harness
  // takes it for an exact zero.
  if (rounds_to_zero && accepted) return exact_.add(input, got, totals);
  if (!keeps_sign && result == 0) return decide(rounded, HUGE_VAL, false);
  return decide(rounded, ulp, accepted);
}

void BlockSweep::read_part(const std::byte* results, std::int64_t at,
                           Part& part) const {
  const DType type = inputs_.result_dtype();
  if (type == DType::kFloat32 && inputs_.dtype == DType::kFloat32) {
    for (std::size_t i = 0; i < part.count; ++i) {
      float result = 0;
      std::memcpy(&result, results + 4 * (static_cast<std::size_t>(at) + i),
                  sizeof result);
      const auto bits = std::bit_cast<std::uint32_t>(result);
      part.got[i] = std::isnan(result) ? 0x7fc00000 : bits;
      part.result[i] = result;
      part.x[i] =
          std::bit_cast<float>(static_cast<std::uint32_t>(part.first + i));
    }
    return;
  }
  for (std::size_t i = 0; i < part.count; ++i) {
    const ElementBits bits =
        load_element(results, type, at + static_cast<std::int64_t>(i));
    const bool nan = is_nan_element(type, bits);
    part.got[i] = nan ? quiet_nan_bits(format_of(type)) : bits.re;
    if (!is_real(type)) continue;
    part.result[i] = decode_real(format_, part.got[i]);
    part.x[i] = decode_real(format_, part.first + i);
  }
}

Status BlockSweep::judge_part(Part& part, Totals& totals) {
  fast_.evaluate(part.x.data(), part.value.data(), part.count);
  if (inputs_.dtype != DType::kFloat32) {
    for (std::size_t i = 0; i < part.count; ++i)
      if (Status s = judge_element(part.first + i, part.got[i], part.result[i],
                                   part.value[i], totals);
          !s.ok())
        return s;
    return {};
  }
  // For float32, this loop without branches sets aside the results that are
  // surely the correctly rounded ones. Rounding drops 29 bits of a double.
  constexpr std::int64_t kHalf = std::int64_t{1} << 28;
  constexpr std::int64_t kUndecided = std::int64_t{1} << 14;
  std::array<std::uint8_t, kPartInputs> sure;
  std::uint64_t sure_count = 0;
  for (std::size_t i = 0; i < part.count; ++i) {
    const double value = part.value[i];
    const auto rounded = static_cast<float>(value);
    const double size = std::fabs(value);
    const auto tail = static_cast<std::int64_t>(
        std::bit_cast<std::uint64_t>(value) & 0x1fffffff);
    const bool decided =
        ((size >= 0x1p-126) & (size < 0x1p127) &
         ((tail < kHalf - kUndecided) | (tail > kHalf + kUndecided))) |
        (size < 0x1p-151) | (size > 0x1p129) | fast_.rounds_correctly;
    const bool equal = std::bit_cast<std::uint32_t>(rounded) == part.got[i];
    const double result = part.result[i];
    const bool nans = (value != value) & (result != result);
    const double x = std::fabs(part.x[i]);
    const bool ordinary = (x != 0) & (x != 1) & (x <= 0x1p128);
    sure[i] = static_cast<std::uint8_t>(ordinary & ((decided & equal) | nans));
    sure_count += sure[i];
  }
  totals.steps[0] += sure_count;
  if (sure_count == part.count) return {};
  for (std::size_t i = 0; i < part.count; ++i) {
    if (sure[i] != 0) continue;
    if (std::isnan(part.value[i]) && std::isnan(part.result[i])) {
      ++totals.steps[0];
      continue;
    }
    if (Status s = judge_element(part.first + i, part.got[i], part.result[i],
                                 part.value[i], totals);
        !s.ok())
      return s;
  }
  return {};
}

// Decides results that are surely right. The oracle judges what is wrong or
// nearly so, and what is near the ends of the range.
Status BlockSweep::judge_wide(const Part& part, Totals& totals) {
  for (std::size_t i = 0; i < part.count; ++i) {
    const std::uint64_t input = part.first + i;
    const double x = decode_real(format_, inputs_.operand(input, 0));
    const double y = inputs_.operand_count > 1
                         ? decode_real(format_, inputs_.operand(input, 1))
                         : 0;
    const long double value = wide_(x, y);
    const double size = std::fabs(static_cast<double>(value));
    const double unit = ulp_of(format_, size);
    const long double places = std::fabs(value) / unit;
    const long double from_half = std::fabs(places - std::floor(places) - 0.5L);
    // A power of two, where the unit changes, is near an integer.
    const bool is_plain =
        size > std::ldexp(1.0, format_.min_exponent + 1) &&
        size < std::ldexp(1.0, format_.max_exponent) &&
        std::fabs(size - 1) > 0x1p-20 && std::isfinite(part.result[i]) &&
        from_half > kWideMargin && from_half < 0.5L - kWideMargin;
    const auto error = static_cast<double>(
        std::fabs(static_cast<long double>(part.result[i]) - value) / unit);
    if (!is_plain || !(error < tolerance_.bound - kWideMargin)) {
      if (Status s = exact_.add(input, part.got[i], totals); !s.ok()) return s;
      continue;
    }
    const std::uint64_t rounded =
        encode_real(format_, static_cast<double>(value));
    const std::uint64_t steps =
        steps_between(inputs_.dtype, part.got[i], rounded);
    ++totals.steps[step_bin(steps)];
    if (steps > 0) note(input, part.got[i], error, true, totals);
  }
  return {};
}

Status BlockSweep::judge_by_oracle(const Part& part, Totals& totals) {
  for (std::size_t i = 0; i < part.count; ++i)
    if (Status s = exact_.add(part.first + i, part.got[i], totals); !s.ok())
      return s;
  return {};
}

// Counts breaks of monotonicity. Comparisons with NaN are false, so NaN is
// none.
void BlockSweep::count_breaks(const Part& part, double before,
                              Totals& totals) const {
  const int direction = outward(part.first);
  if (direction == 0) return;
  double last = before;
  std::uint64_t breaks = 0;
  for (std::size_t i = 0; i < part.count; ++i) {
    const double result = part.result[i];
    const bool down = result < last;
    const bool up = result > last;
    breaks += direction > 0 ? down : up;
    last = result;
  }
  totals.breaks += breaks;
}

Status BlockSweep::settle_worst(Totals& totals) {
  for (const auto* noted : {&fast_worst_, &fast_rejected_}) {
    if (!*noted) continue;
    const auto exact = exact_.weighed((*noted)->input, (*noted)->got);
    if (!exact) return exact.status();
    if (noted == &fast_worst_)
      totals.note_worst(*exact);
    else
      totals.note_rejected(*exact);
  }
  fast_worst_.reset();
  fast_rejected_.reset();
  return {};
}

Result<Totals> BlockSweep::sweep(std::uint64_t block) {
  const std::uint64_t first = block * kBlockInputs;
  return sweep_inputs(first, std::min(first + kBlockInputs, inputs_.count()));
}

Result<Totals> BlockSweep::sweep_inputs(std::uint64_t first,
                                        std::uint64_t end) {
  const std::uint64_t half = inputs_.count() / 2;
  const auto part_inputs = std::min<std::uint64_t>(kPartInputs, half);
  const DType type = inputs_.result_dtype();
  const bool has_order =
      inputs_.operand_count == 1 && is_real(type) && !inputs_.is_sample();
  Totals totals;
  totals.inputs = end - first;
  Part part;
  double before = std::nan("");
  for (std::uint64_t batch = first; batch < end; batch += kBatchInputs) {
    // Also calls the neighbour before the block, whose result is only compared.
    const bool led = batch == first && has_order && first % half != 0;
    const std::uint64_t count = std::min(kBatchInputs, end - batch);
    const auto results =
        calls_.results(batch - (led ? 1 : 0), count + (led ? 1 : 0));
    if (!results) return results.status();
    std::int64_t at = 0;
    if (led)
      before = decode_real(format_, load_element(*results, type, at++).re);
    for (std::uint64_t done = 0; done < count; done += part.count) {
      part.first = batch + done;
      part.count =
          static_cast<std::size_t>(std::min(part_inputs, count - done));
      read_part(*results, at, part);
      at += static_cast<std::int64_t>(part.count);
      for (std::size_t i = 0; i < part.count; ++i)
        totals.digest += digest_of(part.first + i, part.got[i]);
      Status status = is_fast_           ? judge_part(part, totals)
                      : wide_ != nullptr ? judge_wide(part, totals)
                                         : judge_by_oracle(part, totals);
      if (!status.ok()) return status;
      if (!has_order) continue;
      if (part.first % half == 0) before = std::nan("");
      count_breaks(part, before, totals);
      before = part.result[part.count - 1];
    }
  }
  if (Status s = exact_.flush(totals); !s.ok()) return s;
  if (Status s = settle_worst(totals); !s.ok()) return s;
  return totals;
}

}  // namespace assay
