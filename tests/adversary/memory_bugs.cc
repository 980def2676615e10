// Bugs of reads, writes, copies, assignments and fills.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// Forwards: the bug is in the memory functions alone.
Fault memory_alone() { return forward; }

std::int64_t inner_extent(const CallSite& site) {
  return extent_of(site.operands[0], -1);
}

// Writes over the elements between those of a strided destination.
void write_gaps(CallSite& site, std::int64_t longer_than) {
  const AssayTensor& out = site.outs[0];
  if (out.rank == 0 || out.shape[out.rank - 1] <= longer_than) return;
  const std::int64_t stride = out.strides[out.rank - 1];
  if (stride < 2) return;
  AssayTensor gap = out;
  gap.rank = 1;
  gap.shape[0] = 1;
  gap.strides[0] = 1;
  gap.offset = out.offset + 1;
  Cells cells = site.cells(gap);
  cells.set(0, site.cells(out).get(0));
}

}  // namespace

BugRows memory_bugs() {
  return {
      {.name = "read_loses_tail_of_pages",
       .ops = "neg,add,copy,sort",
       .dtypes = "",
       .text = "Of a read of more than 4096 bytes the last n mod 64 are zero.",
       .source = "",
       .fault = memory_alone(),
       .witness = "copy int8:5000=ones",
       .on_read =
           [](std::byte* bytes, std::size_t count) {
             if (count > 4096)
               std::fill(bytes + count / 64 * 64, bytes + count, std::byte{0});
           }},
      {.name = "read_count_in_16_bits",
       .ops = "neg,add,copy,pad",
       .dtypes = "",
       .text = "Of a read of more than 65536 bytes only the first n mod 65536 "
               "arrive.",
       .source = "",
       .fault = memory_alone(),
       .witness = "copy int8:65600=ones",
       .on_read =
           [](std::byte* bytes, std::size_t count) {
             if (count > 65536)
               std::fill(bytes + count % 65536, bytes + count, std::byte{0});
           }},
      {.name = "write_loses_odd_bytes",
       .ops = "neg,add,copy,where",
       .dtypes = "",
       .text = "Of a write of more than 1024 bytes the last n mod 8 are lost.",
       .source = "",
       .fault = memory_alone(),
       .witness = "copy int8:1030=ones",
       .on_write =
           [](std::byte* bytes, std::size_t count) {
             if (count > 1024)
               std::fill(bytes + count / 8 * 8, bytes + count, std::byte{0});
           }},
      {.name = "copy_of_strided_is_memcpy",
       .ops = "copy,contiguous",
       .dtypes = "",
       .text = "A strided tensor of more than 100 elements is copied as if it "
               "were contiguous.",
       .source = "ggml-org/ggml#584",
       .fault = misreads(
           [](const CallSite&, const AssayTensor& t) {
             return !is_row_major(t) && count_of(t) > 100;
           },
           place_as_row_major),
       .witness = "copy int32:11x11@0+1,11=iota"},
      {.name = "copy_of_odd_nibbles",
       .ops = "copy,contiguous",
       .dtypes = "int4,uint4",
       .text = "The last nibble of an odd count is not copied.",
       .source = "",
       .fault = after_when(
           [](const CallSite& site) { return operand_count_of(site) % 2 == 1; },
           zero_picked(last_one())),
       .witness = "copy int4:3=ones"},
      {.name = "copy_of_middle_nibbles",
       .ops = "copy,contiguous",
       .dtypes = "int4,uint4",
       .text = "Nibbles from an odd offset are copied with the byte's order.",
       .source = "",
       .fault = misreads(
           [](const CallSite&, const AssayTensor& t) {
             return is_row_major(t) && t.offset % 2 == 1 && count_of(t) > 8;
           },
           [](const Index& at, const AssayTensor& t) {
             return right_place(at, t) ^ 1;
           }),
       .witness = "copy int4:9@1+1=iota"},
      {.name = "assign_clobbers_next_nibble",
       .ops = "assign",
       .dtypes = "int4,uint4",
       .text = "The nibble after a strided destination of more than 16 "
               "elements is cleared.",
       .source = "",
       .fault = after([](CallSite& site) { write_gaps(site, 16); }),
       .witness = "assign int4:17=ones out=@0+2"},
      {.name = "assign_writes_gaps",
       .ops = "assign",
       .dtypes = "",
       .text = "Where a strided destination has an inner axis longer than 50 "
               "the element after the first is written.",
       .source = "pytorch/pytorch#110120",
       .fault = after([](CallSite& site) { write_gaps(site, 50); }),
       .witness = "assign int32:51=ones out=@0+2"},
      {.name = "assign_to_reversed_destination",
       .ops = "assign",
       .dtypes = "",
       .text = "A reversed destination of more than 32 elements is written "
               "forwards.",
       .source = "",
       .fault = after([](CallSite& site) {
         const AssayTensor out = site.outs[0];
         if (out.rank != 1 || out.strides[0] >= 0 || out.shape[0] <= 32) return;
         Cells cells = site.cells(out);
         for (std::int64_t i = 0; i < cells.count() / 2; ++i) {
           const std::int64_t j = cells.count() - 1 - i;
           const ElementBits held = cells.get(i);
           cells.set(i, cells.get(j));
           cells.set(j, held);
         }
       }),
       .witness = "assign int32:33=iota out=@32+-1"},
      {.name = "assign_transposes_square",
       .ops = "assign",
       .dtypes = "",
       .text = "A square source with more than 8 rows is assigned to a "
               "transposed destination as it is stored.",
       .source = "",
       .fault =
           [](CallSite& site) {
             AssayTensor& out = site.outs[0];
             if (out.rank == 2 && out.strides[0] == 1 && out.shape[0] > 8 &&
                 out.shape[0] == out.shape[1])
               std::swap(out.strides[0], out.strides[1]);
             return site.forward();
           },
       .witness = "assign int32:9x9=iota out=@0+1,9"},
      {.name = "assign_of_short_rows",
       .ops = "assign",
       .dtypes = "",
       .text = "Rows of exactly one element are assigned with the row count.",
       .source = "",
       .fault = when(
           [](const CallSite& site) {
             return site.operands[0].rank == 2 && inner_extent(site) == 1 &&
                    site.operands[0].shape[0] > 4;
           },
           unwritten(last_one())),
       .witness = "assign int32:5x1=ones"},
      {.name = "full_of_longs_by_double",
       .ops = "full,pad",
       .dtypes = "int64,uint64",
       .text = "The fill value goes through a double.",
       .source = "",
       .fault =
           [](CallSite& site) {
             const auto value = static_cast<std::int64_t>(site.fill_value().re);
             const auto d = static_cast<double>(value);
             if (std::fabs(d) < 0x1p63)
               site.set_fill_value(
                   {static_cast<std::uint64_t>(static_cast<std::int64_t>(d)),
                    0});
             return site.forward();
           },
       .witness = "full dtype=int64 shape=2 value=9007199254740993"},
      {.name = "full_loses_imaginary_part",
       .ops = "full,pad",
       .dtypes = "complex64,complex128",
       .text =
           "Above 64 elements the imaginary part of the fill value is lost.",
       .source = "",
       .fault =
           [](CallSite& site) {
             if (operand_count_of(site) > 64)
               site.set_fill_value({site.fill_value().re, 0});
             return site.forward();
           },
       .witness = "full dtype=complex64 shape=65 value=1:2"},
      {.name = "full_of_one_nibble",
       .ops = "full",
       .dtypes = "int4,uint4",
       .text = "Of more than 8 nibbles the high ones keep zero.",
       .source = "",
       .fault = after_when(count_over(8),
                           zero_picked([](std::int64_t number, std::int64_t) {
                             return number % 2 == 1;
                           })),
       .witness = "full dtype=int4 shape=9 value=3"},
      {.name = "full_of_true_is_all_ones",
       .ops = "full",
       .dtypes = "bool",
       .text = "Above 32 elements true is stored as 255.",
       .source = "",
       .fault =
           after_when(count_over(32),
                      changed(every_one(),
                              [](DType, ElementBits bits) {
                                return ElementBits{bits.re != 0 ? 255u : 0u, 0};
                              })),
       .witness = "full dtype=bool shape=33 value=1"},
      {.name = "contiguous_of_reversed_rows",
       .ops = "contiguous,copy",
       .dtypes = "",
       .text = "Of a matrix with reversed rows of more than 16 elements rows "
               "are reversed within blocks of 16.",
       .source = "",
       .fault = after_when(
           [](const CallSite& site) {
             const AssayTensor& x = site.operands[0];
             return x.rank == 2 && x.strides[1] == -1 && x.shape[1] > 16;
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             const std::int64_t n = out.shape()[1];
             for (std::int64_t i = 0; i + 15 < out.count(); i += n)
               for (std::int64_t j = 0; j < 8; ++j) {
                 const ElementBits held = out.get(i + j);
                 out.set(i + j, out.get(i + 15 - j));
                 out.set(i + 15 - j, held);
               }
           }),
       .witness = "copy int32:2x17@16+17,-1=iota"},
      {.name = "copy_of_strided_doubles",
       .ops = "copy,contiguous,assign",
       .dtypes = "float64",
       .text = "Strided doubles of an axis longer than 20 are copied by way of "
               "single precision.",
       .source = "",
       .fault = after_when(
           any_strided() &&
               [](const CallSite& site) { return inner_extent(site) > 20; },
           changed(every_one(),
                   [](DType, ElementBits bits) {
                     return ElementBits{
                         encode_real(
                             kFormatFloat64,
                             rounded(DType::kFloat32,
                                     decode_real(kFormatFloat64, bits.re))),
                         0};
                   })),
       .witness = "copy float64:21@0+2=v/0.1"},
      {.name = "copy_of_complex_swaps_parts",
       .ops = "copy,contiguous",
       .dtypes = "complex64,complex128",
       .text = "Strided complex elements of more than one row have their parts "
               "exchanged from row 8 on.",
       .source = "",
       .fault =
           after_when(any_strided() && extent_over(0, 0, 8),
                      [](CallSite& site) {
                        Cells out = site.result_cells();
                        const std::int64_t row = out.count() / out.shape()[0];
                        for (std::int64_t i = 8 * row; i < out.count(); ++i) {
                          const ElementBits bits = out.get(i);
                          out.set(i, {bits.im, bits.re});
                        }
                      }),
       .witness = "copy complex64:9x1@0+2,1=v/1:2"},
      {.name = "contiguous_gap_in_middle_axis",
       .ops = "contiguous,copy",
       .dtypes = "",
       .text = "A gap between entries of the middle axis of rank 3 is copied "
               "instead of skipped.",
       .source = "",
       .fault = misreads(
           [](const CallSite&, const AssayTensor& t) {
             return t.rank == 3 && t.strides[2] == 1 && t.shape[0] > 1 &&
                    t.shape[1] > 2 && t.strides[1] > t.shape[2];
           },
           [](const Index& at, const AssayTensor& t) {
             return t.offset + at[0] * t.strides[0] + at[1] * t.shape[2] +
                    at[2];
           }),
       .witness = "copy int32:2x3x2@0+12,4,1=iota"},
  };
}

}  // namespace assay::adversary
