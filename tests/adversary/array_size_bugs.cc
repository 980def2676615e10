// Bugs of reductions, scans and sorts that wait for an extent.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

Condition reduced_over(std::int64_t bound) {
  return [=](const CallSite& site) { return reduced_count(site) > bound; };
}
// The last axis is reduced, and is longer than a bound.
Condition last_reduced_over(std::int64_t bound) {
  return [=](const CallSite& site) {
    auto axes = site.integers(ASSAY_KEY_AXES);
    if (axes.empty()) axes = site.integers(ASSAY_KEY_AXIS);
    const auto rank = static_cast<std::int64_t>(site.operands[0].rank);
    return std::find(axes.begin(), axes.end(), rank - 1) != axes.end() &&
           extent_of(site.operands[0], -1) > bound;
  };
}
Condition one_reduced(std::int64_t axis) {
  return [=](const CallSite& site) {
    auto axes = site.integers(ASSAY_KEY_AXES);
    if (axes.empty()) axes = site.integers(ASSAY_KEY_AXIS);
    return axes.size() == 1 && axes[0] == axis;
  };
}
Condition kept_over(std::int64_t bound) {
  return [=](const CallSite& site) { return out_count_of(site) > bound; };
}

// Entries after the last whole block are not read.
std::function<std::int64_t(std::int64_t)> whole_blocks(std::int64_t block) {
  return [=](std::int64_t extent) { return extent / block * block; };
}

// The results of argument reductions, changed as numbers.
Edit indices(std::function<std::int64_t(std::int64_t)> change) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    for (std::int64_t i = 0; i < out.count(); ++i)
      out.set_real(i, static_cast<double>(
                          change(static_cast<std::int64_t>(out.real(i)))));
  };
}

// Each slice along the axis of the call, as results and as operand elements.
using SliceEdit = std::function<void(Cells& out, const Cells& x,
                                     const std::vector<std::int64_t>& numbers)>;
Edit slices(SliceEdit edit) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    const Cells x = site.operand_cells();
    if (out.count() != x.count()) return;
    for_slices(out.shape(), static_cast<std::size_t>(site.axis()),
               [&](const auto& numbers) { edit(out, x, numbers); });
  };
}

// Moves the operand's last element to the end of a sorted slice.
void last_not_inserted(Cells& out, const Cells& x,
                       const std::vector<std::int64_t>& numbers) {
  const ElementBits last = x.get(numbers.back());
  std::size_t at = 0;
  while (at + 1 < numbers.size() && out.get(numbers[at]) != last) ++at;
  for (; at + 1 < numbers.size(); ++at)
    out.set(numbers[at], out.get(numbers[at + 1]));
  out.set(numbers.back(), last);
}

// Puts the negative numbers of a sorted slice after the others.
void negatives_last(Cells& out, const Cells&,
                    const std::vector<std::int64_t>& numbers) {
  std::vector<ElementBits> sorted;
  for (int pass = 0; pass < 2; ++pass)
    for (std::int64_t number : numbers)
      if ((out.real(number) < 0) == (pass == 1))
        sorted.push_back(out.get(number));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    out.set(numbers[i], sorted[i]);
}

void infinities_become_finite(Cells& out, const Cells&,
                              const std::vector<std::int64_t>& numbers) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  if (!is_real(out.dtype()) || (count & (count - 1)) == 0) return;
  const FloatFormat& format = format_of(out.dtype());
  for (std::int64_t number : numbers)
    if (out.get(number).re == overflow_bits(format))
      out.set(number, {largest_finite_bits(format), 0});
}

}  // namespace

