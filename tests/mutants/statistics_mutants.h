// Mutants of means, tests of truth, extrema with their indices and cross
// products.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "spec/infer.h"
#include "tests/mutants/call_mutants.h"
#include "tests/mutants/reduction_mutants.h"

namespace assay::mutants::arrays {

using Slice = std::vector<ElementBits>;

// Replaces each element of the first result by f(the elements of its slice).
template <typename F>
void replace_by_slice(const Call& call, F f) {
  const Tensor& x = call.operands[0];
  const Tensor& out = call.outs[0];
  std::map<std::int64_t, Slice> slices;
  for (const Index& at : indices(x.view.shape()))
    slices[out.view.linear_index(reduced_index(call, at))].push_back(
        element_at(x, at));
  replace_each(out, [&](const Index& at, ElementBits) {
    return f(slices[out.view.linear_index(at)]);
  });
}

inline double number_of(DType dtype, ElementBits bits) {
  if (is_real(dtype)) return decode_real(format_of(dtype), bits.re);
  return static_cast<double>(signed_value(dtype, bits));
}
inline std::vector<double> numbers_of(DType dtype, const Slice& slice) {
  std::vector<double> numbers;
  for (ElementBits bits : slice) numbers.push_back(number_of(dtype, bits));
  return numbers;
}

// Computes results of floats from their slices by another formula.
using OfSlice = double (*)(const FloatFormat& format,
                           const std::vector<double>& x);
template <OfSlice f>
class ReducesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.outs[0].dtype;
    if (!is_real(dtype)) return;
    const FloatFormat& format = format_of(dtype);
    replace_by_slice(call, [&](const Slice& slice) {
      return ElementBits{
          encode_real(format, f(format, numbers_of(dtype, slice))), 0};
    });
  }
};

inline double mean_by(double sum, const std::vector<double>& x) {
  return sum / static_cast<double>(x.size());
}
inline double mean_in_float32(const FloatFormat&,
                              const std::vector<double>& x) {
  float sum = 0;
  for (double term : x) sum += static_cast<float>(term);
  return static_cast<double>(sum / static_cast<float>(x.size()));
}
inline double mean_rounding_each_step(const FloatFormat& format,
                                      const std::vector<double>& x) {
  double sum = 0;
  for (double term : x)
    sum = decode_real(format, encode_real(format, sum + term));
  return mean_by(sum, x);
}
// Leaves out what follows the last whole block of four.
inline double mean_without_tail(const FloatFormat&,
                                const std::vector<double>& x) {
  double sum = 0;
  const std::size_t count = x.size() < 4 ? x.size() : x.size() / 4 * 4;
  for (std::size_t k = 0; k < count; ++k) sum += x[k];
  return mean_by(sum, x);
}
inline double mean_without_nan(const FloatFormat&,
                               const std::vector<double>& x) {
  double sum = 0;
  for (double term : x) sum += term;
  return std::isnan(sum) ? 0 : mean_by(sum, x);
}
inline double mean_of_nothing_is_zero(const FloatFormat&,
                                      const std::vector<double>& x) {
  double sum = 0;
  for (double term : x) sum += term;
  return x.empty() ? 0 : mean_by(sum, x);
}
// Divides by one less, as a variance does.
inline double mean_by_one_less(const FloatFormat&,
                               const std::vector<double>& x) {
  double sum = 0;
  for (double term : x) sum += term;
  return x.size() < 2 ? sum : sum / static_cast<double>(x.size() - 1);
}

inline double largest_without_sign(const FloatFormat&,
                                   const std::vector<double>& x) {
  return *std::max_element(x.begin(), x.end());
}
inline double magnitude_of_largest(const FloatFormat& format,
                                   const std::vector<double>& x) {
  return std::fabs(largest_without_sign(format, x));
}
inline double largest_number(const FloatFormat&, const std::vector<double>& x) {
  double largest = 0;
  for (double term : x) largest = std::fmax(largest, std::fabs(term));
  return largest;
}

// Computes means of integers from the sum in another way.
__extension__ using WideInteger128 = __int128;
using Quotient = std::int64_t (*)(DType dtype, WideInteger128 sum,
                                  std::int64_t count);
template <Quotient divide>
class DividesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.outs[0].dtype;
    const int unused = 64 - spec_of(dtype).bits;
    replace_by_slice(call, [&](const Slice& slice) {
      WideInteger128 sum = 0;
      for (ElementBits bits : slice) sum += signed_value(dtype, bits);
      const auto mean =
          static_cast<std::uint64_t>(divide(dtype, sum, std::ssize(slice)));
      return ElementBits{mean << unused >> unused, 0};
    });
  }
};
inline std::int64_t rounded_down(DType, WideInteger128 sum,
                                 std::int64_t count) {
  const auto mean = static_cast<std::int64_t>(sum / count);
  return sum % count < 0 ? mean - 1 : mean;
}
inline std::int64_t of_a_wrapped_sum(DType dtype, WideInteger128 sum,
                                     std::int64_t count) {
  const int unused = 64 - spec_of(dtype).bits;
  const std::uint64_t low = static_cast<std::uint64_t>(sum) << unused;
  return (static_cast<std::int64_t>(low) >> unused) / count;
}

