// Implements updates by index on rows. Plain sums are added in place, in the
// order of the indices; threads take slices, or columns of them, so that the
// order is the same for any number of threads. Sums of 16-bit floats, and of
// gradients, are computed one place after the other from all values that meet
// there (row_groups.h), so that each is rounded once.
// Tested by tests/optimized/selection_test.cc and the suite.
#include "optimized/selection/indexed_updates.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "optimized/layout/conversion.h"
#include "optimized/layout/element_bits.h"
#include "optimized/layout/strided_copy.h"
#include "optimized/resources/parallel.h"
#include "optimized/resources/plain_run.h"
#include "optimized/selection/indexed_rows.h"
#include "optimized/selection/places.h"
#include "optimized/selection/row_groups.h"

namespace assay::optimized {
namespace {

// Threads take ranges of columns that are multiples of this many elements.
constexpr std::int64_t kColumnUnit = 64;

// The out and the values of an update as slices of `size` elements. Indexed
// slices of the out are `extent` together, those of the values `count`.
struct Slices {
  std::int64_t parts;  // over the axes before the indexed ones
  std::int64_t extent;
  std::int64_t count;
  std::int64_t size;
  std::int64_t element;  // bytes
  std::int64_t part_bytes() const { return extent * size * element; }
  std::int64_t value_bytes() const { return count * size * element; }
};

// Calls work(part, first, last) for columns of slices, such that no two threads
// write to one element.
template <typename F>
void in_disjoint_ranges(const Slices& slices, F work) {
  const bool is_worth =
      is_worth_threads(3 * slices.parts * slices.value_bytes());
  if (slices.parts >= range_count() || slices.size < 2 * kColumnUnit) {
    in_ranges(slices.parts, 1, is_worth,
              [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t part = first; part < last; ++part)
                  work(part, std::int64_t{0}, slices.size);
              });
    return;
  }
  in_ranges(slices.size, kColumnUnit, is_worth,
            [&](std::int64_t first, std::int64_t last) {
              for (std::int64_t part = 0; part < slices.parts; ++part)
                work(part, first, last);
            });
}

void assign_rows(std::byte* out, const std::byte* values, const Slices& slices,
                 const std::vector<std::int64_t>& places) {
  for (std::int64_t part = 0; part < slices.parts; ++part)
    copy_rows_to_places(out + part * slices.part_bytes(), places.data(),
                        values + part * slices.value_bytes(), slices.count,
                        slices.size * slices.element);
}

// Adds values, or joins them by `or`, where they are.
void combine_in_place(DType dtype, UpdateMode update, std::byte* out,
                      const std::byte* values, const Slices& slices,
                      const std::vector<std::int64_t>& places) {
  in_disjoint_ranges(slices, [&](std::int64_t part, std::int64_t first,
                                 std::int64_t last) {
    const PlacedRows rows{slices.count, slices.size * slices.element,
                          last - first};
    std::byte* to = out + part * slices.part_bytes() + first * slices.element;
    const std::byte* from =
        values + part * slices.value_bytes() + first * slices.element;
    if (update == UpdateMode::kOr)
      or_rows_to_places(to, places.data(), from, rows);
    else
      add_rows_to_places(compute_dtype_of(dtype), to, places.data(), from,
                         rows);
  });
}

// Adds 16-bit floats in float. The sums of a place begin with what is there,
// or with 0 if `is_fresh`.
class NarrowSums {
 public:
  NarrowSums(DType dtype, const Slices& slices, bool is_fresh)
      : dtype_(dtype),
        slices_(slices),
        is_fresh_(is_fresh),
        sum_(slices.size * std::int64_t{sizeof(float)}),
        wide_(slices.size * std::int64_t{sizeof(float)}) {}

  // Adds the rows `group` of the values to the row at `to`.
  void add(std::byte* to, const std::byte* values, RowGroup group) {
    auto* sum = reinterpret_cast<float*>(sum_.bytes());
    auto* wide = reinterpret_cast<float*>(wide_.bytes());
    const std::int64_t bytes = slices_.size * slices_.element;
    const std::int64_t* row = group.first;
    widen(dtype_, is_fresh_ ? values + *row++ * bytes : to, sum, slices_.size);
    constexpr std::int64_t kHere = 0;
    for (; row != group.last; ++row) {
      widen(dtype_, values + *row * bytes, wide, slices_.size);
      add_rows_to_places(DType::kFloat32, sum_.bytes(), &kHere, wide_.bytes(),
                         {1, 0, slices_.size});
    }
    narrow(dtype_, sum, to, slices_.size);
  }

