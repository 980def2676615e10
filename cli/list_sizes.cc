// Implements `assay list sizes`: how large the operands and results of a level
// are, measured on the cases themselves. A suite of small operands says nothing
// about kernels that only large operands reach.
// Tested by tests/cli/command_test.cc.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "conformance/plan.h"
#include "harness/generate/build_case.h"

namespace assay {
namespace {

struct Sizes {
  std::int64_t extent = 0;    // of any axis
  std::int64_t elements = 0;  // of any tensor
  std::int64_t offset = 0;
  std::int64_t stride = 0;
  std::size_t rank = 0;
  std::size_t operands = 0;
  std::int64_t cases = 0;
};

void note_view(const View& view, Sizes& sizes) {
  for (const std::int64_t extent : view.shape())
    sizes.extent = std::max(sizes.extent, extent);
  for (const std::int64_t stride : view.strides())
    sizes.stride = std::max(sizes.stride, std::abs(stride));
  sizes.elements = std::max(sizes.elements, view.numel());
  sizes.offset = std::max(sizes.offset, view.offset());
  sizes.rank = std::max(sizes.rank, view.rank());
}

void print_row(std::string_view family, const Sizes& sizes) {
  if (sizes.cases > 0)
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {} |\n", family,
               sizes.cases, sizes.extent, sizes.elements, sizes.rank,
               sizes.operands, sizes.offset, sizes.stride);
}

}  // namespace

int list_sizes(const std::string& level_name, const std::string& filter_text) {
  const auto level = level_named(level_name);
  if (!level)
    return complain(
        kExitUsage,
        fmt::format(
            "there is no level \"{}\"; expected quick, standard or deep",
            level_name));
  const auto filter = Filter::parse(filter_text);
  if (!filter) return complain(kExitUsage, filter.status().message);
  const auto plan = plan_cases(*level, *filter);
  if (plan.empty())
    return complain(
        kExitNothingSelected,
        fmt::format("the filter \"{}\" selects no case", filter_text));
  fmt::print(
      "| family | cases | longest axis | most elements | rank | operands | "
      "offset | stride |\n|---|---|---|---|---|---|---|---|\n");
  std::string_view family;
  Sizes sizes;
  for (const PlannedCase& planned : plan) {
    if (family_of(planned.op).name != family) {
      print_row(family, sizes);
      family = family_of(planned.op).name;
      sizes = {};
    }
    const Case test_case = build_case(planned, 0);
    ++sizes.cases;
    for (const CaseTensor& tensor : test_case.tensors)
      note_view(tensor.view, sizes);
    for (const Step& step : test_case.steps) {
      sizes.operands = std::max(sizes.operands, step.operands.size());
      if (step.attributes.find(AttributeKey::kShape) != nullptr)
        note_view(View(step.attributes.shape()), sizes);
    }
  }
  print_row(family, sizes);
  return kExitConforms;
}

}  // namespace assay
