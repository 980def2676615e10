// Bugs of indexed reads and updates.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {
namespace {

// Exchanges the two coordinates of each row, and keeps them within x.
int exchange_pairs(CallSite& site) {
  const Cells rows = site.operand_cells(1);
  const Shape x = shape_of(site.operands[0]);
  if (rows.shape().back() != 2) return site.forward();
  alter_operand(site, 1, [&](std::int64_t number, ElementBits) {
    const auto other = static_cast<std::int64_t>(rows.get(number ^ 1).re);
    const std::int64_t extent = x[static_cast<std::size_t>(number % 2)];
    return ElementBits{static_cast<std::uint64_t>(other % extent), 0};
  });
  return site.forward();
}

// Clears the values from a number on.
Fault forgets_values_from(std::size_t which, std::int64_t first) {
  return [=](CallSite& site) {
    alter_operand(site, which, [&](std::int64_t number, ElementBits bits) {
      return number >= first ? ElementBits{} : bits;
    });
    return site.forward();
  };
}

// Keeps the indices in a byte.
int index_in_a_byte(CallSite& site) {
  alter_operand(site, 1, [](std::int64_t, ElementBits bits) {
    return ElementBits{bits.re & 0xff, 0};
  });
  return site.forward();
}

// Takes the first row for padding, which gets no gradient.
void clear_the_first_row(CallSite& site) {
  Cells out = site.result_cells();
  for (std::int64_t i = 0; i < out.shape()[1]; ++i) out.set(i, {});
}

// Adds rows one after the other, and rounds each sum.
void round_each_row(CallSite& site) {
  Cells out = site.result_cells();
  const Cells grad = site.operand_cells(1);
  const Cells words = site.operand_cells(2);
  const std::int64_t width = out.shape()[1];
  std::vector<double> sums(static_cast<std::size_t>(out.count()));
  for (std::int64_t i = 0; i < grad.count(); ++i) {
    const auto word = static_cast<std::int64_t>(words.get(i / width).re);
    double& sum = sums[static_cast<std::size_t>(word * width + i % width)];
    sum = rounded(out.dtype(), sum + grad.real(i));
  }
  for (std::int64_t i = 0; i < out.count(); ++i)
    out.set_real(i, sums[static_cast<std::size_t>(i)]);
}

}  // namespace

BugRows indexed_bugs() {
  return {
      {"select_reads_strided_indices_as_rows", "select,gather_nd,embedding", "",
       "The strides of the indices are ignored.", "",
       misreads_one(1, is_strided, place_as_row_major),
       "select int32:4=iota int32:2@0+2=v/3/0/1 axis=0"},
      {"select_keeps_indices_in_a_byte", "select,embedding", "",
       "Indices from 256 on are taken modulo 256.", "", index_in_a_byte,
       "select int32:300=iota int32:1=v/299 axis=0"},
      {"gather_nd_exchanges_two_coordinates", "gather_nd", "",
       "Of two coordinates the last one comes first.", "", exchange_pairs,
       "gather_nd int32:3x3=iota int32:1x2=v/0/2"},
      {"select_update_takes_64_values", "select_update,scatter_nd", "",
       "Values from the 65th on count as 0.", "", forgets_values_from(2, 64),
       "select_update int32:1=iota int32:65=zeros int32:65=ones axis=0 "
       "update=add"},
      {"scatter_nd_reads_strided_values_as_rows", "scatter_nd,scatter_reduce",
       "", "The strides of the values are ignored.", "",
       misreads_one(2, is_strided, place_as_row_major),
       "scatter_nd int32:4=iota int32:2x1=v/3/0 int32:2@0+2=down "
       "update=assign"},
      {"embedding_drops_the_tail_of_4", "embedding", "",
       "Elements after the last whole block of 4 are not written.", "",
       unwritten(tail_of(4)), "embedding float32:2x3=iota int32:1=v/1"},
      {"embedding_backward_takes_word_0_for_padding", "embedding_backward", "",
       "The row of word 0 gets no gradient.", "", after(clear_the_first_row),
       "embedding_backward float32:2x2=ones float32:1x2=ones int32:1=zeros"},
      {"embedding_backward_rounds_each_row", "embedding_backward",
       "float16,bfloat16", "Rows are added in the dtype.", "",
       after(round_each_row),
       "embedding_backward bfloat16:1x1=ones bfloat16:3x1=v/256/1/1 "
       "int32:3=zeros"},
  };
}

}  // namespace assay::adversary
