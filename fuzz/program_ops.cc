// Collects the ops of programs from the op table, by signature.
// Tested by tests/fuzz/program_test.cc.
#include "fuzz/program_ops.h"

namespace assay {

const std::vector<Op>& program_ops() {
  static const std::vector<Op> ops = [] {
    std::vector<Op> views;
    std::vector<Op> others;
    for (std::size_t i = 0; i < every_op().size(); ++i) {
      const auto op = static_cast<Op>(i);
      const Signature& signature = spec_of(op).signature;
      // Results that are judged by residuals have no answer that later steps
      // could go on with.
      if (!signature.is_executed() || is_judged_by_residual(op)) continue;
      if (set_of(op) != "nx") continue;
      (signature.delivery == Delivery::kView ? views : others).push_back(op);
    }
    views.insert(views.end(), others.begin(), others.end());
    return views;
  }();
  return ops;
}

}  // namespace assay
