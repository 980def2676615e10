// Bugs of sorts with indices and of the largest elements.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

constexpr const char* kBoth = "sort_with_indices,topk";

// Holds one slice of a call: the operand's elements, and the results.
struct Pairs {
  std::vector<ElementBits> x, values;
  std::vector<std::int64_t> indices;
};

// Edits each slice along the axis.
Edit slice_pairs(std::function<void(const CallSite&, Pairs&)> change) {
  return [=](CallSite& site) {
    Cells values = site.result_cells(0);
    Cells indices = site.result_cells(1);
    const Cells x = site.operand_cells(0);
    const auto axis = static_cast<std::size_t>(site.axis());
    for_slices(
        values.shape(), axis, [&](const std::vector<std::int64_t>& numbers) {
          Pairs pairs;
          Index at = index_of(values.shape(), numbers[0]);
          for (at[axis] = 0; at[axis] < x.shape()[axis]; ++at[axis])
            pairs.x.push_back(x.get(number_of(x.shape(), at)));
          for (std::int64_t number : numbers) {
            pairs.values.push_back(values.get(number));
            pairs.indices.push_back(
                static_cast<std::int64_t>(indices.real(number)));
          }
          change(site, pairs);
          for (std::size_t k = 0; k < numbers.size(); ++k) {
            values.set(numbers[k], pairs.values[k]);
            indices.set_real(numbers[k], static_cast<double>(pairs.indices[k]));
          }
        });
  };
}

// Takes the elements at other places of the operand.
void take(Pairs& pairs, const std::vector<std::int64_t>& order) {
  for (std::size_t k = 0; k < pairs.values.size(); ++k) {
    pairs.indices[k] = order[k];
    pairs.values[k] = pairs.x[static_cast<std::size_t>(order[k])];
  }
}

bool is_nan_of(const CallSite& site, ElementBits bits) {
  return is_real(site.dtype()) && is_nan_bits(format_of(site.dtype()), bits.re);
}

bool is_descending(const CallSite& site) {
  return site.op() == "topk" || site.integer(ASSAY_KEY_DESCENDING) != 0;
}
bool takes_all(const CallSite& site) {
  return site.integer(ASSAY_KEY_K) == extent_along(site);
}

void last_of_equals(const CallSite&, Pairs& pairs) {
  for (std::size_t k = 0; k < pairs.values.size(); ++k)
    for (std::size_t i = 0; i < pairs.x.size(); ++i)
      if (pairs.x[i] == pairs.values[k])
        pairs.indices[k] = static_cast<std::int64_t>(i);
}

void unsorted(const CallSite&, Pairs& pairs) {
  std::vector<std::int64_t> order(pairs.x.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<std::int64_t>(i);
  take(pairs, order);
}

void nan_first(const CallSite& site, Pairs& pairs) {
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < pairs.x.size(); ++i)
    if (is_nan_of(site, pairs.x[i]))
      order.push_back(static_cast<std::int64_t>(i));
  for (std::size_t k = 0; k < pairs.values.size(); ++k)
    if (!is_nan_of(site, pairs.values[k])) order.push_back(pairs.indices[k]);
  take(pairs, order);
}

void low_bytes(const CallSite&, Pairs& pairs) {
  for (std::int64_t& index : pairs.indices) index &= 255;
}

void no_negative_zero(const CallSite& site, Pairs& pairs) {
  const FloatFormat& format = format_of(site.dtype());
  for (ElementBits& bits : pairs.values)
    if (decode_real(format, bits.re) == 0) bits = {};
}

// Leaves the second half of a slice longer than 64 as two sorted runs.
void unmerged(const CallSite&, Pairs& pairs) {
  if (pairs.values.size() <= 64) return;
  const auto turn = [](auto& list) {
    std::rotate(list.begin(), list.begin() + 1, list.begin() + 33);
  };
  turn(pairs.values);
  turn(pairs.indices);
}

}  // namespace

BugRows ordering_bugs() {
  return {
      {"topk_takes_the_last_of_equals", "topk", "",
       "Of equal elements the last one is named.", "",
       after(slice_pairs(last_of_equals)),
       "topk int32:3=ones axis=0 index_dtype=int32 k=2"},
      {"topk_of_everything_is_unsorted", "topk", "",
       "With k as large as the extent nothing is sorted.", "",
       after_when(takes_all, slice_pairs(unsorted)),
       "topk int32:3=iota axis=0 index_dtype=int32 k=3"},
      {"descending_order_begins_with_nan", kBoth, kFloats,
       "A descending order is an ascending one from its end, with NaN first.",
       "", after_when(is_descending, slice_pairs(nan_first)),
       "topk float32:3=v/1/nan/2 axis=0 index_dtype=int32 k=2"},
      {"order_indices_in_8_bits", kBoth, "",
       "Indices from 256 on lose their upper bits.", "",
       after(slice_pairs(low_bytes)),
       "sort_with_indices int32:257=iota axis=0 descending=0 "
       "index_dtype=int32"},
      {"order_loses_the_sign_of_zero", kBoth, kFloats, "-0 becomes +0.", "",
       after(slice_pairs(no_negative_zero)),
       "topk float32:2=v/-0/-1 axis=0 index_dtype=int32 k=1"},
      {"sort_with_indices_leaves_runs_unmerged", "sort_with_indices", "",
       "Slices of more than 64 elements are merged wrongly at the start.", "",
       after(slice_pairs(unmerged)),
       "sort_with_indices int32:70=iota axis=0 descending=0 "
       "index_dtype=int32"},
  };
}

}  // namespace assay::adversary
