// Bugs of elementwise calls and products on views: offsets, strides, overlaps
// and broadcasts that a kernel reads in another way than they say.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {

BugRows layout_bugs() {
  return {
      {"offset_lost_inner_axis_over_50", "add,exp,where,cmplt", "",
       "The offset of a non-contiguous view is ignored as soon as its inner "
       "axis is longer than 50.",
       "pytorch/pytorch#91071",
       misreads_where(
           [](const Tensor& t) {
             return is_strided(t) && extent_of(t, -1) > 50;
           },
           place_without_offset),
       "add float32:2x60@3+70,1=mix float32:2x60"},
      {"offset_lost_of_rank_3_slice", "sub,sqrt,cast", "",
       "The offset of a slice of rank 3 and of more than 64 elements is "
       "ignored.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return is_strided(t) && t.rank == 3 && count_of(t) > 64;
           },
           place_without_offset),
       "sub int32:3x5x6@7+60,8,1 int32:3x5x6"},
      {"offset_in_16_bits", "neg,mul,copy,contiguous", "",
       "Offsets are stored in 16 bits.", "",
       misreads_where([](const Tensor& t) { return t.offset > 65535; },
                      [](const Index& at, const Tensor& t) {
                        return right_place(at, t) - t.offset / 65536 * 65536;
                      }),
       "neg int8:3@65540+1"},
      {"offset_in_signed_16_bits", "reduce_sum,reduce_max,argmax,sort", "",
       "Offsets above 32767 are lost.", "",
       misreads_where([](const Tensor& t) { return t.offset > 32767; },
                      place_without_offset),
       "reduce_sum int32:3@32770+1 axes=0"},
      {"stride_taken_as_unsigned", "max,abs,sub", "",
       "Inner strides are unsigned: a reversed axis longer than 32 is walked "
       "forwards.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return last_stride(t) < 0 && extent_of(t, -1) > 32;
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis + 1 == t.rank ? -t.strides[axis] : t.strides[axis];
           })),
       "abs int32:40@39+-1=iota"},
      {"stride_in_16_bits", "add,copy,contiguous,reduce_sum", "",
       "Strides above 32767 wrap around in 16 bits.", "",
       misreads_where([](const Tensor& t) { return largest_stride(t) > 32767; },
                      with_strides([](const Tensor& t, std::size_t axis) {
                        return static_cast<std::int16_t>(t.strides[axis]);
                      })),
       "copy int8:3x2@0+32769,1"},
      {"stride_in_unsigned_16_bits", "where,cast,matmul", "",
       "Strides above 65535 are taken modulo 65536.", "",
       misreads_where([](const Tensor& t) { return largest_stride(t) > 65535; },
                      with_strides([](const Tensor& t, std::size_t axis) {
                        return t.strides[axis] % 65536;
                      })),
       "cast int8:3x2@0+65538,1 dtype=int16"},
      {"transposed_slice_has_tight_columns", "mul,div,cmpeq,contiguous", "",
       "The leading dimension of a transposed slice is taken to be its number "
       "of rows.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.rank == 2 && is_transposed(t) && t.shape[0] > 4 &&
                    t.strides[1] > t.shape[0];
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis == 1 ? t.shape[0] : t.strides[axis];
           })),
       "mul int32:5x3@0+1,9 int32:5x3=ones"},
      {"sum_reads_transposed_linearly", "reduce_sum,reduce_prod", "float32",
       "Along the last axis a transposed operand is read as if it were "
       "contiguous.",
       "tracel-ai/burn#4816",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return site.operands[0].rank == 2 && axes.size() == 1 &&
                    axes[0] == 1;
           },
           misreads_where(is_transposed, place_as_row_major)),
       "reduce_sum float32:3x2@0+1,3=iota axes=1"},
      {"broadcast_with_offset", "mul,add,where,max", "",
       "A broadcast operand is read from the start of its buffer.", "",
       misreads_where(
           [](const Tensor& t) { return has_zero_stride(t) && t.rank >= 2; },
           place_without_offset),
       "mul int32:4x3@5+0,1=iota int32:4x3=ones"},
      {"broadcast_inner_vector_load", "sub,div,cmplt,pow", "",
       "From 16 elements on a vector is loaded although the inner stride is 0.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return last_stride(t) == 0 && extent_of(t, -1) >= 16;
           },
           with_inner_stride_one()),
       "sub int32:2x20@0+20,0 int32:2x20=zeros"},
      {"broadcast_middle_axis", "add,min,atan2", "",
       "Of rank 3, a broadcast of the middle axis is taken as one of the "
       "first.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.rank == 3 && t.shape[1] > 1 && t.strides[1] == 0 &&
                    t.strides[0] != 0;
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis == 0 ? 0 : axis == 1 ? t.strides[0] : t.strides[2];
           })),
       "add int32:3x4x2@0+2,0,1 int32:3x4x2=zeros"},
      {"overlapping_view_is_contiguous", "neg,abs,add,copy,contiguous,cast", "",
       "A view with as many elements as its buffer is taken as contiguous.", "",
       [](CallSite& site) {
         for (std::size_t i = 0; i < site.operands.size(); ++i) {
           const Tensor& t = site.operands[i];
           if (is_strided(t) && t.offset == 0 && !has_negative_stride(t) &&
               count_of(t) == site.operand_cells(i).capacity())
             misread(site, i, place_as_row_major);
         }
         return site.forward();
       },
       "neg int32:3x2@0+1,3=iota"},
      {"second_operand_has_first_strides", "add,pow,atan2,xor", "",
       "Where both operands are strided the second is read by the strides of "
       "the first.",
       "",
       when(
           [](const CallSite& site) {
             return is_strided(site.operands[0]) &&
                    is_strided(site.operands[1]);
           },
           [](CallSite& site) {
             const Tensor first = site.operands[0];
             misread(site, 1,
                     with_strides([first](const Tensor&, std::size_t a) {
                       return first.strides[a];
                     }));
             return site.forward();
           }),
       "add int32:3x4@0+1,3 int32:3x4@0+5,1"},
      {"second_operand_has_first_offset", "sub,mul,cmpne", "",
       "Where both operands have an offset, the second is read from that of "
       "the first.",
       "",
       when(
           [](const CallSite& site) {
             return site.operands[0].offset > 0 && site.operands[1].offset > 0;
           },
           [](CallSite& site) {
             const std::int64_t offset = site.operands[0].offset;
             misread(site, 1, [=](const Index& at, const Tensor& t) {
               return right_place(at, t) - t.offset + offset;
             });
             return site.forward();
           }),
       "sub int32:4@2+1 int32:4@5+1"},
      {"matmul_leading_dimension_over_128", "matmul", "",
       "A leading dimension above 128 is replaced by the number of columns.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.strides[t.rank - 1] == 1 && t.strides[t.rank - 2] > 128 &&
                    t.strides[t.rank - 2] > t.shape[t.rank - 1];
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis + 2 == t.rank ? t.shape[t.rank - 1] : t.strides[axis];
           })),
       "matmul int32:3x4@0+140,1 int32:4x2=ones"},
      {"matmul_transposed_left", "matmul", "",
       "A transposed left operand is read as it is stored, unless its rows are "
       "a multiple of four.",
       "tracel-ai/burn#5304",
       when(
           [](const CallSite& site) {
             return extent_of(site.operands[0], -2) % 4 != 0;
           },
           misreads_one(
               0,
               [](const Tensor& t) {
                 return is_transposed(t) && t.shape[t.rank - 2] > 1;
               },
               place_as_row_major)),
       "matmul int32:3x2@0+1,3 int32:2x2=ones"},
      {"matmul_vector_stride", "matmul", "",
       "A right operand of one column and more than 16 rows is read with "
       "stride 1.",
       "",
       misreads_one(
           1,
           [](const Tensor& t) {
             return t.shape[t.rank - 1] == 1 && t.shape[t.rank - 2] > 16 &&
                    t.strides[t.rank - 2] != 1;
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis + 2 == t.rank ? 1 : t.strides[axis];
           })),
       "matmul int32:2x20=ones int32:20x1@0+3,1"},
      {"matmul_broadcast_batch", "matmul", "",
       "A batch of stride 0 of the left operand is walked as if it were dense.",
       "",
       misreads_one(
           0,
           [](const Tensor& t) {
             return t.rank == 3 && t.shape[0] > 2 && t.strides[0] == 0;
           },
           [](const Index& at, const Tensor& t) {
             return right_place(at, t) + at[0] * t.shape[1] * t.shape[2];
           }),
       "matmul int32:3x2x4@8+0,1,2 int32:3x4x2=ones"},
  };
}

}  // namespace assay::adversary
