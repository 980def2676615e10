// Derives the types of slices, masked elements, repetitions, windows and
// sequences, and rejects calls that break a precondition.
// Tested by tests/spec/infer_regions_test.cc.
#include <limits>
#include <utility>

#include "spec/op_table.h"
#include "spec/type_rules.h"

namespace assay {
namespace {

// Returns the shape of the slice, or rejects its ranges and steps by the op's
// own clauses.
Result<Shape> sliced_shape(const CallTypes& call) {
  const View x(call.operands[0].shape);
  const auto kept = x.shrink(call.attributes.ranges());
  if (!kept)  // slice.bounds, slice_assign.bounds
    return broken(call.op, clause_of(call.op, "bounds"), kept.status().message);
  const auto slice = x.slice(call.attributes.ranges(),
                             call.attributes.integers(AttributeKey::kSteps));
  if (!slice)  // slice.step, slice_assign.step
    return broken(call.op, clause_of(call.op, "step"), slice.status().message);
  return slice->shape();
}

// Returns how many integers from `start` in steps of `step` are below `stop`.
std::uint64_t sequence_length(std::int64_t start, std::int64_t stop,
                              std::int64_t step) {
  if (stop <= start) return 0;
  const std::uint64_t distance =
      static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start);
  return (distance - 1) / static_cast<std::uint64_t>(step) + 1;
}

bool holds(DType dtype, std::int64_t value) {
  const int bits = spec_of(dtype).bits;
  if (category_of(dtype) == Category::kUnsigned)
    return value >= 0 && (bits == 64 || value < std::int64_t{1} << bits);
  const std::int64_t least =
      std::numeric_limits<std::int64_t>::min() >> (64 - bits);
  return value >= least && value <= -(least + 1);
}

}  // namespace

Result<View> view_sliced(const View& view, const Attributes& attributes) {
  return view.slice(attributes.ranges(),
                    attributes.integers(AttributeKey::kSteps));
}
Result<View> view_windowed(const View& view, const Attributes& attributes) {
  return view.windows(attributes.axis(),
                      attributes.integers(AttributeKey::kSize)[0],
                      attributes.integers(AttributeKey::kStep)[0]);
}

TypesResult types_sliced(const CallTypes& call) {
  auto shape = sliced_shape(call);
  if (!shape) return shape.status();
  return one_type(call.operands[0].dtype, *std::move(shape));
}

TypesResult types_slice_assigned(const CallTypes& call) {
  const auto shape = sliced_shape(call);
  if (!shape) return shape.status();
  const TensorType& x = call.operands[0];
  const TensorType& value = call.operands[1];
  if (value != TensorType{x.dtype, *shape})
    return broken(call.op, "slice_assign.value_type"_clause,
                  fmt::format("value is {} {}, the slice {} {}",
                              name_of(value.dtype), shape_text(value.shape),
                              name_of(x.dtype), shape_text(*shape)));
  return one_type(x.dtype, x.shape);
}

TypesResult types_masked(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const TensorType& mask = call.operands[1];
  if (mask != TensorType{DType::kBool, x.shape})
    return broken(
        call.op, "mask_select.mask"_clause,
        fmt::format("the mask is {} {}, x has shape {}", name_of(mask.dtype),
                    shape_text(mask.shape), shape_text(x.shape)));
  return one_type(x.dtype, {element_count(x.shape)});
}

TypesResult types_of_coordinates(const CallTypes& call) {
  const Shape& shape = call.operands[0].shape;
  if (shape.empty())
    return broken(call.op, "argwhere.rank"_clause, "x has rank 0");
  const auto index = checked_index_dtype(call);  // argwhere.index_integer
  if (!index) return index.status();
  return one_type(*index, {element_count(shape), std::ssize(shape)});
}

TypesResult types_repeated(const CallTypes& call) {
  Shape shape = call.operands[0].shape;
  const std::int64_t axis = call.attributes.axis();
  if (Status s = check_axis(call.op, "repeat.axis"_clause, axis, shape);
      !s.ok())
    return s;
  const std::int64_t times = call.attributes.integers(AttributeKey::kTimes)[0];
  if (!checked_element_count({times}))
    return broken(call.op, "repeat.times"_clause,
                  fmt::format("times is {}", times));
  std::int64_t& extent = shape[static_cast<std::size_t>(axis)];
  if (!checked_element_count({extent, times}))
    return broken(call.op, "repeat.times"_clause,
                  fmt::format("{} times an extent of {}", times, extent));
  extent *= times;
  return one_type(call.operands[0].dtype, std::move(shape));
}

TypesResult types_windowed(const CallTypes& call) {
  const TensorType& x = call.operands[0];
  const std::int64_t axis = call.attributes.axis();
  const std::int64_t size = call.attributes.integers(AttributeKey::kSize)[0];
  const std::int64_t step = call.attributes.integers(AttributeKey::kStep)[0];
  if (Status s = check_axis(call.op, "unfold_view.axis"_clause, axis, x.shape);
      !s.ok())
    return s;
  const std::int64_t extent = x.shape[static_cast<std::size_t>(axis)];
  if (size < 1 || size > extent)
    return broken(call.op, "unfold_view.size"_clause,
                  fmt::format("windows of {} along extent {}", size, extent));
  if (step < 1)
    return broken(call.op, "unfold_view.step"_clause,
                  fmt::format("step is {}", step));
  return one_type(x.dtype, View(x.shape).windows(axis, size, step)->shape());
}

TypesResult types_of_sequence(const CallTypes& call) {
  const DType dtype = call.attributes.dtype();
  const std::int64_t start = call.attributes.integers(AttributeKey::kStart)[0];
  const std::int64_t stop = call.attributes.integers(AttributeKey::kStop)[0];
  const std::int64_t step = call.attributes.integers(AttributeKey::kStep)[0];
  if (step < 1)
    return broken(call.op, "arange.step"_clause,
                  fmt::format("step is {}", step));
  const std::uint64_t length = sequence_length(start, stop, step);
  const auto last = static_cast<std::int64_t>(
      static_cast<std::uint64_t>(start) +
      (length == 0 ? 0 : length - 1) * static_cast<std::uint64_t>(step));
  constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  if (length > kMost)
    return broken(call.op, "arange.fits"_clause,
                  fmt::format("there are {} integers", length));
  if (is_integer(dtype) && length > 0 &&
      (!holds(dtype, start) || !holds(dtype, last)))
    return broken(call.op, "arange.fits"_clause,
                  fmt::format("{} to {} in {}", start, last, name_of(dtype)));
  return one_type(dtype, {static_cast<std::int64_t>(length)});
}

}  // namespace assay
