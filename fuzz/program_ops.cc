// Collects the ops of programs from the op table, by signature.
// Tested by tests/fuzz/program_test.cc.
#include "fuzz/program_ops.h"

namespace assay {

const std::vector<Op>& program_ops() {
  static const std::vector<Op> ops = [] {
    std::vector<Op> views;
    std::vector<Op> others;
    for (std::size_t i = 0; i < kOps.size(); ++i) {
      const auto op = static_cast<Op>(i);
      switch (spec_of(op).signature) {
        case Signature::kMovement:
          views.push_back(op);
          break;
        case Signature::kHost:
        case Signature::kAccessor:
        case Signature::kFactorization:
        case Signature::kSolve:
          break;
        case Signature::kCreation:
          if (op == "full"_op) others.push_back(op);
          break;
        default:
          others.push_back(op);
      }
    }
    views.insert(views.end(), others.begin(), others.end());
    return views;
  }();
  return ops;
}

}  // namespace assay
