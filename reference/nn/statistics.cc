// Evaluates means, tests of truth, extrema with their indices, and cross
// products. A mean is an exact sum, divided once and rounded once.
// Tested by tests/reference/statistics_test.cc.
#include <cmath>
#include <optional>

#include "reference/accumulators.h"
#include "reference/nn/quotient.h"
#include "reference/nx/elementwise_order.h"
#include "reference/policy.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"
#include "spec/infer.h"
#include "spec/places.h"

namespace assay {
namespace {

__extension__ using WideSum = __int128;

// Calls f with the scalar of the operand, which is no complex number.
template <typename F>
Result<Tensors> with_statistic_of(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T> type) -> Result<Tensors> {
        if constexpr (Ordered<T>) return f(type);
        return Status::internal("no statistics of complex numbers");
      });
}

// Returns the typed error of a call that has no extremum.
Status no_extremum(const Evaluation& call) {
  return Status::invalid(std::string(name_of(call.call.op)) +
                         ": no element in shape " +
                         shape_text(call.call.operands[0].view.shape()));
}
bool has_no_extremum(const Evaluation& call) {
  return is_empty_extremum(call.call.op, call.call.operands[0].view.shape(),
                           call.call.attributes);
}

// Writes f(the elements of each slice) along the axes.
template <typename T, typename F>
Result<Tensors> reduce_slices(const Evaluation& call, F f) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const Slices slices(x.view().shape(), attributes.axes());
  std::vector<T> slice;
  for (const Index& start : slices.starts()) {
    slice.clear();
    for_each_place(slices.slice(x.view(), start), [&](std::int64_t place) {
      slice.push_back(x.value_at<T>(place));  // statistics.no_axes
    });
    f(slice, slices.result_at(start, attributes.keepdims()));
  }
  return Tensors{};
}

// Writes Σ x / n, with the bound of a sum, a division and one more rounding,
// because the division may be a product with a rounded reciprocal.
void put_mean(const Evaluation& call, const std::vector<double>& slice,
              const Results& out, const Index& at) {
  if (slice.empty()) {
    out.put(at, kNaN);  // mean.empty
    return;
  }
  ExactSum sum;
  for (double x : slice) sum.add(x);  // mean.every_term
  const auto count = static_cast<std::int64_t>(slice.size());
  const ExactReal mean =
      quotient(sum.value(), count);  // mean.value, mean.nonfinite
  out.put(at, mean);                 // statistics.accumulator, mean.long
  if (!out.recording()) return;
  ExactSum magnitude;
  for (double x : slice) magnitude.add(std::fabs(x));
  const double scale = scaled(magnitude.finite_value(), 0);
  out.note_scale(at, 0, scale / static_cast<double>(count));
  out.note_terms(at, count);
  out.note_roundings(at, roundings_of_reduction(call.call.operands[0].dtype,
                                                count, call.profile) +
                             2);
  if (mean.kind == ExactReal::Kind::kZero)
    out.note_freedom(at, Freedom::kZeroSign);
  const FloatFormat& accumulator = accumulator_of(call);
  if (scale > decode_component(accumulator, largest_finite_bits(accumulator)))
    out.note_freedom(at, Freedom::kAny);  // mean.partial_overflow
}

// Returns a sum as the profile keeps it: exact, or modulo 2^w.
template <Integer T>
WideSum kept_sum(const Evaluation& call, WideSum sum) {
  if (!call.profile.is(kPolicy<"mean.integer=wrapped">)) return sum;
  const int unused = 64 - spec_of(call.call.operands[0].dtype).bits;
  return static_cast<T>(static_cast<std::uint64_t>(sum) << unused) >> unused;
}

// Writes the quotient of a sum of integers, rounded towards zero.
template <Integer T>
void put_mean(const Evaluation& call, const std::vector<T>& slice,
              const Results& out, const Index& at) {
  WideSum sum = 0;
  for (T x : slice) sum += x;
  const WideSum kept = kept_sum<T>(call, sum);
  out.put(at, static_cast<T>(kept / std::ssize(slice)));  // mean.truncated
}

