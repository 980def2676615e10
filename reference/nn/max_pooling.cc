// Evaluates max_pool, max_pool_with_indices and max_pool_backward. The largest
// element of a window is searched in row-major order.
// Tested by tests/reference/pooling_test.cc.
#include <optional>

#include "reference/accumulators.h"
#include "reference/nn/pool_windows.h"
#include "reference/policy.h"
#include "reference/tensor_ops.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns the maximum of no elements.
ElementBits least_element(DType dtype) {
  if (is_real(dtype)) return encode(dtype, -kInfinity);
  const int bits = spec_of(dtype).bits;
  const bool has_sign = category_of(dtype) == Category::kSigned;
  return {has_sign ? std::uint64_t{1} << (bits - 1) : 0, 0};
}

// Holds the largest element of a window, or its first NaN.
template <typename T>
struct Largest {
  std::optional<Index> place;  // nothing if the window has no element
  T value{};
  std::vector<Index> nans;  // the places of all NaNs
  bool has_both_zeros = false;
};

template <typename T>
Largest<T> largest_of(const Elements& x, const PoolWindows& windows,
                      const Index& lead, const Index& p) {
  Largest<T> largest;
  bool has_zero[2] = {false, false};
  for (const Index& k : indices(windows.kernel())) {
    const Index place = windows.place(k, p);  // max_pool.dilation,
    // max_pool_with_indices.dilation
    if (!windows.is_inside(place)) continue;  // max_pool.padding,
    // max_pool_with_indices.padding
    const T value =
        x.value<T>(followed_by(lead, place));  // max_pool.every_term,
    // max_pool_with_indices.every_term
    if (is_nan(value)) largest.nans.push_back(place);
    if constexpr (Real<T>)
      if (value == 0) has_zero[std::signbit(value) ? 1 : 0] = true;
    const bool is_first = !largest.place;  // max_pool.negative_infinity,
    // max_pool_with_indices.negative_infinity
    const bool is_larger = largest.value < value;  // max_pool.value,
    // max_pool_with_indices.value, max_pool_with_indices.first_tie
    const bool is_first_nan =  // max_pool.nan, max_pool_with_indices.nan
        is_nan(value) && largest.nans.size() == 1;
    if (!is_first && !is_larger && !is_first_nan) continue;
    largest.place = place;
    largest.value = value;
  }
  largest.has_both_zeros = largest.value == T{} && has_zero[0] && has_zero[1];
  return largest;
}

// Returns the bits of the largest element.
template <typename T>
ElementBits bits_of_largest(const Elements& x, const Largest<T>& largest,
                            const Index& lead) {
  if (!largest.place) return least_element(x.dtype());  // max_pool.no_element,
  // max_pool_with_indices.no_element
  return x.bits(followed_by(lead, *largest.place));  // max_pool.bits,
  // max_pool_with_indices.bits
}

// Returns the position of the largest element, or -1 if there is none.
template <typename T>
std::int64_t index_of_largest(const Largest<T>& largest,
                              const View& positions) {
  if (!largest.place) return -1;  // max_pool_with_indices.no_element
  return positions.linear_index(
      *largest.place);  // max_pool_with_indices.flat_index
}

// Returns how much of the value is open. Where indices tell which of two zeros
// comes first, its sign is not.
template <typename T>
Freedom freedom_of(const Evaluation& call, const Largest<T>& largest,
                   bool has_indices) {
  if (!largest.nans.empty() && call.profile.is(kPolicy<"pool.nan=any">))
    return Freedom::kAny;
  return largest.has_both_zeros && !has_indices
             ? Freedom::kZeroSign  // max_pool.signed_zero
             : Freedom::kNone;
}

// Returns the positions of NaNs as elements of the indices.
std::vector<ElementBits> indices_of_nans(const std::vector<Index>& nans,
                                         const View& positions, DType dtype) {
  std::vector<ElementBits> found;
  for (const Index& place : nans)
    found.push_back(encode(dtype, positions.linear_index(place)));
  return found;
}

// y[n, c, p] = the largest element of window p.
template <typename T>
void pool(const Evaluation& call) {
  const Elements x = call.operand(0);
  const PoolWindows windows(call);
  const Results y = call.results();
  for (const Index& lead : indices(windows.leading()))
    for (const Index& p : indices(windows.counts())) {
      const Largest<T> largest = largest_of<T>(x, windows, lead, p);
      y.put(followed_by(lead, p),
            Open<ElementBits>{bits_of_largest(x, largest, lead),
                              freedom_of(call, largest, false)});
    }
}

