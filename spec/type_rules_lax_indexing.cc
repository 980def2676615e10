// Derives the types of the results of dynamic_slice, dynamic_update_slice,
// gather_general and scatter_general, and rejects calls that break a
// precondition.
// Tested by tests/spec/infer_lax_indexing_test.cc.
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>

#include "spec/op_table.h"
#include "spec/type_rules.h"
#include "spec/window_dimensions.h"

namespace assay {
namespace {

using Integers = Attributes::Integers;

bool is_of_indices(DType dtype) {
  return dtype == DType::kInt32 || dtype == DType::kInt64;
}

// Returns the first of the statuses that is not ok.
Status first_broken(std::initializer_list<Status> statuses) {
  for (const Status& status : statuses)
    if (!status.ok()) return status;
  return {};
}

std::string list_text(std::string_view name, const Integers& list) {
  return fmt::format("{} is [{}]", name, fmt::join(list, ", "));
}

bool has_batching(const Attributes& attributes) {
  const auto* axes = attributes.find(AttributeKey::kOperandBatchingDims);
  return axes != nullptr && !axes->empty();
}

// Returns whether the entries are distinct and below `end`.
bool are_distinct_axes(const Integers& axes, std::size_t end) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis)
    if (*axis < 0 || *axis >= static_cast<std::int64_t>(end) ||
        std::find(axes.begin(), axis, *axis) != axis)
      return false;
  return true;
}

bool are_ascending_axes(const Integers& axes, std::size_t end) {
  return are_distinct_axes(axes, end) &&
         std::is_sorted(axes.begin(), axes.end());
}

// Holds the names of a call's clauses and attributes, which differ between
// gather_general and scatter_general.
struct WindowNames {
  std::string_view ranks, window, left_out, index_map, index_vector, batching;
  std::string_view window_list, left_out_list, index_map_list;
};
constexpr WindowNames kGatherNames = {"gather_general.ranks"_clause,
                                      "gather_general.offset_dims_valid"_clause,
                                      "gather_general.collapsed"_clause,
                                      "gather_general.index_map"_clause,
                                      "gather_general.index_vector"_clause,
                                      "gather_general.batching_dims"_clause,
                                      "offset_dims",
                                      "collapsed_slice_dims",
                                      "start_index_map"};
constexpr WindowNames kScatterNames = {
    "scatter_general.ranks"_clause,
    "scatter_general.window_dims_valid"_clause,
    "scatter_general.inserted"_clause,
    "scatter_general.index_map"_clause,
    "scatter_general.index_vector"_clause,
    "scatter_general.batching_dims"_clause,
    "update_window_dims",
    "inserted_window_dims",
    "scatter_dims_to_operand_dims"};

// Rejects lists of axes that do not fit x and the indices, which are the first
// two operands.
class WindowCheck {
 public:
  WindowCheck(const CallTypes& call, const WindowNames& names,
              const WindowDimensions& of)
      : call_(call),
        names_(names),
        of_(of),
        x_(call.operands[0].shape),
        indices_(call.operands[1].shape) {}

  Status check() const {
    if (Status s = check_index_vector(); !s.ok()) return s;
    return first_broken({check_batching(), check_left_out(), check_ranks(),
                         check_index_map(), check_window()});
  }

 private:
  Status check_index_vector() const {
    if (!is_of_indices(call_.operands[1].dtype))
      return broken(call_.op, names_.index_vector,
                    fmt::format("indices are {}, not int32 or int64",
                                name_of(call_.operands[1].dtype)));
    if (of_.index_vector >= 0 && of_.index_vector <= std::ssize(indices_))
      return {};
    return broken(call_.op, names_.index_vector,
                  fmt::format("index_vector_dim is {} for indices of rank {}",
                              of_.index_vector, indices_.size()));
  }

