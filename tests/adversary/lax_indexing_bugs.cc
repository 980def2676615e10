// Bugs of dynamic slices, gather_general and scatter_general.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/view_faults.h"

namespace assay::adversary {
namespace {

bool is_gather_general(const CallSite& site) {
  return site.op() == "gather_general";
}
bool is_scatter_general(const CallSite& site) {
  return site.op() == "scatter_general";
}

std::size_t operand_of_starts(const CallSite& site) {
  return site.op() == "dynamic_update_slice" ? 2 : 1;
}

std::int64_t number_in(DType dtype, ElementBits bits) {
  return dtype == DType::kInt64 ? static_cast<std::int64_t>(bits.re)
                                : static_cast<std::int32_t>(bits.re);
}
ElementBits bits_of_number(DType dtype, std::int64_t number) {
  return {dtype == DType::kInt64
              ? static_cast<std::uint64_t>(number)
              : static_cast<std::uint64_t>(static_cast<std::uint32_t>(number)),
          0};
}

// The axis of x that element `number` of the starts counts along.
std::int64_t axis_of_component(const CallSite& site, std::int64_t number) {
  if (!is_gather_general(site) && !is_scatter_general(site)) return number;
  const auto map = site.integers(is_gather_general(site)
                                     ? ASSAY_KEY_START_INDEX_MAP
                                     : ASSAY_KEY_SCATTER_DIMS_TO_OPERAND_DIMS);
  const Shape shape = shape_of(site.operands[1]);
  const auto vector =
      static_cast<std::size_t>(site.integer(ASSAY_KEY_INDEX_VECTOR_DIM));
  const std::int64_t k =
      vector < shape.size() ? index_of(shape, number)[vector] : 0;
  return map[static_cast<std::size_t>(k)];
}

// Changes the starts, as numbers. `extent` is that of the axis of x.
Fault with_starts(
    std::function<std::int64_t(std::int64_t start, std::int64_t extent)>
        change) {
  return [=](CallSite& site) {
    const std::size_t which = operand_of_starts(site);
    const DType dtype = dtype_of(site.operands[which]);
    const Shape x = shape_of(site.operands[0]);
    alter_operand(site, which, [&](std::int64_t number, ElementBits bits) {
      const auto axis =
          static_cast<std::size_t>(axis_of_component(site, number));
      return bits_of_number(dtype, change(number_in(dtype, bits), x[axis]));
    });
    return site.forward();
  };
}

// Reads vectors along the last axis if the indices are square.
int read_square_indices_by_rows(CallSite& site) {
  const Shape shape = shape_of(site.operands[1]);
  if (shape.size() == 2 && shape[0] == shape[1])
    site.set_integers(ASSAY_KEY_INDEX_VECTOR_DIM, {1});
  return site.forward();
}

// Reads element i of the window at its address in a row-major x, although the
// window leaves its row.
void read_over_the_end_of_rows(CallSite& site) {
  const Cells x = site.operand_cells(0);
  const Cells starts = site.operand_cells(1);
  Cells y = site.result_cells();
  if (x.count() == 0) return;
  Index start;
  for (std::int64_t axis = 0; axis < starts.count(); ++axis) {
    const std::int64_t last = x.shape()[static_cast<std::size_t>(axis)] - 1;
    start.push_back(std::clamp<std::int64_t>(
        number_in(starts.dtype(), starts.get(axis)), 0, last));
  }
  for (std::int64_t i = 0; i < y.count(); ++i) {
    Index at = index_of(y.shape(), i);
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      at[axis] += start[axis];
    y.set(i, x.get(number_of(x.shape(), at) % x.count()));
  }
}

// Keeps what x has at the end of each row of update that is no whole block.
int copy_whole_blocks_of_rows(CallSite& site) {
  const int code = site.forward();
  if (code != ASSAY_OK) return code;
  const Cells update = site.operand_cells(1);
  if (update.shape().empty() || update.shape().back() < 4) return code;
  const Cells x = site.operand_cells(0);
  const Cells starts = site.operand_cells(2);
  Cells y = site.result_cells();
  for (std::int64_t i = 0; i < update.count(); ++i) {
    Index at = index_of(update.shape(), i);
    if (at.back() < update.shape().back() / 4 * 4) continue;
    for (std::size_t axis = 0; axis < at.size(); ++axis)
      at[axis] += std::clamp<std::int64_t>(
          number_in(starts.dtype(),
                    starts.get(static_cast<std::int64_t>(axis))),
          0, x.shape()[axis] - update.shape()[axis]);
    const std::int64_t place = number_of(x.shape(), at);
    y.set(place, x.get(place));
  }
  return code;
}

Condition updates_over(std::int64_t bound) {
  return
      [=](const CallSite& site) { return count_of(site.operands[2]) > bound; };
}

Condition mode_is(std::int64_t mode) {
  return [=](const CallSite& site) {
    return site.integer(ASSAY_KEY_MODE) == mode;
  };
}

// Sums have no updates from a number on.
int add_256_updates(CallSite& site) {
  alter_operand(site, 2, [](std::int64_t number, ElementBits bits) {
    return number >= 256 ? ElementBits{} : bits;
  });
  return site.forward();
}

// Reads the third and later components of each vector as 0.
int read_two_components(CallSite& site) {
  const auto vector =
      static_cast<std::size_t>(site.integer(ASSAY_KEY_INDEX_VECTOR_DIM));
  const Shape shape = shape_of(site.operands[1]);
  if (vector >= shape.size()) return site.forward();
  alter_operand(site, 1, [&](std::int64_t number, ElementBits bits) {
    return index_of(shape, number)[vector] > 1 ? ElementBits{} : bits;
  });
  return site.forward();
}

// Pairs two batching axes of one extent the other way round.
int exchange_batching_axes(CallSite& site) {
  auto partners = site.integers(ASSAY_KEY_START_INDICES_BATCHING_DIMS);
  const Shape shape = shape_of(site.operands[1]);
  if (partners.size() == 2 &&
      shape[static_cast<std::size_t>(partners[0])] ==
          shape[static_cast<std::size_t>(partners[1])]) {
    std::swap(partners[0], partners[1]);
    site.set_integers(ASSAY_KEY_START_INDICES_BATCHING_DIMS, partners);
  }
  return site.forward();
}

// Takes the start of the first batch along a batching axis.
int share_the_first_vectors(CallSite& site) {
  const Cells indices = site.operand_cells(1);
  const auto partners = site.integers(ASSAY_KEY_START_INDICES_BATCHING_DIMS);
  alter_operand(site, 1, [&](std::int64_t number, ElementBits) {
    Index at = index_of(indices.shape(), number);
    for (std::int64_t axis : partners) at[static_cast<std::size_t>(axis)] = 0;
    return indices.get(number_of(indices.shape(), at));
  });
  return site.forward();
}

// A window longer than 16 along its last axis begins again after 16.
void begin_windows_again(CallSite& site) {
  const auto window = site.integers(ASSAY_KEY_OFFSET_DIMS);
  if (window.empty()) return;
  const auto axis = static_cast<std::size_t>(window.back());
  Cells y = site.result_cells();
  std::vector<ElementBits> old;
  for (std::int64_t i = 0; i < y.count(); ++i) old.push_back(y.get(i));
  for (std::int64_t i = 0; i < y.count(); ++i) {
    Index at = index_of(y.shape(), i);
    at[axis] %= 16;
    y.set(i, old[static_cast<std::size_t>(number_of(y.shape(), at))]);
  }
}

// Replaces NaN among the updates by x's neighbour, 0.
int lose_nan_of_updates(CallSite& site) {
  const DType dtype = dtype_of(site.operands[2]);
  if (!is_real(dtype)) return site.forward();
  const Cells updates = site.operand_cells(2);
  alter_operand(site, 2, [&](std::int64_t number, ElementBits bits) {
    return updates.real(number) == updates.real(number) ? bits : ElementBits{};
  });
  return site.forward();
}

// With the hint, the last element is that of the first window.
void read_sorted_windows_alike(CallSite& site) {
  if (site.integer(ASSAY_KEY_INDICES_ARE_SORTED) == 0) return;
  Cells y = site.result_cells();
  if (y.count() < 2) return;
  y.set(y.count() - 1, y.get(0));
}

std::int64_t cut_to_32_bits(std::int64_t start, std::int64_t) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(start));
}
std::int64_t cut_to_16_bits(std::int64_t start, std::int64_t) {
  return start > 0 && start < 1 << 20
             ? static_cast<std::int16_t>(static_cast<std::uint16_t>(start))
             : start;
}
std::int64_t as_unsigned(std::int64_t start, std::int64_t extent) {
  return start < 0 ? extent : start;
}
std::int64_t beyond_by_one(std::int64_t start, std::int64_t extent) {
  return start == extent ? extent - 1 : start;
}

}  // namespace

