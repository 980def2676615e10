// Turns the bytes of a block into a step: an operand, an op, and whatever else
// the op needs.
// Tested by tests/fuzz/program_test.cc.
#include <algorithm>
#include <numeric>

#include "fuzz/choices.h"
#include "fuzz/program_ops.h"
#include "fuzz/program_state.h"
#include "harness/operands/value_kind.h"

namespace assay {
namespace {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

// The bytes of a block, named by what they decide.
struct StepChoices {
  explicit StepChoices(std::span<const std::uint8_t> block) : bytes(block) {
    operand = bytes.next();
    op = bytes.next();
    other = bytes.next();
    third = bytes.next();
    dtype = bytes.next();
    layout = bytes.next();
    filling = bytes.next();
  }
  Choices bytes;
  std::uint8_t operand = 0, op = 0, other = 0, third = 0;
  std::uint8_t dtype = 0, layout = 0, filling = 0;
};

// Makes a draft of one op on one operand.
class Drafter {
 public:
  Drafter(ProgramState& state, const KnownTensor& x, StepChoices choices)
      : state_(state), x_(x), shape_(x.type.shape), choices_(choices) {}

  // Returns the draft, or nothing if the op does not fit the operand.
  std::optional<Draft> draft(Op op) {
    draft_.op = op;
    draft_.operands = {x_.name};
    if (!choose_for(op)) return std::nullopt;
    return std::move(draft_);
  }

 private:
  std::int64_t below(std::int64_t count) { return choices_.bytes.below(count); }
  bool flag() { return choices_.bytes.flag(); }
  std::int64_t rank() const { return std::ssize(shape_); }
  // Returns an axis of the operand, whose rank must not be 0.
  std::int64_t axis() { return below(rank()); }
  Layout layout() const {
    return static_cast<Layout>(choices_.layout % kLayoutCount);
  }
  Filling filling() const {
    return static_cast<Filling>(choices_.filling % kFillingCount);
  }

  bool choose_for(Op op);
  bool choose_elementwise();
  bool choose_pairs_of_words();
  bool choose_axes();
  bool choose_padding();
  bool choose_members();
  bool choose_fill();
  bool choose_matrix();
  bool choose_movement();
  bool choose_reshape();
  bool choose_windows();
  bool choose_fold();
  bool choose_indices();
  bool choose_transform();
  bool choose_destination();
  void add_new(const CaseTensor& tensor);
  void add_other(const TensorType& type, std::uint8_t choice);
  std::vector<std::int64_t> some_axes();
  Pairs padding(std::int64_t axes, std::int64_t limit);

