// Formats totals as lines for people and as rows of a Markdown table.
// Tested by tests/sweep/sweep_file_test.cc.
#include "sweep/sweep_text.h"

#include <fmt/format.h>

#include <cmath>

#include "spec/element_text.h"

namespace assay {
namespace {

std::string element(DType dtype, std::uint64_t bits) {
  return fmt::format("{} ({})", component_text(dtype, bits),
                     bits_text(dtype, {bits, 0}));
}

// Returns an error with four decimals, enough to distinguish close ones.
std::string ulp_text(double ulp) {
  return std::isfinite(ulp) ? fmt::format("{:.4f}", ulp) : "not a distance";
}

std::string swept_line(const char* label, const Inputs& inputs,
                       const SweptInput& swept) {
  const DType type = inputs.result_dtype();
  return fmt::format("  {}: {} ULP at {}: got {}, correctly rounded {}\n",
                     label, ulp_text(swept.ulp),
                     operands_text(inputs, swept.input),
                     element(type, swept.got), element(type, swept.expected));
}

std::string steps_text(const Totals& total) {
  std::string text;
  for (std::size_t i = 0; i < total.steps.size(); ++i)
    if (total.steps[i] > 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : "  ", kStepNames[i],
                          total.steps[i]);
  return text;
}

}  // namespace

std::string operands_text(const Inputs& inputs, std::uint64_t input) {
  std::string text;
  for (int k = 0; k < inputs.operand_count; ++k) {
    if (k > 0) text += ", ";
    text += element(inputs.dtype, inputs.operand(input, k));
  }
  return text;
}

bool is_clean(const Sweep& sweep) {
  return sweep.missing() == 0 && sweep.total().rejected == 0;
}

std::string text_of(const Sweep& sweep) {
  const SweepHead& head = sweep.head;
  const auto inputs = inputs_of(head);
  if (!inputs) return inputs.status().message + "\n";
  const Totals total = sweep.total();
  std::string text = fmt::format(
      "{} on {}: {} {} against profile {}\n"
      "  inputs: {} of {}{}\n",
      head.op, head.dtype, head.subject_name, head.subject_version,
      head.profile, total.inputs, inputs->count(),
      inputs->is_sample() ? fmt::format(", a sample by seed {}", head.seed)
                          : "");
  if (sweep.missing() > 0)
    text += fmt::format("  blocks: {} of {} are missing\n", sweep.missing(),
                        head.end_block - head.first_block);
  text +=
      fmt::format("  not permitted ({}): {}\n", head.accuracy, total.rejected);
  if (total.first_rejected)
    text += swept_line("the first", *inputs, *total.first_rejected);
  if (total.worst)
    text += swept_line("worst", *inputs, *total.worst);
  else
    text += "  worst: every result is the correctly rounded one\n";
  text += fmt::format(
      "  steps from the correctly rounded result: {}\n"
      "  breaks of monotonicity: {}\n"
      "  digest: 0x{:016x}\n",
      steps_text(total), total.breaks, total.digest);
  return text;
}

std::string table_of(const std::vector<Sweep>& sweeps) {
  std::string text =
      "| op | dtype | inputs | permitted | worst ULP | at | got | correctly "
      "rounded there | not correctly rounded | monotonicity breaks | digest "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Sweep& sweep : sweeps) {
    const auto inputs = inputs_of(sweep.head);
    if (!inputs) continue;
    const Totals total = sweep.total();
    const DType type = inputs->result_dtype();
    std::string worst = "≤ 0.5 | – | – | –";
    if (total.worst)
      worst = fmt::format("{} | {} | {} | {}", ulp_text(total.worst->ulp),
                          operands_text(*inputs, total.worst->input),
                          element(type, total.worst->got),
                          element(type, total.worst->expected));
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {:016x} |\n", sweep.head.op,
        sweep.head.dtype, total.inputs,
        total.rejected == 0 ? "all" : fmt::format("all but {}", total.rejected),
        worst, total.inputs - total.steps[0] - total.open, total.breaks,
        total.digest);
  }
  return text;
}

}  // namespace assay