  Status check_batching() const {
    if (of_.batching.size() != of_.of_indices.size() ||
        !are_ascending_axes(of_.batching, x_.size()) ||
        !are_distinct_axes(of_.of_indices, indices_.size()))
      return broken(call_.op, names_.batching, batching_text());
    for (std::size_t i = 0; i < of_.batching.size(); ++i) {
      const std::int64_t of_indices = of_.of_indices[i];
      if (of_indices == of_.index_vector ||
          x_[static_cast<std::size_t>(of_.batching[i])] !=
              indices_[static_cast<std::size_t>(of_indices)] ||
          names_axis(of_.left_out, static_cast<std::size_t>(of_.batching[i])))
        return broken(call_.op, names_.batching, batching_text());
    }
    return {};
  }
  std::string batching_text() const {
    return fmt::format("{}, {}, of shapes {} and {}",
                       list_text("operand_batching_dims", of_.batching),
                       list_text("start_indices_batching_dims", of_.of_indices),
                       shape_text(x_), shape_text(indices_));
  }

  Status check_left_out() const {
    if (are_ascending_axes(of_.left_out, x_.size())) return {};
    return broken(call_.op, names_.left_out,
                  list_text(names_.left_out_list, of_.left_out));
  }

  Status check_ranks() const {
    const std::size_t named =
        of_.window.size() + of_.left_out.size() + of_.batching.size();
    if (named == x_.size()) return {};
    return broken(call_.op, names_.ranks,
                  fmt::format("the lists have {} axes for x of rank {}", named,
                              x_.size()));
  }

  Status check_index_map() const {
    const bool fits =
        std::ssize(of_.index_map) == component_count(of_, indices_) &&
        are_distinct_axes(of_.index_map, x_.size()) &&
        std::none_of(
            of_.index_map.begin(), of_.index_map.end(), [&](std::int64_t axis) {
              return names_axis(of_.batching, static_cast<std::size_t>(axis));
            });
    if (fits) return {};
    return broken(call_.op, names_.index_map,
                  fmt::format("{} for index vectors of {}",
                              list_text(names_.index_map_list, of_.index_map),
                              component_count(of_, indices_)));
  }

  Status check_window() const {
    const std::size_t rank =
        batch_shape(of_, indices_).size() + of_.window.size();
    if (are_ascending_axes(of_.window, rank)) return {};
    return broken(call_.op, names_.window,
                  fmt::format("{} for windows in rank {}",
                              list_text(names_.window_list, of_.window), rank));
  }

  const CallTypes& call_;
  const WindowNames& names_;
  const WindowDimensions& of_;
  const Shape& x_;
  const Shape& indices_;
};

// Rejects sizes that are not one per axis, from 0 to the extent.
Status check_sizes(const CallTypes& call, std::string_view clause) {
  const auto& sizes = call.attributes.integers(AttributeKey::kSliceSizes);
  const Shape& x = call.operands[0].shape;
  bool fits = sizes.size() == x.size();
  for (std::size_t axis = 0; fits && axis < x.size(); ++axis)
    fits = sizes[axis] >= 0 && sizes[axis] <= x[axis];
  if (fits) return {};
  return broken(call.op, clause,
                fmt::format("{} for x of shape {}",
                            list_text("slice_sizes", sizes), shape_text(x)));
}

Status check_starts(const CallTypes& call, std::string_view clause) {
  const TensorType& starts = call.operands.back();
  const auto rank = std::ssize(call.operands[0].shape);
  if (is_of_indices(starts.dtype) && starts.shape.size() == 1 &&
      starts.shape[0] == rank)
    return {};
  return broken(
      call.op, clause,
      fmt::format("starts is {} {} for x of rank {}", name_of(starts.dtype),
                  shape_text(starts.shape), rank));
}

// Rejects windows longer than 1 on axes that the result of a gather lacks.
Status check_unit_sizes(const CallTypes& call, std::string_view clause,
                        const Integers& axes) {
  const auto& sizes = call.attributes.integers(AttributeKey::kSliceSizes);
  for (std::int64_t axis : axes)
    if (sizes[static_cast<std::size_t>(axis)] != 1)
      return broken(call.op, clause,
                    fmt::format("the slice size of axis {} is {}", axis,
                                sizes[static_cast<std::size_t>(axis)]));
  return {};
}