  ProgramState& state_;
  const KnownTensor& x_;
  const Shape& shape_;
  StepChoices choices_;
  Draft draft_;
};

void Drafter::add_new(const CaseTensor& tensor) {
  draft_.operands.push_back(tensor.name);
  draft_.given.push_back(tensor);
}

// Adds an operand of a type: a known tensor, or a new one if the choice says so
// or there is none.
void Drafter::add_other(const TensorType& type, std::uint8_t choice) {
  std::vector<const KnownTensor*> found;
  for (const KnownTensor& known : state_.known())
    if (known.type == type) found.push_back(&known);
  const std::size_t which = choice % (found.size() + 1);
  if (which < found.size())
    draft_.operands.push_back(found[found.size() - 1 - which]->name);
  else
    add_new(state_.drawn(type, layout(), filling()));
}

std::vector<std::int64_t> Drafter::some_axes() {
  const std::uint8_t chosen = choices_.bytes.next();
  std::vector<std::int64_t> axes;
  for (std::int64_t axis = 0; axis < rank(); ++axis)
    if ((chosen >> axis & 1) == 0) axes.push_back(axis);
  if (chosen >= 128) std::reverse(axes.begin(), axes.end());
  return axes;
}

Pairs Drafter::padding(std::int64_t axes, std::int64_t limit) {
  Pairs pairs;
  for (std::int64_t axis = 0; axis < axes; ++axis) {
    const std::int64_t before = below(limit);
    const std::int64_t after = below(limit);
    pairs.emplace_back(before, after);
  }
  return pairs;
}

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

// Operands of the shape: the one at hand is the first of the cell's dtype, and
// the others are known ones or new.
bool Drafter::choose_elementwise() {
  const Signature& signature = spec_of(draft_.op).signature;
  draft_.operands.clear();
  bool is_placed = false;
  for (const Argument& operand : signature.operands) {
    if (operand.role == Role::kBool) {
      add_other({DType::kBool, shape_}, choices_.third);
    } else if (!is_placed) {
      draft_.operands.push_back(x_.name);
      is_placed = true;
    } else {
      add_other(x_.type, choices_.other);
    }
  }
  return true;
}

bool Drafter::choose_pairs_of_words() {
  if (x_.type.dtype != DType::kInt32 || rank() == 0) return false;
  TensorType pairs = x_.type;
  pairs.shape.back() = 2;
  draft_.operands.clear();
  add_other(pairs, choices_.third);
  add_other(pairs, choices_.other);
  return true;
}

// The attributes of ops along axes, in the order in which the row lists them.
bool Drafter::choose_axes() {
  for (const AttributeKey key : spec_of(draft_.op).attributes) {
    if (key == AttributeKey::kAxes) {
      draft_.attributes.axes(some_axes());
    } else if (key == AttributeKey::kAxis) {
      if (rank() == 0) return false;
      draft_.attributes.axis(axis());
    } else if (spec_of(key).kind == AttributeKind::kBool) {
      draft_.attributes.flag(key, flag());
    } else {
      draft_.attributes.set(key, {below(std::ssize(spec_of(key).choices))});
    }
  }
  return true;
}

bool Drafter::choose_padding() {
  draft_.attributes.padding(padding(rank(), 3));
  ValueStream values(choices_.bytes.next(), 0);
  draft_.attributes.value(
      draw_element(ValueKind::kPlain, x_.type.dtype, values));
  return true;
}

bool Drafter::choose_members() {
  if (rank() == 0) return false;
  const std::int64_t along = axis();
  draft_.attributes.axis(along);
  for (std::int64_t more = below(3); more > 0; --more) {
    TensorType member = x_.type;
    member.shape[static_cast<std::size_t>(along)] = below(4);
    add_other(flag() ? x_.type : member, choices_.other);
  }
  return true;
}

bool Drafter::choose_fill() {
  ValueStream values(choices_.bytes.next(), 0);
  draft_.operands.clear();
  draft_.attributes.dtype(x_.type.dtype)
      .shape(shape_)
      .value(draw_element(ValueKind::kPlain, x_.type.dtype, values));
  return true;
}

bool Drafter::choose_matrix() {
  if (rank() < 2) return false;
  TensorType b = x_.type;
  b.shape[b.shape.size() - 2] = shape_.back();
  b.shape.back() = 1 + below(5);
  add_other(b, choices_.other);
  return true;
}

bool Drafter::choose_for(Op op) {
  const Signature& signature = spec_of(op).signature;
  const std::string_view family = family_of(op).name;
  if (family == "elementwise") return choose_elementwise();
  if (family == "reduction" || family == "sorting") return choose_axes();
  if (family == "random") return choose_pairs_of_words();
  if (family == "indexing") return choose_indices();
  if (family == "contraction") return choose_matrix();
  if (family == "fourier") return choose_transform();
  if (family == "windows")
    return op == "fold"_op ? choose_fold() : choose_windows();
  if (family == "conversion") {
    draft_.requested = static_cast<DType>(choices_.dtype % kDTypeCount);
    return true;
  }
  if (family == "movement") {
    if (signature.delivery == Delivery::kView) return choose_movement();
    return signature.operands[0].is_list ? choose_members() : choose_padding();
  }
  if (family == "memory") {
    if (signature.operands.empty()) return choose_fill();
    return signature.delivery != Delivery::kKept || choose_destination();
  }
  return false;
}

}  // namespace

bool add_chosen_step(ProgramState& state, std::span<const std::uint8_t> block) {
  const StepChoices choices(block);
  // Counts from the newest tensor, so that leaving a step out changes few
  // others.
  const std::size_t count = state.known().size();
  if (count == 0) return false;
  const KnownTensor x = state.known()[count - 1 - choices.operand % count];
  const std::vector<Op>& ops = program_ops();
  constexpr int kViewShare = 96;  // of 256
  const std::size_t start =
      choices.op < kViewShare ? choices.op % kViewOpCount
                              : kViewOpCount + (choices.op - kViewShare) %
                                                   (ops.size() - kViewOpCount);
  for (std::size_t i = 0; i < ops.size(); ++i) {
    Drafter drafter(state, x, choices);
    const auto draft = drafter.draft(ops[(start + i) % ops.size()]);
    if (draft && state.add_step(*draft)) return true;
  }
  return false;
}

}  // namespace assay
