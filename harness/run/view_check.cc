// Compares the buffer, the strides and the offset of a result with those of the
// view that the op table describes.
// Tested by tests/harness/run/view_check_test.cc.
#include "harness/run/view_check.h"

#include <fmt/format.h>

#include <numeric>

#include "harness/case/case_types.h"
#include "harness/run/judge_tensor.h"
#include "spec/file_profile.h"
#include "spec/op_table.h"

namespace assay {
namespace {

// Returns whether a clause demands that the result is a view of the operand.
bool demands_view(std::string_view clause) {
  return clause.ends_with(".zero_copy") ||
         clause == "reshape.compatible_strides"_clause ||
         clause == "movement.rank_zero"_clause;
}

CaseOutcome view_fault(const std::string& tensor, const std::string& what) {
  CaseOutcome outcome =
      fault(Verdict::kFail, fmt::format("{} {}", tensor, what));
  outcome.failure->tensor = tensor;
  return outcome;
}

// Returns the view that a step must show under the profile. Column-major order
// is row-major order with the axes reversed.
Result<View> shown_by(const Step& step, const View& x, const Profile& profile) {
  if (step.op != "reshape"_op || profile.is("reshape.order=row"_policy))
    return spec_of(step.op).signature.shows(x, step.attributes);
  const auto turned = [](const View& view) {
    std::vector<std::int64_t> axes(view.rank());
    std::iota(axes.rbegin(), axes.rend(), 0);
    return *view.permute(axes);
  };
  const Shape shape = turned(View(step.attributes.shape())).shape();
  const auto view = turned(x).reshape(shape);
  if (!view) return view.status();
  return turned(*view);
}

}  // namespace

bool show_the_same(const View& a, const View& b) {
  if (a.shape() != b.shape()) return false;
  if (a.numel() == 0) return true;
  for (std::size_t axis = 0; axis < a.rank(); ++axis)
    if (a.shape()[axis] > 1 && a.strides()[axis] != b.strides()[axis])
      return false;
  return a.offset() == b.offset();
}

std::optional<CaseOutcome> wrong_view(const Case& test_case,
                                      const Program& program) {
  const Profile* profile = profile_named(test_case.profile);
  if (profile == nullptr || !profile->is("view.write=value"_policy) ||
      !demands_view(test_case.clause))
    return std::nullopt;
  const Step& step = test_case.steps.front();
  if (!makes_view(step.op, *profile)) return std::nullopt;
  const Tensor* x = program.find(step.operands.front());
  const Tensor* y = program.find(step.outs.front());
  if (x == nullptr || y == nullptr || x->view.numel() == 0) return std::nullopt;
  const auto expected = shown_by(step, x->view, *profile);
  if (!expected) return std::nullopt;  // no strides express the result
  const std::string& name = step.outs.front();
  if (y->buffer != x->buffer)
    return view_fault(name,
                      fmt::format("has memory of its own, expected that of {}",
                                  step.operands.front()));
  if (!show_the_same(y->view, *expected))
    return view_fault(
        name, fmt::format("has strides {} and offset {}, expected {} and {}",
                          shape_text(y->view.strides()), y->view.offset(),
                          shape_text(expected->strides()), expected->offset()));
  return std::nullopt;
}

}  // namespace assay