template <typename T>
bool is_true(T x) {
  return !(x == T{});  // any.nan, all.nan, any.negative_zero, all.negative_zero
}

// Returns |x|, and nothing if the dtype does not have it.
std::optional<double> magnitude_of(DType, double x) { return std::fabs(x); }
std::optional<std::uint64_t> magnitude_of(DType, std::uint64_t x) { return x; }
std::optional<std::int64_t> magnitude_of(DType dtype, std::int64_t x) {
  const std::int64_t least = INT64_MIN >> (64 - spec_of(dtype).bits);
  if (x == least) return std::nullopt;
  return x < 0 ? -x : x;
}

template <typename T>
Open<T> largest_magnitude(const Evaluation& call, const std::vector<T>& slice) {
  std::optional<Open<T>> largest;
  for (T x : slice) {
    const std::optional<T> magnitude =
        magnitude_of(call.call.operands[0].dtype, x);
    if (!magnitude) return {T{}, Freedom::kAny};  // max_abs.most_negative
    if (!largest) {
      largest = {*magnitude};
      continue;
    }
    const Open<T> next = evaluate(OpTag<"max">{}, call.profile, largest->value,
                                  *magnitude);  // max_abs.value, max_abs.nan
    largest = {next.value, std::max(largest->freedom, next.freedom)};
  }
  return *largest;
}

// Returns -x, where integers wrap.
double negative(double x) { return -x; }
template <Integer T>
T negative(T x) {
  return wrapped<T>(0 - bits_of(x));
}

// Returns the index with another place along an axis.
Index moved(Index at, std::size_t axis, std::int64_t place) {
  at[axis] = place % 3;
  return at;
}

// out[k] = a[k + 1]·b[k + 2] - a[k + 2]·b[k + 1]
template <typename T>
void multiply_vectors(const Evaluation& call) {
  const Elements a = call.operand(0);
  const Elements b = call.operand(1);
  const auto axis = static_cast<std::size_t>(call.call.attributes.axis());
  const Results out = call.results();
  for (const Index& at : indices(a.view().shape())) {
    const std::int64_t k = at[axis];
    const Index next = moved(at, axis, k + 1);
    const Index last = moved(at, axis, k + 2);
    Sum<T> sum(call);
    sum.add_product(a.value<T>(next), b.value<T>(last));  // cross.value
    sum.add_product(negative(a.value<T>(last)),           // cross.handedness
                    b.value<T>(next));
    sum.write(out, at);  // cross.wrap, cross.nonfinite, cross.partial_overflow
  }
}

// Holds the place of an extremum, and what is left open.
struct ExtremumPlace {
  std::int64_t place = 0;
  Freedom of_value = Freedom::kNone;
  Freedom of_place = Freedom::kNone;
};

// Returns the place of the first NaN of a slice, or else of the first extremum,
// unless the profile treats NaN otherwise. `before(x, y)` says that x comes
// before y in the order of the extremum.
template <typename T, typename Before>
ExtremumPlace place_of_extremum(const Profile& profile,
                                const std::vector<T>& slice, Before before) {
  const bool ignores_nan = profile.is(kPolicy<"max.nan=ignore">);
  const bool is_open = slice.size() > 1 && profile.is(kPolicy<"max.nan=any">);
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < slice.size(); ++k) {
    if (is_nan(slice[k])) {
      if (ignores_nan) continue;
      const Freedom freedom = is_open ? Freedom::kAny : Freedom::kNone;
      return {static_cast<std::int64_t>(k), freedom,
              freedom};  // max_with_index.nan, min_with_index.nan
    }
    if (!best || before(slice[k], slice[*best]))
      best = k;  // max_with_index.value, min_with_index.value
  }
  if (best) return {static_cast<std::int64_t>(*best)};
  return {.of_place = Freedom::kAny};  // NaN alone, and ignored
}

