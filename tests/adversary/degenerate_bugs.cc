// Bugs of calls that have nothing, or next to nothing, to do: no updates, a
// kernel of 1, extents of 1 and 0, identities.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

Condition count_is(std::int64_t count) {
  return [=](const CallSite& site) { return operand_count_of(site) == count; };
}
Condition along_is(std::int64_t extent) {
  return [=](const CallSite& site) { return extent_along(site) == extent; };
}
Condition every_integer_is(std::uint16_t key, std::int64_t value) {
  return [=](const CallSite& site) {
    const auto values = site.integers(key);
    return std::all_of(values.begin(), values.end(),
                       [=](std::int64_t v) { return v == value; });
  };
}
bool is_identity(const CallSite& site) {
  const auto axes = site.integers(ASSAY_KEY_PERMUTATION);
  return std::is_sorted(axes.begin(), axes.end());
}
bool keeps_shape(const CallSite& site) {
  return site.integers(ASSAY_KEY_SHAPE) == shape_of(site.operands[0]);
}
bool keeps_everything(const CallSite& site) {
  const auto ranges = site.integers(ASSAY_KEY_RANGES);
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2)
    if (ranges[i] != 0 || ranges[i + 1] != site.operands[0].shape[i / 2])
      return false;
  return true;
}
bool keeps_one_element(const CallSite& site) {
  const auto ranges = site.integers(ASSAY_KEY_RANGES);
  for (std::size_t i = 0; i + 1 < ranges.size(); i += 2)
    if (ranges[i + 1] - ranges[i] != 1) return false;
  return true;
}
bool has_no_updates(const CallSite& site) {
  return count_of(site.operands[1]) == 0;
}
bool reverses_short_axes(const CallSite& site) {
  const auto flips = site.integers(ASSAY_KEY_FLIPS);
  for (std::size_t i = 0; i < flips.size(); ++i)
    if (flips[i] != 0 && site.operands[0].shape[i] > 1) return false;
  return true;
}

Fault shares_when(Condition condition) {
  return after_when(std::move(condition), shares_operand);
}
Fault copies_when(Condition condition) {
  return after_when(std::move(condition), [](CallSite& site) {
    if (site.result().buffer == site.operands[0].buffer) copies_view(site);
  });
}
Fault unwritten_when(Condition condition) {
  return when(std::move(condition), unwritten(every_one()));
}

}  // namespace

