// Decodes the bytes of a program: the head gives the seed and the inputs, and
// every block after it gives one step.
// Tested by tests/fuzz/program_test.cc.
#include "fuzz/program.h"

#include <fmt/format.h>

#include <algorithm>

#include "fuzz/choices.h"
#include "fuzz/program_state.h"
#include "harness/case/seed.h"
#include "harness/run/prepare.h"

namespace assay {
namespace {

// The dtypes of given tensors. The usual ones come more often.
constexpr DType kGivenDTypes[] = {
    DType::kFloat32, DType::kInt32,      DType::kFloat64,
    DType::kBool,    DType::kFloat32,    DType::kInt64,
    DType::kFloat16, DType::kBfloat16,   DType::kUint8,
    DType::kInt8,    DType::kUint16,     DType::kInt16,
    DType::kUint32,  DType::kUint64,     DType::kComplex64,
    DType::kInt32,   DType::kComplex128, DType::kFloat8E4m3fn,
    DType::kFloat32, DType::kFloat8E5m2, DType::kInt4,
    DType::kUint4};
constexpr std::int64_t kRanks[] = {1, 2, 3, 0, 2, 3, 4, 1};
// Extents around the widths of vectors, and the empty one.
constexpr std::int64_t kExtents[] = {1, 2, 3, 4, 5,  2, 7, 8,
                                     3, 9, 6, 1, 17, 4, 0, 33};

void add_input(ProgramState& state, std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  TensorType type;
  type.dtype = kGivenDTypes[choices.below(std::ssize(kGivenDTypes))];
  const auto layout = static_cast<Layout>(choices.below(kLayoutCount));
  const auto filling = static_cast<Filling>(choices.below(kFillingCount));
  const std::int64_t rank = kRanks[choices.below(std::ssize(kRanks))];
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    type.shape.push_back(kExtents[choices.below(std::ssize(kExtents))]);
    if (!is_small(type.shape)) type.shape.back() = 1;
  }
  state.add_given(state.drawn(type, layout, filling));
}

// Returns whether some element decides anything, so that not all are left open.
bool asks_for_something(const Case& test_case) {
  return std::any_of(
      test_case.expect.begin(), test_case.expect.end(),
      [](const Expectation& expectation) {
        if (element_count(expectation.shape) == 0) return false;
        if (expectation.any_of.empty()) return true;
        const Permitted& permitted = expectation.any_of.front();
        const auto is_open = [](double bound) { return bound < 0; };
        if (!permitted.bound.empty())
          return !std::all_of(permitted.bound.begin(), permitted.bound.end(),
                              is_open);
        if (permitted.slices)
          return !std::all_of(permitted.slices->l2.begin(),
                              permitted.slices->l2.end(), is_open);
        return permitted.accept.empty() ||
               !std::all_of(
                   permitted.accept.begin(), permitted.accept.end(),
                   [](const Acceptance& accept) { return accept.any; });
      });
}

// Returns a clause of the last step's op, which stands for the program in its
// id.
std::string_view clause_of(Op op) {
  for (const Clause& clause : spec_of(op).clauses)
    if (clause.enforced_by != EnforcedBy::kInfer) return clause.id;
  return family_of(op).clauses.front().id;
}

}  // namespace

std::optional<Case> program_of(std::span<const std::uint8_t> bytes,
                               const ProgramRules& rules,
                               const std::string& name) {
  const auto piece = [bytes](std::size_t at, std::size_t count) {
    const std::size_t from = std::min(at, bytes.size());
    return bytes.subspan(from, std::min(count, bytes.size() - from));
  };
  Choices head(piece(0, kHeadBytes));
  std::uint64_t seed = 0;
  for (int i = 0; i < 4; ++i) seed = seed << 8 | head.next();
  const std::int64_t inputs = 1 + head.below(kMaxInputs);
  ProgramState state(rules, seed);
  for (std::int64_t i = 0; i < inputs; ++i)
    add_input(state, piece(5 + static_cast<std::size_t>(i) * kInputBytes,
                           kInputBytes));
  for (std::size_t step = 0; step < kMaxSteps; ++step) {
    const auto block = piece(kHeadBytes + step * kStepBytes, kStepBytes);
    if (block.empty()) break;
    add_chosen_step(state, block);
  }
  Case test_case = std::move(state).finish();
  if (test_case.steps.empty()) return std::nullopt;
  const Op op = test_case.steps.back().op;
  test_case.clause = clause_of(op);
  test_case.id = fmt::format("{}/{}:program:layout=mixed,{}",
                             family_of(op).name, name_of(op), name);
  if (!prepare_case(test_case, rules.oracle, rules.profile).ok() ||
      !asks_for_something(test_case))
    return std::nullopt;
  return test_case;
}

std::vector<std::uint8_t> program_bytes(std::uint64_t seed,
                                        std::uint64_t number) {
  ValueStream stream(case_seed(seed, fmt::format("program {}", number)), 0);
  const std::uint64_t steps = 1 + stream.below(8);
  std::vector<std::uint8_t> bytes(kHeadBytes + steps * kStepBytes);
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(stream.below(256));
  return bytes;
}

}  // namespace assay
