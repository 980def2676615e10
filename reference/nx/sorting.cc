// Evaluates sort and argsort: sorts the positions of a slice stably by the
// decoded elements. Tested by tests/reference/sorting_test.cc.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "reference/evaluation.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Returns 1 for a NaN that comes after every number, -1 for one that comes
// before, and 0 for a number. With the policy `last` NaN come last in both
// directions; the other policies reverse with the direction.
int nan_rank(const Profile& profile, bool descending, double x) {
  if (!is_nan(x)) return 0;
  if (profile.is(kPolicy<"sort.nan=greatest">)) return descending ? -1 : 1;
  if (profile.is(kPolicy<"sort.nan=total_order">))
    return std::signbit(x) != descending ? -1 : 1;
  return 1;  // sort.nan_last, argsort.nan_last
}
int nan_rank(const Profile&, bool, Complex z) {
  return is_nan(z) ? 1 : 0;  // sort.complex, argsort.complex
}
template <typename T>
requires(Integer<T> || Bool<T>) int nan_rank(const Profile&, bool, T) {
  return 0;
}

// Returns whether one number comes before another in ascending order.
template <Ordered T>
bool is_less(const Profile& profile, T x, T y) {
  if constexpr (Real<T>)
    if (x == 0 && y == 0 && profile.is(kPolicy<"sort.nan=total_order">))
      return std::signbit(x) && !std::signbit(y);
  return x < y;  // sort.unsigned, argsort.unsigned
}
bool is_less(const Profile&, Complex a, Complex b) {
  return a.re < b.re || (a.re == b.re && a.im < b.im);  // sort.complex
}

// Returns whether x comes before y in the direction of the call; false for
// ties.
template <typename T>
bool is_before(const Profile& profile, bool descending, T x, T y) {
  const int x_rank = nan_rank(profile, descending, x);
  const int y_rank = nan_rank(profile, descending, y);
  if (x_rank != y_rank) return x_rank < y_rank;
  if (x_rank != 0) return false;  // the order among NaN is open
  return descending ? is_less(profile, y, x) : is_less(profile, x, y);
}

// Describes a sorted slice. For each place of the result it has the position of
// the element in the operand, and whether the element ties with the one before.
struct Order {
  std::vector<std::size_t> positions;
  std::vector<bool> ties;
};

template <typename T>
Order order_of(const Profile& profile, bool descending,
               const std::vector<T>& slice) {
  Order order;
  order.positions.resize(slice.size());
  std::iota(order.positions.begin(), order.positions.end(), std::size_t{0});
  const auto before = [&](std::size_t i, std::size_t j) {
    return is_before(profile, descending, slice[i], slice[j]);
  };
  std::stable_sort(order.positions.begin(), order.positions.end(), before);
  for (std::size_t k = 0; k < slice.size(); ++k)
    order.ties.push_back(k > 0 &&
                         !before(order.positions[k - 1], order.positions[k]));
  return order;
}

// Notes the runs of ties whose members differ as results, because these may be
// exchanged. `places` are the row-major positions of the slice's results.
void note_ties(Answer& answer, const Order& order,
               const std::vector<ElementBits>& results,
               const std::vector<std::int64_t>& places) {
  for (std::size_t first = 0; first < results.size();) {
    std::size_t last = first + 1;
    while (last < results.size() && order.ties[last]) ++last;
    const auto differs = [&](const ElementBits& bits) {
      return bits != results[first];
    };
    const auto run = results.begin() + static_cast<std::ptrdiff_t>(first);
    if (std::any_of(run, run + static_cast<std::ptrdiff_t>(last - first),
                    differs))
      answer.interchangeable.push_back(  // sort.signed_zero, argsort.ties
          {places.begin() + static_cast<std::ptrdiff_t>(first),
           places.begin() + static_cast<std::ptrdiff_t>(last)});
    first = last;
  }
}

// out[…, k, …] = result(position, bits) of the k-th element in sorted order.
template <typename ResultOf>
Result<Tensors> sorted(const Evaluation& call, ResultOf result) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        const Elements x = call.operand(0);
        const Results out = call.results();
        const Attributes& attributes = call.call.attributes;
        const View place(x.view().shape());
        Slices slices(x.view().shape(), {attributes.axis()});
        for (const Index& start : slices.starts()) {
          std::vector<T> slice;
          std::vector<ElementBits> bits;
          std::vector<std::int64_t> places;
          for (const Index& step : slices.steps()) {
            const Index& at = slices.at(start, step);
            bits.push_back(x.bits(at));
            slice.push_back(x.value<T>(at));
            places.push_back(place.linear_index(at));
          }
          const Order order =
              order_of(call.profile, attributes.descending(), slice);
          std::vector<ElementBits> results;
          for (std::size_t position : order.positions)
            results.push_back(result(position, bits[position]));
          const bool open = std::is_same_v<T, Complex> &&
                            call.profile.is(kPolicy<"sort.complex_nan=any">) &&
                            std::any_of(slice.begin(), slice.end(),
                                        [](T value) { return is_nan(value); });
          std::size_t k = 0;
          for (const Index& step : slices.steps())
            out.put(slices.at(start, step),
                    Open<ElementBits>{results[k++],
                                      open ? Freedom::kAny : Freedom::kNone});
          // Ties are not noted for an open slice, because any order passes
          // there.
          if (call.answer != nullptr && !open)
            note_ties(*call.answer, order, results, places);
        }
        return Tensors{};
      });
}

}  // namespace

Result<Tensors> evaluate(OpTag<"sort">, const Evaluation& call) {
  return sorted(call, [](std::size_t, ElementBits bits) {
    return bits;  // sort.value, sort.permutation
  });
}

Result<Tensors> evaluate(OpTag<"argsort">, const Evaluation& call) {
  return sorted(call, [](std::size_t position, ElementBits) {
    return encode(DType::kInt32, static_cast<std::int64_t>(position));
  });  // argsort.value, argsort.permutation
}

}  // namespace assay