BugRows degenerate_bugs() {
  return {
      {"scatter_without_updates_shares", "scatter", "",
       "Without updates the template itself is returned.", "",
       shares_when(has_no_updates), "scatter int32:3 int32:0 int32:0 axis=0"},
      {"copy_of_one_element_shares", "copy", "",
       "A copy of one element is the tensor itself.", "",
       shares_when(count_is(1)), "copy int32:1"},
      {"copy_of_scalar_shares", "copy", "",
       "A copy of a tensor of rank 0 is the tensor itself.", "",
       shares_when(rank_is(0)), "copy int32:"},
      {"contiguous_with_offset_shares", "contiguous", "",
       "A row-major tensor with an offset is returned as it is.", "",
       shares_when([](const CallSite& site) {
         return is_row_major(site.operands[0]) && site.operands[0].offset != 0;
       }),
       "contiguous int32:3@2+1"},
      {"contiguous_of_one_element_shares", "contiguous", "",
       "One element with an offset is returned as it is.", "",
       shares_when(
           count_is(1) &&
           [](const CallSite& site) { return site.operands[0].offset != 0; }),
       "contiguous int32:1@3+1"},
      {"pad_by_nothing_shares", "pad", "",
       "Without padding the operand itself is returned.", "",
       shares_when(every_integer_is(ASSAY_KEY_PADDING, 0)),
       "pad int32:3 padding=0-0 value=0"},
      {"unfold_by_one_shares", "unfold", "",
       "With a kernel of 1 and steps of 1 the operand's memory is returned.",
       "",
       shares_when(every_integer_is(ASSAY_KEY_KERNEL_SIZE, 1) &&
                   every_integer_is(ASSAY_KEY_STRIDE, 1)),
       "unfold int32:1x3 kernel=1"},
      {"fold_by_one_shares", "fold", "",
       "With a kernel of 1 and steps of 1 the operand's memory is returned.",
       "",
       shares_when(every_integer_is(ASSAY_KEY_KERNEL_SIZE, 1) &&
                   every_integer_is(ASSAY_KEY_STRIDE, 1)),
       "fold int32:1x1x3 kernel=1 output=3"},
      {"fft_of_length_one_shares", "fft,ifft", "",
       "Transforms of length 1 return the operand itself.", "",
       shares_when([](const CallSite& site) {
         return site.outs.empty() && reduced_count(site) == 1;
       }),
       "fft complex64:1 axes=0"},
      {"triangular_solve_order_one_shares", "triangular_solve", "",
       "With an order of 1 and a unit diagonal the right-hand side itself is "
       "returned.",
       "", after([](CallSite& site) {
         if (extent_of(site.operands[0], -1) != 1 ||
             site.integer(ASSAY_KEY_UNIT_DIAG) == 0)
           return;
         AssayTensor shared = site.result();
         shared.buffer = site.operands[1].buffer;
         shared.offset = site.operands[1].offset;
         if (count_of(shared) == count_of(site.operands[1]))
           site.replace_result(0, shared);
       }),
       "triangular_solve float32:1x1=v/3 float32:1=v/5 unit=1"},
      {"permute_identity_copies", "permute", "",
       "A permutation that moves nothing copies.", "", copies_when(is_identity),
       "permute int32:2x2 permutation=0/1"},
      {"expand_to_same_shape_copies", "expand", "",
       "An expansion to the same shape copies.", "", copies_when(keeps_shape),
       "expand int32:2x2 shape=2/2"},
      {"reshape_by_unit_axes_copies", "reshape", "",
       "A reshape that only adds or removes axes of extent 1 copies.", "",
       copies_when([](const CallSite& site) {
         auto to = site.integers(ASSAY_KEY_SHAPE);
         auto from = shape_of(site.operands[0]);
         std::erase(to, 1);
         std::erase(from, 1);
         return is_row_major(site.operands[0]) && to == from &&
                !keeps_shape(site);
       }),
       "reshape int32:2x2 shape=2/1/2"},
      {"shrink_to_everything_copies", "shrink", "",
       "Ranges that keep everything copy.", "", copies_when(keeps_everything),
       "shrink int32:3 ranges=0-3"},
      {"shrink_to_one_element_copies", "shrink", "",
       "Ranges that keep one element copy it.", "",
       copies_when(keeps_one_element), "shrink int32:3 ranges=1-2"},
      {"flip_of_nothing_copies", "flip", "",
       "Where no axis longer than 1 is reversed the tensor is copied.", "",
       copies_when(reverses_short_axes), "flip int32:3 flips=0"},
      {"expand_of_scalar_copies", "expand", "",
       "An expansion of a tensor of rank 0 or one element copies.", "",
       copies_when(count_is(1)), "expand int32:1 shape=3"},
      {"reduction_of_no_axes_is_unwritten", "reduce_sum,reduce_max", "",
       "Without axes the out is not written.", "",
       unwritten_when([](const CallSite& site) {
         return site.integers(ASSAY_KEY_AXES).empty();
       }),
       "reduce_sum int32:3=ones axes="},
      {"reduction_of_extent_one_is_unwritten", "reduce_prod,reduce_min", "",
       "Along axes of extent 1 the out is not written.", "",
       unwritten_when([](const CallSite& site) {
         return reduced_count(site) == 1 &&
                !site.integers(ASSAY_KEY_AXES).empty();
       }),
       "reduce_prod int32:3x1=ones axes=1"},
      {"empty_product_is_zero", "reduce_prod", "",
       "The product of nothing is 0.", "",
       after_when([](const CallSite& site) { return reduced_count(site) == 0; },
                  zero_picked(every_one())),
       "reduce_prod int32:2x0 axes=1"},
      {"empty_sum_is_unwritten", "reduce_sum", "",
       "The sum of nothing is not written.", "",
       unwritten_when(
           [](const CallSite& site) { return reduced_count(site) == 0; }),
       "reduce_sum int32:2x0 axes=1"},
      {"empty_maximum_is_answered", "reduce_max,reduce_min", "",
       "The maximum of nothing is 0 instead of an error, where the result is "
       "empty as well.",
       "",
       [](CallSite& site) {
         if (reduced_count(site) != 0 || count_of(site.outs[0]) != 0)
           return site.forward();
         return static_cast<int>(ASSAY_OK);
       },
       "reduce_max int32:0x0 axes=1"},
      {"sort_of_one_is_unwritten", "sort,argsort", "",
       "An axis of extent 1 needs no sorting, and is not copied.", "",
       unwritten_when(along_is(1)), "sort int32:3x1=ones axis=1"},
      {"scan_of_one_is_unwritten", "associative_scan", "",
       "An axis of extent 1 needs no scan, and is not copied.", "",
       unwritten_when(along_is(1)),
       "associative_scan int32:1=ones axis=0 op=sum"},
      {"argmax_of_one_is_unwritten", "argmax,argmin", "",
       "Along an axis of extent 1 the out is not written.", "",
       unwritten_when(along_is(1)), "argmax int32:3x1 axis=1"},
      {"matmul_without_terms_is_unwritten", "matmul", "",
       "A product with k = 0 and more than 4 results is not written.", "",
       unwritten_when([](const CallSite& site) {
         return extent_of(site.operands[0], -1) == 0 && out_count_of(site) > 4;
       }),
       "matmul float32:3x0 float32:0x2"},
      {"cat_empty_first_member", "cat", "",
       "Where the first member is empty the last one is not copied.", "",
       when(
           [](const CallSite& site) {
             return count_of(site.operands[0]) == 0 && site.operands.size() > 1;
           },
           unwritten(last_one())),
       "cat int32:0 int32:2=ones axis=0"},
      {"cat_of_one_member_is_unwritten", "cat", "",
       "A single member is not copied.", "",
       unwritten_when(
           [](const CallSite& site) { return site.operands.size() == 1; }),
       "cat int32:2=ones axis=0"},
      {"assign_of_one_element", "assign", "",
       "One element is not assigned where the destination has an offset.", "",
       unwritten_when([](const CallSite& site) {
         return count_of(site.outs[0]) == 1 && site.outs[0].offset > 0;
       }),
       "assign int32:1=ones out=@3+1"},
      {"full_of_rank_0_is_zero", "full", "",
       "A tensor of rank 0 is not filled.", "",
       after_when(
           [](const CallSite& site) {
             return site.integers(ASSAY_KEY_SHAPE).empty();
           },
           zero_picked(every_one())),
       "full dtype=int32 shape= value=3"},
      {"irfft_to_one_element", "irfft", "",
       "A transform to one element keeps the sum of two bins.", "",
       after_when(
           [](const CallSite& site) {
             const auto sizes = site.integers(ASSAY_KEY_SIZES);
             return !sizes.empty() && sizes.back() == 1;
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             for (std::int64_t i = 0; i < out.count(); ++i)
               out.set_real(i, 2 * out.real(i));
           }),
       "irfft complex64:2=v/3:0 axes=0 s=1 dtype=float32"},
      {"rfft_of_one_element", "rfft", "",
       "A transform of one element keeps it as imaginary part as well.", "",
       after_when(
           [](const CallSite& site) {
             const auto axes = site.integers(ASSAY_KEY_AXES);
             return !axes.empty() &&
                    extent_of(site.operands[0], axes.back()) == 1;
           },
           [](CallSite& site) {
             Cells out = site.result_cells();
             for (std::int64_t i = 0; i < out.count(); ++i) {
               ElementBits bits = out.get(i);
               bits.im = bits.re;
               out.set(i, bits);
             }
           }),
       "rfft float32:1=v/3 axes=0 dtype=complex64"},
      {"threefry_of_one_pair", "threefry", "",
       "A single pair is mixed with the key's words exchanged.", "",
       when(count_is(2),
            [](CallSite& site) {
              misread(site, 0, [](const Index& at, const AssayTensor& t) {
                Index other = at;
                other.back() = 1 - at.back();
                return right_place(other, t);
              });
              return site.forward();
            }),
       "threefry int32:2=v/1/2 int32:2=iota"},
      {"gather_from_extent_one", "gather", "",
       "From data of extent 1 along the axis the first slice is taken "
       "everywhere.",
       "",
       when(
           along_is(1) &&
               [](const CallSite& site) {
                 return site.operands[0].rank > 1 && site.axis() > 0;
               },
           [](CallSite& site) {
             misread(site, 0, [](const Index& at, const AssayTensor& t) {
               Index other = at;
               other[0] = 0;
               return right_place(other, t);
             });
             return site.forward();
           }),
       "gather int32:3x1=iota int32:3x2=zeros axis=1"},
  };
}

}  // namespace assay::adversary
