// Evaluates reductions, arg-reductions and scans with one accumulator per
// slice.
// Tested by tests/reference/reduction_test.cc.
#include "reference/accumulators.h"
#include "reference/nx/elementwise_order.h"
#include "reference/policy.h"
#include "reference/rounded_steps.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"
#include "spec/infer.h"
#include "spec/places.h"

namespace assay {
namespace {

// Holds the largest (op "max") or smallest (op "min") element so far.
template <OpName op, Ordered T>
class Extremum {
 public:
  explicit Extremum(const Evaluation& call) : profile_(call.profile) {}
  void add(T x) {
    if (is_first_) {
      value_ = {x};
    } else {
      // A NaN stays: reductions and scans have the NaN rule of max and min.
      const T last = value_.value;     // associative_scan.nan
      constexpr OpTag<op> extremum{};  // reduce_max.nan, reduce_min.nan
      const Open<T> next = apply(extremum, profile_, last, x);
      // The sign stays open while the extremum is a zero; kAny stays for good.
      const bool is_any = value_.freedom == Freedom::kAny;
      const bool lasts =
          is_any ||
          next.value == T{0};  // reduce_max.signed_zero, reduce_min.signed_zero
      const Freedom before = lasts ? value_.freedom : Freedom::kNone;
      value_ = {next.value, std::max(before, next.freedom)};
    }
    is_first_ = false;
  }
  void write(const Results& out, const Index& at) const { out.put(at, value_); }

 private:
  const Profile& profile_;
  Open<T> value_{};
  bool is_first_ = true;
};

bool is_empty_extremum(const Evaluation& call) {
  return is_empty_extremum(call.call.op, call.call.operands[0].view.shape(),
                           call.call.attributes);
}

Status empty_error(const Evaluation& call) {
  return Status::invalid(std::string(name_of(call.call.op)) +
                         ": nothing to reduce in shape " +
                         shape_text(call.call.operands[0].view.shape()));
}

// Returns the lowest or the highest value of a dtype, an infinity if it has
// one.
ElementBits end_of(DType dtype, bool is_lowest) {
  if (is_real(dtype)) {
    const FloatFormat& format = format_of(dtype);
    const std::uint64_t magnitude = format.has_infinity
                                        ? overflow_bits(format)
                                        : largest_finite_bits(format);
    return {is_lowest ? magnitude | sign_bit(format) : magnitude, 0};
  }
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - spec_of(dtype).bits);
  if (dtype == DType::kBool) return {is_lowest ? 0u : 1u, 0};
  if (category_of(dtype) == Category::kUnsigned)
    return {is_lowest ? 0 : all, 0};
  const std::uint64_t highest = all >> 1;
  return {is_lowest ? all ^ highest : highest, 0};
}

// Returns the extremum over nothing: an error, or the identity of the op, which
// is the lowest value for a maximum.
Result<Tensors> extremum_of_nothing(const Evaluation& call, bool is_max) {
  if (call.profile.is(kPolicy<"max.empty=error">))
    return empty_error(call);  // reduce_max.empty, reduce_min.empty
  const Elements x = call.operand(0);
  const Results out = call.results();
  const Attributes& attributes = call.call.attributes;
  const Freedom freedom = call.profile.is(kPolicy<"max.empty=any">)
                              ? Freedom::kAny
                              : Freedom::kNone;
  const Slices slices(x.view().shape(), attributes.axes());
  for (const Index& start : slices.starts())
    out.put(slices.result_at(start, attributes.keepdims()),
            Open<ElementBits>{end_of(x.dtype(), is_max), freedom});
  return Tensors{};
}

// Returns whether the profile makes empty sums and products an error.
bool is_empty_error(const Evaluation& call) {
  if (!call.profile.is(kPolicy<"reduce.empty=error">)) return false;
  for (std::int64_t axis : call.call.attributes.axes())
    if (call.call.operands[0].view.shape()[static_cast<std::size_t>(axis)] == 0)
      return true;
  return false;
}

// out[j] = the accumulation of x[i] over the reduced axes. A new accumulator
// holds the op's identity.
template <typename Accumulator, typename T>
Result<Tensors> reduce(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  const Attributes& attributes = call.call.attributes;
  Slices slices(x.view().shape(), attributes.axes());
  for (const Index& start : slices.starts()) {
    const Index to = slices.result_at(start, attributes.keepdims());
    if (attributes.axes().empty()) {
      out.put(to, x.bits(start));  // reduction.no_axes
      continue;
    }
    Accumulator accumulator(call);
    for_each_place(slices.slice(x.view(), start), [&](std::int64_t place) {
      accumulator.add(    // reduce_sum.every_term,
          x.value_at<T>(  // reduce_prod.every_term
              place));
    });
    accumulator.write(out, to);
    if constexpr (requires { accumulator.term_count(); })
      out.note_roundings(
          to, roundings_of_reduction(x.dtype(), accumulator.term_count(),
                                     call.profile));
  }
  return Tensors{};
}

// out[…, k, …] = the accumulation of x[…, 0, …] to x[…, k, …].
template <typename Accumulator, typename T>
Result<Tensors> scan(const Evaluation& call) {
  const Elements x = call.operand(0);
  const Results out = call.results();
  Slices slices(x.view().shape(), {call.call.attributes.axis()});
  for (const Index& start : slices.starts()) {
    Accumulator accumulator(call);
    for (const Index& step : slices.steps()) {
      const Index& at = slices.at(start, step);
      accumulator.add(x.value<T>(at));  // associative_scan.running
      accumulator.write(  // associative_scan.value, associative_scan.every_term
          out, at);
    }
  }
  return Tensors{};
}

// Calls `f` for the scalar of the operand if T has sums (`Summed`) or an order
// (`Ordered`). The table has no cells for other scalars.
template <typename T>
concept Summed = Integer<T> || Real<T> || std::same_as<T, Complex>;

template <typename F>
Result<Tensors> with_summed(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T> type) -> Result<Tensors> {
        if constexpr (Summed<T>) return f(type);
        return Status::internal("no sums of bool");
      });
}

