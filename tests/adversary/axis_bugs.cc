// Bugs of axis positions, ranks and permutations.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <numeric>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

Condition axes_are(std::vector<std::int64_t> wanted, std::uint32_t rank) {
  return [=](const CallSite& site) {
    auto axes = site.integers(ASSAY_KEY_AXES);
    std::sort(axes.begin(), axes.end());
    return axes == wanted && site.operands[0].rank == rank;
  };
}
Condition rank_over(std::uint32_t rank) {
  return [=](const CallSite& site) {
    return !site.operands.empty() && site.operands[0].rank > rank;
  };
}

// Returns an address that exchanges two axes of the index, as far as the
// extents permit.
Address swapped(std::size_t a, std::size_t b) {
  return [=](const Index& at, const AssayTensor& tensor) {
    Index other = at;
    other[a] = at[b] % tensor.shape[a];
    other[b] = at[a] % tensor.shape[b];
    return right_place(other, tensor);
  };
}

// Returns an address that holds one axis at an index.
Address held(std::size_t axis, std::int64_t index) {
  return [=](const Index& at, const AssayTensor& tensor) {
    Index other = at;
    other[axis] = std::min(index, at[axis]);
    return right_place(other, tensor);
  };
}

Fault misreads_first(Address address) {
  return [=](CallSite& site) {
    misread(site, 0, address);
    return site.forward();
  };
}

std::vector<std::int64_t> inverse_of(const std::vector<std::int64_t>& axes) {
  std::vector<std::int64_t> inverse(axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i)
    inverse[static_cast<std::size_t>(axes[i])] = static_cast<std::int64_t>(i);
  return inverse;
}

// Gives the result's axes the strides of the inverse permutation, where they
// stay within the buffer.
void strides_of_inverse(CallSite& site) {
  const auto inverse = inverse_of(site.integers(ASSAY_KEY_PERMUTATION));
  AssayTensor& result = site.result();
  const AssayTensor& operand = site.operands[0];
  AssayTensor wrong = result;
  std::int64_t last = wrong.offset;
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    wrong.strides[i] = operand.strides[inverse[i]];
    if (wrong.strides[i] < 0) return;
    last += (wrong.shape[i] - 1) * wrong.strides[i];
  }
  if (last < site.operand_cells().capacity()) result = wrong;
}

Condition all_extents_equal(std::int64_t at_least) {
  return [=](const CallSite& site) {
    const AssayTensor& x = site.operands[0];
    for (std::uint32_t axis = 0; axis < x.rank; ++axis)
      if (x.shape[axis] != x.shape[0] || x.shape[axis] < at_least) return false;
    return x.rank >= 2;
  };
}

// Writes members of a concatenation at multiples of the first one's extent.
void joined_by_first_extent(CallSite& site) {
  Cells out = site.result_cells();
  const auto axis = static_cast<std::size_t>(site.axis());
  const std::int64_t first = extent_of(site.operands[0], site.axis());
  std::int64_t start = 0;
  for (const AssayTensor& member : site.operands) {
    const Cells from = site.cells(member);
    std::int64_t number = 0;
    for (const Index& at : IndexSpace(from.shape())) {
      Index there = at;
      there[axis] += start;
      const ElementBits bits = from.get(number++);
      if (there[axis] < out.shape()[axis])
        out.set(number_of(out.shape(), there), bits);
    }
    start += first;
  }
}

// Transposes the outer and the inner part of results along a middle axis.
void outer_inner_swapped(CallSite& site) {
  Cells out = site.result_cells();
  const Shape shape = out.shape();
  if (shape.size() != 3 || shape[0] != shape[2] || shape[0] < 2) return;
  std::vector<ElementBits> right;
  for (std::int64_t i = 0; i < out.count(); ++i) right.push_back(out.get(i));
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const Index at = index_of(shape, i);
    const std::int64_t from = number_of(shape, {at[2], at[1], at[0]});
    out.set(i, right[static_cast<std::size_t>(from)]);
  }
}

