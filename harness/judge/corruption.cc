// Chooses corruptions by seed, and decides by plain arithmetic with a wide
// margin that each must be refused.
// Tested by tests/harness/judge/corruption_test.cc.
#include "harness/judge/corruption.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/case/case_storage.h"
#include "harness/case/slice_numbers.h"
#include "spec/element_text.h"

namespace assay {
namespace {

// Holds a bit pattern and the element that it replaces.
struct Change {
  std::size_t at = 0;
  ElementBits bits;
};
using Changes = std::vector<Change>;

bool is_float(DType dtype) { return is_real(dtype) || is_complex(dtype); }

int part_width(DType dtype) {
  const int bits = spec_of(dtype).bits;
  return is_complex(dtype) ? bits / 2 : bits;
}

bool has_nan(DType dtype, ElementBits bits) {
  const FloatFormat& format = format_of(dtype);
  return is_nan_bits(format, bits.re) ||
         (is_complex(dtype) && is_nan_bits(format, bits.im));
}

// Returns whether a component is outside the accepted values. Only values
// count, except that the sign of a zero counts if a single bit pattern is
// accepted.
bool is_outside(const FloatFormat& format, const Acceptance& accept,
                std::uint64_t bits) {
  const bool low_nan = is_nan_bits(format, accept.low);
  const bool high_nan = is_nan_bits(format, accept.high);
  if (is_nan_bits(format, bits)) return !low_nan && !high_nan;
  if (low_nan && high_nan) return accept.low == accept.high;
  if (accept.low == accept.high) return bits != accept.low;
  const double value = decode_real(format, bits);
  return (!low_nan && value < decode_real(format, accept.low)) ||
         (!high_nan && value > decode_real(format, accept.high));
}

// Returns whether two elements are certainly further apart than `distance`. The
// factor of two leaves room for rounding.
bool is_far(DType dtype, ElementBits expected, ElementBits bits,
            double distance) {
  if (has_nan(dtype, expected) || has_nan(dtype, bits)) return true;
  const FloatFormat& format = format_of(dtype);
  const auto part = [&](std::uint64_t a, std::uint64_t b) {
    return std::fabs(static_cast<long double>(decode_real(format, a)) -
                     static_cast<long double>(decode_real(format, b))) >
           2.0L * distance;
  };
  return part(expected.re, bits.re) ||
         (is_complex(dtype) && part(expected.im, bits.im));
}

// Returns whether two elements differ. Two NaNs differ only if every bit
// counts.
bool differ(DType dtype, bool every_bit, ElementBits a, ElementBits b) {
  if (every_bit || !is_float(dtype)) return !(a == b);
  const FloatFormat& format = format_of(dtype);
  const auto part = [&](std::uint64_t x, std::uint64_t y) {
    return x != y && !(is_nan_bits(format, x) && is_nan_bits(format, y));
  };
  return part(a.re, b.re) || (is_complex(dtype) && part(a.im, b.im));
}

// Returns the number of the slice that holds element `i`.
std::size_t slice_at(const SliceNumbers& number, const Shape& shape,
                     std::size_t i) {
  Index at(shape.size());
  auto rest = static_cast<std::int64_t>(i);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    at[axis] = rest % shape[axis];
    rest /= shape[axis];
  }
  return number.of(at);
}

bool refuses(const Evidence& evidence, const Permitted& permitted,
             std::size_t i, ElementBits bits) {
  const DType dtype = evidence.dtype;
  if (i >= permitted.values.size()) return false;
  const ElementBits expected = permitted.values[i];
  if (permitted.slices) {
    const SliceNumbers number(evidence.shape, permitted.slices->axes);
    const std::size_t slice = slice_at(number, evidence.shape, i);
    if (permitted.slices->l2[slice] < 0 || permitted.slices->max[slice] < 0)
      return false;
    return is_far(dtype, expected, bits, permitted.slices->max[slice]);
  }
  for (const auto& group : permitted.interchangeable) {
    if (std::find(group.begin(), group.end(), static_cast<std::int64_t>(i)) ==
        group.end())
      continue;
    return std::all_of(group.begin(), group.end(), [&](std::int64_t at) {
      const auto place = static_cast<std::size_t>(at);
      // One NaN stands for all NaNs; a complex element is NaN if either part
      // is.
      if (is_float(dtype) && has_nan(dtype, permitted.values[place]))
        return !has_nan(dtype, bits);
      return differ(dtype, false, permitted.values[place], bits);
    });
  }
  for (const Alternatives& others : permitted.alternatives)
    if (others.position == static_cast<std::int64_t>(i) &&
        !std::all_of(others.elements.begin(), others.elements.end(),
                     [&](ElementBits other) {
                       return differ(dtype,
                                     permitted.accuracy == Accuracy::kBits,
                                     other, bits);
                     }))
      return false;
  if (!permitted.bound.empty())
    return permitted.bound[i] >= 0 &&
           is_far(dtype, expected, bits, permitted.bound[i]);
  if (permitted.accept.empty())
    return differ(dtype, permitted.accuracy == Accuracy::kBits, expected, bits);
  const std::size_t parts = is_complex(dtype) ? 2 : 1;
  for (std::size_t part = 0; part < parts; ++part) {
    const Acceptance& accept = permitted.accept[i * parts + part];
    const std::uint64_t own = part == 0 ? bits.re : bits.im;
    if (accept.any) continue;
    if (is_float(dtype) ? is_outside(format_of(dtype), accept, own)
                        : own != accept.low)
      return true;
  }
  return false;
}

// Returns whether every permitted answer must refuse the changes together.
bool are_surely_refused(const Evidence& evidence, const Changes& changes) {
  const auto refused_by = [&](const Permitted& permitted) {
    return std::any_of(changes.begin(), changes.end(), [&](const Change& one) {
      return refuses(evidence, permitted, one.at, one.bits);
    });
  };
  return !evidence.any_of.empty() &&
         std::all_of(evidence.any_of.begin(), evidence.any_of.end(),
                     refused_by);
}

std::string text_of(const Evidence& evidence, const Change& change) {
  return fmt::format(
      "{} instead of {} at element {}", bits_text(evidence.dtype, change.bits),
      bits_text(evidence.dtype, evidence.got[change.at]), change.at);
}

// Searches from a place that the seed gives for an element whose change must be
// refused, and makes the first such change.
template <typename ChangeOf>
std::optional<std::string> change_somewhere(Evidence& evidence,
                                            std::uint64_t seed,
                                            const char* what,
                                            ChangeOf change_of) {
  const std::size_t count = evidence.got.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = (seed % count + k) % count;
    const std::optional<ElementBits> bits = change_of(at);
    if (!bits) continue;
    const Change change{at, *bits};
    std::string done = fmt::format("{}: {}", what, text_of(evidence, change));
    evidence.got[at] = change.bits;
    return done;
  }
  return std::nullopt;
}