template <typename F>
Result<Tensors> with_ordered(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T> type) -> Result<Tensors> {
        if constexpr (Ordered<T>) return f(type);
        return Status::internal("no order of complex numbers");
      });
}

// Finds the position of the first extremum along the axis. `before(x, y)` says
// that x comes before y in the order of the extremum.
template <Ordered T, typename Before>
Open<std::int64_t> position_of_extremum(const Profile& profile,
                                        const std::vector<T>& slice,
                                        Before before) {
  const bool ignores_nan = profile.is(kPolicy<"argmax.nan=ignore">);
  const Freedom at_nan =
      profile.is(kPolicy<"argmax.nan=any">) ? Freedom::kAny : Freedom::kNone;
  std::size_t best = 0;
  bool found = false;
  for (std::size_t k = 0; k < slice.size(); ++k) {
    if (is_nan(slice[k]) && ignores_nan) continue;
    const auto position = static_cast<std::int64_t>(k);
    if (is_nan(slice[k])) return {position, at_nan};  // argmax.nan, argmin.nan
    const bool is_better = !found || before(slice[k], slice[best]);
    if (is_better) best = k;  // argmax.value, argmin.value
    found = true;
  }
  // A slice that has only ignored NaN has no extremum, so any answer is
  // accepted.
  return {static_cast<std::int64_t>(best),
          found ? Freedom::kNone : Freedom::kAny};
}