// Kernel positions with the first spatial axis fastest.
void first_kernel_axis_fastest(CallSite& site) {
  Cells out = site.result_cells();
  const auto kernel = site.integers(ASSAY_KEY_KERNEL_SIZE);
  if (kernel.size() < 2 || out.count() == 0) return;
  const std::int64_t windows = out.shape().back();
  const std::int64_t positions = element_count(kernel);
  std::vector<ElementBits> right;
  for (std::int64_t i = 0; i < out.count(); ++i) right.push_back(out.get(i));
  Shape reversed(kernel.rbegin(), kernel.rend());
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const std::int64_t position = i / windows % positions;
    Index at = index_of(reversed, position);
    std::reverse(at.begin(), at.end());
    const std::int64_t from = i + (number_of(kernel, at) - position) * windows;
    out.set(i, right[static_cast<std::size_t>(from)]);
  }
}

}  // namespace

BugRows axis_bugs() {
  return {
      {"sum_axes_0_2_of_rank_4", "reduce_sum,reduce_prod", "",
       "Reducing axes 0 and 2 of rank 4, the two kept axes change places.", "",
       when(axes_are({0, 2}, 4), misreads_first(swapped(1, 3))),
       "reduce_sum int32:2x3x2x3=iota axes=0/2"},
      {"max_axes_0_2_4_of_rank_5", "reduce_max,reduce_min,reduce_sum", "",
       "Reducing axes 0, 2 and 4 of rank 5, the two kept axes change places.",
       "", when(axes_are({0, 2, 4}, 5), misreads_first(swapped(1, 3))),
       "reduce_max int32:2x3x2x3x2=iota axes=0/2/4"},
      {"prod_axes_1_3_of_rank_4", "reduce_prod,reduce_max", "",
       "Reducing axes 1 and 3 of rank 4, axis 3 is read at index 0 alone.", "",
       when(axes_are({1, 3}, 4), misreads_first(held(3, 0))),
       "reduce_prod int32:2x2x2x3=iota axes=1/3"},
      {"sum_of_all_axes_above_rank_6", "reduce_sum,reduce_max", "",
       "A reduction over all axes of more than 6 takes the first axis at index "
       "0 alone.",
       "",
       when(
           rank_over(6) &&
               [](const CallSite& site) {
                 return site.integers(ASSAY_KEY_AXES).size() ==
                        site.operands[0].rank;
               },
           [](CallSite& site) {
             site.operands[0].shape[0] =
                 std::min<std::int64_t>(site.operands[0].shape[0], 1);
             return site.forward();
           }),
       "reduce_sum int32:2x1x2x1x1x2x1=ones axes=0/1/2/3/4/5/6"},
      {"permute_rank_4_inverse", "permute", "",
       "A permutation of rank 4 that is no involution is carried out "
       "backwards where the extents allow it.",
       "webonnx/wonnx#112", after_when(rank_is(4), strides_of_inverse),
       "permute int32:2x2x2x2=iota permutation=0/2/3/1"},
      {"permute_rank_5_inverse", "permute", "",
       "A permutation of rank 5 or more is carried out backwards where the "
       "extents allow it.",
       "pytorch/executorch#22571", after_when(rank_over(4), strides_of_inverse),
       "permute int32:2x2x2x2x2=iota permutation=1/2/3/4/0"},
      {"permute_equal_extents_is_identity", "permute", "",
       "Axes are not exchanged where the extents on both sides are equal "
       "(rank 4 and more).",
       "",
       after_when(rank_over(3),
                  [](CallSite& site) {
                    AssayTensor& result = site.result();
                    const auto axes = site.integers(ASSAY_KEY_PERMUTATION);
                    if (axes[0] == 0 ||
                        shape_of(result) != shape_of(site.operands[0]))
                      return;
                    for (std::size_t i = 0; i < axes.size(); ++i)
                      result.strides[i] = site.operands[0].strides[i];
                  }),
       "permute int32:2x2x2x2=iota permutation=3/1/2/0"},
      {"flip_of_leading_axes_of_rank_5", "flip", "",
       "Only the last four axes can be reversed.", "pytorch/pytorch#154890",
       when(rank_over(4),
            with_integers(ASSAY_KEY_FLIPS,
                          [](CallSite&, std::vector<std::int64_t>& flips) {
                            for (std::size_t i = 0; i + 4 < flips.size(); ++i)
                              flips[i] = 0;
                          })),
       "flip int32:3x1x1x1x2=iota flips=1/0/0/0/1"},
      {"sort_far_left_axis", "sort,argsort,associative_scan", "",
       "An axis more than four from the right is taken to be the fourth.",
       "pytorch/pytorch#187105",
       when(
           rank_over(4) &&
               [](const CallSite& site) {
                 return site.axis() + 4 < site.operands[0].rank;
               },
           with_integers(ASSAY_KEY_AXIS,
                         [](CallSite& site, std::vector<std::int64_t>& axis) {
                           axis[0] = site.operands[0].rank - 4;
                         })),
       "sort int32:3x2x1x1x2=down axis=0"},
      {"argmax_middle_axis_is_transposed", "argmax,argmin", "",
       "Along the middle axis of rank 3 the kept axes change places.", "",
       when(rank_is(3) && along_middle(), misreads_first(swapped(0, 2))),
       "argmax int32:3x4x3 axis=1"},
      {"sort_middle_axis_is_transposed", "sort,argsort,associative_scan", "",
       "Along a middle axis the outer and the inner axis change places where "
       "they are equally long.",
       "", after_when(rank_is(3) && along_middle(), outer_inner_swapped),
       "sort int32:3x2x3=down axis=1"},
      {"square_is_taken_as_transposed", "reduce_sum,argmax,associative_scan",
       "", "Of a square matrix of more than 16 rows the axes are confused.", "",
       when(rank_is(2) && all_extents_equal(17), misreads_first(swapped(0, 1))),
       "reduce_sum int32:17x17=iota axes=0"},
      {"cube_axis_counts_from_the_end", "sort,argmax,reduce_max", "",
       "Where all extents of rank 3 are equal, axis 0 is taken for axis 2.", "",
       when(
           rank_is(3) && all_extents_equal(3) &&
               [](const CallSite& site) {
                 auto axes = site.integers(ASSAY_KEY_AXES);
                 if (axes.empty()) axes = site.integers(ASSAY_KEY_AXIS);
                 return axes == std::vector<std::int64_t>{0};
               },
           misreads_first(swapped(0, 2))),
       "argmax int32:3x3x3 axis=0"},
      {"cat_middle_axis_of_unequal_members", "cat", "",
       "Along a middle axis members are placed at multiples of the first one's "
       "extent.",
       "",
       after_when(
           along_middle() &&
               [](const CallSite& site) { return site.operands.size() > 2; },
           joined_by_first_extent),
       "cat int32:2x1x2 int32:2x3x2 int32:2x2x2 axis=1"},
      {"gather_middle_axis_batch", "gather", "",
       "Along a middle axis of rank 4, batches after the second read the "
       "second "
       "one's data.",
       "", when(rank_is(4) && along_middle(), misreads_first(held(0, 1))),
       "gather int32:3x2x2x2=iota int32:3x1x2x2=zeros axis=1"},
      {"scatter_first_axis_of_rank_3", "scatter", "",
       "Along the first axis of rank 3 updates of the last axis are those of "
       "its first entry.",
       "",
       when(rank_is(3) && along_first(),
            [](CallSite& site) {
              misread(site, 2, held(2, 0));
              return site.forward();
            }),
       "scatter int32:2x2x3=zeros int32:1x2x3=zeros int32:1x2x3=iota axis=0"},
      {"pad_first_of_five_axes", "pad", "",
       "From rank 5 on the padding before and after the first axis change "
       "places.",
       "",
       when(rank_over(4),
            with_integers(ASSAY_KEY_PADDING,
                          [](CallSite&, std::vector<std::int64_t>& pads) {
                            std::swap(pads[0], pads[1]);
                          })),
       "pad int32:2x1x1x1x2=ones padding=1-0/0-0/0-0/0-0/0-0 value=5"},
      {"shrink_first_of_five_axes", "shrink", "",
       "From rank 5 on the start of the first axis is ignored.", "",
       after_when(rank_over(4),
                  [](CallSite& site) {
                    site.result().offset -= site.integers(ASSAY_KEY_RANGES)[0] *
                                            site.operands[0].strides[0];
                  }),
       "shrink int32:3x1x1x1x2=iota ranges=1-3/0-1/0-1/0-1/0-2"},
      {"unfold_first_kernel_axis_fastest", "unfold", "",
       "The positions of a kernel of three axes run with the first one "
       "fastest.",
       "", after([](CallSite& site) {
         if (site.integers(ASSAY_KEY_KERNEL_SIZE).size() == 3)
           first_kernel_axis_fastest(site);
       }),
       "unfold int32:1x3x3x3=iota kernel=2/2/2"},
      {"unfold_square_kernel_transposed", "unfold", "",
       "The positions of a square kernel of more than 2 by 2 are transposed.",
       "", after([](CallSite& site) {
         const auto kernel = site.integers(ASSAY_KEY_KERNEL_SIZE);
         if (kernel.size() == 2 && kernel[0] == kernel[1] && kernel[0] > 2)
           first_kernel_axis_fastest(site);
       }),
       "unfold int32:1x4x4=iota kernel=3/3"},
      {"fft_of_axes_0_2", "fft,ifft", "",
       "Transforms along axes 0 and 2 are carried out along 0 and 1.", "",
       when(
           [](const CallSite& site) {
             auto axes = site.integers(ASSAY_KEY_AXES);
             std::sort(axes.begin(), axes.end());
             return axes == std::vector<std::int64_t>{0, 2};
           },
           [](CallSite& site) {
             site.set_integers(ASSAY_KEY_AXES, {0, 1});
             return site.forward();
           }),
       "fft complex64:2x3x2 axes=0/2"},
      {"fft_of_four_axes", "fft,ifft", "",
       "Of more than three axes the first that is named is left out.", "",
       when(
           [](const CallSite& site) {
             return site.integers(ASSAY_KEY_AXES).size() > 3;
           },
           with_integers(ASSAY_KEY_AXES,
                         [](CallSite&, std::vector<std::int64_t>& axes) {
                           axes.erase(axes.begin());
                         })),
       "fft complex64:2x2x2x2 axes=0/1/2/3"},
      {"rfft_last_named_axis_is_first", "rfft", "",
       "Where the last named axis is the first of the tensor, the other axes "
       "are not transformed.",
       "",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return axes.size() > 1 && axes.back() == 0;
           },
           with_integers(ASSAY_KEY_AXES,
                         [](CallSite&, std::vector<std::int64_t>& axes) {
                           axes.erase(axes.begin(), axes.end() - 1);
                         })),
       "rfft float32:4x3 axes=1/0 dtype=complex64"},
      {"elementwise_above_rank_8", "add,neg,copy,where", "",
       "Strided operands of more than 8 axes are read at index 0 of the first.",
       "",
       when(rank_over(8),
            misreads([](const CallSite&,
                        const AssayTensor& t) { return !is_row_major(t); },
                     [](const Index& at, const AssayTensor& t) {
                       Index other = at;
                       other[0] = 0;
                       return right_place(other, t);
                     })),
       "neg int32:2x1x1x1x1x1x1x1x2@0+3,1,1,1,1,1,1,1,1=iota"},
      {"batch_of_two_leading_axes", "matmul", "",
       "Of two batch axes the first is ignored where both are longer than 1.",
       "",
       when(
           [](const CallSite& site) {
             return site.operands[0].rank == 4 && site.operands[0].shape[1] > 1;
           },
           misreads_first(held(0, 0))),
       "matmul int32:2x2x1x2=iota int32:2x2x2x1=ones"},
      {"reduction_with_unsorted_axes", "reduce_sum,reduce_prod", "",
       "Axes named in descending order lose the last that is named where it is "
       "the first axis.",
       "",
       when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return axes.size() > 1 && axes[0] > axes.back() &&
                    axes.back() == 0;
           },
           [](CallSite& site) {
             site.operands[0].shape[0] =
                 std::min<std::int64_t>(site.operands[0].shape[0], 1);
             return site.forward();
           }),
       "reduce_sum int32:2x3=ones axes=1/0"},
  };
}

}  // namespace assay::adversary