// values[j] = the extremum along axis, indices[j] = its place
template <typename T, typename Before>
Result<Tensors> find_extrema(const Evaluation& call, Before before) {
  const Elements x = call.operand(0);
  const Attributes& attributes = call.call.attributes;
  const auto axis = static_cast<std::size_t>(attributes.axis());
  const Results values = call.results();
  const Tensor& index = call.call.outs[1];  // statistics.index_dtype
  const Results places = call.results_in(index, 1);
  const Slices slices(x.view().shape(), {attributes.axis()});
  std::vector<T> slice;
  for (const Index& start : slices.starts()) {
    slice.clear();
    for_each_place(slices.slice(x.view(), start), [&](std::int64_t place) {
      slice.push_back(x.value_at<T>(place));
    });
    const ExtremumPlace found = place_of_extremum(call.profile, slice, before);
    const Index to = slices.result_at(start, attributes.keepdims());
    Index from = start;
    from[axis] = found.place;
    values.put(to, x.bits(from));  // max_with_index.element,
                                   // min_with_index.element
    values.note_freedom(to, found.of_value);
    places.put(to, found.place);
    places.note_freedom(to, found.of_place);
  }
  return Tensors{};
}

}  // namespace

// out[j] = (Σ x[i]) / n
Result<Tensors> evaluate(OpTag<"mean">, const Evaluation& call) {
  return with_statistic_of(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>)
          return reduce_slices<T>(
              call, [&](const std::vector<T>& slice, const Index& at) {
                put_mean(call, slice, call.results(), at);
              });
        return Status::internal("no mean of bools");
      });
}

// out[j] = x[i] ≠ 0 for some i
Result<Tensors> evaluate(OpTag<"any">, const Evaluation& call) {
  return with_statistic_of(call, [&]<typename T>(std::type_identity<T>) {
    return reduce_slices<T>(call,
                            [&](const std::vector<T>& slice, const Index& at) {
                              bool is_any = false;  // any.empty
                              for (T x : slice)
                                is_any |= is_true(x);  // any.value
                              call.results().put(at, is_any);
                            });
  });
}

// out[j] = x[i] ≠ 0 for every i
Result<Tensors> evaluate(OpTag<"all">, const Evaluation& call) {
  return with_statistic_of(call, [&]<typename T>(std::type_identity<T>) {
    return reduce_slices<T>(call,
                            [&](const std::vector<T>& slice, const Index& at) {
                              bool are_all = true;  // all.empty
                              for (T x : slice)
                                are_all &= is_true(x);  // all.value
                              call.results().put(at, are_all);
                            });
  });
}

// out[j] = the largest |x[i]|
Result<Tensors> evaluate(OpTag<"max_abs">, const Evaluation& call) {
  if (has_no_extremum(call)) return no_extremum(call);  // max_abs.empty
  return with_statistic_of(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>)
          return reduce_slices<T>(
              call, [&](const std::vector<T>& slice, const Index& at) {
                call.results().put(at, largest_magnitude(call, slice));
              });
        return Status::internal("no magnitude of bools");
      });
}

Result<Tensors> evaluate(OpTag<"cross">, const Evaluation& call) {
  return with_statistic_of(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        if constexpr (!Bool<T>) {
          multiply_vectors<T>(call);
          return Tensors{};
        }
        return Status::internal("no products of bools");
      });
}

Result<Tensors> evaluate(OpTag<"max_with_index">, const Evaluation& call) {
  if (has_no_extremum(call)) return no_extremum(call);  // max_with_index.empty
  return with_statistic_of(call, [&]<typename T>(std::type_identity<T>) {
    return find_extrema<T>(call, [](T x, T y) {
      return x > y;  // max_with_index.first_tie
    });
  });
}

Result<Tensors> evaluate(OpTag<"min_with_index">, const Evaluation& call) {
  if (has_no_extremum(call)) return no_extremum(call);  // min_with_index.empty
  return with_statistic_of(call, [&]<typename T>(std::type_identity<T>) {
    return find_extrema<T>(call, [](T x, T y) {
      return x < y;  // min_with_index.first_tie
    });
  });
}

}  // namespace assay
