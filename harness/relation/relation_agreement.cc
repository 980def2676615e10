// Decides whether two results of one call agree. They must agree bit for bit if
// the contract gives the bits, otherwise within the sum of the bounds of both.
// Results of factorizations are judged by their operands instead, because two
// correct ones may differ.
// Tested by tests/harness/relation/relation_state_test.cc.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/judge/acceptance.h"
#include "harness/judge/judge_residual.h"
#include "harness/judge/tolerance_fft.h"
#include "harness/judge/tolerance_residual.h"
#include "harness/relation/relation_trial.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

long double half_ulp_of(DType dtype) {
  return std::ldexp(1.0L, -format_of(dtype).precision);
}

long double norm_of(const std::vector<Array>& arrays) {
  long double squares = 0;
  for (const Array& array : arrays)
    for (const ElementBits& bits : array.elements) {
      const Entry z = entry_of(array.dtype, bits);
      squares += z.real() * z.real() + z.imag() * z.imag();
    }
  return std::sqrt(squares);
}

// Returns how far two results of a transform may be apart: twice the bound of
// one, as a norm over all slices together.
long double transform_bound(const SampleCall& sample, const Array& result,
                            const Profile& profile) {
  const Array& x = sample.operands[0];
  const bool is_to_real = spec_of(sample.op).has(AttributeKey::kSizes);
  long double n = 1;
  long double levels = 0;
  for (const std::int64_t axis : sample.attributes.axes()) {
    const auto at = static_cast<std::size_t>(axis);
    const bool is_last = axis == sample.attributes.axes().back();
    const std::int64_t length =
        is_to_real && is_last ? result.shape[at] : x.shape[at];
    n *= static_cast<long double>(length);
    levels += std::log2(static_cast<long double>(padded_length(length)));
  }
  const long double u =
      std::max(half_ulp_of(x.dtype), half_ulp_of(result.dtype));
  const bool is_divided = profile.is("fft.norm=backward"_policy) &&
                          spec_of(sample.op).has(Law::kInverts);
  // The whole spectrum has at most √2 times the norm of its half.
  const long double whole = is_to_real ? std::sqrt(2.0L) : 1;
  return 8 * u * std::max(levels, 1.0L) * std::sqrt(n) * whole *
         norm_of(sample.operands) / (is_divided ? n : 1);
}

// Returns whether two components of a function's results may both be correct.
bool are_near(const FloatFormat& format, long double a, long double b,
              long double bound) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  const long double largest = std::max(std::fabs(a), std::fabs(b));
  const long double least = std::min(std::fabs(a), std::fabs(b));
  // Next to the overflow threshold one of them may be infinite.
  if (std::isinf(largest))
    return std::signbit(a) == std::signbit(b) &&
           least >= std::ldexp(1.0L, format.max_exponent - 1);
  return std::fabs(a - b) <= 2 * bound * ulp_at(format, largest);
}

bool are_near(const SampleCall& sample, DType dtype, ElementBits a,
              ElementBits b, double bound) {
  const FloatFormat& format = format_of(dtype);
  if (!is_complex(dtype))
    return are_near(format, decode_real(format, a.re),
                    decode_real(format, b.re), bound);
  const Entry x = entry_of(dtype, a);
  const Entry y = entry_of(dtype, b);
  const auto is_finite = [](Entry z) {
    return std::isfinite(z.real()) && std::isfinite(z.imag());
  };
  if (!is_finite(x) || !is_finite(y)) return is_finite(x) == is_finite(y);
  // The bound of pow grows with |w·log z|, which is below 100 for these
  // operands.
  const long double factor =
      spec_of(sample.op).bound_growth != nullptr ? 100 : 1;
  const long double eta =
      std::ldexp(1.0L, format.min_exponent - format.precision + 1);
  return std::abs(x - y) <= 2 * (bound * factor * half_ulp_of(dtype) *
                                     std::max(std::abs(x), std::abs(y)) +
                                 eta);
}

// Returns a NaN, or zero in place of a NaN; no correct result is near it.
ElementBits far_from(DType dtype, ElementBits bits) {
  const FloatFormat& format = format_of(dtype);
  if (is_nan_bits(format, bits.re)) return {};
  bits.re = quiet_nan_bits(format);
  return bits;
}

// Returns for each index of an argsort the operand element that it names,
// because the indices of equal elements may be in any order.
Array named_elements(const SampleCall& sample, const Array& positions) {
  const Array& x = sample.operands[0];
  const auto axis = static_cast<std::size_t>(sample.attributes.axis());
  const View view(x.shape);
  Array named{x.dtype, positions.shape, {}};
  std::size_t next = 0;
  for (Index at : indices(positions.shape)) {
    const auto position = static_cast<std::int64_t>(static_cast<std::int32_t>(
        static_cast<std::uint32_t>(positions.elements[next++].re)));
    at[axis] = std::clamp<std::int64_t>(position, 0, x.shape[axis] - 1);
    named.elements.push_back(
        x.elements[static_cast<std::size_t>(view.linear_index(at))]);
  }
  return named;
}

