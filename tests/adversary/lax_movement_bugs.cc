// Bugs of broadcasts, slices, pads, diagonals and triangles of lax.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spec/float_codec.h"
#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {
namespace {

constexpr const char* kTriangles = "tril,triu";
constexpr const char* kFloatDTypes = "float16,bfloat16,float32,float64";

// Returns element `number` of a result, from its bits.
using Moved = std::function<ElementBits(std::int64_t number, ElementBits)>;

// Replaces the result by another tensor, because it may show the operand.
void rewrite(CallSite& site, const Moved& moved) {
  const AssayTensor copy = site.copy_of(site.result());
  Cells to = site.cells(copy);
  const Cells from = site.result_cells();
  to.set_each([&](std::int64_t i) { return moved(i, from.get(i)); });
  site.replace_result(0, copy);
}

struct Place {
  std::int64_t row;
  std::int64_t column;
};
Place place_in(const Shape& shape, std::int64_t number) {
  return {number / shape.back() % shape[shape.size() - 2],
          number % shape.back()};
}

// Adds the offset to the row in 64 bits that wrap.
void wrap_the_offset(CallSite& site) {
  const Cells x = site.operand_cells();
  const auto k = static_cast<std::uint64_t>(site.integer(ASSAY_KEY_K));
  const bool is_lower = site.op() == "tril";
  rewrite(site, [&](std::int64_t i, ElementBits) {
    const Place at = place_in(x.shape(), i);
    const auto sum =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(at.row) + k);
    const bool stays = is_lower ? at.column <= sum : at.column >= sum;
    return stays ? x.get(i) : ElementBits{};
  });
}

// Zero times an infinity or a NaN is NaN.
void multiply_by_a_mask(CallSite& site) {
  const Cells x = site.operand_cells();
  const FloatFormat& format = format_of(x.dtype());
  rewrite(site, [&](std::int64_t i, ElementBits bits) {
    const double value = x.real(i);
    const bool is_finite = value - value == 0;
    return is_finite || bits != ElementBits{}
               ? bits
               : ElementBits{quiet_nan_bits(format), 0};
  });
}

// x - tril(x, k - 1): an infinity minus itself is NaN.
void subtract_the_complement(CallSite& site) {
  if (site.integer(ASSAY_KEY_K) > 0) multiply_by_a_mask(site);
}

// Reads matrices of a batch as if each followed the one before it.
std::int64_t with_dense_batches(const Index& at, const AssayTensor& tensor) {
  std::int64_t place = tensor.offset;
  const std::size_t rank = at.size();
  std::int64_t dense = 1;
  for (std::size_t axis = rank; axis-- > 0;) {
    place += at[axis] * (axis + 2 < rank ? dense : tensor.strides[axis]);
    dense *= tensor.shape[axis];
  }
  return place;
}
bool is_strided_batch(const AssayTensor& tensor) {
  return tensor.rank > 2 && !is_row_major(tensor);
}

// Rows from this one on are copied whole.
Edit rows_whole_from(std::int64_t first) {
  return [=](CallSite& site) {
    const Cells x = site.operand_cells();
    rewrite(site, [&](std::int64_t i, ElementBits bits) {
      return place_in(x.shape(), i).row >= first ? x.get(i) : bits;
    });
  };
}

// Removes elements first and puts the gaps between those that are left.
void crop_before_gaps(CallSite& site) {
  const Cells x = site.operand_cells();
  const auto low = site.integers(ASSAY_KEY_EDGE_LOW);
  const auto interior = site.integers(ASSAY_KEY_INTERIOR);
  const Shape shape = shape_of(site.result());
  std::vector<ElementBits> padded(
      static_cast<std::size_t>(element_count(shape)), site.fill_value());
  for (std::int64_t i = 0; i < x.count(); ++i) {
    Index at = index_of(x.shape(), i);
    bool is_inside = true;
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      const std::int64_t step = interior[axis] + 1;
      if (low[axis] < 0 && at[axis] + low[axis] < 0) is_inside = false;
      at[axis] = low[axis] < 0 ? (at[axis] + low[axis]) * step
                               : low[axis] + at[axis] * step;
      is_inside = is_inside && at[axis] < shape[axis];
    }
    if (is_inside)
      padded[static_cast<std::size_t>(number_of(shape, at))] = x.get(i);
  }
  rewrite(site, [&](std::int64_t i, ElementBits) {
    return padded[static_cast<std::size_t>(i)];
  });
}

// Takes places beyond low + extent for padding, as if there were no gaps.
void cut_off_the_gaps(CallSite& site) {
  const auto low = site.integers(ASSAY_KEY_EDGE_LOW);
  const Shape x = site.operand_cells().shape();
  const Shape shape = shape_of(site.result());
  const ElementBits fill = site.fill_value();
  rewrite(site, [&](std::int64_t i, ElementBits bits) {
    const Index at = index_of(shape, i);
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      if (at[axis] >= low[axis] + x[axis]) return fill;
    return bits;
  });
}

