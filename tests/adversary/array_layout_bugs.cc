// Bugs of the other ops on views: gathers, sorts, reductions, transforms,
// assignments that take an operand or a destination to be contiguous.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {

BugRows array_layout_bugs() {
  return {
      {"gather_strided_indices", "gather", "",
       "More than 50 strided indices are read as if they were contiguous.", "",
       misreads_one(
           1, [](const Tensor& t) { return is_strided(t) && count_of(t) > 50; },
           place_as_row_major),
       "gather int32:7=iota int32:60@0+2=idx7 axis=0"},
      {"gather_offset_of_strided_data", "gather", "",
       "Along the first axis the offset of strided data is ignored.", "",
       when(along_first(), misreads_one(0, is_strided, place_without_offset)),
       "gather int32:3x2@1+4,1=iota int32:2x2=idx3 axis=0"},
      {"scatter_strided_updates", "scatter", "",
       "More than 20 strided updates are read as if they were contiguous.", "",
       misreads_one(
           2, [](const Tensor& t) { return is_strided(t) && count_of(t) > 20; },
           place_as_row_major),
       "scatter int32:30=zeros int32:30=iota int32:30@0+2=iota axis=0"},
      {"sort_strided_axis", "sort,argsort", "",
       "A strided axis longer than 16 is read as if it were contiguous.", "",
       when(along_over(16) && rank_is(1),
            misreads_where(is_strided, place_as_row_major)),
       "sort int32:20@0+2 axis=0"},
      {"argmax_of_reversed_axis", "argmax,argmin", "",
       "Along a reversed axis longer than 8 the index counts from the other "
       "end.",
       "",
       [](CallSite& site) {
         const std::int64_t stride = site.operands[0].strides[site.axis()];
         if (stride >= 0 || extent_along(site) <= 8) return site.forward();
         return after([](CallSite& inner) {
           Cells out = inner.result_cells();
           const auto last = static_cast<double>(extent_along(inner) - 1);
           for (std::int64_t i = 0; i < out.count(); ++i)
             out.set_real(i, last - out.real(i));
         })(site);
       },
       "argmax int32:10@9+-1=iota axis=0"},
      {"cat_member_with_offset", "cat", "",
       "A member that is strided is read from the start of its buffer.",
       "pytorch/pytorch#78043",
       misreads_where(is_strided, place_without_offset),
       "cat int32:2x2@3+4,1=iota int32:2x2 axis=0"},
      {"cat_first_member_decides", "cat", "",
       "Where the first member is contiguous the others are taken to be.", "",
       when([](const CallSite& site) { return is_row_major(site.operands[0]); },
            misreads_where(
                [](const Tensor& t) {
                  return is_strided(t) && count_of(t) > 30;
                },
                place_as_row_major)),
       "cat int32:1x6 int32:6x6@0+1,6 axis=0"},
      {"pad_transposed_operand", "pad", "",
       "A transposed operand with more than 32 rows is copied as it is stored.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.rank == 2 && is_transposed(t) && t.shape[0] > 32;
           },
           place_as_row_major),
       "pad int32:33x3@0+1,33 padding=1-0/0-0 value=0"},
      {"assign_broadcast_source", "assign", "",
       "A broadcast source with an offset is read from the start of its "
       "buffer.",
       "",
       misreads_where(
           [](const Tensor& t) { return has_zero_stride(t) && t.offset > 0; },
           place_without_offset),
       "assign int32:4@3+0=iota"},
      {"assign_destination_offset_lost", "assign", "",
       "The offset of a strided destination with an inner axis longer than 50 "
       "is ignored.",
       "pytorch/pytorch#110120",
       [](CallSite& site) {
         AssayTensor& out = site.outs[0];
         if (is_strided(out) && extent_of(out, -1) > 50) out.offset = 0;
         return site.forward();
       },
       "assign int32:2x60=ones out=@5+70,1"},
      {"assign_destination_is_dense", "assign", "",
       "A destination with inner stride 2 and more than 100 elements is "
       "written "
       "with stride 1.",
       "",
       [](CallSite& site) {
         AssayTensor& out = site.outs[0];
         if (out.rank == 1 && out.strides[0] == 2 && out.shape[0] > 100)
           out.strides[0] = 1;
         return site.forward();
       },
       "assign int32:104=ones out=@0+2"},
      {"reduction_of_slice_has_tight_rows", "reduce_max,reduce_min", "",
       "Of a slice of rank 3 the first stride is taken to be the product of "
       "the "
       "inner extents.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.rank == 3 && is_strided(t) && t.strides[2] == 1 &&
                    t.shape[0] > 2;
           },
           with_strides([](const Tensor& t, std::size_t axis) {
             return axis == 0 ? t.shape[1] * t.shape[2] : t.strides[axis];
           })),
       "reduce_max int32:3x2x3@0+20,4,1=iota axes=1"},
      {"scan_of_long_strided_axis", "associative_scan", "",
       "A strided axis longer than 64 is read as if it were contiguous.",
       "tile-ai/tilelang#2523",
       when(along_over(64) && rank_is(1),
            misreads_where(is_strided, place_as_row_major)),
       "associative_scan int32:70@0+3 axis=0 op=sum"},
      {"fft_input_stride", "fft,ifft,rfft", "",
       "The stride of a transformed last axis longer than 64 is taken as 1.",
       "ROCm/rocFFT#305",
       misreads_where(
           [](const Tensor& t) {
             return last_stride(t) != 1 && extent_of(t, -1) > 64;
           },
           with_inner_stride_one()),
       "fft complex64:70@0+2 axes=0"},
      {"fft_offset_of_strided_batch", "fft,rfft,irfft", "",
       "A strided batch of transforms longer than 16 starts at the buffer's "
       "start.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return is_strided(t) && extent_of(t, -1) > 16;
           },
           place_without_offset),
       "fft complex64:2x20@3+25,1 axes=1"},
      {"unfold_permuted_channels", "unfold", "",
       "An operand whose leading axes are permuted is read as it is stored.",
       "",
       misreads_where(
           [](const Tensor& t) {
             return t.rank >= 3 && is_strided(t) &&
                    t.strides[0] < t.strides[1] && t.shape[0] > 2;
           },
           place_as_row_major),
       "unfold int32:3x2x5@0+5,15,1 kernel=2"},
      {"threefry_broadcast_key", "threefry", "",
       "Counters are read by the strides of a broadcast key.", "",
       when(
           [](const CallSite& site) {
             return has_zero_stride(site.operands[0]) &&
                    !has_zero_stride(site.operands[1]);
           },
           [](CallSite& site) {
             const Tensor key = site.operands[0];
             misread(site, 1, with_strides([key](const Tensor&, std::size_t a) {
                       return key.strides[a];
                     }));
             return site.forward();
           }),
       "threefry int32:4x2@0+0,1 int32:4x2=iota"},
      {"odd_nibble_offset", "copy,contiguous,cast,assign", "int4,uint4",
       "A strided view of nibbles that begins in the middle of a byte is read "
       "from the byte's start.",
       "",
       misreads_where(
           [](const Tensor& t) { return t.offset % 2 != 0 && is_strided(t); },
           [](const Index& at, const Tensor& t) {
             return right_place(at, t) - 1;
           }),
       "copy int4:3@1+2"},
      {"where_condition_is_dense", "where", "",
       "A strided condition of more than 32 elements is read as if it were "
       "contiguous.",
       "",
       misreads_one(
           0, [](const Tensor& t) { return is_strided(t) && count_of(t) > 32; },
           place_as_row_major),
       "where bool:40@0+3 int32:40=ones int32:40=zeros"},
      {"collapse_checks_first_operand", "add,mul,max,cmplt", "",
       "Axes are merged where the first operand allows it, whatever the second "
       "one looks like (rank 3 and more).",
       "",
       when(
           [](const CallSite& site) {
             return site.operands[0].rank >= 3 &&
                    is_row_major(site.operands[0]);
           },
           misreads_one(
               1,
               [](const Tensor& t) {
                 return is_strided(t) && last_stride(t) == 1 &&
                        count_of(t) > 40;
               },
               place_as_row_major)),
       "add int32:3x4x5=zeros int32:3x4x5@0+30,6,1"},
      {"rank_0_view_offset", "sin,neg,add,reduce_sum", "",
       "A view of rank 0 is read from the start of its buffer.", "",
       misreads_where(
           [](const Tensor& t) { return t.rank == 0 && t.offset > 8; },
           place_without_offset),
       "neg int32:@9+=iota"},
      {"reversed_broadcast_pair", "sub,pow,where", "",
       "Where one operand is reversed and another broadcast, the reversed one "
       "is read forwards.",
       "",
       when(
           [](const CallSite& site) {
             return std::any_of(site.operands.begin(), site.operands.end(),
                                has_zero_stride);
           },
           misreads_where(has_negative_stride,
                          with_strides([](const Tensor& t, std::size_t a) {
                            return std::abs(t.strides[a]);
                          }))),
       "sub int32:4@3+-1=iota int32:4@0+0"},
  };
}

}  // namespace assay::adversary