// Returns the first entries of an array, as many as `like` has.
Array entries_like(const Array& from, const Array& like) {
  if (from.shape == like.shape || from.shape.empty()) return from;
  return part_of(from, 0, like.shape.front());
}

}  // namespace

void RelationTrial::judge_factors(const SampleCall& sample,
                                  const Arrays& results) {
  if (ended() || !is_judged_by_residual(sample.op)) return;
  FactoredStep step = factored_by(sample.op, sample.attributes, profile_);
  for (const Array& operand : sample.operands)
    step.operands.push_back({{operand.dtype, operand.shape}, operand.elements});
  for (const Array& result : results)
    step.results.push_back({{result.dtype, result.shape}, {}});
  const bool is_known =
      factored_ && factored_->operands.size() == sample.operands.size() &&
      std::equal(sample.operands.begin(), sample.operands.end(),
                 factored_->operands.begin(),
                 [](const Array& a, const Array& b) {
                   return a.shape == b.shape && a.dtype == b.dtype &&
                          a.elements == b.elements;
                 });
  if (!is_known) {
    factored_ = sample;
    rule_ = residual_rule(step);
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    step.results[i].elements = results[i].elements;
  for (std::size_t i = 0; i < rule_.results.size(); ++i) {
    if (!rule_.results[i].matrices) continue;
    const ResidualJudgement judgement =
        judge_residual(step, i, rule_.results[i]);
    outcome_.compared += judgement.compared;
    if (!judgement.complaint && judgement.compared > 0 && wants_control()) {
      FactoredStep corrupted = step;
      for (FactoredTensor& result : corrupted.results) {
        if (is_integer(result.type.dtype)) continue;
        for (ElementBits& bits : result.elements)
          bits.re = quiet_nan_bits(format_of(result.type.dtype));
      }
      control(
          judge_residual(corrupted, i, rule_.results[i]).complaint.has_value(),
          "results without a number were accepted");
    }
    if (judgement.complaint)
      return fail(
          fmt::format("{}: {}", name_of(sample.op), *judgement.complaint));
  }
}

void RelationTrial::demand_bits(const SampleCall& sample,
                                const Arrays& expected, const Arrays& got,
                                const std::string& how) {
  for (std::size_t i = 0; i < got.size(); ++i)
    demand_same(
        entries_like(expected[i], got[i]), 0, got[i], {},
        fmt::format("{}{}", name_of(sample.op), how.empty() ? "" : " " + how));
}

void RelationTrial::demand_agreement(const SampleCall& sample,
                                     const Arrays& expected, const Arrays& got,
                                     const std::string& how) {
  if (ended()) return;
  const Tolerance tolerance =
      tolerance_of(*variant_named(spec_of(sample.op), sample.cell.variant),
                   sample.cell.dtype);
  const Array& one = got.front();
  const Array before = entries_like(expected.front(), one);
  switch (tolerance.accuracy) {
    case Accuracy::kResidual:
      return;  // judge_factors() has checked them
    case Accuracy::kFft: {
      long double squares = 0;
      for (std::size_t i = 0; i < one.elements.size(); ++i) {
        const Entry off = entry_of(one.dtype, one.elements[i]) -
                          entry_of(one.dtype, before.elements[i]);
        squares += off.real() * off.real() + off.imag() * off.imag();
      }
      return demand_within(std::sqrt(squares),
                           transform_bound(sample, one, profile_),
                           how + ": the distance from the other result");
    }
    case Accuracy::kUlp:
    case Accuracy::kNormwise:
      for (std::size_t i = 0; i < one.elements.size(); ++i) {
        if (i < sample.open.size() && sample.open[i]) continue;
        ++outcome_.compared;
        const ElementBits a = before.elements[i];
        const ElementBits b = one.elements[i];
        if (!are_near(sample, one.dtype, a, b, tolerance.bound))
          return demand_same(before, 0, one, {}, how, sample.open);
        if (wants_control())
          control(!are_near(sample, one.dtype, a, far_from(one.dtype, b),
                            tolerance.bound),
                  "a result that is far off was accepted");
      }
      return;
    default:
      break;
  }
  // Where zeros are added or sorted, their signs are left open.
  const Sameness sameness{.zero_sign =
                              tolerance.accuracy != Accuracy::kBits &&
                              family_of(sample.op).name != "conversion"};
  // argsort may return the index of any of several equal elements.
  if (family_of(sample.op).name == "sorting" &&
      spec_of(sample.op).signature.gives(Role::kInt32))
    return demand_same(named_elements(sample, before), 0,
                       named_elements(sample, one), sameness, how);
  for (std::size_t i = 0; i < got.size(); ++i)
    demand_same(entries_like(expected[i], got[i]), 0, got[i], sameness, how,
                sample.open);
}

}  // namespace assay