std::optional<std::string> flip_bit(Evidence& evidence, std::uint64_t seed) {
  const auto width = static_cast<std::uint64_t>(part_width(evidence.dtype));
  const bool imaginary = is_complex(evidence.dtype) && (seed >> 40 & 1) != 0;
  return change_somewhere(evidence, seed, "a bit was flipped",
                          [&](std::size_t at) -> std::optional<ElementBits> {
                            for (std::uint64_t j = 0; j < width; ++j) {
                              ElementBits bits = evidence.got[at];
                              (imaginary ? bits.im : bits.re) ^=
                                  std::uint64_t{1}
                                  << ((seed >> 48) + j) % width;
                              if (is_surely_refused(evidence, at, bits))
                                return bits;
                            }
                            return std::nullopt;
                          });
}

std::optional<std::string> put_nan(Evidence& evidence, std::uint64_t seed) {
  if (!is_float(evidence.dtype)) return std::nullopt;
  const std::uint64_t nan = quiet_nan_bits(format_of(evidence.dtype));
  return change_somewhere(evidence, seed, "a NaN was put",
                          [&](std::size_t at) -> std::optional<ElementBits> {
                            ElementBits bits = evidence.got[at];
                            (is_complex(evidence.dtype) && (seed >> 40 & 1) != 0
                                 ? bits.im
                                 : bits.re) = nan;
                            if (is_surely_refused(evidence, at, bits))
                              return bits;
                            return std::nullopt;
                          });
}