// Rejects a mode that has no variant for the indices or batching axes.
Status check_mode(const CallTypes& call) {
  const ScatterMode mode = call.attributes.mode();
  const bool is_plain = mode == ScatterMode::kSet || mode == ScatterMode::kAdd;
  const bool is_wide = call.operands[1].dtype == DType::kInt64;
  const bool is_batched = has_batching(call.attributes);
  if (is_wide && (!is_plain || is_batched))
    return broken(call.op, "scatter_general.index_vector"_clause,
                  "indices are int64");
  if (is_batched && !is_plain)
    return broken(call.op, "scatter_general.batching_dims"_clause,
                  "min and max have no batching axes");
  return {};
}

// Rejects updates whose batch extents are not those of the indices, and windows
// that are longer than x.
Status check_updates(const CallTypes& call, const WindowDimensions& of) {
  const Shape& x = call.operands[0].shape;
  const Shape& updates = call.operands[2].shape;
  const Shape batch = batch_shape(of, call.operands[1].shape);
  bool fits = updates.size() == batch.size() + of.window.size();
  if (fits) {
    Shape windows;
    for (std::int64_t axis : of.window)
      windows.push_back(updates[static_cast<std::size_t>(axis)]);
    fits = updates == outer_shape(of, batch, windows);
    Shape sizes(x.size(), 1);
    const auto axes = axes_of_windows(of, x.size());
    for (std::size_t i = 0; i < axes.size(); ++i) sizes[axes[i]] = windows[i];
    for (std::size_t axis = 0; axis < x.size(); ++axis)
      fits = fits && sizes[axis] <= x[axis];
  }
  if (fits) return {};
  return broken(
      call.op, "scatter_general.updates"_clause,
      fmt::format("updates has shape {} for x {} and batch extents {}",
                  shape_text(updates), shape_text(x), shape_text(batch)));
}

// Returns the position of a variant by its name.
constexpr std::size_t position_of(Op op, std::string_view name) {
  const auto& variants = op_table::spec_of(op).variants;
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (variants[i].name == name) return i;
  throw "the op has no such variant";
}

constexpr Op kGather = "gather_general"_op;
constexpr Op kScatter = "scatter_general"_op;
constexpr std::size_t kGatherInt64 = position_of(kGather, "int64");
constexpr std::size_t kGatherBatching = position_of(kGather, "batching");
constexpr std::size_t kGatherBatchingInt64 =
    position_of(kGather, "batching_int64");
// The variants of each mode, in the order of the modes. min and max have one
// alone.
struct ModeVariants {
  std::size_t plain, int64, batching;
};
constexpr ModeVariants kScatterVariants[] = {
    {position_of(kScatter, "set"), position_of(kScatter, "set_int64"),
     position_of(kScatter, "set_batching")},
    {position_of(kScatter, "add"), position_of(kScatter, "add_int64"),
     position_of(kScatter, "add_batching")},
    {position_of(kScatter, "min"), position_of(kScatter, "min"),
     position_of(kScatter, "min")},
    {position_of(kScatter, "max"), position_of(kScatter, "max"),
     position_of(kScatter, "max")}};
static_assert(std::size(kScatterVariants) == std::size(kScatterModeNames));

std::size_t variant_of_scatter(const Attributes& attributes, bool is_int64) {
  const auto* mode = attributes.find(AttributeKey::kMode);
  const std::size_t known = std::size(kScatterVariants);
  const auto at = mode == nullptr || mode->empty()
                      ? 0
                      : static_cast<std::size_t>(mode->front());
  const ModeVariants& variants = kScatterVariants[at < known ? at : 0];
  if (has_batching(attributes)) return variants.batching;
  return is_int64 ? variants.int64 : variants.plain;
}

}  // namespace

