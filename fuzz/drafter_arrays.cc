// Chooses attributes of movements, indices, windows, transforms and
// assignments. Tested by tests/fuzz/program_test.cc.
#include <algorithm>
#include <numeric>

#include "fuzz/drafter.h"
#include "spec/op_table.h"

namespace assay {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// Merges two axes, splits one, inserts one of extent 1, or makes one axis of
// all.
bool Drafter::choose_reshape() {
  Shape shape = shape_;
  const std::int64_t way = below(4);
  if (way == 0 || shape.empty()) {
    shape = {element_count(shape_)};
  } else if (way == 1 && shape.size() >= 2) {
    const auto at = static_cast<std::ptrdiff_t>(below(rank() - 1));
    shape[static_cast<std::size_t>(at)] *=
        shape[static_cast<std::size_t>(at) + 1];
    shape.erase(shape.begin() + at + 1);
  } else if (way == 2) {
    const auto at = static_cast<std::ptrdiff_t>(axis());
    std::int64_t& extent = shape[static_cast<std::size_t>(at)];
    const std::int64_t part = extent % 3 == 0 && flag() ? 3 : 2;
    if (extent % part != 0) return false;
    extent /= part;
    shape.insert(shape.begin() + at + 1, part);
  } else {
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(below(rank() + 1)),
                 1);
  }
  draft_.attributes.shape(shape);
  return true;
}

bool Drafter::choose_movement() {
  const Op op = draft_.op;
  if (op == "reshape"_op) return choose_reshape();
  if (op == "expand"_op) {
    Shape shape = shape_;
    if (shape.empty()) shape.assign(static_cast<std::size_t>(below(3)), 1);
    for (std::int64_t& extent : shape)
      if (extent == 1) extent = 1 + below(4);
    draft_.attributes.shape(shape);
  } else if (op == "permute"_op) {
    std::vector<std::int64_t> axes(shape_.size());
    std::iota(axes.begin(), axes.end(), 0);
    std::reverse(axes.begin(), axes.end());
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
      const auto rest = static_cast<std::int64_t>(axes.size() - i);
      std::swap(axes[i], axes[i + static_cast<std::size_t>(below(rest))]);
    }
    draft_.attributes.permutation(axes);
  } else if (op == "shrink"_op) {
    Pairs ranges;
    for (const std::int64_t extent : shape_) {
      if (extent == 0) return false;
      const std::int64_t start = below(extent);
      const std::int64_t length = extent - start - below(extent - start);
      ranges.emplace_back(start, start + length);
    }
    draft_.attributes.ranges(ranges);
  } else {
    const std::uint8_t chosen = choices_.bytes.next();
    std::vector<bool> flips;
    for (std::int64_t axis = 0; axis < rank(); ++axis)
      flips.push_back((chosen >> axis & 1) == 0);
    draft_.attributes.flips(flips);
  }
  return true;
}

// Adds indices within the extent; for scatter also updates of their shape.
bool Drafter::choose_indices() {
  if (rank() == 0) return false;
  const std::int64_t along = axis();
  Shape shape = shape_;
  std::int64_t& count = shape[static_cast<std::size_t>(along)];
  const std::int64_t extent = count;
  count = below(extent + 3);
  if (extent == 0 && count > 0) return false;
  if (flag())
    for (std::size_t i = 0; i < shape.size(); ++i)
      if (static_cast<std::int64_t>(i) != along && shape[i] > 1) --shape[i];
  add_new(
      state_.drawn_below({DType::kInt32, shape}, layout(), extent, filling()));
  draft_.attributes.axis(along);
  if (draft_.op == "gather"_op) return true;
  draft_.attributes.mode(flag() ? ScatterMode::kAdd : ScatterMode::kSet)
      .flag(AttributeKey::kUniqueIndices, false);
  add_other({x_.type.dtype, shape}, choices_.other);
  return true;
}

bool Drafter::choose_windows() {
  const std::int64_t spatial = std::min<std::int64_t>(rank(), 1 + below(2));
  if (spatial == 0) return false;
  Shape kernel, stride, dilation;
  for (std::int64_t i = 0; i < spatial; ++i) {
    kernel.push_back(1 + below(3));
    stride.push_back(1 + below(2));
    dilation.push_back(1 + below(2));
  }
  draft_.attributes.set(AttributeKey::kKernelSize, kernel)
      .set(AttributeKey::kStride, stride)
      .set(AttributeKey::kDilation, dilation)
      .padding(padding(spatial, 2));
  return true;
}

// The rows are the kernel and the columns the windows; the rest follows from
// them.
bool Drafter::choose_fold() {
  if (rank() < 2) return false;
  const std::int64_t rows = shape_[shape_.size() - 2];
  const std::int64_t columns = shape_.back();
  const std::int64_t stride = 1 + below(3);
  const std::int64_t dilation = 1 + below(2);
  if (rows == 0 || columns == 0) return false;
  const std::int64_t reach = (columns - 1) * stride + dilation * (rows - 1) + 1;
  const auto pads = padding(1, 2);
  const std::int64_t output = reach - pads[0].first - pads[0].second;
  if (output < 1) return false;
  draft_.attributes.set(AttributeKey::kKernelSize, {rows})
      .set(AttributeKey::kStride, {stride})
      .set(AttributeKey::kDilation, {dilation})
      .set(AttributeKey::kOutputSize, {output})
      .padding(pads);
  return true;
}

bool Drafter::choose_transform() {
  const auto axes = some_axes();
  if (axes.empty()) return false;
  for (const std::int64_t axis : axes)
    if (shape_[static_cast<std::size_t>(axis)] == 0) return false;
  draft_.attributes.axes(axes);
  if (draft_.op == "rfft"_op)
    draft_.attributes.dtype(x_.type.dtype == DType::kFloat64
                                ? DType::kComplex128
                                : DType::kComplex64);
  if (draft_.op == "irfft"_op)
    draft_.attributes.dtype(x_.type.dtype == DType::kComplex128
                                ? DType::kFloat64
                                : DType::kFloat32);
  return true;
}

// Chooses other values to write into the memory of a given tensor.
bool Drafter::choose_destination() {
  if (!state_.may_be_assigned(x_)) return false;
  draft_.operands.clear();
  draft_.destination = x_.name;
  for (const KnownTensor& known : state_.known())
    if (known.type == x_.type && known.root != x_.root &&
        choices_.other % 2 == 0)
      draft_.operands = {known.name};
  if (draft_.operands.empty())
    add_new(state_.drawn(x_.type, layout(), filling()));
  return true;
}

}  // namespace assay
