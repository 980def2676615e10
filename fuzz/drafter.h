// Drafts one step of a program from the bytes of a block: which other operands
// the op gets, and which attributes. Tested by tests/fuzz/program_test.cc.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/choices.h"
#include "fuzz/program_state.h"

namespace assay {

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
  std::vector<std::pair<std::int64_t, std::int64_t>> padding(
      std::int64_t axes, std::int64_t limit);

  ProgramState& state_;
  const KnownTensor& x_;
  const Shape& shape_;
  StepChoices choices_;
  Draft draft_;
};

}  // namespace assay
