// Programs are valid, pass on what is right, and fail on what is not.
#include "fuzz/program.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "fuzz/program_state.h"
#include "harness/case/case_json.h"
#include "harness/judge/acceptance.h"
#include "harness/judge/tolerance.h"
#include "spec/float_codec.h"
#include "tests/fuzz/programs.h"
#include "tests/mutants/liberties.h"

namespace assay {
namespace {

constexpr std::uint64_t kPrograms = 600;

TEST(Program, PassesOnTheReference) {
  Reference oracle;
  InProcessSubject subject(std::make_unique<Reference>());
  std::int64_t made = 0, compared = 0;
  for (std::uint64_t number = 0; number < kPrograms; ++number) {
    const auto test_case = program_number(number, every_cell_of(oracle));
    if (!test_case) continue;
    ++made;
    const CaseOutcome outcome = run_case(*test_case, subject);
    compared += outcome.compared;
    EXPECT_EQ(Verdict::kPass, outcome.verdict)
        << test_case->id << ": "
        << (outcome.failure ? outcome.failure->message : "");
    const auto read = parse_case(case_to_json(*test_case).dump());
    ASSERT_TRUE(read.ok()) << test_case->id << ": " << read.status().message;
    EXPECT_EQ(case_to_json(*test_case), case_to_json(*read));
    for (std::size_t i = 0; i < read->steps.size(); ++i)
      EXPECT_EQ(test_case->steps[i].attributes, read->steps[i].attributes);
  }
  EXPECT_GT(made, static_cast<std::int64_t>(kPrograms * 9 / 10));
  EXPECT_GT(compared, made * 20);
}

// Programs have every op except those of chapters left out, chains of views in
// front of other ops, and steps on the results of steps.
TEST(Program, HasEveryOpInChains) {
  Reference oracle;
  std::map<std::string_view, int> ops;
  int chains = 0, deep = 0;
  for (std::uint64_t number = 0; number < 4 * kPrograms; ++number) {
    const auto test_case = program_number(number, every_cell_of(oracle));
    if (!test_case) continue;
    std::map<std::string, int> views;   // in a row, up to this tensor
    std::map<std::string, int> depths;  // steps that led to a tensor
    for (const Step& step : test_case->steps) {
      ++ops[name_of(step.op)];
      int depth = 0, view = 0;
      for (const std::string& name : step.operands) {
        depth = std::max(depth, depths[name]);
        view = std::max(view, views[name]);
      }
      const bool moves = spec_of(step.op).signature.delivery == Delivery::kView;
      views[step.outs[0]] = moves ? view + 1 : 0;
      depths[step.outs[0]] = depth + 1;
      if (!moves && view >= 2) ++chains;
      if (depth >= 3) ++deep;
    }
  }
  for (const OpSpec* op : kOps) {
    const Op which = *op_named(op->name);
    if (!op->signature.is_executed() || is_judged_by_residual(which) ||
        set_of(which) != "nx") {
      EXPECT_EQ(0, ops[op->name]) << op->name;
    } else {
      EXPECT_LT(0, ops[op->name]) << op->name;
    }
  }
  EXPECT_LT(100, chains);
  EXPECT_LT(200, deep);
}

TEST(Program, AsksForClaimedCellsAlone) {
  Reference oracle;
  const std::set<std::string_view> claimed = {"neg", "flip", "matmul"};
  const ProgramRules rules{oracle, kNx, [&](const Cell& cell) {
                             return cell.dtype == DType::kFloat32 &&
                                    claimed.contains(name_of(cell.op));
                           }};
  std::set<std::string_view> seen;
  for (std::uint64_t number = 0; number < kPrograms; ++number) {
    const auto test_case = program_number(number, rules);
    if (!test_case) continue;
    for (const Step& step : test_case->steps) seen.insert(name_of(step.op));
  }
  EXPECT_EQ(claimed, seen);
}

TEST(Program, IsAFunctionOfItsBytes) {
  Reference oracle;
  const ProgramRules rules = every_cell_of(oracle);
  std::set<std::string> different;
  for (std::uint64_t number = 0; number < 50; ++number) {
    const auto bytes = program_bytes(3, number);
    EXPECT_EQ(bytes, program_bytes(3, number));
    EXPECT_NE(bytes, program_bytes(4, number));
    const auto once = program_of(bytes, rules, "case=0");
    const auto again = program_of(bytes, rules, "case=0");
    ASSERT_EQ(once.has_value(), again.has_value());
    if (!once) continue;
    EXPECT_EQ(case_to_json(*once), case_to_json(*again));
    different.insert(case_to_json(*once).dump());
  }
  EXPECT_LT(40u, different.size());
  // Any number of bytes, even none, is a program or is refused.
  EXPECT_FALSE(program_of({}, rules, "case=0"));
  const std::vector<std::uint8_t> zeros(kHeadBytes + 1);
  EXPECT_TRUE(program_of(zeros, rules, "case=0"));
}

// The reference, but for rounding as it may: the other way where that is within
// the bound, another NaN, the other zero where its sign is open.
class RoundsOtherwise : public mutants::Liberty {
  Status take(const Call& call, Tensors& results) override {
    const auto answered = Reference::answer(call);
    if (!answered || results.size() != 1) return {};
    const DType type = results[0].dtype;
    if (!is_real(type) && !is_complex(type)) return {};
    const DType cell = call.op == "where"_op   ? call.operands[1].dtype
                       : call.operands.empty() ? type
                                               : call.operands[0].dtype;
    const Accuracy accuracy =
        tolerance_of(variant_of(call.op, call.attributes), cell).accuracy;
    if (accuracy == Accuracy::kBits) return {};
    std::size_t i = 0;
    for (const Index& at : indices(results[0].view.shape())) {
      ElementBits bits = mutants::element_at(results[0], at);
      const double residue =
          i < answered->residue.size() ? answered->residue[i] : 0;
      const bool is_open = i < answered->freedom.size() &&
                           answered->freedom[i] == Freedom::kZeroSign;
      ++i;
      const bool has_open_zeros = is_open || leaves_zero_signs(accuracy, type);
      bits.re = other_part(type, bits.re, has_open_zeros);
      if (is_complex(type))
        bits.im = other_part(type, bits.im, has_open_zeros);
      else if (residue != 0 && has_room(accuracy, type))
        bits.re = neighbour(call.op, format_of(type), bits.re, residue);
      put(results[0], at, bits);
    }
    return {};
  }