// Holds the value in a float32 on its way.
int narrow_the_value(CallSite& site) {
  const DType dtype = site.dtype();
  const ElementBits value = site.fill_value();
  if (is_integer(dtype)) {
    const bool is_unsigned = category_of(dtype) == Category::kUnsigned;
    const float number =
        is_unsigned ? static_cast<float>(value.re)
                    : static_cast<float>(static_cast<std::int64_t>(value.re));
    if (std::abs(number) < 0x1p62f)
      site.set_fill_value(
          {static_cast<std::uint64_t>(static_cast<std::int64_t>(number)), 0});
  } else {
    const FloatFormat& format = format_of(dtype);
    const auto narrow = [&](std::uint64_t bits) {
      return encode_real(format,
                         rounded(DType::kFloat32, decode_real(format, bits)));
    };
    site.set_fill_value(
        {narrow(value.re), is_complex(dtype) ? narrow(value.im) : 0});
  }
  return site.forward();
}

// Leaves the elements of the last, partial step out.
void count_whole_steps(CallSite& site) {
  const auto starts = site.integers(ASSAY_KEY_STARTS);
  const auto limits = site.integers(ASSAY_KEY_LIMITS);
  const auto strides = site.integers(ASSAY_KEY_STRIDES);
  AssayTensor& y = site.result();
  for (std::size_t axis = 0; axis < starts.size(); ++axis)
    y.shape[axis] = (limits[axis] - starts[axis]) / strides[axis];
}

// Uses the dims as the axes of x in the order of the result.
int invert_three_dims(CallSite& site) {
  const auto dims = site.integers(ASSAY_KEY_BROADCAST_DIMS);
  if (dims.size() != 3) return site.forward();
  AssayTensor& x = site.operands[0];
  const AssayTensor from = x;
  std::vector<std::size_t> order = {0, 1, 2};
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return dims[a] < dims[b]; });
  // A permutation of three axes that is its own inverse stays right.
  const Shape shape = shape_of(from);
  if (shape[0] != shape[1] || shape[1] != shape[2]) return site.forward();
  for (std::size_t axis = 0; axis < 3; ++axis)
    x.strides[axis] = from.strides[order[order[axis]]];
  return site.forward();
}

// Fills only this many elements with the scalar.
Edit fill_up_to(std::int64_t count) {
  return [=](CallSite& site) {
    if (!site.operands.empty() && site.operands[0].rank == 0)
      rewrite(site, [&](std::int64_t i, ElementBits bits) {
        return i < count ? bits : ElementBits{};
      });
  };
}

// The axis that stays is taken for the axis of the result without a shift.
int embed_without_a_shift(CallSite& site) {
  const int code = site.forward();
  if (code != ASSAY_OK) return code;
  const auto a = static_cast<std::size_t>(site.integer(ASSAY_KEY_AXIS_A));
  const auto b = static_cast<std::size_t>(site.integer(ASSAY_KEY_AXIS_B));
  const Shape shape = shape_of(site.result());
  if (b >= a || shape[a] != shape[b]) return code;
  const Cells x = site.operand_cells();
  rewrite(site, [&](std::int64_t i, ElementBits) {
    Index at = index_of(shape, i);
    if (at[a] != at[b]) return ElementBits{};
    at.erase(at.begin() + static_cast<std::ptrdiff_t>(b));
    return x.get(number_of(x.shape(), at));
  });
  return code;
}

// Memory after this many elements is not cleared.
Edit dirty_from(std::int64_t first) {
  return [=](CallSite& site) {
    rewrite(site, [&](std::int64_t i, ElementBits bits) {
      return i >= first && bits == ElementBits{} ? ElementBits{1, 0} : bits;
    });
  };
}

bool has_later_axis_first(const CallSite& site) {
  return site.integer(ASSAY_KEY_AXIS_A) > site.integer(ASSAY_KEY_AXIS_B);
}

// Returns the diagonals in the order of the reversed batch.
void reverse_the_result(CallSite& site) {
  const Cells y = site.result_cells();
  rewrite(site, [&](std::int64_t i, ElementBits) {
    return y.get(y.count() - 1 - i);
  });
}

}  // namespace