// Says which elements are true in another way.
using IsTrue = bool (*)(DType dtype, ElementBits bits);
template <IsTrue is_true>
class TestsBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.operands[0].dtype;
    const bool is_any = call.op == "any"_op;
    replace_by_slice(call, [&](const Slice& slice) {
      for (ElementBits bits : slice)
        if (is_true(dtype, bits) == is_any)
          return ElementBits{is_any ? 1u : 0u, 0};
      return ElementBits{is_any ? 0u : 1u, 0};
    });
  }
};
inline bool nan_is_false(DType dtype, ElementBits bits) {
  const double x = number_of(dtype, bits);
  return !std::isnan(x) && x != 0;
}
inline bool bits_are_not_zero(DType, ElementBits bits) { return bits.re != 0; }
inline bool positive_is_true(DType dtype, ElementBits bits) {
  return number_of(dtype, bits) > 0;
}
inline bool integer_is_not_zero(DType dtype, ElementBits bits) {
  return std::trunc(number_of(dtype, bits)) != 0;
}
inline bool low_half_is_not_zero(DType dtype, ElementBits bits) {
  const int half = spec_of(dtype).bits / 2;
  return (bits.re & ((std::uint64_t{1} << half) - 1)) != 0;
}
// Gives the other answer for slices without elements.
class InvertsNothing : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    replace_by_slice(call, [&](const Slice& slice) {
      const bool is_any = call.op == "any"_op;
      bool result = is_any == slice.empty();
      for (ElementBits bits : slice)
        if ((bits.re != 0) == is_any) result = is_any;
      return ElementBits{result ? 1u : 0u, 0};
    });
  }
};

// Writes nothing where there is no extremum, and calls that a success.
class AcceptsNoExtremum : public Reference {
  Result<Tensors> execute(const Call& call) override {
    const bool is_empty = is_empty_extremum(
        call.op, call.operands[0].view.shape(), call.attributes);
    return is_empty ? Result<Tensors>(Tensors{}) : Reference::execute(call);
  }
};

// Reads axes in the opposite order.
class ReversesTheAxes : public Misreads {
  std::int64_t place(const View& view, const Index& at) const override {
    const Shape turned(view.shape().rbegin(), view.shape().rend());
    std::int64_t number =
        View(turned).linear_index(Index(at.rbegin(), at.rend()));
    Index from(at.size());
    for (std::size_t axis = at.size(); axis-- > 0;) {
      from[axis] = number % view.shape()[axis];
      number /= view.shape()[axis];
    }
    return view.linear_index(from);
  }
};
// Takes an empty set of axes for all of them.
class TakesNoAxesForAll : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (!call.attributes.axes().empty() || call.operands[0].view.numel() == 0)
      return;
    Call whole = call;
    std::vector<std::int64_t> axes;
    for (std::size_t axis = 0; axis < call.operands[0].view.rank(); ++axis)
      axes.push_back(static_cast<std::int64_t>(axis));
    whole.attributes.axes(axes).keepdims(false);
    whole.outs = {*buffer(call.outs[0].dtype, {})};
    if (!Reference().execute(whole).ok()) return;
    const ElementBits total = element_at(whole.outs[0], {});
    replace_each(call.outs[0],
                 [&](const Index&, ElementBits) { return total; });
  }
};

class ExchangesTheVectors : public ChangedCall {
  void change(Call& call) override {
    std::swap(call.operands[0], call.operands[1]);
  }
};
// Computes cross products of floats from other products.
using ProductOf = double (*)(const FloatFormat& format, double x, double y);
template <ProductOf product>
class CrossesBy : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const FloatFormat& format = format_of(call.outs[0].dtype);
    const auto axis = static_cast<std::size_t>(call.attributes.axis());
    replace_each(call.outs[0], [&](const Index& at, ElementBits) {
      Index next = at;
      next[axis] = (at[axis] + 1) % 3;
      Index last = at;
      last[axis] = (at[axis] + 2) % 3;
      const Tensor& a = call.operands[0];
      const Tensor& b = call.operands[1];
      const double left = product(format, real_at(a, next), real_at(b, last));
      const double right = product(format, real_at(a, last), real_at(b, next));
      return ElementBits{encode_real(format, left - right), 0};
    });
  }
};
inline double without_zeros(const FloatFormat&, double x, double y) {
  return x == 0 || y == 0 ? 0 : x * y;
}
inline double rounded_product(const FloatFormat& format, double x, double y) {
  return decode_real(format, encode_real(format, x * y));
}

// Says what a search for an extremum does wrong.
enum class SearchFault {
  kTakesTheLastTie,
  kIgnoresNan,
  kTakesTheLastNan,
  kCountsFromOne,
  kForgetsTheSignOfZero,
};
template <SearchFault fault>
class FindsWrong : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    const DType dtype = call.operands[0].dtype;
    const bool is_max = call.op == "max_with_index"_op;
    std::vector<std::int64_t> places;
    replace_by_slice(call, [&](const Slice& slice) {
      std::size_t best = 0;
      for (std::size_t k = 1; k < slice.size(); ++k)
        if (wins(number_of(dtype, slice[k]), number_of(dtype, slice[best]),
                 is_max))
          best = k;
      places.push_back(static_cast<std::int64_t>(best));
      const bool is_zero = is_real(dtype) && number_of(dtype, slice[best]) == 0;
      return fault == SearchFault::kForgetsTheSignOfZero && is_zero
                 ? ElementBits{}
                 : slice[best];
    });
    std::size_t i = 0;
    const int offset = fault == SearchFault::kCountsFromOne ? 1 : 0;
    replace_each(call.outs[1], [&](const Index&, ElementBits) {
      return ElementBits{static_cast<std::uint64_t>(places[i++] + offset), 0};
    });
  }

  static bool wins(double x, double best, bool is_max) {
    if (std::isnan(x))
      return fault == SearchFault::kTakesTheLastNan ||
             (fault != SearchFault::kIgnoresNan && !std::isnan(best));
    if (std::isnan(best)) return fault == SearchFault::kIgnoresNan;
    if (x == best) return fault == SearchFault::kTakesTheLastTie;
    return is_max ? x > best : x < best;
  }
};

}  // namespace assay::mutants::arrays