  // Section 9: where the sign of a zero is not judged.
  static bool leaves_zero_signs(Accuracy accuracy, DType type) {
    return accuracy == Accuracy::kConditionAware ||
           accuracy == Accuracy::kNormwise || accuracy == Accuracy::kFft ||
           (is_complex(type) && accuracy != Accuracy::kExact);
  }

  // Returns whether a value on the other side of the exact one is within the
  // bound.
  static bool has_room(Accuracy accuracy, DType type) {
    const bool accumulates =
        accuracy == Accuracy::kConditionAware || accuracy == Accuracy::kProduct;
    return accuracy == Accuracy::kUlp ||
           (accumulates &&
            (type == DType::kFloat32 || type == DType::kFloat64));
  }

  // Returns another NaN for a NaN, and the other zero if its sign is open.
  static std::uint64_t other_part(DType type, std::uint64_t part,
                                  bool has_open_zeros) {
    const FloatFormat& format = format_of(type);
    const bool is_zero = (part & (sign_bit(format) - 1)) == 0;
    const bool is_nan = is_nan_bits(format, part) && format.has_infinity;
    return is_nan || (is_zero && has_open_zeros) ? part ^ sign_bit(format)
                                                 : part;
  }

  // The value on the other side of the exact one, within the op's range.
  static std::uint64_t neighbour(Op op, const FloatFormat& format,
                                 std::uint64_t part, double residue) {
    const std::uint64_t sign = part & sign_bit(format);
    const std::uint64_t magnitude = part ^ sign;
    if (magnitude <= 1 || !std::isfinite(decode_real(format, part)))
      return part;
    const std::uint64_t other =
        sign | (magnitude +
                ((residue > 0) == (sign == 0) ? std::uint64_t{1} : UINT64_MAX));
    const AcceptanceRules range = acceptance_rules(op, format);
    const double value = decode_real(format, other);
    return value >= range.low && value <= range.high ? other : part;
  }
};

// The step that made what is wrong, and what is wrong about it.
std::string wrong_step(const Case& test_case, const CaseOutcome& outcome) {
  if (!outcome.failure) return "";
  const Failure& failure = *outcome.failure;
  std::string text = failure.message;
  if (failure.expected && failure.got)
    text += ", expected " + failure.expected->bits + ", got " +
            failure.got->bits + ", accepted " + failure.accepted;
  for (const Step& step : test_case.steps)
    if (step.outs[0] == failure.tensor)
      text += fmt::format(", {} of {}", name_of(step.op),
                          fmt::join(step.operands, ", "));
  return text;
}

// A backend may share memory there or not.
TEST(Program, WritesNowhereThatAResultMayShow) {
  Reference oracle;
  for (const Op op : {"contiguous"_op, "flip"_op}) {
    ProgramState state(every_cell_of(oracle), 1);
    state.add_given(state.drawn({DType::kFloat32, {4}}, Layout::kContiguous,
                                Filling::kCounting));
    EXPECT_TRUE(state.may_be_assigned(state.known()[0]));
    Draft draft;
    draft.op = op;
    draft.operands = {state.known()[0].name};
    if (op == "flip"_op) draft.attributes.flips({true});
    ASSERT_TRUE(state.add_step(draft));
    const bool is_view = op == "flip"_op;
    EXPECT_EQ(is_view, state.may_be_assigned(state.known()[0]));
    EXPECT_EQ(is_view, state.may_be_assigned(state.known()[1]));
  }
}

TEST(Program, LetsABackendRoundAsItMay) {
  Reference oracle;
  auto backend = std::make_unique<RoundsOtherwise>();
  const RoundsOtherwise& rounding = *backend;
  InProcessSubject subject(std::move(backend));
  for (std::uint64_t number = 0; number < kPrograms; ++number) {
    const auto test_case = program_number(number, every_cell_of(oracle));
    if (!test_case) continue;
    const CaseOutcome outcome = run_case(*test_case, subject);
    EXPECT_EQ(Verdict::kPass, outcome.verdict)
        << test_case->id << ": " << wrong_step(*test_case, outcome);
  }
  EXPECT_LT(100, rounding.taken());
}

}  // namespace
}  // namespace assay
