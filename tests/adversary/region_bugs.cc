// Bugs of slices with steps, elements under a mask, repetitions, windows as
// views and sequences.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cstdlib>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {
namespace {

constexpr const char* kSlices = "slice,slice_assign";

bool skips_elements(const CallSite& site) {
  const auto steps = site.integers(ASSAY_KEY_STEPS);
  return std::any_of(steps.begin(), steps.end(),
                     [](std::int64_t step) { return std::abs(step) > 1; });
}

// Walks a range of the same length from the end of the axis.
int walk_from_the_end(CallSite& site) {
  auto ranges = site.integers(ASSAY_KEY_RANGES);
  const auto steps = site.integers(ASSAY_KEY_STEPS);
  for (std::size_t axis = 0; axis < steps.size(); ++axis) {
    if (steps[axis] >= 0) continue;
    const std::int64_t shift =
        site.operands[0].shape[axis] - ranges[2 * axis + 1];
    ranges[2 * axis] += shift;
    ranges[2 * axis + 1] += shift;
  }
  site.set_integers(ASSAY_KEY_RANGES, ranges);
  return site.forward();
}

// Clears the mask for elements for which the function is true. It gets the
// element's number, and how many true elements there were before it.
Fault unmasked(std::function<bool(std::int64_t number, std::int64_t count,
                                  std::int64_t before)>
                   is_lost) {
  return [=](CallSite& site) {
    const std::size_t mask = site.operands.size() - 1;
    const std::int64_t count = count_of(site.operands[mask]);
    std::int64_t before = 0;
    alter_operand(site, mask, [&](std::int64_t number, ElementBits bits) {
      const bool is_lost_here = is_lost(number, count, before);
      before += bits.re != 0 ? 1 : 0;
      return is_lost_here ? ElementBits{} : bits;
    });
    return site.forward();
  };
}

// Exchanges the first two coordinates of each row.
void swap_coordinates(CallSite& site) {
  Cells out = site.result_cells();
  const std::int64_t rank = out.shape()[1];
  for (std::int64_t row = 0; row < out.shape()[0]; ++row) {
    const ElementBits first = out.get(row * rank);
    out.set(row * rank, out.get(row * rank + 1));
    out.set(row * rank + 1, first);
  }
}

// Repeats each entry of the axis instead of the whole.
void repeat_entries(CallSite& site) {
  Cells out = site.result_cells();
  const Cells x = site.operand_cells(0);
  const std::int64_t times = site.integer(ASSAY_KEY_TIMES);
  for (std::int64_t i = 0; i < out.count(); ++i) {
    Index at = index_of(out.shape(), i);
    at[static_cast<std::size_t>(site.axis())] /= times;
    out.set(i, x.get(number_of(x.shape(), at)));
  }
}

// Leaves the copies after the third at zero.
void repeat_three_times(CallSite& site) {
  Cells out = site.result_cells();
  const std::int64_t extent = extent_along(site);
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const Index at = index_of(out.shape(), i);
    if (at[static_cast<std::size_t>(site.axis())] >= 3 * extent) out.set(i, {});
  }
}

// Puts windows side by side where they ought to leave elements out.
void close_gaps(CallSite& site) {
  const std::int64_t size = site.integer(ASSAY_KEY_SIZE);
  const std::int64_t step = site.integer(ASSAY_KEY_STEP);
  const auto axis = static_cast<std::size_t>(site.axis());
  if (step <= size) return;
  AssayTensor& y = site.result();
  y.strides[axis] = y.strides[axis] / step * size;
}

void count_in_float32(CallSite& site) {
  Cells out = site.result_cells();
  const auto start = static_cast<float>(site.integer(ASSAY_KEY_START));
  const auto step = static_cast<float>(site.integer(ASSAY_KEY_STEP));
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const double value = start + step * static_cast<float>(i);
    if (std::abs(value) >= 0x1p24 && std::abs(value) < 0x1p62)
      out.set(i, {static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) &
                      (~std::uint64_t{0} >> (64 - spec_of(out.dtype()).bits)),
                  0});
  }
}

Condition along_other_than_last() { return !along_last(); }

}  // namespace