 private:
  DType dtype_;
  const Slices& slices_;
  bool is_fresh_;
  Scratch sum_, wide_;
};

void add_narrow(DType dtype, std::byte* out, const std::byte* values,
                const Slices& slices, const std::vector<std::int64_t>& places) {
  const RowGroups groups(places);
  in_ranges(groups.count(), 1,
            is_worth_threads(3 * slices.parts * slices.value_bytes()),
            [&](std::int64_t first, std::int64_t last) {
              NarrowSums sums(dtype, slices, false);
              for (std::int64_t part = 0; part < slices.parts; ++part)
                for (std::int64_t i = first; i < last; ++i)
                  sums.add(out + part * slices.part_bytes() + groups.place(i),
                           values + part * slices.value_bytes(), groups[i]);
            });
}

// Combines values with the slices of out whose indices count along `count` axes
// from `axis` on.
Status update_slices(const Tensor& out, const Tensor& x, const Tensor& indices,
                     const Tensor& values, std::size_t axis, std::size_t count,
                     UpdateMode update) {
  const IndexedAxes axes = indexed_axes(View(out.view.shape()), axis, count);
  auto places = places_of(indices, axes.indexed);
  if (!places) return places.status();
  if (out.view.numel() == 0) return {};
  const ElementsIn base(x);
  const ElementsIn from(values, true);
  ElementsOut to(out);
  const auto element = static_cast<std::int64_t>(to.bytes());
  strided_copy(to.storage(), View(out.view.shape()), base.storage(),
               base.view(), to.bytes());
  if (values.view.numel() != 0) {
    for (std::int64_t& place : *places) place *= element;
    const Slices slices{axes.before.numel(), axes.indexed.numel(),
                        static_cast<std::int64_t>(places->size()),
                        axes.after.numel(), element};
    const auto* first = reinterpret_cast<const std::byte*>(
        from.storage() + from.view().offset() * element);
    if (update == UpdateMode::kAssign)
      assign_rows(to.storage(), first, slices, *places);
    else if (is_narrow_real(out.dtype))
      add_narrow(out.dtype, to.storage(), first, slices, *places);
    else
      combine_in_place(out.dtype, update, to.storage(), first, slices, *places);
  }
  to.store();
  return {};
}

// Sums gradients of a wide type. The sum begins with the first one.
void sum_row(DType dtype, std::byte* to, const std::byte* grads, RowGroup group,
             std::int64_t size) {
  const std::int64_t bytes = size * bytes_of(dtype);
  std::copy_n(grads + *group.first * bytes, bytes, to);
  constexpr std::int64_t kHere = 0;
  for (const std::int64_t* row = group.first + 1; row != group.last; ++row)
    add_rows_to_places(dtype, to, &kHere, grads + *row * bytes, {1, 0, size});
}

}  // namespace

Status select_update(const Tensor& out, const Tensor& x, const Tensor& indices,
                     const Tensor& value, std::int64_t axis,
                     UpdateMode update) {
  return update_slices(out, x, indices, value, static_cast<std::size_t>(axis),
                       1, update);
}

Status scatter_nd(const Tensor& out, const Tensor& x, const Tensor& indices,
                  const Tensor& values, UpdateMode update) {
  return update_slices(out, x, indices, values, 0,
                       static_cast<std::size_t>(indices.view.shape().back()),
                       update);
}

Status embedding_backward(const Tensor& gw, const Tensor& grad,
                          const Tensor& indices) {
  const IndexedAxes axes = indexed_axes(View(gw.view.shape()), 0, 1);
  auto places = places_of(indices, axes.indexed);
  if (!places) return places.status();
  if (gw.view.numel() == 0) return {};
  const ElementsIn from(grad, true);
  ElementsOut to(gw);
  const auto element = static_cast<std::int64_t>(to.bytes());
  for (std::int64_t& place : *places) place *= element;
  const Slices slices{1, axes.indexed.numel(),
                      static_cast<std::int64_t>(places->size()),
                      axes.after.numel(), element};
  const std::byte* grads = from.storage() + from.view().offset() * element;
  const std::int64_t bytes = slices.size * element;
  const RowGroups groups(*places);
  // Rows up to that of group i are done once the group is.
  const auto end_of = [&](std::int64_t i) {
    return i < 0 ? 0 : groups.place(i) + bytes;
  };
  // An additional group stands for the rows after the last one.
  in_ranges(groups.count() + 1, 1,
            is_worth_threads(slices.part_bytes() + slices.value_bytes()),
            [&](std::int64_t first, std::int64_t last) {
              constexpr std::byte kZero{0};
              const PartOfResult part(slices.part_bytes());
              NarrowSums sums(gw.dtype, slices, true);
              for (std::int64_t i = first; i < last; ++i) {
                const bool is_rest = i == groups.count();
                std::byte* place = to.storage() + (is_rest ? slices.part_bytes()
                                                           : groups.place(i));
                std::byte* gap = to.storage() + end_of(i - 1);
                fill_run(gap, &kZero, 1, place - gap);
                if (is_rest) break;
                if (is_narrow_real(gw.dtype))
                  sums.add(place, grads, groups[i]);
                else
                  sum_row(gw.dtype, place, grads, groups[i], slices.size);
              }
            });
  to.store();
  return {};
}

}  // namespace assay::optimized
