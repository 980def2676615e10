// Lays out and fills the tensors of a case, and appends the programs that rows
// name.
// Tested by tests/harness/generate/build_case_test.cc.
#include "harness/families/case_builder.h"

#include <algorithm>
#include <utility>

#include "harness/case/case_storage.h"
#include "harness/case/case_types.h"
#include "spec/infer.h"
#include "spec/op_table.h"
#include "spec/places.h"

namespace assay {
namespace {

// Storage that no view shows repeats with this period; it is prime.
constexpr std::int64_t kNoisePeriod = 16381;

// The layouts that the second and third operand may have in a case about a
// combination.
constexpr Layout kOtherLayouts[] = {Layout::kWoven, Layout::kLeading,
                                    Layout::kSliceTranspose,
                                    Layout::kContiguous};

std::vector<std::string> with_suffix(std::vector<std::string> names,
                                     std::string_view suffix) {
  for (std::string& name : names) name += suffix;
  return names;
}

}  // namespace

CaseBuilder::CaseBuilder(const PlannedCase& plan, std::uint64_t seed,
                         const Structure& structure, const ClauseCase& row)
    : plan_(plan), structure_(structure), row_(row) {
  case_.id = plan.id();
  case_.clause = plan.clause;
  case_.seed = seed;
}

void CaseBuilder::add_tensor(const std::string& name, DType dtype,
                             const Shape& shape, Layout layout,
                             const Filler& filler) {
  const LaidOut laid_out = lay_out(layout, shape, case_.seed + streams_);
  CaseTensor tensor{name, dtype, laid_out.view, {}, {}};
  ValueStream noise(case_.seed, streams_++);
  tensor.storage.emplace();
  std::vector<ElementBits>& storage = *tensor.storage;
  const auto count = static_cast<std::size_t>(laid_out.storage_count);
  const auto period = static_cast<std::size_t>(kNoisePeriod);
  storage.reserve(count);
  // If the view shows all of its storage, nothing is left to fill.
  if (laid_out.storage_count == element_count(shape) &&
      !repeats_elements(layout))
    storage.resize(count);
  while (storage.size() < std::min(count, period))
    storage.push_back(draw_element(ValueKind::kPlain, dtype, noise));
  while (storage.size() < count)
    storage.push_back(storage[storage.size() - period]);
  std::size_t k = 0;
  for_each_place(tensor.view, [&](std::int64_t place) {
    storage[static_cast<std::size_t>(place)] = filler(k++);
  });
  case_.tensors.push_back(std::move(tensor));
}

void CaseBuilder::add_operand(const std::string& name, DType dtype,
                              const Shape& shape, Layout layout) {
  ValueStream values(case_.seed, streams_++);
  add_tensor(name, dtype, shape, layout, [&](std::size_t) {
    return draw_element(row_.values, dtype, values);
  });
}

void CaseBuilder::add_repeated(const std::string& name, DType dtype,
                               const Shape& shape, ElementBits bits) {
  CaseTensor tensor{
      name, dtype, View(shape, Strides(shape.size(), 0), 0), {}, {}};
  tensor.storage = {bits};
  case_.tensors.push_back(std::move(tensor));
}

void CaseBuilder::add_stored(const std::string& name, DType dtype, View view,
                             std::vector<ElementBits> storage) {
  case_.tensors.push_back(
      {name, dtype, std::move(view), std::move(storage), {}});
}

void CaseBuilder::add_out(const std::string& name, DType dtype,
                          const Shape& shape) {
  case_.tensors.push_back({name, dtype, View(shape), {}, {}});
}

void CaseBuilder::add_step(Op op, std::vector<std::string> operands,
                           const Attributes& attributes,
                           std::vector<std::string> outs) {
  Step step;
  step.op = op;
  step.operands = std::move(operands);
  step.attributes = attributes;
  step.outs = std::move(outs);
  case_.steps.push_back(std::move(step));
}

Step& CaseBuilder::add_surroundings(StepKind does,
                                    std::vector<std::string> operands,
                                    std::vector<std::string> outs) {
  Step step;
  step.op = op_of(does);
  step.does = does;
  step.operands = std::move(operands);
  step.outs = std::move(outs);
  case_.steps.push_back(std::move(step));
  return case_.steps.back();
}

CaseTensor& CaseBuilder::tensor(std::string_view name) {
  return *std::find_if(
      case_.tensors.begin(), case_.tensors.end(),
      [name](const CaseTensor& tensor) { return tensor.name == name; });
}

void CaseBuilder::permit_refusal() {
  const auto is_own = [this](const Step& step) { return step.op == plan_.op; };
  const auto first =
      std::find_if(case_.steps.begin(), case_.steps.end(), is_own);
  first->kind = kRefusal;
}

Expectation& CaseBuilder::expect(const std::string& tensor) {
  Expectation expectation;
  expectation.tensor = tensor;
  case_.expect.push_back(std::move(expectation));
  return case_.expect.back();
}

void CaseBuilder::expect_values(const std::string& tensor,
                                std::vector<std::vector<ElementBits>> any_of) {
  Expectation& expectation = expect(tensor);
  for (auto& values : any_of)
    expectation.any_of.push_back(
        {.values = std::move(values), .accuracy = Accuracy::kBits});
}

Shape CaseBuilder::fitted_shape() const {
  const CaseShape wanted = row_.shape;
  Shape shape = structure_.shape;
  // Every third case has rows, which a kernel may process one by one.
  if (wanted == CaseShape::kLadder && plan_.number % 3 == 2)
    return {3, ladder_size(plan_.number)};
  if (wanted == CaseShape::kLadder) return {ladder_size(plan_.number)};
  if (wanted == CaseShape::kHighRank)
    return with_high_rank(shape, plan_.number);
  if (wanted == CaseShape::kEmpty && !shape.empty())
    shape[static_cast<std::size_t>(
        structure_.choose(7, static_cast<std::int64_t>(shape.size())))] = 0;
  return shape;
}

// Kernels of column-major libraries take a contiguous operand for a transposed
// one, so ops of lax get one operand of each kind, in both orders.
Layout CaseBuilder::layout_of(std::size_t operand) const {
  if (plan_.layout == Layout::kTranspose && set_of(plan_.op) == "lax" &&
      spec_of(plan_.op).signature.operands.size() > 1) {
    const std::size_t turned = static_cast<int>(plan_.dtype) % 2 == 0 ? 0 : 1;
    return operand % 2 == turned ? Layout::kTranspose : Layout::kContiguous;
  }
  // If all operands repeat the same axis, elements still meet the elements that
  // they were drawn with.
  if (operand == 0 || plan_.layout == Layout::kContiguous ||
      plan_.layout == Layout::kBroadcast)
    return plan_.layout;
  if (is_combined(plan_.layout))
    return repeats_elements(plan_.layout) || plan_.layout == Layout::kFar
               ? plan_.layout
               : kOtherLayouts[structure_.choose(7 - operand % 8,
                                                 std::ssize(kOtherLayouts))];
  constexpr Layout kOthers[] = {Layout::kContiguous, Layout::kOffset,
                                Layout::kTranspose, Layout::kSlice,
                                Layout::kFlip};
  return kOthers[structure_.choose(7 - operand, std::ssize(kOthers))];
}

void CaseBuilder::add_writing_program(const std::vector<std::string>& operands,
                                      const Attributes& attributes, DType dtype,
                                      const Shape& shape) {
  add_writing_program(operands, attributes, {{dtype, shape}});
}

void CaseBuilder::add_writing_program(const std::vector<std::string>& operands,
                                      const Attributes& attributes) {
  add_writing_program(operands, attributes, result_types(operands, attributes));
}

void CaseBuilder::add_writing_program(const std::vector<std::string>& operands,
                                      const Attributes& attributes,
                                      const std::vector<TensorType>& types) {
  if (row_.program == CaseProgram::kAlias) {
    // On the ladder every second case writes over the first operand that has
    // the result's dtype.
    const bool is_first = plan_.rung > 0 && plan_.number % 2 == 0;
    std::string written =
        is_first ? operands[operands.size() == 3 ? 1 : 0] : operands.back();
    // A bound of rank 0 has not the shape of the result.
    if (case_.find(written)->view.shape() != types[0].shape)
      written = operands[0];
    add_step(plan_.op, operands, attributes, {written});
    expect(written);
    return;
  }
  const std::vector<std::string> outs = result_names("out", types.size());
  for (std::size_t k = 0; k < outs.size(); ++k)
    add_out(outs[k], types[k].dtype, types[k].shape);
  add_step(plan_.op, operands, attributes, outs);
  for (const std::string& out : outs) expect(out);
  if (row_.program != CaseProgram::kTwice &&
      row_.program != CaseProgram::kTwoLayouts)
    return;
  std::vector<std::string> again = operands;
  if (row_.program == CaseProgram::kTwoLayouts)
    for (std::string& name : again) {
      // Lays the same elements out as the structure chooses.
      const CaseTensor from = *case_.find(name);
      const std::vector<ElementBits> elements = shown_elements(from);
      const auto layout = static_cast<Layout>(
          1 + structure_.choose(again.size(), 4));  // no repeated elements
      name += "_again";
      add_tensor(name, from.dtype, from.view.shape(), layout,
                 [&](std::size_t k) { return elements[k]; });
    }
  for (std::size_t k = 0; k < outs.size(); ++k)
    add_out(outs[k] + "_again", types[k].dtype, types[k].shape);
  add_step(plan_.op, again, attributes, with_suffix(outs, "_again"));
  for (const std::string& out : outs) expect(out + "_again").same_bits_as = out;
}

void CaseBuilder::add_updating_program(const std::vector<std::string>& operands,
                                       const Attributes& attributes,
                                       const Filler& filler, Layout layout) {
  const TensorType type = result_types(operands, attributes).front();
  const auto add_kept = [&](const std::string& name, const Filler& elements) {
    if (elements)
      add_tensor(name, type.dtype, type.shape, layout, elements);
    else
      add_operand(name, type.dtype, type.shape, layout);
    add_step(plan_.op, operands, attributes, {name});
  };
  add_kept("out", filler);
  expect("out").whole_storage = row_.program == CaseProgram::kNeighbours;
  if (row_.program != CaseProgram::kTwice) return;
  const std::vector<ElementBits> before = shown_elements(*case_.find("out"));
  add_kept("out_again", [&](std::size_t k) { return before[k]; });
  expect("out_again").same_bits_as = "out";
}

void CaseBuilder::add_returning_program(
    const std::vector<std::string>& operands, const Attributes& attributes) {
  const std::vector<std::string> results =
      result_names("y", spec_of(plan_.op).signature.results.size());
  add_step(plan_.op, operands, attributes, results);
  for (const std::string& result : results) expect(result);
  if (row_.program == CaseProgram::kTwice) {
    add_step(plan_.op, operands, attributes, with_suffix(results, "_again"));
    for (const std::string& result : results)
      expect(result + "_again").same_bits_as = result;
  }
  const bool writes = row_.program == CaseProgram::kFresh ||
                      row_.program == CaseProgram::kZeroCopy;
  if (!writes) return;
  // Residuals are computed from operands, so only the next results are written.
  if (is_judged_by_residual(plan_.op))
    return add_next_result(operands, attributes);
  const CaseTensor& first = *case_.find(operands.front());
  const DType dtype = first.dtype;
  const Shape shape = first.view.shape();
  add_operand("source", dtype, shape, Layout::kContiguous);
  add_step("assign"_op, {"source"}, {}, {operands.front()});
  if (row_.program == CaseProgram::kFresh)
    add_next_result(operands, attributes);
}

void CaseBuilder::add_next_result(const std::vector<std::string>& operands,
                                  const Attributes& attributes) {
  const std::vector<TensorType> made = result_types(operands, attributes);
  const std::vector<std::string> results =
      with_suffix(result_names("y", made.size()), "_again");
  add_step(plan_.op, operands, attributes, results);
  const auto& of_row = spec_of(plan_.op).signature.results;
  for (std::size_t k = 0; k < results.size(); ++k) {
    // The profile decides the dtype.
    if (is_judged_by_residual(plan_.op) && of_row[k].role == Role::kDerived)
      continue;
    add_write(results[k], made[k].dtype, made[k].shape);
  }
}

std::vector<std::string> CaseBuilder::result_names(const std::string& first,
                                                   std::size_t count) const {
  std::vector<std::string> names = {first};
  const auto& results = spec_of(plan_.op).signature.results;
  for (std::size_t k = 1; k < count; ++k) names.emplace_back(results[k].name);
  return names;
}

std::vector<TensorType> CaseBuilder::result_types(
    const std::vector<std::string>& operands,
    const Attributes& attributes) const {
  std::vector<TensorType> types;
  for (const std::string& name : operands) {
    const CaseTensor& operand = *case_.find(name);
    types.push_back({operand.dtype, operand.view.shape()});
  }
  return *infer(plan_.op, types, attributes, plan_.result);
}

void CaseBuilder::add_write(const std::string& name, DType dtype,
                            const Shape& shape) {
  const std::string source = "source_of_" + name;
  add_operand(source, dtype, shape, Layout::kContiguous);
  add_step("assign"_op, {source}, {}, {name});
}

void CaseBuilder::share_answers(std::vector<std::uint32_t> entries) {
  case_.expect.back().shared_answers = std::move(entries);
}

void CaseBuilder::demand_exact() {
  for (Expectation& expectation : case_.expect)
    expectation.exact = expectation.same_bits_as.empty();
}

std::int64_t ladder_size(int number) {
  constexpr std::int64_t kSizes[] = {17, 129, 1,  3,  7,  8,   15,  16,  31,
                                     32, 33,  63, 64, 65, 127, 128, 255, 257};
  return kSizes[static_cast<std::size_t>(number) % std::size(kSizes)];
}

}  // namespace assay
