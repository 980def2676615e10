// The tensors that a program has so far, as the oracle holds them, and the
// steps that made them. Tested by tests/fuzz/program_test.cc.
#pragma once

#include <string>
#include <vector>

#include "fuzz/program.h"
#include "harness/case/layout.h"
#include "harness/run/program.h"
#include "spec/infer.h"

namespace assay {

// A tensor that a step may take: each of its bits is known.
struct KnownTensor {
  std::string name;
  TensorType type;
  // The known tensor whose memory this one shows, perhaps itself.
  std::size_t root = 0;
  bool is_given = false;  // there before the first step
};

// How the elements of a given tensor are drawn; the first is the simplest.
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

// A step that is being put together: its operands are known tensors, or new
// ones that it brings along.
struct Draft {
  Op op{};
  std::vector<std::string> operands;
  Attributes attributes;
  DType requested = DType::kFloat32;  // of a cast
  std::string destination;            // of an assignment
  std::vector<CaseTensor> given;
};

// Whether a tensor of a program may have that shape: programs are many and
// small.
bool is_small(const Shape& shape);

class ProgramState {
 public:
  ProgramState(const ProgramRules& rules, std::uint64_t seed);

  // In the order of their making.
  const std::vector<KnownTensor>& known() const { return known_; }
  const ProgramRules& rules() const { return rules_; }

  // Returns a tensor that is not yet part of the program.
  CaseTensor drawn(const TensorType& type, Layout layout, Filling filling);
  // Returns one of integers from 0 to limit - 1; they shrink to 0.
  CaseTensor drawn_below(const TensorType& type, Layout layout,
                         std::int64_t limit, Filling filling);

  // Adds a tensor that is there before the first step.
  void add_given(const CaseTensor& tensor);

  // Adds a step and what it makes, unless the call is not valid, not claimed,
  // too large, or answered with an error. Returns whether it did.
  bool add_step(const Draft& draft);

  // Returns whether a tensor may be written to: it is in given memory, shows
  // no element twice, and no tensor is there that may or may not show it too.
  bool may_be_assigned(const KnownTensor& tensor) const;

  // Returns the case, without tensors that no step uses.
  Case finish() &&;

 private:
  // What is to be seen in a result.
  struct Foresight {
    bool is_determined = false;  // only one sequence of bits is right
    bool is_exact = false;       // whatever the order of the summation
  };
  CaseTensor laid_out(const TensorType& type, Layout layout,
                      const std::function<ElementBits(std::size_t)>& element);
  bool is_asked_for(const Draft& draft, const TensorType& result) const;
  bool place(const CaseTensor& tensor);
  void keep_given(const CaseTensor& tensor);
  Foresight foresee(const Step& step, DType type);
  bool is_exact_sum(const Step& step, DType type, const Answer& answer) const;
  void keep(const Step& step, const TensorType& type, Foresight foresight);

  ProgramRules rules_;
  Program program_;
  Case case_;
  std::vector<KnownTensor> known_;
  // Per known tensor, whether another one may or may not share its memory.
  std::vector<bool> is_ambiguous_;
  std::uint32_t streams_ = 0;
  int given_count_ = 0;
};

// Adds a step that the block chooses: its first operand, and its op or the next
// one that fits. Returns whether there is one.
bool add_chosen_step(ProgramState& state, std::span<const std::uint8_t> block);

}  // namespace assay
