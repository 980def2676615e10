// Subjects that make use of what a profile leaves open, and mutants that follow
// a policy of another profile. Tested by tests/mutants/policy_axes_test.cc.
#pragma once

#include <utility>

#include "spec/op_table.h"
#include "tests/mutants/computing_mutants.h"
#include "tests/mutants/liberties.h"

namespace assay::mutants {

// Returns any value where the answer under its profile says that all is open.
class AnswersAnythingWhereProfileDoes : public Liberty {
 public:
  explicit AnswersAnythingWhereProfileDoes(const Profile& profile)
      : Liberty(profile) {}

 private:
  Status take(const Call& call, Tensors& results) override {
    return answer_anything_where_open(call, results);
  }
};

// Flushes operands and results in every second element, and keeps subnormals in
// the others: of a vectorized kernel, the tail is computed by other code.
class FlushesHere : public Reference {
 public:
  Result<Tensors> execute(const Call& call) override {
    if (call.outs.empty() || call.op == "assign"_op)
      return Reference::execute(call);
    // Before the call, as its out may be an operand.
    Call other = call;
    other.outs[0] =
        *Reference::buffer(call.outs[0].dtype, call.outs[0].view.shape());
    const bool flushes = flushing_.execute(other).ok();
    auto made = Reference::execute(call);
    bool here = false;
    if (made.ok() && flushes)
      replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
        here = !here;
        return here ? element_at(other.outs[0], at) : bits;
      });
    return made;
  }

 private:
  Reference flushing_{kNx.with("float.subnormal=flush_both"_policy)};
};

// Computes integer powers with six bits of the exponent.
class ReadsSixBitsOfExponents : public ChangedCall {
  void change(Call& call) override {
    if (call.op != "pow"_op || !is_integer(call.operands[0].dtype)) return;
    Tensor exponents = copy_of(call.operands[1]);
    replace_each(exponents, [&](const Index&, ElementBits bits) {
      const bool negative = signed_value(exponents.dtype, bits) < 0 &&
                            category_of(exponents.dtype) == Category::kSigned;
      return negative ? bits : ElementBits{bits.re & 63, 0};
    });
    call.operands[1] = exponents;
  }
};

// Returns x for x mod 0, as processors without a division trap do.
class ReturnsTheDividendOfZero : public Mutant {
  void spoil(const Call& call, Tensors&) override {
    if (call.op != "mod"_op || !is_integer(call.outs[0].dtype)) return;
    replace_each(call.outs[0], [&](const Index& at, ElementBits bits) {
      return element_at(call.operands[1], at).re == 0
                 ? element_at(call.operands[0], at)
                 : bits;
    });
  }
};

}  // namespace assay::mutants
