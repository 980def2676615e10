// Compares the results of two runs, and repeats the first run to tell unwritten
// elements from results that vary.
// Tested by tests/harness/run/second_run_test.cc.
#include "harness/run/second_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/case/case_types.h"
#include "harness/judge/judge.h"
#include "spec/element_text.h"
#include "spec/op_table.h"

namespace assay {
namespace {

using Values = std::vector<ElementBits>;

bool has_poison(const Case& test_case) {
  return std::any_of(test_case.tensors.begin(), test_case.tensors.end(),
                     is_poisoned);
}

// Returns whether a clause of the op's family promises the same bits for the
// same call.
bool is_repeatable(Op op) {
  const auto& clauses = family_of(op).clauses;
  return std::any_of(clauses.begin(), clauses.end(), [](const Clause& clause) {
    return clause.id.ends_with(".repeatable");
  });
}

// Returns whether the profile lets the result of a case differ when the program
// runs again: sums of floats whose terms scatter_general may add in any order.
bool may_vary(const Case& test_case, const Expectation& expectation) {
  const Profile* profile = profile_named(test_case.profile);
  return profile != nullptr &&
         profile->is("scatter_general.order=any"_policy) &&
         !expectation.exact && !is_integer(expectation.dtype) &&
         std::any_of(test_case.steps.begin(), test_case.steps.end(),
                     [](const Step& step) {
                       return step.op == "scatter_general"_op &&
                              step.attributes.mode() == ScatterMode::kAdd;
                     });
}

// Returns the elements that need not repeat: those that a clause leaves open,
// unless every op promises repeatable results, and those with several right
// answers under the profile.
std::vector<bool> open_elements(const Case& test_case,
                                const Expectation& expectation,
                                std::size_t count) {
  std::vector<bool> open(count, false);
  for (const Permitted& permitted : expectation.any_of)
    for (const Alternatives& others : permitted.alternatives)
      if (static_cast<std::size_t>(others.position) < count)
        open[static_cast<std::size_t>(others.position)] = true;
  if (std::all_of(test_case.steps.begin(), test_case.steps.end(),
                  [](const Step& step) { return is_repeatable(step.op); }))
    return open;
  if (expectation.any_of.size() > 1) return std::vector<bool>(count, true);
  for (const Permitted& permitted : expectation.any_of)
    for (std::size_t i = 0; i < permitted.accept.size(); ++i)
      if (permitted.accept[i].any && count > 0)
        open[i * count / permitted.accept.size()] = true;
  return open;
}

// Returns whether NaN payloads must repeat. They need not where any NaN is
// accepted: which of two NaNs an addition returns may depend on where its
// operands are stored.
bool every_bit_counts(const Expectation& expectation) {
  return std::all_of(expectation.any_of.begin(), expectation.any_of.end(),
                     [](const Permitted& permitted) {
                       return permitted.accuracy == Accuracy::kBits;
                     });
}

std::vector<std::int64_t> index_of(const Shape& shape, std::size_t position) {
  std::vector<std::int64_t> index(shape.size());
  auto rest = static_cast<std::int64_t>(position);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = rest % shape[axis];
    rest /= shape[axis];
  }
  return index;
}

// Runs all steps up to the first status that is not ok, and returns it.
Status run_all(const Case& test_case, Subject& subject, Program& program) {
  subject.begin_case();
  if (Status made = program.make_tensors(test_case); !made.ok()) return made;
  const bool goes_on = uses_protocol(test_case);
  for (const Step& step : test_case.steps)
    if (Status status = program.run(step);
        !status.ok() && !(goes_on && status.code == step.status))
      return status;
  return {};
}

bool is_alike(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.view.shape() == b.view.shape();
}

// Returns whether a run with the first poison gives the same element again.
bool comes_again(const Case& test_case, Subject& subject,
                 const Expectation& expectation, std::size_t position,
                 ElementBits expected) {
  Program program(subject.backend(), Poison::kFirst);
  if (!run_all(test_case, subject, program).ok()) return false;
  const Tensor* made = program.find(expectation.tensor);
  if (made == nullptr ||
      (!expectation.whole_storage && made->view.shape() != expectation.shape))
    return false;
  const auto values =
      program.read(expectation.tensor, expectation.whole_storage);
  return values.ok() && position < values->size() &&
         (*values)[position] == expected;
}

std::string value_text(DType dtype, ElementBits bits) {
  return fmt::format("{} ({})", element_text(dtype, bits),
                     bits_text(dtype, bits));
}

// Returns the first difference in one tensor.
std::optional<Deviation> compare(const Case& test_case, Subject& subject,
                                 const Program& first, const Program& second,
                                 const Expectation& expectation) {
  const std::string& name = expectation.tensor;
  const Tensor* once = first.find(name);
  const Tensor* again = second.find(name);
  if (once == nullptr || again == nullptr) return std::nullopt;
  // Checks this before reading, because a view that repeats an element can be
  // of any size.
  if (!expectation.whole_storage && !is_alike(*once, *again))
    return Deviation{
        Verdict::kNondeterministic,
        fmt::format("{} is {} {}, and in a second run {} {}", name,
                    name_of(once->dtype), shape_text(once->view.shape()),
                    name_of(again->dtype), shape_text(again->view.shape())),
        name,
        {}};
  const auto before = first.read(name, expectation.whole_storage);
  const auto after = second.read(name, expectation.whole_storage);
  if (!before.ok() || !after.ok() || subject.breakdown()) return std::nullopt;
  Deviation deviation{Verdict::kNondeterministic, "", name, {}};
  if (before->size() != after->size()) {
    deviation.message =
        fmt::format("{} has {} elements, and in a second run {}", name,
                    before->size(), after->size());
    return deviation;
  }
  const std::vector<bool> open =
      open_elements(test_case, expectation, before->size());
  const bool every_bit = every_bit_counts(expectation);
  for (std::size_t i = 0; i < before->size(); ++i) {
    if (open[i] ||
        same_element(expectation.dtype, every_bit, (*before)[i], (*after)[i]))
      continue;
    deviation.index = expectation.whole_storage
                          ? std::vector{static_cast<std::int64_t>(i)}
                          : index_of(expectation.shape, i);
    // Asked twice, because a result may alternate as the poisons do.
    const auto comes_again_now = [&] {
      return comes_again(test_case, subject, expectation, i, (*before)[i]);
    };
    const bool is_poison =
        has_poison(test_case) && comes_again_now() && comes_again_now();
    if (is_poison) deviation.verdict = Verdict::kFail;
    deviation.message = fmt::format(
        "element {} of {} {}: {} in one run, {} in another{}",
        shape_text(deviation.index), name,
        is_poison ? "was never written, or depends on what out held before"
                  : "does not come again",
        value_text(expectation.dtype, (*before)[i]),
        value_text(expectation.dtype, (*after)[i]),
        is_poison ? " with other values there" : " of the same program");
    return deviation;
  }
  return std::nullopt;
}

}  // namespace

