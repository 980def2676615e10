// Programs are valid, pass on what is right, and fail on what is not.
#include "fuzz/program.h"

#include <map>
#include <set>

#include "harness/case_json.h"
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
  }
  EXPECT_GT(made, static_cast<std::int64_t>(kPrograms * 9 / 10));
  EXPECT_GT(compared, made * 20);
}

// What a program consists of: every op but those of chapters left out, chains
// of views in front of other ops, and steps on the results of steps.
TEST(Program, HasEveryOpInChains) {
  Reference oracle;
  std::map<std::string_view, int> ops;
  int chains = 0, deep = 0;
  for (std::uint64_t number = 0; number < 4 * kPrograms; ++number) {
    const auto test_case = program_number(number, every_cell_of(oracle));
    if (!test_case) continue;
    std::map<std::string, int> views;   // in a row, up to this tensor
    std::map<std::string, int> depths;  // steps behind it
    for (const Step& step : test_case->steps) {
      ++ops[name_of(step.op)];
      int depth = 0, view = 0;
      for (const std::string& name : step.operands) {
        depth = std::max(depth, depths[name]);
        view = std::max(view, views[name]);
      }
      const bool moves = spec_of(step.op).signature == Signature::kMovement;
      views[step.outs[0]] = moves ? view + 1 : 0;
      depths[step.outs[0]] = depth + 1;
      if (!moves && view >= 2) ++chains;
      if (depth >= 3) ++deep;
    }
  }
  for (const OpSpec* op : kOps) {
    switch (op->signature) {
      case Signature::kHost:
      case Signature::kAccessor:
      case Signature::kFactorization:
      case Signature::kSolve:
        EXPECT_EQ(0, ops[op->name]) << op->name;
        break;
      default:
        if (op->name != "buffer") {
          EXPECT_LT(0, ops[op->name]) << op->name;
        }
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
  // However few, they stand for a program or for none.
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
    if (!is_real(type)) return {};
    const DType cell = call.op == "where"_op   ? call.operands[1].dtype
                       : call.operands.empty() ? type
                                               : call.operands[0].dtype;
    const Accuracy accuracy =
        tolerance_of(variant_of(call.op, call.attributes), cell).accuracy;
    if (accuracy == Accuracy::kBits) return {};
    const FloatFormat& format = format_of(type);
    std::size_t i = 0;
    for (const Index& at : indices(results[0].view.shape())) {
      ElementBits bits = mutants::element_at(results[0], at);
      const double residue =
          i < answered->residue.size() ? answered->residue[i] : 0;
      ++i;
      if (is_nan_bits(format, bits.re) && format.has_infinity)
        bits.re ^= sign_bit(format);
      else if (accuracy == Accuracy::kUlp && residue != 0 &&
               (bits.re & (sign_bit(format) - 1)) > 1)
        bits.re += (residue > 0) == ((bits.re & sign_bit(format)) == 0)
                       ? std::uint64_t{1}
                       : UINT64_MAX;
      put(results[0], at, bits);
    }
    return {};
  }
};

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
        << test_case->id << ": "
        << (outcome.failure ? outcome.failure->message : "");
  }
  EXPECT_LT(100, rounding.taken());
}

}  // namespace
}  // namespace assay