// Leaves the last `count` elements as outs are before they are written: poison.
std::optional<std::string> keep_stale(Evidence& evidence, std::size_t count) {
  const std::size_t all = evidence.got.size();
  const ElementBits poison =
      storage_of({.dtype = evidence.dtype, .view = View({1})})[0];
  Changes changes;
  for (std::size_t at = all - count; at < all; ++at)
    changes.push_back({at, poison});
  if (!are_surely_refused(evidence, changes)) return std::nullopt;
  for (const Change& change : changes) evidence.got[change.at] = change.bits;
  return count == all ? "the whole out was left stale"
                      : fmt::format("the last {} of {} elements were dropped",
                                    count, all);
}

// Holds what a permitted answer expects of the first part of an element, so
// that a change of it can be undone. A copy of a long answer takes long.
struct ExpectedAt {
  ElementBits value;
  std::optional<Acceptance> accept;
};
std::size_t first_part(const Evidence& evidence, std::size_t at) {
  return at * (is_complex(evidence.dtype) ? 2 : 1);
}
ExpectedAt expected_at(const Evidence& evidence, std::size_t at,
                       const Permitted& permitted) {
  const std::size_t place = first_part(evidence, at);
  ExpectedAt expected{permitted.values[at], std::nullopt};
  if (place < permitted.accept.size())
    expected.accept = permitted.accept[place];
  return expected;
}
void expect_again(const Evidence& evidence, std::size_t at,
                  const ExpectedAt& expected, Permitted& permitted) {
  permitted.values[at] = expected.value;
  if (expected.accept)
    permitted.accept[first_part(evidence, at)] = *expected.accept;
}

// Changes what one permitted answer expects at a place.
void expect_other(const Evidence& evidence, std::size_t at,
                  Permitted& permitted) {
  const DType dtype = evidence.dtype;
  const ElementBits got = evidence.got[at];
  ElementBits other = got;
  other.re ^= 1;
  if (is_float(dtype)) {
    const FloatFormat& format = format_of(dtype);
    // Default: flip the lowest bit. A NaN becomes 0. Where only a distance is
    // judged, one bit is too little, so use NaN.
    if (is_nan_bits(format, got.re)) other.re = 0;
    if (permitted.slices || !permitted.bound.empty())
      other.re = quiet_nan_bits(format);
  }
  permitted.values[at] = other;
  const std::size_t place = first_part(evidence, at);
  if (place < permitted.accept.size() && !permitted.accept[place].any)
    permitted.accept[place] = {false, other.re, other.re};
}

// Says which matrices of a result are judged, and how many elements each has.
struct JudgedMatrices {
  std::size_t each = 0;
  std::vector<std::size_t> numbers;
};
JudgedMatrices judged_matrices(const FactoredStep& step, std::size_t result,
                               const Permitted& permitted) {
  const auto batch = static_cast<std::size_t>(element_count(batch_of(step)));
  JudgedMatrices judged;
  if (batch == 0 || !permitted.matrices) return judged;
  judged.each = step.results[result].elements.size() / batch;
  const auto bound = [](const std::vector<double>& list, std::size_t i) {
    return i < list.size() ? list[i] : -1;
  };
  for (std::size_t i = 0; i < batch; ++i)
    if (bound(permitted.matrices->residual, i) >= 0 ||
        bound(permitted.matrices->spectrum, i) >= 0)
      judged.numbers.push_back(i);
  return judged;
}

