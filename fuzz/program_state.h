// Keeps the tensors that a program has so far, as the oracle has them, and the
// steps that made them.
// Tested by tests/fuzz/program_test.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fuzz/program.h"
#include "harness/case/layout.h"
#include "harness/run/program.h"
#include "spec/infer.h"

namespace assay {

// A tensor that a step may use: all its bits are known.
struct KnownTensor {
  std::string name;
  TensorType type;
  // The position of the known tensor whose memory this one shows, maybe itself.
  std::size_t root = 0;
  bool is_given = false;  // it exists before the first step
};

// Says how the elements of a given tensor are drawn. The first way is the
// simplest.
enum class Filling : std::uint8_t {
  kCounting,  // 1, 2, 3, …
  kTerms,     // small integers, whose sums are exact
  kTies,
  kPlain,
  kBoundary,
  kBits,
  kNan,
};
inline constexpr int kFillingCount = 7;

// A step under construction. Its operands are known tensors, or new ones in
// `given`.
struct Draft {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  DType requested = DType::kFloat32;  // of a cast
  std::string destination;            // of an assignment
  std::vector<CaseTensor> given;
};

// Returns whether a tensor of a program may have that shape. Programs are many,
// so they must be small.
bool is_small(const Shape& shape);

class ProgramState {
 public:
  ProgramState(const ProgramRules& rules, std::uint64_t seed);

  // Returns the known tensors in the order in which they were made.
  const std::vector<KnownTensor>& known() const { return known_; }
  const ProgramRules& rules() const { return rules_; }

  // Returns a tensor that is not yet part of the program.
  CaseTensor drawn(const TensorType& type, Layout layout, Filling filling);
  // Returns a tensor of integers from 0 to limit - 1, which shrink to 0.
  CaseTensor drawn_below(const TensorType& type, Layout layout,
                         std::int64_t limit, Filling filling);

  // Adds a tensor that exists before the first step.
  void add_given(const CaseTensor& tensor);

  // Adds a step and its results. Returns false, and adds nothing, if the call
  // is not valid, not claimed, too large, or answered with an error.
  bool add_step(const Draft& draft);

  // Returns whether a tensor may be written to. It must be in given memory and
  // show no element twice, and there must be no tensor of which it is open
  // whether it shows the same memory.
  bool may_be_assigned(const KnownTensor& tensor) const;

  // Returns the case, without the tensors that no step uses.
  Case finish() &&;

 private:
  // Holds what is known about a result in advance.
  struct Foresight {
    bool is_determined = false;  // only one sequence of bits is right
    bool is_exact = false;       // for every order of the summation
  };
  CaseTensor laid_out(const TensorType& type, Layout layout,
                      const std::function<ElementBits(std::size_t)>& element);
  bool is_asked_for(const Draft& draft, std::span<const TensorType> operands,
                    const TensorType& result) const;
  bool place(const CaseTensor& tensor);
  void keep_given(const CaseTensor& tensor);
  Foresight foresee(const Step& step, DType type);
  bool is_exact_sum(const Step& step, DType type, const Answer& answer) const;
  void keep(const Step& step, const TensorType& type, Foresight foresight);

  ProgramRules rules_;
  Program program_;
  Case case_;
  std::vector<KnownTensor> known_;
  // For each known tensor, whether another one shares its memory or not is
  // open.
  std::vector<bool> is_ambiguous_;
  std::uint32_t streams_ = 0;
  int given_count_ = 0;
};

// Adds the step that the block chooses: its first operand, and its op or the
// next op that fits. Returns whether there is one.
bool add_chosen_step(ProgramState& state, std::span<const std::uint8_t> block);

}  // namespace assay