BugRows array_size_bugs() {
  return {
      {"sum_loses_partial_group", "reduce_sum", "",
       "Along the last axis groups of 1024 are summed, and what is left after "
       "the last whole group is lost.",
       "", when(last_reduced_over(1024), shortened(whole_blocks(1024))),
       "reduce_sum int32:1100=ones axes=0"},
      {"sum_of_columns_above_256", "reduce_sum", "",
       "Summing rows of a matrix, columns from 256 on hold the first row.", "",
       after_when(rank_is(2) && one_reduced(0) && extent_over(0, 1, 256),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells();
                    for (std::int64_t i = 256; i < out.count(); ++i)
                      out.set(i, x.get(i));
                  }),
       "reduce_sum int32:3x300=ones axes=0"},
      {"max_ignores_last_lanes", "reduce_max", "",
       "Above 128 along the last axis, the n mod 4 last elements are ignored.",
       "", when(last_reduced_over(128), shortened(whole_blocks(4))),
       "reduce_max int32:131=iota axes=0"},
      {"min_of_middle_axis_misses_last", "reduce_min", "",
       "Along a middle axis longer than 50 the last entry is ignored.", "",
       when(rank_is(3) && one_reduced(1) && extent_over(0, 1, 50),
            shortened(all_but_last)),
       "reduce_min int32:2x51x2=down axes=1"},
      {"prod_of_more_than_300", "reduce_prod", "",
       "Of more than 300 factors the last is lost.", "",
       when(last_reduced_over(300), shortened(all_but_last)),
       "reduce_prod int32:301=tail2 axes=0"},
      {"argmax_index_in_8_bits", "argmax", "",
       "Indices are kept in 8 bits while an axis is searched.",
       "minimalrust/argmm#8",
       after_when(along_over(256), indices([](auto i) { return i & 255; })),
       "argmax int32:300=iota axis=0"},
      {"argmin_index_in_16_bits", "argmin", "",
       "Indices are kept in signed 16 bits while an axis is searched.",
       "minimalrust/argmm#8", after_when(along_over(32767), indices([](auto i) {
                                           return static_cast<std::int16_t>(i);
                                         })),
       "argmin int32:32780=down axis=0"},
      {"argmin_of_many_short_rows", "argmin,argmax", "",
       "Of more than 32767 rows those after that count answer one too much.",
       "pytorch/pytorch#40022",
       after_when(kept_over(32767),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    for (std::int64_t i = 32767; i < out.count(); ++i)
                      out.set_real(i, out.real(i) + 1);
                  }),
       "argmin int8:32770x2 axis=1"},
      {"argmax_first_axis_wide", "argmax", "",
       "Along the first axis, columns from 64 on answer 0.", "",
       after_when(along_first() && kept_over(64), zero_picked(from_number(64))),
       "argmax int32:3x70=iota axis=0"},
      {"sum_kept_above_grid", "reduce_sum,reduce_max", "",
       "Results from number 65535 on are not written.", "",
       when(kept_over(65535), unwritten(from_number(65535))),
       "reduce_sum int8:65540x2=ones axes=1"},
      {"sum_of_all_has_two_stages", "reduce_sum", "",
       "A sum over everything has two stages, and the second one takes in 1024 "
       "partial sums of 8 elements.",
       "",
       when(
           reduced_over(8192) &&
               [](const CallSite& site) {
                 return out_count_of(site) == 1 &&
                        is_row_major(site.operands[0]);
               },
           [](CallSite& site) {
             alter_operand(site, 0, [](std::int64_t number, ElementBits bits) {
               return number < 8192 ? bits : ElementBits{};
             });
             return site.forward();
           }),
       "reduce_sum int32:91x91=ones axes=0/1"},
      {"min_of_bytes_in_int16_lanes", "reduce_min", "int8,uint8",
       "Above 255 along the last axis an odd last byte is ignored.", "",
       when(last_reduced_over(255), shortened(whole_blocks(2))),
       "reduce_min int8:257=tail0 axes=0"},
      {"prod_of_first_axis_in_blocks", "reduce_prod", "",
       "Along the first axis of a matrix longer than 16, rows after the last "
       "whole block of 16 are lost.",
       "",
       when(rank_is(2) && one_reduced(0) && extent_over(0, 0, 16),
            shortened(whole_blocks(16))),
       "reduce_prod int32:20x2=tail2 axes=0"},
      {"scan_third_block_carry", "associative_scan", "float32,float64,int32",
       "From the third block of 256 on only the previous block's total is "
       "carried (sums).",
       "intel/torch-xpu-ops#4820",
       after_when(
           along_over(512) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_OP) == ASSAY_SCAN_SUM;
               },
           slices([](Cells& out, const Cells&, const auto& numbers) {
             const double lost = out.real(numbers[255]);
             for (std::size_t k = 512; k < numbers.size(); ++k)
               out.set_real(numbers[k], out.real(numbers[k]) - lost);
           })),
       "associative_scan int32:600=ones axis=0 op=sum"},
      {"scan_block_start_lacks_carry", "associative_scan", "",
       "The first element of every block of 128 is the operand's.", "",
       after_when(along_over(128),
                  slices([](Cells& out, const Cells& x, const auto& numbers) {
                    for (std::size_t k = 128; k < numbers.size(); k += 128)
                      out.set(numbers[k], x.get(numbers[k]));
                  })),
       "associative_scan int32:130=ones axis=0 op=sum"},
      {"scan_restarts_at_4096", "associative_scan", "",
       "A scan of more than 4096 elements starts again there.", "",
       when(along_over(4096), in_parts(4096)),
       "associative_scan int32:4100=ones axis=0 op=sum"},
      {"scan_wide_first_axis", "associative_scan", "",
       "Along the first axis of a matrix, columns from 32 on are not scanned.",
       "",
       after_when(rank_is(2) && along_first() && extent_over(0, 1, 32),
                  slices([](Cells& out, const Cells& x, const auto& numbers) {
                    if (numbers[0] < 32) return;
                    for (std::int64_t number : numbers)
                      out.set(number, x.get(number));
                  })),
       "associative_scan int32:3x40=ones axis=0 op=sum"},
      {"sort_last_is_not_inserted", "sort", "",
       "Above 12 elements the insertion sort stops before the last one.", "",
       after_when(along_over(12), slices(last_not_inserted)),
       "sort int32:13=down axis=0"},
      {"sort_halves_unmerged", "sort", "",
       "Runs of 2048 are sorted and not merged.", "",
       when(along_over(2048), in_parts(2048)), "sort int32:2100=down axis=0"},
      {"sort_short_runs_unmerged", "sort", "",
       "Above 16 elements the run after the first 16 is not merged.",
       "numpy/numpy#23234", when(along_over(16), in_parts(16)),
       "sort float32:20=down axis=0"},
      {"argsort_block_offset_lost", "argsort", "",
       "Indices of the second block of 1024 count from its start.", "",
       when(along_over(1024), in_parts(1024)),
       "argsort int32:1100=down axis=0"},
      {"argsort_index_in_8_bits", "argsort", "", "Indices are kept in 8 bits.",
       "", after_when(along_over(256), indices([](auto i) { return i & 255; })),
       "argsort int32:300=down axis=0"},
      {"sort_radix_sign_bit", "sort", "int32,int64,int16",
       "The radix sort, used above 64 elements, takes the sign bit as a digit.",
       "",
       after_when(
           along_over(64) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_DESCENDING) == 0;
               },
           slices(negatives_last)),
       "sort int32:70=mix axis=0"},
      {"sort_descending_reverses_64", "sort", "",
       "A descending sort reverses the first 64 elements alone.", "",
       when(
           along_over(64) &&
               [](const CallSite& site) {
                 return site.integer(ASSAY_KEY_DESCENDING) != 0;
               },
           [](CallSite& site) {
             site.set_integers(ASSAY_KEY_DESCENDING, {0});
             return after(
                 slices([](Cells& out, const Cells&, const auto& numbers) {
                   for (std::size_t i = 0; i < 32; ++i) {
                     const ElementBits held = out.get(numbers[i]);
                     out.set(numbers[i], out.get(numbers[63 - i]));
                     out.set(numbers[63 - i], held);
                   }
                 }))(site);
           }),
       "sort int32:70=mix axis=0 descending=1"},
      {"sort_padding_eats_infinity", "sort", "float32,float64",
       "A bitonic sort of more than 32 elements pads with the largest finite "
       "number, which then stands for infinities.",
       "", after_when(along_over(32), slices(infinities_become_finite)),
       "sort float32:33=v/1/inf axis=0"},
      {"argsort_first_axis_large", "argsort", "float32",
       "Along the first axis of more than 300 columns, those after that many "
       "answer the identity.",
       "pytorch/pytorch#183885",
       after_when(
           along_first() &&
               [](const CallSite& site) {
                 return operand_count_of(site) / extent_along(site) > 300;
               },
           slices([](Cells& out, const Cells&, const auto& numbers) {
             if (numbers[0] < 300) return;
             for (std::size_t i = 0; i < numbers.size(); ++i)
               out.set_real(numbers[i], static_cast<double>(i));
           })),
       "argsort float32:3x304=down axis=0"},
      {"argmin_tie_in_second_block", "argmin", "",
       "Where the minimum is in two blocks of 64 the later one wins.", "",
       after_when(rank_is(1) && along_over(64),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells();
                    const auto first = static_cast<std::int64_t>(out.real(0));
                    for (std::int64_t i = 64; i < x.count(); ++i)
                      if (i / 64 != first / 64 && x.get(i) == x.get(first))
                        out.set_real(0, static_cast<double>(i));
                  }),
       "argmin int32:130=v/1 axis=0"},
  };
}

}  // namespace assay::adversary
