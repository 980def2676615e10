// Tells apart what an algorithm of convolutions may round.
// Tested by tests/mutants/policy_axes_test.cc.
#include "harness/run/any_algorithm.h"

#include <cmath>

#include "harness/families/drawn_call.h"
#include "spec/float_codec.h"
#include "spec/op_lookup.h"
#include "spec/policy_scope.h"

namespace assay {

bool is_of_any_algorithm(const Step& step, DType type, const Profile& profile) {
  constexpr Policy kAny = "conv.algorithm=any"_policy;
  return profile.is(kAny) && is_real(type) &&
         is_in_scope(kAny.axis, name_of(step.op));
}

bool has_small_integers(const Call& call, const OperandValues& operands) {
  constexpr double kLargest = 7;  // of draw_term()
  const auto arguments = given_operands(call.op, call.attributes);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (arguments[i].is_shape_only) continue;
    const FloatFormat& format = format_of(call.operands[i].dtype);
    for (const ElementBits& bits : operands[i]) {
      const double x = decode_real(format, bits.re);
      if (!(std::fabs(x) <= kLargest) || x != std::rint(x)) return false;
    }
  }
  return true;
}

}  // namespace assay
