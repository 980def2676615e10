// Bugs of indexing, movement, windows and random numbers that wait for an
// extent or a count.
// Tested by tests/adversary/witness_test.cc.
#include <algorithm>

#include "tests/adversary/bug_table.h"
#include "tests/adversary/faults.h"

namespace assay::adversary {
namespace {

// Changes the indices of a gather or scatter, as numbers.
Fault with_indices(
    std::function<std::int64_t(std::int64_t index, std::int64_t extent)>
        change) {
  return [=](CallSite& site) {
    const std::int64_t extent = extent_along(site);
    alter_operand(site, 1, [&](std::int64_t, ElementBits bits) {
      const auto index = static_cast<std::int32_t>(bits.re);
      std::int64_t altered = change(index, extent);
      if (altered < 0) altered += extent;
      altered = std::clamp<std::int64_t>(altered, 0, extent - 1);
      return ElementBits{static_cast<std::uint32_t>(altered), 0};
    });
    return site.forward();
  };
}

Condition indices_over(std::int64_t bound) {
  return
      [=](const CallSite& site) { return count_of(site.operands[1]) > bound; };
}
Condition scatters(std::int64_t mode) {
  return [=](const CallSite& site) {
    return site.integer(ASSAY_KEY_MODE) == mode;
  };
}

// Leaves out updates whose place another update of the same 32 has later.
int lose_updates_in_warps(CallSite& site) {
  const Shape shape = shape_of(site.operands[1]);
  const Cells indices = site.operand_cells(1);
  const auto axis = static_cast<std::size_t>(site.axis());
  std::vector<Index> places;
  for (std::int64_t i = 0; i < indices.count(); ++i) {
    places.push_back(index_of(shape, i));
    places.back()[axis] = static_cast<std::int64_t>(indices.real(i));
  }
  alter_operand(site, 2, [&](std::int64_t number, ElementBits bits) {
    const auto at = static_cast<std::size_t>(number);
    const std::size_t end = std::min(at / 32 * 32 + 32, places.size());
    for (std::size_t later = at + 1; later < end; ++later)
      if (places[later] == places[at]) return ElementBits{};
    return bits;
  });
  return site.forward();
}

// Walks updates and indices along the axis from the last to the first.
int scatter_backwards(CallSite& site) {
  for (const std::size_t which : {std::size_t{1}, std::size_t{2}}) {
    AssayTensor& tensor = site.operands[which];
    const auto axis = static_cast<std::size_t>(site.axis());
    tensor.offset += (tensor.shape[axis] - 1) * tensor.strides[axis];
    tensor.strides[axis] = -tensor.strides[axis];
  }
  return site.forward();
}

// The edge tiles of a transposition in tiles of 32 stay empty.
void empty_edge_tiles(CallSite& site) {
  Cells out = site.result_cells();
  const Shape shape = out.shape();
  for (std::int64_t i = 0; i < out.count(); ++i) {
    const Index at = index_of(shape, i);
    if (at[0] >= shape[0] / 32 * 32 && at[1] >= shape[1] / 32 * 32)
      out.set(i, {});
  }
}

// Returns which member a place along the joined axis belongs to.
std::size_t member_at(const CallSite& site, std::int64_t place) {
  std::size_t member = 0;
  while (member + 1 < site.operands.size()) {
    const std::int64_t extent = extent_of(site.operands[member], site.axis());
    if (place < extent) break;
    place -= extent;
    ++member;
  }
  return member;
}

// Elements of members for which `pick` holds are zero.
Edit members_zero(std::function<bool(std::size_t member)> pick) {
  return [=](CallSite& site) {
    Cells out = site.result_cells();
    const auto axis = static_cast<std::size_t>(site.axis());
    for (std::int64_t i = 0; i < out.count(); ++i)
      if (pick(member_at(site, index_of(out.shape(), i)[axis]))) out.set(i, {});
  };
}

Condition members_over(std::size_t bound) {
  return [=](const CallSite& site) { return site.operands.size() > bound; };
}

std::int64_t first_shape_extent(const CallSite& site) {
  const auto shape = site.integers(ASSAY_KEY_SHAPE);
  return shape.empty() ? 0 : *std::max_element(shape.begin(), shape.end());
}

}  // namespace

BugRows indexing_size_bugs() {
  return {
      {"gather_index_in_16_bits", "gather", "",
       "Indices are narrowed to signed 16 bits.", "cupy/cupy#758",
       when(along_over(32767), with_indices([](auto index, auto) {
              return static_cast<std::int16_t>(index);
            })),
       "gather int8:32780 int32:3=v/32770 axis=0"},
      {"gather_index_in_8_bits", "gather", "",
       "Indices are narrowed to 8 bits.", "cupy/cupy#758",
       when(along_over(256),
            with_indices([](auto index, auto) { return index & 255; })),
       "gather int32:300=iota int32:3=v/290 axis=0"},
      {"gather_above_grid", "gather", "",
       "Results from number 65535 on are not written.", "",
       when(indices_over(65535), unwritten(from_number(65535))),
       "gather int8:4 int32:65540=idx4 axis=0"},
      {"gather_last_entry_unreachable", "gather", "",
       "Along an axis longer than 19 indices are clamped to the last but one.",
       "", when(along_over(19), with_indices([](auto index, auto extent) {
                  return std::min<std::int64_t>(index, extent - 2);
                })),
       "gather int32:20=iota int32:3=v/19 axis=0"},
      {"gather_wide_rows_repeat", "gather", "",
       "Along the first axis, columns from 50 on are those of 50 before.", "",
       after_when(
           along_first() && rank_is(2) &&
               [](const CallSite& site) {
                 return extent_of(site.operands[1], 1) > 50;
               },
           [](CallSite& site) {
             Cells out = site.result_cells();
             const std::int64_t width = out.shape()[1];
             for (std::int64_t i = out.count() - 1; i >= 0; --i)
               if (i % width >= 50) out.set(i, out.get(i - 50));
           }),
       "gather int32:2x60=iota int32:2x60=idx2 axis=0"},
      {"scatter_last_of_many_updates", "scatter", "",
       "Of more than 128 updates along the axis the last is lost.", "",
       when(
           [](const CallSite& site) {
             return extent_of(site.operands[1], site.axis()) > 128;
           },
           [](CallSite& site) {
             const auto axis = static_cast<std::size_t>(site.axis());
             --site.operands[1].shape[axis];
             --site.operands[2].shape[axis];
             return site.forward();
           }),
       "scatter int32:130=zeros int32:130=iota int32:130=ones axis=0"},
      {"scatter_add_loses_in_warp", "scatter", "float32,float64,int32,int64",
       "Above 32 updates, of those of one group of 32 with the same place only "
       "the last is added.",
       "pytorch/pytorch#33798",
       when(scatters(ASSAY_SCATTER_ADD) && indices_over(32),
            lose_updates_in_warps),
       "scatter float32:4=zeros int32:40=idx4 float32:40=ones axis=0 mode=add"},
      {"scatter_copies_4096", "scatter", "",
       "Only the first 4096 elements of the template are copied.", "",
       after_when(count_over(4096),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const Cells x = site.operand_cells();
                    for (std::int64_t i = 4096; i < out.count(); ++i)
                      if (out.get(i) == x.get(i)) out.set(i, {});
                  }),
       "scatter int32:4100=ones int32:2=idx2 int32:2=ones axis=0"},
      {"scatter_first_duplicate_wins", "scatter", "",
       "Above 50 updates they are carried out from the last to the first.", "",
       when(
           scatters(ASSAY_SCATTER_SET) &&
               [](const CallSite& site) {
                 return extent_of(site.operands[1], site.axis()) > 50;
               },
           scatter_backwards),
       "scatter int32:4=zeros int32:60=idx4 int32:60=iota axis=0"},
      {"scatter_index_in_8_bits", "scatter", "",
       "Indices are narrowed to 8 bits.", "cupy/cupy#758",
       when(along_over(256),
            with_indices([](auto index, auto) { return index & 255; })),
       "scatter int32:300=zeros int32:1=v/290 int32:1=ones axis=0"},
      {"copy_strided_tail", "copy,contiguous", "",
       "Of a strided tensor of more than 100 elements the last n mod 4 are not "
       "copied.",
       "",
       after_when(any_strided() && count_over(100), zero_picked(tail_of(4))),
       "copy float32:103@0+2=ones"},
      {"transposition_edge_tile", "copy,contiguous", "",
       "A matrix is transposed in tiles of 32, and the tile at the corner is "
       "left out.",
       "",
       after_when(rank_is(2) && any_strided() && extent_over(0, 0, 32) &&
                      extent_over(0, 1, 32),
                  empty_edge_tiles),
       "contiguous float32:35x34@0+1,35=ones"},
      {"cat_ninth_member_is_lost", "cat", "",
       "A launch binds eight members, and those after them are lost.",
       "microsoft/onnxruntime#25177",
       after_when(members_over(8),
                  members_zero([](std::size_t member) { return member > 7; })),
       "cat int8:1=ones int8:1=ones int8:1=ones int8:1=ones int8:1=ones "
       "int8:1=ones int8:1=ones int8:1=ones int8:1=ones axis=0"},
      {"cat_batches_of_32", "cat", "",
       "Members are joined in batches of 32, and each later batch loses its "
       "first member.",
       "tenstorrent/tt-metal#30683",
       after_when(members_over(32), members_zero([](std::size_t member) {
                    return member > 0 && member % 32 == 0;
                  })),
       "cat 33*int8:1=ones axis=0"},
      {"cat_place_in_8_bits", "cat", "",
       "Places along the joined axis from 256 on are not written.", "",
       when(
           [](const CallSite& site) {
             return !site.outs.empty() &&
                    extent_of(site.outs[0], site.axis()) > 256;
           },
           [](CallSite& site) {
             const Shape shape = shape_of(site.outs[0]);
             const auto axis = static_cast<std::size_t>(site.axis());
             return unwritten([&](std::int64_t number, std::int64_t) {
               return index_of(shape, number)[axis] >= 256;
             })(site);
           }),
       "cat int8:200=ones int8:200=ones axis=0"},
      {"pad_stops_filling_at_4096", "pad", "",
       "Padding from element 4096 on is zero instead of the value.", "",
       after_when([](const CallSite&) { return true; },
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    const ElementBits fill = site.fill_value();
                    for (std::int64_t i = 4096; i < out.count(); ++i)
                      if (out.get(i) == fill) out.set(i, {});
                  }),
       "pad int32:2=ones padding=1-4100 value=7"},
      {"pad_after_in_8_bits", "pad", "",
       "Along an axis of more than 255 entries the last one keeps zero.", "",
       after_when(rank_is(1),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    if (out.count() > 255) out.set(out.count() - 1, {});
                  }),
       "pad int32:2=ones padding=1-300 value=7"},
      {"assign_tail_of_sixteen", "assign", "",
       "Of more than 1000 elements the last n mod 16 are not assigned.", "",
       when(count_over(1000), unwritten(tail_of(16))),
       "assign int32:1005=ones"},
      {"reshape_copies_512", "reshape", "",
       "Where reshape has to copy, elements from 512 on are zero.", "",
       after_when(any_strided() && count_over(512),
                  [](CallSite& site) {
                    if (site.result().buffer == site.operands[0].buffer)
                      copies_view(site);
                    zero_picked(from_number(512))(site);
                  }),
       "reshape float32:30x20@0+1,30=ones shape=600"},
      {"flip_of_more_than_128", "flip", "",
       "An axis longer than 128 is not reversed.", "",
       with_integers(ASSAY_KEY_FLIPS,
                     [](CallSite& site, std::vector<std::int64_t>& flips) {
                       for (std::size_t i = 0; i < flips.size(); ++i)
                         if (site.operands[0].shape[i] > 128) flips[i] = 0;
                     }),
       "flip int32:130=iota flips=1"},
      {"shrink_start_in_8_bits", "shrink", "",
       "The first entry that is kept is stored in 8 bits.", "",
       after([](CallSite& site) {
         const auto ranges = site.integers(ASSAY_KEY_RANGES);
         for (std::size_t i = 0; i + 1 < ranges.size(); i += 2)
           site.result().offset -=
               ranges[i] / 256 * 256 * site.operands[0].strides[i / 2];
       }),
       "shrink int32:300=iota ranges=260-270"},
      {"expand_to_more_than_32767", "expand", "",
       "An axis expanded to more than 32767 becomes a copy whose end is zero.",
       "tracel-ai/burn#4688",
       after_when(
           [](const CallSite& site) {
             return first_shape_extent(site) > 32767;
           },
           [](CallSite& site) {
             copies_view(site);
             zero_picked(from_number(32767))(site);
           }),
       "expand int8:1=ones shape=32770"},
      {"threefry_counters_repeat", "threefry", "",
       "Pairs from 1024 on repeat those of 1024 before.", "",
       after_when(count_over(2048),
                  [](CallSite& site) {
                    Cells out = site.result_cells();
                    for (std::int64_t i = 2048; i < out.count(); ++i)
                      out.set(i, out.get(i - 2048));
                  }),
       "threefry int32:1030x2=zeros int32:1030x2=iota"},
      {"threefry_odd_last_pair", "threefry", "",
       "Pairs are computed two at a time, and above 24 the last of an odd "
       "count is not written.",
       "",
       when(
           count_over(48) &&
               [](const CallSite& site) {
                 return operand_count_of(site) / 2 % 2 == 1;
               },
           [](CallSite& site) {
             return unwritten(from_number(operand_count_of(site) - 2))(site);
           }),
       "threefry int32:27x2=zeros int32:27x2=iota"},
      {"unfold_windows_repeat", "unfold", "",
       "Window numbers are kept in 7 bits.", "", after([](CallSite& site) {
         Cells out = site.result_cells();
         const std::int64_t windows = out.shape().back();
         for (std::int64_t i = 0; i < out.count(); ++i)
           if (i % windows >= 128)
             out.set(i, out.get(i - i % windows + i % windows % 128));
       }),
       "unfold int32:1x140=iota kernel=2"},
      {"unfold_kernel_above_nine", "unfold", "",
       "Positions of a kernel after the ninth are zero.", "",
       after([](CallSite& site) {
         Cells out = site.result_cells();
         const std::int64_t windows = out.shape().back();
         const std::int64_t kernel =
             element_count(site.integers(ASSAY_KEY_KERNEL_SIZE));
         for (std::int64_t i = 0; i < out.count(); ++i)
           if (windows > 0 && i / windows % kernel > 8) out.set(i, {});
       }),
       "unfold int32:1x40=ones kernel=10"},
      {"fold_last_window_of_many", "fold", "",
       "Of more than 50 windows the last one is not added.", "",
       when(extent_over(0, -1, 50),
            [](CallSite& site) {
              const std::int64_t windows = extent_of(site.operands[0], -1);
              alter_operand(site, 0, [=](std::int64_t i, ElementBits bits) {
                return i % windows == windows - 1 ? ElementBits{} : bits;
              });
              return site.forward();
            }),
       "fold int32:1x2x60=ones kernel=2 output=61"},
  };
}

}  // namespace assay::adversary
