// Looks for a deciding NaN lane by lane, and replaces elements if there is
// none.
// Tested by tests/harness/operands/value_kind_test.cc.
#include "harness/generate/deciding_nan.h"

#include <algorithm>

#include "harness/case/seed.h"
#include "harness/families/clause_cases.h"
#include "harness/operands/operand_pool.h"
#include "spec/float_codec.h"

namespace assay {
namespace {

using Positions = std::vector<std::size_t>;  // positions in the storage

bool is_sort(Op op) { return family_of(op).name == "sorting"; }

// Returns the axes that a reduction, scan or sort works along.
std::vector<std::int64_t> axes_of(const Attributes& attributes) {
  if (const auto* axes = attributes.find(AttributeKey::kAxes)) return *axes;
  return {attributes.axis()};
}

CaseTensor& operand_of(Case& test_case, std::size_t place) {
  const std::string& name = test_case.steps[0].operands[place];
  return *std::find_if(
      test_case.tensors.begin(), test_case.tensors.end(),
      [&](const CaseTensor& tensor) { return tensor.name == name; });
}

// Returns the lanes of an operand in row-major order, each in the order of its
// elements.
std::vector<Positions> lanes_of(const View& view,
                                const std::vector<std::int64_t>& axes) {
  Shape outer = view.shape();
  Shape inner(view.rank(), 1);
  for (std::int64_t axis : axes) {
    const auto place = static_cast<std::size_t>(axis);
    std::swap(inner[place], outer[place]);
  }
  std::vector<Positions> lanes;
  for (const Index& from : indices(outer)) {
    lanes.emplace_back();
    for (const Index& at : indices(inner))
      lanes.back().push_back(static_cast<std::size_t>(
          view.linear_index(from) + view.linear_index(at) - view.offset()));
  }
  return lanes;
}

// Returns whether a NaN is on the side of a number on which it decides.
bool is_decided(const CaseTensor& tensor, const Positions& lane, bool sorts) {
  bool seen_first = false;
  for (std::size_t place : lane) {
    const bool is_nan = is_nan_element(tensor.dtype, (*tensor.storage)[place]);
    if (is_nan != sorts && seen_first) return true;
    seen_first = seen_first || is_nan == sorts;
  }
  return false;
}

ElementBits nan_of(DType dtype) {
  return {quiet_nan_bits(format_of(dtype)), 0};
}
ElementBits one_of(DType dtype) {
  return {encode_real(format_of(dtype), 1.0), 0};
}

// Gives the first element the operands of a boundary tuple that contains a NaN.
void put_tuple(const PlannedCase& plan, Case& test_case) {
  const OperandPool& pool = OperandPool::of(plan.op, plan.dtype, plan.result);
  constexpr std::uint64_t kTries = 4096;
  const std::size_t count = test_case.steps[0].operands.size();
  for (std::uint64_t at = 0; at < kTries; ++at) {
    const OperandTuple tuple = pool.boundary(plan.clause, test_case.seed + at);
    const bool has_nan = std::any_of(
        tuple.begin(), tuple.begin() + static_cast<std::ptrdiff_t>(count),
        [&](ElementBits bits) { return is_nan_element(plan.dtype, bits); });
    if (!has_nan) continue;
    for (std::size_t i = 0; i < count; ++i) {
      CaseTensor& tensor = operand_of(test_case, i);
      const auto first = static_cast<std::size_t>(
          tensor.view.linear_index(Index(tensor.view.rank(), 0)));
      (*tensor.storage)[first] = tuple[i];
    }
    return;
  }
}

}  // namespace

bool is_about_nan(const PlannedCase& plan) {
  const std::string_view aspect = aspect_of(plan.clause);
  if (aspect != "nan" && aspect != "nan_last") return false;
  const std::string_view family = family_of(plan.op).name;
  return has_pool(plan.op) || family == "reduction" || family == "sorting";
}

bool has_deciding_nan(const Case& test_case) {
  const Step& step = test_case.steps[0];
  const std::string_view family = family_of(step.op).name;
  if (family == "reduction" || family == "sorting") {
    const CaseTensor& tensor = *test_case.find(step.operands[0]);
    const auto lanes = lanes_of(tensor.view, axes_of(step.attributes));
    return std::any_of(lanes.begin(), lanes.end(), [&](const Positions& lane) {
      return is_decided(tensor, lane, is_sort(step.op));
    });
  }
  for (const std::string& name : step.operands) {
    const CaseTensor& tensor = *test_case.find(name);
    for (const Index& at : indices(tensor.view.shape()))
      if (is_nan_element(tensor.dtype,
                         (*tensor.storage)[static_cast<std::size_t>(
                             tensor.view.linear_index(at))]))
        return true;
  }
  return false;
}

void put_deciding_nan(const PlannedCase& plan, Case& test_case) {
  const Step& step = test_case.steps[0];
  if (has_pool(plan.op)) return put_tuple(plan, test_case);
  CaseTensor& tensor = operand_of(test_case, 0);
  for (const Positions& lane :
       lanes_of(tensor.view, axes_of(step.attributes))) {
    if (lane.size() < 2 || lane[0] == lane[1]) continue;
    ElementBits& first = (*tensor.storage)[lane[0]];
    ElementBits& second = (*tensor.storage)[lane[1]];
    ElementBits& number = is_sort(step.op) ? second : first;
    if (is_nan_element(tensor.dtype, number)) number = one_of(tensor.dtype);
    (is_sort(step.op) ? first : second) = nan_of(tensor.dtype);
    return;
  }
}

}  // namespace assay
