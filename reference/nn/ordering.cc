// Evaluates sorts that return values and indices, and the largest elements of a
// slice: sorts positions stably by the decoded elements.
// Tested by tests/reference/ordering_test.cc.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/evaluation.h"
#include "reference/slice_order.h"
#include "reference/slices.h"
#include "reference/tensor_ops.h"

namespace assay {
namespace {

// Describes a slice: its elements, their order, and the indices of the results.
struct SortedSlice {
  std::vector<ElementBits> bits;
  std::vector<bool> are_nan;
  Order order;
  std::vector<Index> results;

  // Returns the element at a place of the order.
  const ElementBits& at(std::size_t k) const {
    return bits[order.positions[k]];
  }
  // Returns the end of the run of ties that begins at a place.
  std::size_t end_of_run(std::size_t first) const {
    std::size_t last = first + 1;
    while (last < bits.size() && order.ties[last]) ++last;
    return last;
  }
  // Returns whether numbers that tie differ, which are zeros of both signs.
  bool has_both_zeros(std::size_t first, std::size_t last) const {
    if (are_nan[order.positions[first]]) return false;
    for (std::size_t k = first; k < last; ++k)
      if (at(k) != at(first)) return true;
    return false;
  }
};

using NoteRun = void (*)(const Evaluation&, const SortedSlice&,
                         std::size_t first, std::size_t last);

// Stores the first elements of each slice in sorted order and their indices,
// and notes what runs of ties leave open.
Result<Tensors> ordered(const Evaluation& call, bool descending, NoteRun note) {
  return with_scalar_of(
      call.call.operands[0].dtype,
      [&]<typename T>(std::type_identity<T>) -> Result<Tensors> {
        const Elements x = call.operand(0);
        const Results values = call.results();
        const Results indices = call.results_in(call.call.outs[1], 1);
        const Shape& shape = call.call.outs[1].view.shape();
        const std::int64_t axis = call.call.attributes.axis();
        const std::int64_t count = shape[static_cast<std::size_t>(axis)];
        Slices slices(x.view().shape(), {axis});
        for (const Index& start : slices.starts()) {
          SortedSlice sorted;
          std::vector<T> elements;
          for (const Index& step : slices.steps()) {
            const Index& at = slices.at(start, step);
            elements.push_back(x.value<T>(at));
            sorted.bits.push_back(x.bits(at));
            sorted.are_nan.push_back(is_nan(elements.back()));
          }
          sorted.order = order_of(call.profile, descending, elements);
          const Freedom freedom =
              is_open(call.profile, elements) ? Freedom::kAny : Freedom::kNone;
          for (std::int64_t k = 0; k < count; ++k) {  // topk.none
            Index at = start;
            at[static_cast<std::size_t>(axis)] = k;
            const auto along = static_cast<std::size_t>(k);
            sorted.results.push_back(at);
            values.put(at, Open<ElementBits>{sorted.at(along), freedom});
            indices.put(at,
                        Open<std::int64_t>{static_cast<std::int64_t>(
                                               sorted.order.positions[along]),
                                           freedom});
          }
          if (call.answer == nullptr || freedom == Freedom::kAny) continue;
          for (std::size_t first = 0; first < sorted.bits.size();) {
            const std::size_t last = sorted.end_of_run(first);
            if (last > first + 1) note(call, sorted, first, last);
            first = last;
          }
        }
        return Tensors{};
      });
}

// The members of a run may stand in any order.
void exchange_ties(const Evaluation& call, const SortedSlice& sorted,
                   std::size_t first, std::size_t last) {
  const View place(call.call.outs[0].view.shape());
  std::vector<std::int64_t> run;
  for (std::size_t k = first; k < last; ++k)
    run.push_back(place.linear_index(sorted.results[k]));
  if (sorted.has_both_zeros(first, last))
    call.answer->about(0).interchangeable.push_back(run);
  call.answer->about(1).interchangeable.push_back(run);
}

// Members of a run that is open may stand in any order. If only some of them
// are taken, any may be taken.
void choose_ties(const Evaluation& call, const SortedSlice& sorted,
                 std::size_t first, std::size_t last) {
  const bool has_zeros = sorted.has_both_zeros(first, last);
  const bool is_any = call.profile.is(kPolicy<"topk.tie=any">);
  if (!is_any && !has_zeros && !sorted.are_nan[sorted.order.positions[first]])
    return;  // topk.first_tie
  const std::size_t taken = std::min(last, sorted.results.size());
  if (taken == last) return exchange_ties(call, sorted, first, last);
  const Results values = call.results();
  const Results indices = call.results_in(call.call.outs[1], 1);
  for (std::size_t k = first; k < taken; ++k) {
    const Index& at = sorted.results[k];
    if (has_zeros) values.note_freedom(at, Freedom::kZeroSign);
    for (std::size_t other = first; other < last; ++other)
      indices.note_alternative(
          at, encode(call.call.outs[1].dtype,
                     static_cast<std::int64_t>(sorted.order.positions[other])));
  }
}

}  // namespace

Result<Tensors> evaluate(OpTag<"sort_with_indices">, const Evaluation& call) {
  return ordered(  // sort_with_indices.value, sort_with_indices.permutation
      call, call.call.attributes.descending(),  // ordering.index_dtype
      exchange_ties);                           // sort_with_indices.ties
}

Result<Tensors> evaluate(OpTag<"topk">, const Evaluation& call) {
  constexpr bool kDescending = true;
  return ordered(call, kDescending,  // topk.value, topk.whole
                 choose_ties);       // topk.zeros
}

}  // namespace assay
