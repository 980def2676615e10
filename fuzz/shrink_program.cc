// Shrinks by rounds: it makes many candidates of the best program, runs them
// together, and keeps the simplest one that still fails in the same way.
// Tested by tests/fuzz/shrink_program_test.cc.
#include "fuzz/shrink_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace assay {
namespace {

using ProgramBytes = std::vector<std::uint8_t>;

// Measures how simple a program is; a program with a lesser value is simpler.
using Size = std::tuple<std::size_t, std::int64_t, std::size_t, std::uint64_t>;

Size size_of(const ProgramBytes& bytes, const Case& test_case) {
  std::int64_t elements = 0;
  for (const CaseTensor& tensor : test_case.tensors)
    elements += tensor.view.numel();
  std::uint64_t sum = 0;
  for (const std::uint8_t byte : bytes) sum += byte;
  return {test_case.steps.size(), elements, bytes.size(), sum};
}

// Adds candidates with one or several steps left out.
void leave_steps_out(const ProgramBytes& bytes, std::vector<ProgramBytes>& to) {
  for (const std::size_t count : {8u, 4u, 2u, 1u})
    for (std::size_t at = kHeadBytes; at < bytes.size(); at += kStepBytes) {
      const std::size_t end = std::min(at + count * kStepBytes, bytes.size());
      ProgramBytes fewer = bytes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(end));
      to.push_back(std::move(fewer));
    }
}

// Adds candidates with one step left out and another operand for a later step.
// Operands are chosen by distance, and the step that is missing changes
// distances.
void leave_a_step_between_out(const ProgramBytes& bytes,
                              std::vector<ProgramBytes>& to) {
  constexpr std::uint8_t kDistances = 8;
  for (std::size_t at = kHeadBytes; at < bytes.size(); at += kStepBytes) {
    const std::size_t end = std::min(at + kStepBytes, bytes.size());
    ProgramBytes fewer = bytes;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                fewer.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t later = at; later < fewer.size(); later += kStepBytes)
      for (std::uint8_t distance = 0; distance < kDistances; ++distance) {
        ProgramBytes changed = fewer;
        changed[later] = distance;
        to.push_back(std::move(changed));
      }
  }
}

// Adds candidates with one smaller byte, from the head on.
void make_bytes_smaller(const ProgramBytes& bytes,
                        std::vector<ProgramBytes>& to) {
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (bytes[at] == 0) continue;
    const std::uint8_t smaller[] = {0, static_cast<std::uint8_t>(bytes[at] / 2),
                                    static_cast<std::uint8_t>(bytes[at] - 1)};
    for (const std::uint8_t byte : smaller) {
      ProgramBytes changed = bytes;
      changed[at] = byte;
      to.push_back(std::move(changed));
    }
  }
}

// Holds what is needed to make and run a round of candidates.
struct Shrinking {
  const ProgramRules& rules;
  const std::string& name;
  const RunCases& run;
  bool ended = false;
};

// Returns the candidates that are simpler than the best and fail in the same
// way.
std::vector<FailingProgram> failing_ones(
    const FailingProgram& best, const std::vector<ProgramBytes>& candidates,
    Shrinking& shrinking) {
  const Size bound = size_of(best.bytes, best.test_case);
  std::vector<FailingProgram> failing;
  std::vector<Case> cases;
  for (const ProgramBytes& bytes : candidates) {
    auto test_case = program_of(
        bytes, shrinking.rules,
        fmt::format("{},candidate={}", shrinking.name, cases.size()));
    if (!test_case || size_of(bytes, *test_case) >= bound) continue;
    failing.push_back({bytes, *test_case, {}});
    cases.push_back(*std::move(test_case));
  }
  if (cases.empty() || shrinking.ended) return {};
  const auto records = shrinking.run(cases);
  shrinking.ended = !records;
  if (!records) return {};
  for (std::size_t i = 0; i < records->size(); ++i)
    failing[i].record = (*records)[i];
  std::erase_if(failing, [&](const FailingProgram& program) {
    return program.record.verdict != best.record.verdict;
  });
  return failing;
}

// Returns bytes that are each the smallest of those in the programs, which are
// equally long.
ProgramBytes all_smaller(const std::vector<FailingProgram>& programs) {
  ProgramBytes bytes = programs.front().bytes;
  for (const FailingProgram& program : programs)
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = std::min(bytes[i], program.bytes[i]);
  return bytes;
}

// Replaces the best program by the simplest of some failing ones. Returns
// whether there are any.
bool take_simplest(std::vector<FailingProgram> failing, FailingProgram& best) {
  for (FailingProgram& program : failing)
    if (size_of(program.bytes, program.test_case) <
        size_of(best.bytes, best.test_case))
      best = std::move(program);
  return !failing.empty();
}

// Drops the expectations of all tensors but the wrong one.
void keep_one_expectation(FailingProgram& failing, const RunCases& run) {
  if (!failing.record.failure || failing.record.failure->tensor.empty()) return;
  Case fewer = failing.test_case;
  std::erase_if(fewer.expect, [&](const Expectation& expectation) {
    return expectation.tensor != failing.record.failure->tensor;
  });
  if (fewer.expect.empty()) return;
  const auto records = run({fewer});
  if (!records || records->front().verdict != failing.record.verdict) return;
  failing.test_case = std::move(fewer);
  failing.record = records->front();
}

}  // namespace

FailingProgram shrink_program(FailingProgram failed, const ProgramRules& rules,
                              const std::string& name, const RunCases& run,
                              int rounds) {
  FailingProgram best = std::move(failed);
  Shrinking shrinking{rules, name, run};
  for (int round = 0; round < rounds && !shrinking.ended; ++round) {
    // First, because a program with fewer steps has fewer bytes to make
    // smaller.
    std::vector<ProgramBytes> candidates;
    leave_steps_out(best.bytes, candidates);
    if (take_simplest(failing_ones(best, candidates, shrinking), best))
      continue;
    candidates.clear();
    make_bytes_smaller(best.bytes, candidates);
    auto failing = failing_ones(best, candidates, shrinking);
    if (failing.empty()) {
      candidates.clear();
      leave_a_step_between_out(best.bytes, candidates);
      if (!take_simplest(failing_ones(best, candidates, shrinking), best))
        break;
      continue;
    }
    // Bytes that can be smaller one by one can often be smaller together.
    if (take_simplest(failing_ones(best, {all_smaller(failing)}, shrinking),
                      best))
      continue;
    take_simplest(std::move(failing), best);
  }
  if (auto renamed = program_of(best.bytes, rules, name)) {
    best.test_case = *std::move(renamed);
    best.record.id = best.test_case.id;
    if (!shrinking.ended) keep_one_expectation(best, run);
  }
  return best;
}

}  // namespace assay