// Returns whether a result has an element for each matrix, which is compared
// even if the matrices have none.
bool has_parity(const FactoredStep& step) {
  return std::any_of(step.results.begin(), step.results.end(),
                     [&](const FactoredTensor& result) {
                       return result.type.shape.size() + 2 ==
                              step.operands[0].type.shape.size();
                     });
}

}  // namespace

bool is_surely_refused(const Evidence& evidence, std::size_t i,
                       ElementBits bits) {
  return are_surely_refused(evidence, {{i, bits}});
}

std::optional<std::string> corrupt_result(Evidence& evidence,
                                          std::uint64_t seed) {
  const std::size_t count = evidence.got.size();
  if (count == 0) return std::nullopt;
  for (std::uint64_t k = 0; k < 4; ++k) {
    std::optional<std::string> done;
    switch (((seed >> 32) + k) % 4) {
      case 0:
        done = flip_bit(evidence, seed);
        break;
      case 1:
        done = put_nan(evidence, seed);
        break;
      case 2:
        done = keep_stale(evidence, 1 + seed % std::min<std::size_t>(count, 8));
        break;
      default:
        done = keep_stale(evidence, count);
    }
    if (done) return done;
  }
  return std::nullopt;
}

std::optional<std::string> corrupt_expectation(Evidence& evidence,
                                               std::uint64_t seed) {
  const std::size_t count = evidence.got.size();
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = (seed % count + k) % count;
    const auto is_judged = [&](const Permitted& permitted) {
      return at < permitted.values.size();
    };
    if (!std::all_of(evidence.any_of.begin(), evidence.any_of.end(), is_judged))
      return std::nullopt;
    std::vector<ExpectedAt> before;
    for (Permitted& permitted : evidence.any_of) {
      before.push_back(expected_at(evidence, at, permitted));
      expect_other(evidence, at, permitted);
    }
    if (is_surely_refused(evidence, at, evidence.got[at]))
      return fmt::format("another value than {} was expected at element {}",
                         bits_text(evidence.dtype, evidence.got[at]), at);
    for (std::size_t i = 0; i < before.size(); ++i)
      expect_again(evidence, at, before[i], evidence.any_of[i]);
  }
  return std::nullopt;
}

std::optional<std::string> corrupt_result(FactoredStep& step,
                                          std::size_t result,
                                          const Permitted& permitted,
                                          std::uint64_t seed) {
  const JudgedMatrices judged = judged_matrices(step, result, permitted);
  if (judged.numbers.empty() || judged.each == 0) return std::nullopt;
  FactoredTensor& tensor = step.results[result];
  const FloatFormat& format = format_of(tensor.type.dtype);
  const std::size_t matrix = judged.numbers[seed % judged.numbers.size()];
  const std::size_t at = matrix * judged.each +
                         judged_place(step, tensor, (seed >> 32) % judged.each);
  const bool nan = (seed >> 16 & 1) != 0;
  tensor.elements[at].re = nan ? quiet_nan_bits(format) : overflow_bits(format);
  return fmt::format("{} was put at element {} of result {}",
                     nan ? "a NaN" : "an infinity", at, result);
}

std::optional<std::string> corrupt_expectation(const FactoredStep& step,
                                               std::size_t result,
                                               Permitted& permitted,
                                               std::uint64_t seed) {
  const JudgedMatrices judged = judged_matrices(step, result, permitted);
  if (judged.numbers.empty() || (judged.each == 0 && !has_parity(step)))
    return std::nullopt;
  const std::size_t matrix = judged.numbers[seed % judged.numbers.size()];
  MatrixBounds& bounds = *permitted.matrices;
  for (std::vector<double>* list :
       {&bounds.residual, &bounds.orthogonality, &bounds.spectrum})
    if (matrix < list->size() && (*list)[matrix] >= 0)
      (*list)[matrix] = std::nan("");
  return fmt::format("the bounds of matrix {} were made NaN", matrix);
}

}  // namespace assay