std::size_t variant_by_starts(std::span<const TensorType> operands,
                              const Attributes&) {
  return !operands.empty() && operands.back().dtype == DType::kInt64 ? 1 : 0;
}
std::size_t variant_by_attributes_of_starts(const Attributes&) { return 0; }

std::size_t variant_of_gather_general(std::span<const TensorType> operands,
                                      const Attributes& attributes) {
  const bool is_int64 =
      operands.size() > 1 && operands[1].dtype == DType::kInt64;
  if (has_batching(attributes))
    return is_int64 ? kGatherBatchingInt64 : kGatherBatching;
  return is_int64 ? kGatherInt64 : 0;
}
std::size_t variant_by_attributes_of_gather(const Attributes& attributes) {
  return variant_of_gather_general({}, attributes);
}

std::size_t variant_of_scatter_general(std::span<const TensorType> operands,
                                       const Attributes& attributes) {
  return variant_of_scatter(
      attributes, operands.size() > 1 && operands[1].dtype == DType::kInt64);
}
std::size_t variant_by_attributes_of_scatter(const Attributes& attributes) {
  return variant_of_scatter(attributes, false);
}

TypesResult types_dynamic_sliced(const CallTypes& call) {
  if (Status s =
          first_broken({check_sizes(call, "dynamic_slice.sizes"_clause),
                        check_starts(call, "dynamic_slice.starts"_clause)});
      !s.ok())
    return s;
  return one_type(call.operands[0].dtype,
                  call.attributes.integers(AttributeKey::kSliceSizes));
}

TypesResult types_dynamic_updated(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const TensorType& update = call.operands[1];
  if (update.shape.size() != x.shape.size())
    return broken(call.op, "dynamic_update_slice.rank"_clause,
                  fmt::format("x has rank {}, update {}", x.shape.size(),
                              update.shape.size()));
  for (std::size_t axis = 0; axis < x.shape.size(); ++axis)
    if (update.shape[axis] > x.shape[axis])
      return broken(call.op, "dynamic_update_slice.extents"_clause,
                    fmt::format("x has shape {}, update {}",
                                shape_text(x.shape), shape_text(update.shape)));
  if (Status s = first_broken(
          {check_same_dtype(call.op, "dynamic_update_slice.dtypes"_clause,
                            call.operands.first(2)),
           check_starts(call, "dynamic_update_slice.starts"_clause)});
      !s.ok())
    return s;
  return one_type(x.dtype, x.shape);
}

TypesResult types_gathered_general(const CallTypes& call) {
  const WindowDimensions of = gather_dimensions(call.attributes);
  if (Status s =
          first_broken({WindowCheck(call, kGatherNames, of).check(),
                        check_sizes(call, "gather_general.sizes"_clause)});
      !s.ok())
    return s;
  if (Status s = first_broken(
          {check_unit_sizes(call, kGatherNames.left_out, of.left_out),
           check_unit_sizes(call, kGatherNames.batching, of.batching)});
      !s.ok())
    return s;
  const TensorType& x = call.operands[0];
  const auto& sizes = call.attributes.integers(AttributeKey::kSliceSizes);
  Shape windows;
  for (std::size_t axis : axes_of_windows(of, x.shape.size()))
    windows.push_back(sizes[axis]);
  return one_type(
      x.dtype,
      outer_shape(of, batch_shape(of, call.operands[1].shape), windows));
}

TypesResult types_scattered_general(const CallTypes& call) {
  const WindowDimensions of = scatter_dimensions(call.attributes);
  if (Status s = WindowCheck(call, kScatterNames, of).check(); !s.ok())
    return s;
  const TensorType moved[] = {call.operands[0], call.operands[2]};
  if (Status s = first_broken(
          {check_mode(call), check_updates(call, of),
           check_same_dtype(call.op, "scatter_general.same_dtype"_clause,
                            moved)});
      !s.ok())
    return s;
  return std::vector<TensorType>{call.operands[0]};
}

}  // namespace assay