BugRows lax_movement_bugs() {
  return {
      {"triu_of_a_huge_offset_wraps", kTriangles, "",
       "The offset is added to the row number and overflows.",
       "pytorch/pytorch#153240", after(wrap_the_offset),
       "triu int32:2x2=ones k=9223372036854775807"},
      {"tril_multiplies_by_a_mask", kTriangles, kFloatDTypes,
       "A triangle is the product with zeros and ones, so infinities become "
       "NaN.",
       "tenstorrent/tt-metal#52038", after(multiply_by_a_mask),
       "tril float32:2x2=v/1/inf/1/1 k=0"},
      {"triu_subtracts_the_lower_triangle", "triu", kFloatDTypes,
       "Above the main diagonal, the lower triangle is subtracted, and "
       "infinities become NaN.",
       "pytorch/pytorch#128429", after(subtract_the_complement),
       "triu float32:2x2=v/inf/1/1/1 k=1"},
      {"tril_of_a_strided_batch_reads_the_next_matrix", kTriangles, "",
       "Matrices of a batch are taken to follow each other in memory.",
       "pytorch/pytorch#22581",
       misreads_where(is_strided_batch, with_dense_batches),
       "tril int32:2x2x2@0+1,4,2=iota1 k=1"},
      {"triu_keeps_rows_from_300_on", kTriangles, "",
       "Rows from number 300 on are copied whole.", "pytorch/pytorch#136611",
       after(rows_whole_from(300)), "triu int32:301x2=ones k=0"},
      {"pad_removes_before_it_inserts", "pad_general", "",
       "Negative edges remove elements before gaps are inserted.",
       "kasper0406/stablehlo-coreml#69", after(crop_before_gaps),
       "pad_general int32:3=iota1 edge_low=-1 edge_high=0 interior=1 value=9"},
      {"pad_takes_the_end_without_gaps", "pad_general", "",
       "Elements beyond the extent without gaps are taken for padding.",
       "iree-org/iree#2615", after(cut_off_the_gaps),
       "pad_general int32:3=iota1 edge_low=0 edge_high=0 interior=1 value=9"},
      {"pad_holds_the_value_in_float32", "pad_general",
       "float64,complex128,int32,int64,uint32,uint64",
       "The value passes through float32.", "tenstorrent/tt-mlir#5510",
       narrow_the_value,
       "pad_general int64:1=ones edge_low=1 edge_high=0 interior=0 "
       "value=16777217"},
      {"slice_counts_whole_steps", "slice_general", "",
       "The last, partial step is left out.", "iree-org/iree#6402",
       after(count_whole_steps),
       "slice_general int32:5=iota starts=0 limits=5 strides=2"},
      {"slice_takes_the_last_stride_for_every_axis", "slice_general", "",
       "One stride is used for all axes.", "",
       with_integers(ASSAY_KEY_STRIDES,
                     [](CallSite&, std::vector<std::int64_t>& strides) {
                       std::fill(strides.begin(), strides.end(),
                                 strides.back());
                     }),
       "slice_general int32:4x4=iota starts=0/0 limits=4/4 strides=1/2"},
      {"slice_of_a_reversed_view_loses_its_offset", "slice_general", "",
       "The offset of a view with negative strides is dropped.", "",
       misreads_where(has_negative_stride, place_without_offset),
       "slice_general int32:4@3+-1=iota starts=0 limits=4 strides=1"},
      {"broadcast_inverts_the_order_of_three_axes", "broadcast_in_dim", "",
       "The order of three axes is applied twice.", "EnzymeAD/Reactant.jl#1117",
       invert_three_dims,
       "broadcast_in_dim int32:2x2x2=iota shape=2/2/2 broadcast_dims=1/2/0"},
      {"broadcast_fills_256_elements", "broadcast_in_dim", "",
       "A scalar fills no more than 256 elements.", "", after(fill_up_to(256)),
       "broadcast_in_dim int32:=iota1 shape=300 broadcast_dims="},
      {"extract_diagonal_of_swapped_axes_backwards", "extract_diagonal", "",
       "If axis_a is the later axis, the result is read from its end.", "",
       after_when(has_later_axis_first, reverse_the_result),
       "extract_diagonal int32:2x2=iota axis_a=1 axis_b=0"},
      {"embed_diagonal_does_not_shift_axis_a", "embed_diagonal", "",
       "An axis inserted before axis_a does not move it.",
       "tensor4all/tenferro-rs#1224", embed_without_a_shift,
       "embed_diagonal int32:2x2=iota1 axis_a=1 axis_b=0"},
      {"embed_diagonal_clears_1024_elements", "embed_diagonal", "",
       "Elements after number 1024 are not cleared.", "",
       after(dirty_from(1024)),
       "embed_diagonal int32:40=iota1 axis_a=0 axis_b=1"},
      {"tril_clears_1024_elements", kTriangles, "",
       "Elements after number 1024 are not cleared.", "",
       after(dirty_from(1024)), "tril int32:40x40=iota1 k=0"},
  };
}

}  // namespace assay::adversary