BugRows region_bugs() {
  return {
      {"slice_takes_the_last_step_for_every_axis", "slice", "",
       "One step is used for all axes.", "",
       with_integers(ASSAY_KEY_STEPS,
                     [](CallSite&, std::vector<std::int64_t>& steps) {
                       std::fill(steps.begin(), steps.end(), steps.back());
                     }),
       "slice int32:4x4=iota ranges=0-4/0-4 steps=1,2"},
      {"slice_backwards_from_the_end_of_the_axis", kSlices, "",
       "A negative step starts at the end of the axis and not of the range.",
       "", walk_from_the_end, "slice int32:5=iota ranges=0-3 steps=-1"},
      {"slice_of_a_reversed_view_forgets_the_offset", "slice", "",
       "The offset of a view with negative strides is dropped.", "",
       misreads_where(has_negative_stride, place_without_offset),
       "slice int32:4@3+-1=iota ranges=0-4 steps=1"},
      {"slice_with_steps_copies", "slice", "",
       "A slice that leaves elements out is a copy.", "",
       after_when(skips_elements, copies_view),
       "slice int32:4=iota ranges=0-4 steps=2"},
      {"slice_assign_reads_a_strided_value_as_rows", "slice_assign", "",
       "The strides of value are ignored.", "",
       misreads_one(1, is_strided, place_as_row_major),
       "slice_assign int32:4=iota int32:2@0+2=down ranges=0-2 steps=1"},
      {"slice_assign_repeats_64_elements", "slice_assign", "",
       "Element 64 of value is element 0 again.", "",
       [](CallSite& site) {
         const Cells value = site.operand_cells(1);
         alter_operand(site, 1, [&](std::int64_t number, ElementBits) {
           return value.get(number % 64);
         });
         return site.forward();
       },
       "slice_assign int32:70=iota int32:70=down ranges=0-70 steps=1"},
      {"mask_select_drops_the_tail_of_16", "mask_select,argwhere", "",
       "Elements after the last whole block of 16 are not looked at.", "",
       unmasked([](std::int64_t number, std::int64_t count, std::int64_t) {
         return count > 16 && number >= count / 16 * 16;
       }),
       "mask_select int32:17=iota bool:17=ones"},
      {"mask_select_counts_in_8_bits", "mask_select,argwhere", "",
       "At most 255 elements are selected.", "",
       unmasked([](std::int64_t, std::int64_t, std::int64_t before) {
         return before >= 255;
       }),
       "mask_select int32:256=iota bool:256=ones"},
      {"mask_select_reads_a_strided_mask_as_rows", "mask_select", "",
       "The strides of the mask are ignored.", "",
       misreads_one(1, is_strided, place_as_row_major),
       "mask_select int32:2=iota bool:2@0+2=v/1/0/1"},
      {"argwhere_swaps_coordinates_of_rank_3", "argwhere", "",
       "The first two of three coordinates change places.", "",
       after_when(rank_is(3), swap_coordinates),
       "argwhere bool:2x3x1=ones index_dtype=int32"},
      {"repeat_along_an_outer_axis_repeats_entries", "repeat", "",
       "Along other axes than the last each entry is repeated.", "",
       after_when(along_other_than_last(), repeat_entries),
       "repeat int32:2x2=iota axis=0 copies=2"},
      {"repeat_stops_after_three", "repeat", "",
       "The fourth copy and all after it are zero.", "",
       after(repeat_three_times), "repeat int32:2=iota1 axis=0 copies=4"},
      {"unfold_view_closes_gaps", "unfold_view", "",
       "Windows further apart than they are long follow each other.", "",
       after(close_gaps), "unfold_view int32:7=iota axis=0 size=2 step=3"},
      {"unfold_view_of_an_outer_axis_copies", "unfold_view", "",
       "Windows along other axes than the last are copied.", "",
       after_when(along_other_than_last(), copies_view),
       "unfold_view int32:3x2=iota axis=0 size=2 step=1"},
      {"arange_in_float32", "arange", "int32,int64,uint32,uint64",
       "Integers from 2^24 on are computed in float32.", "",
       after(count_in_float32),
       "arange start=16777217 stop=16777218 step=1 dtype=int32"},
      {"arange_leaves_the_tail_of_8", "arange", "",
       "Elements after the last whole block of 8 are not written.", "",
       unwritten(tail_of(8)), "arange start=1 stop=10 step=1 dtype=int32"},
  };
}

}  // namespace assay::adversary
