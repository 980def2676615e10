// Evaluates sort and argsort: sorts the positions of a slice stably by the
// decoded elements. Tested by tests/reference/sorting_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/evaluation.h"
#include "reference/policy.h"
#include "reference/scalar.h"
#include "reference/slice_order.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

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
            slice.push_back(
                ordering_value<T>(call.profile, x.dtype(), bits.back()));
            places.push_back(place.linear_index(at));
          }
          const Order order =
              order_of(call.profile, attributes.descending(), slice);
          std::vector<ElementBits> results;
          for (std::size_t position : order.positions)
            results.push_back(result(position, bits[position]));
          const bool open = is_open(call.profile, slice);
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