template <typename Position>
Result<Tensors> arg_reduce(const Evaluation& call, Position position) {
  return with_ordered(call, [&]<typename T>(std::type_identity<T>) {
    const Elements x = call.operand(0);
    const Results out = call.results();
    const Attributes& attributes = call.call.attributes;
    Slices slices(x.view().shape(), {attributes.axis()});
    std::vector<T> slice;
    for (const Index& start : slices.starts()) {
      slice.clear();
      for_each_place(slices.slice(x.view(), start), [&](std::int64_t place) {
        slice.push_back(x.value_at<T>(place));
      });
      out.put(slices.result_at(start, attributes.keepdims()), position(slice));
    }
    return Tensors{};
  });
}

}  // namespace

Result<Tensors> evaluate(OpTag<"reduce_sum">, const Evaluation& call) {
  if (is_empty_error(call)) return empty_error(call);
  if (runs_in_rounded_steps(call))
    return reduce<RoundedSteps<false>, double>(call);
  return with_summed(call, [&]<typename T>(std::type_identity<T>) {
    return reduce<Sum<T>, T>(call);  // reduce_sum.value, reduce_sum.empty
  });
}

Result<Tensors> evaluate(OpTag<"reduce_prod">, const Evaluation& call) {
  if (is_empty_error(call)) return empty_error(call);
  if (runs_in_rounded_steps(call))
    return reduce<RoundedSteps<true>, double>(call);
  return with_summed(call, [&]<typename T>(std::type_identity<T>) {
    return reduce<Product<T>, T>(call);  // reduce_prod.value, reduce_prod.empty
  });
}

Result<Tensors> evaluate(OpTag<"reduce_max">, const Evaluation& call) {
  if (is_empty_extremum(call)) return extremum_of_nothing(call, true);
  return with_ordered(call, [&]<typename T>(std::type_identity<T>) {
    return reduce<Extremum<"max", T>, T>(call);  // reduce_max.value
  });
}

Result<Tensors> evaluate(OpTag<"reduce_min">, const Evaluation& call) {
  if (is_empty_extremum(call)) return extremum_of_nothing(call, false);
  return with_ordered(call, [&]<typename T>(std::type_identity<T>) {
    return reduce<Extremum<"min", T>, T>(call);  // reduce_min.value
  });
}

Result<Tensors> evaluate(OpTag<"associative_scan">, const Evaluation& call) {
  switch (call.call.attributes.op()) {
    case Scan::kSum:
      if (runs_in_rounded_steps(call))
        return scan<RoundedSteps<false>, double>(call);
      return with_summed(call, [&]<typename T>(std::type_identity<T>) {
        return scan<Sum<T>, T>(call);
      });
    case Scan::kProd:
      if (runs_in_rounded_steps(call))
        return scan<RoundedSteps<true>, double>(call);
      return with_summed(call, [&]<typename T>(std::type_identity<T>) {
        return scan<Product<T>, T>(call);
      });
    case Scan::kMax:
      return with_ordered(call, [&]<typename T>(std::type_identity<T>) {
        return scan<Extremum<"max", T>, T>(call);
      });
    case Scan::kMin:
      break;
  }
  return with_ordered(call, [&]<typename T>(std::type_identity<T>) {
    return scan<Extremum<"min", T>, T>(call);
  });
}

Result<Tensors> evaluate(OpTag<"argmax">, const Evaluation& call) {
  if (is_empty_extremum(call)) return empty_error(call);  // argmax.empty
  return arg_reduce(call, [&]<Ordered T>(const std::vector<T>& slice) {
    return position_of_extremum(call.profile, slice, [](T x, T y) {
      return x > y;  // argmax.first_tie, argmax.signed_zero, argmax.unsigned
    });
  });
}

Result<Tensors> evaluate(OpTag<"argmin">, const Evaluation& call) {
  if (is_empty_extremum(call)) return empty_error(call);  // argmin.empty
  return arg_reduce(call, [&]<Ordered T>(const std::vector<T>& slice) {
    return position_of_extremum(call.profile, slice, [](T x, T y) {
      return x < y;  // argmin.first_tie, argmin.signed_zero, argmin.unsigned
    });
  });
}

}  // namespace assay