// Does the same, and indices[n, c, p] = its position.
template <typename T>
void pool_with_indices(const Evaluation& call) {
  const Elements x = call.operand(0);
  const PoolWindows windows(call);
  const View positions(windows.spatial());
  const View results(followed_by(windows.leading(), windows.counts()));
  const DType dtype = call.call.outs[1].dtype;  // pooling.index_dtype
  const Results y = call.results();
  const Results index = call.results_in(call.call.outs[1], 1);
  for (const Index& lead : indices(windows.leading()))
    for (const Index& p : indices(windows.counts())) {
      const Largest<T> largest = largest_of<T>(x, windows, lead, p);
      const Index at = followed_by(lead, p);
      const Freedom freedom = freedom_of(call, largest, true);
      y.put(at, Open<ElementBits>{bits_of_largest(x, largest, lead), freedom});
      index.put(at, index_of_largest(largest, positions));
      index.note_freedom(at, freedom);
      if (call.answer != nullptr && !largest.nans.empty())
        call.answer->about(1).alternatives.push_back(
            {results.linear_index(at),
             indices_of_nans(  // max_pool_with_indices.nan_index
                 largest.nans, positions, dtype)});
    }
}

template <typename F>
Result<Tensors> with_pooled_scalar(const Evaluation& call, F f) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T> type) -> Result<Tensors> {
        if constexpr (Integer<T> || Real<T>) return f(type);
        return Status::internal("no pools of this dtype");
      });
}

// Returns the first index that names no position and is not -1.
std::optional<std::int64_t> wrong_index(const Elements& index,
                                        std::int64_t count) {
  for (const Index& at : indices(index.view().shape())) {
    const auto place = index.value<std::int64_t>(at);
    if (place < -1 || place >= count) return place;
  }
  return std::nullopt;
}

// gx[n, c, i] = Σ grad[n, c, p] over the p whose index is i.
template <typename T>
void return_gradients(const Evaluation& call) {
  const Elements grad = call.operand(1);
  const Elements index = call.operand(2);
  const PoolWindows windows(call);
  const View positions(windows.spatial());
  const Results gx = call.results();
  for (const Index& lead : indices(windows.leading())) {
    std::vector<Sum<T>> sums(  // max_pool_backward.uncovered,
                               // max_pool_backward.shape_only
        static_cast<std::size_t>(positions.numel()), Sum<T>(call));
    for (const Index& p : indices(windows.counts())) {
      const Index at = followed_by(lead, p);
      const auto place = index.value<std::int64_t>(at);
      if (place == -1) continue;  // max_pool_backward.no_element
      sums[static_cast<std::size_t>(place)].add(  // max_pool_backward.value,
          grad.value<T>(at));                     // max_pool_backward.overlap,
      // max_pool_backward.every_term, max_pool_backward.wrap
    }
    std::size_t place = 0;
    for (const Index& i : indices(windows.spatial()))
      sums[place++].write(
          gx, followed_by(lead, i));  // max_pool_backward.nonfinite,
    // max_pool_backward.partial_overflow, pooling.accumulator
  }
}

}  // namespace

Result<Tensors> evaluate(OpTag<"max_pool">, const Evaluation& call) {
  if (refuses_windows(call))
    return refused_windows(  // max_pool.zero_kernel, max_pool.zero_stride
        call);
  return with_pooled_scalar(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        pool<T>(call);
        return Tensors{};
      });
}

Result<Tensors> evaluate(OpTag<"max_pool_with_indices">,
                         const Evaluation& call) {
  if (refuses_windows(call))
    return refused_windows(  // max_pool_with_indices.zero_kernel,
                             // max_pool_with_indices.zero_stride
        call);
  return with_pooled_scalar(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        pool_with_indices<T>(call);
        return Tensors{};
      });
}

Result<Tensors> evaluate(OpTag<"max_pool_backward">, const Evaluation& call) {
  const PoolWindows windows(call);
  if (const auto index =
          wrong_index(call.operand(2), element_count(windows.spatial()))) {
    Status status =
        Status::invalid("max_pool_backward: index " + std::to_string(*index) +
                        " names no position");
    status.kind = "max_pool_backward.range"_clause;  // max_pool_backward.range
    return status;
  }
  return with_pooled_scalar(
      call, [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        return_gradients<T>(call);
        return Tensors{};
      });
}

}  // namespace assay