bool is_run_twice(const Case& test_case) {
  constexpr std::int64_t kMost = 1 << 20;
  // Bytes that a reclaimed buffer kept differ in a run with other poison.
  if (test_case.clause == "reclaim.never_visible") return true;
  if (test_case.seed / 2 % 8 != 0) return false;
  return std::all_of(test_case.tensors.begin(), test_case.tensors.end(),
                     [](const CaseTensor& tensor) {
                       return !tensor.recipe || tensor.recipe->count <= kMost;
                     });
}

std::optional<Deviation> run_again(const Case& test_case, Subject& subject,
                                   const Program& first) {
  Program second(subject.backend(), Poison::kSecond);
  const Status status = run_all(test_case, subject, second);
  if (subject.breakdown()) return std::nullopt;
  if (!status.ok())
    return Deviation{
        Verdict::kNondeterministic,
        fmt::format("a second run of the same program answered "
                    "{}{}{}",
                    name_of(status.code), status.message.empty() ? "" : ": ",
                    status.message),
        "",
        {}};
  for (const Expectation& expectation : test_case.expect) {
    if (expectation.metadata_only || may_vary(test_case, expectation)) continue;
    auto deviation = compare(test_case, subject, first, second, expectation);
    if (deviation || subject.breakdown()) return deviation;
  }
  return std::nullopt;
}

}  // namespace assay