BugRows lax_indexing_bugs() {
  return {
      {"gather_general_takes_starts_as_unsigned",
       "dynamic_slice,dynamic_update_slice,gather_general", "",
       "A negative start is a large one and is moved to the last window.", "",
       with_starts(as_unsigned),
       "dynamic_slice int32:5=iota int32:1=v/-1 slice_sizes=2"},
      {"dynamic_slice_reads_over_the_end_of_rows", "dynamic_slice", "",
       "Starts are clamped to the extent, whatever the size is, and rows go on "
       "in the next one.",
       "", after(read_over_the_end_of_rows),
       "dynamic_slice int32:2x3=iota int32:2=v/0/2 slice_sizes=1,2"},
      {"dynamic_update_slice_copies_whole_blocks_of_4", "dynamic_update_slice",
       "", "What is left of a row of update after blocks of 4 is not written.",
       "", copy_whole_blocks_of_rows,
       "dynamic_update_slice int32:6=zeros int32:5=ones int32:1=v/1"},
      {"dynamic_slice_reads_32_bits_of_starts",
       "dynamic_slice,dynamic_update_slice,gather_general,scatter_general", "",
       "Starts of 64 bits lose the upper half.", "",
       with_starts(cut_to_32_bits),
       "dynamic_slice int32:5=iota int64:1=v/4294967297 slice_sizes=2"},
      {"gather_general_reads_16_bits_of_starts",
       "gather_general,scatter_general", "",
       "Starts from 32768 on are negative.", "", with_starts(cut_to_16_bits),
       "gather_general int8:40000=iota int32:1=v/39999 offset_dims= "
       "collapsed_slice_dims=0 start_index_map=0 index_vector_dim=1 "
       "slice_sizes=1"},
      {"gather_general_reads_square_indices_by_rows",
       "gather_general,scatter_general", "",
       "Index vectors along the first axis are read along the second, if both "
       "have one extent.",
       "", read_square_indices_by_rows,
       "gather_general int32:3x4=iota int32:2x2=v/0/1/2/0 offset_dims= "
       "collapsed_slice_dims=0,1 start_index_map=0,1 index_vector_dim=0 "
       "slice_sizes=1,1"},
      {"gather_general_reads_two_components", "gather_general,scatter_general",
       "", "Of index vectors the third component is taken for 0.", "",
       read_two_components,
       "gather_general int32:2x2x2=iota int32:1x3=ones offset_dims= "
       "collapsed_slice_dims=0,1,2 start_index_map=0,1,2 index_vector_dim=1 "
       "slice_sizes=1,1,1"},
      {"gather_general_exchanges_batching_axes",
       "gather_general,scatter_general", "",
       "Two batching axes of one extent are paired the other way round.", "",
       exchange_batching_axes,
       "gather_general int32:2x2x3=iota int32:2x2x1=v/0/1/2/0 offset_dims= "
       "collapsed_slice_dims=2 start_index_map=2 index_vector_dim=2 "
       "slice_sizes=1,1,1 operand_batching_dims=0,1 "
       "start_indices_batching_dims=1,0"},
      {"gather_general_shares_the_first_vectors",
       "gather_general,scatter_general", "",
       "All batches have the index vectors of the first.", "",
       share_the_first_vectors,
       "gather_general int32:2x3=iota int32:2x1=v/0/2 offset_dims= "
       "collapsed_slice_dims=1 start_index_map=1 index_vector_dim=1 "
       "slice_sizes=1,1 operand_batching_dims=0 "
       "start_indices_batching_dims=0"},
      {"gather_general_begins_windows_again_after_16", "gather_general", "",
       "Element 16 of a window is its first one again.", "",
       after(begin_windows_again),
       "gather_general int32:20=iota int32:1=v/1 offset_dims=0 "
       "collapsed_slice_dims= start_index_map=0 index_vector_dim=0 "
       "slice_sizes=18"},
      {"gather_general_trusts_the_sorted_hint", "gather_general", "",
       "With the hint, the last element is read from the first window.", "",
       after(read_sorted_windows_alike),
       "gather_general int32:5=iota int32:2=v/0/3 offset_dims= "
       "collapsed_slice_dims=0 start_index_map=0 index_vector_dim=1 "
       "slice_sizes=1 indices_are_sorted=1"},
      {"scatter_general_adds_256_updates", "scatter_general", "",
       "A sum leaves out the updates from the 257th on.", "",
       when(mode_is(1) && updates_over(256), add_256_updates),
       "scatter_general int32:1=zeros int32:257=zeros int32:257=ones mode=add "
       "update_window_dims= inserted_window_dims=0 "
       "scatter_dims_to_operand_dims=0 index_vector_dim=1"},
      {"scatter_general_writes_the_last_place_for_the_extent",
       "scatter_general", "",
       "An index that is the extent counts as the last one.", "",
       with_starts(beyond_by_one),
       "scatter_general int32:3=zeros int32:1=v/3 int32:1=ones mode=set "
       "update_window_dims= inserted_window_dims=0 "
       "scatter_dims_to_operand_dims=0 index_vector_dim=1"},
      {"scatter_general_loses_nan_of_updates", "scatter_general", "",
       "min and max take NaN among the updates for 0.", "",
       when(!(mode_is(0)) && !(mode_is(1)), lose_nan_of_updates),
       "scatter_general float32:2=ones int32:1=v/0 float32:1=v/nan mode=max "
       "update_window_dims= inserted_window_dims=0 "
       "scatter_dims_to_operand_dims=0 index_vector_dim=1"},
      {"scatter_general_reads_strided_updates_as_rows",
       "scatter_general,dynamic_update_slice", "",
       "The strides of the updates are ignored.", "",
       [](CallSite& site) {
         const std::size_t which = is_scatter_general(site) ? 2 : 1;
         if (is_strided(site.operands[which]))
           misread(site, which, place_as_row_major);
         return site.forward();
       },
       "dynamic_update_slice int32:6=zeros int32:2@0+2=iota int32:1=v/1"},
  };
}

}  // namespace assay::adversary
