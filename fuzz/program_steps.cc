// Turns the bytes of a block into a step: an operand, an op, and whatever else
// the op needs.
// Tested by tests/fuzz/program_test.cc.
#include <algorithm>

#include "fuzz/drafter.h"
#include "fuzz/program_ops.h"
#include "harness/operands/value_kind.h"
#include "spec/op_table.h"

namespace assay {

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

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
