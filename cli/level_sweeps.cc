// Chooses the sweeps of a level, runs them, and writes the first result that is
// not permitted as a case.
// Tested by tests/cli/sweep_command_test.cc.
#include "cli/level_sweeps.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/sweep_command.h"
#include "conformance/case_file.h"
#include "conformance/shard.h"
#include "harness/operands/governing_clause.h"
#include "harness/run/prepare.h"
#include "reports/replay_line.h"
#include "spec/op_table.h"
#include "sweep/run_sweeps.h"
#include "sweep/sweep_text.h"

namespace assay {
namespace {

// The number of rounds of a sample, by level. One round of an op takes some 40
// ms on the reference.
constexpr std::uint64_t kStandardRounds = 1;
constexpr std::uint64_t kDeepRounds = 64;

// Returns whether a level has a sample of a cell. Functions get one whose
// inputs are too many for a sweep, and binary ops whose results may leave the
// range. Sums, extrema and comparisons have no kinds of input that their cases
// lack.
bool is_sampled(Op op, DType dtype, bool is_deep) {
  if (dtype != DType::kFloat64 && dtype != DType::kFloat32) return false;
  const auto is_any = [op](auto... ops) { return ((op == ops) || ...); };
  if (is_any("pow"_op, "atan2"_op, "div"_op, "mul"_op, "mod"_op)) return true;
  const OpSpec& spec = spec_of(op);
  if (!spec.signature.is_lifted() || !spec.attributes.empty() ||
      spec.signature.operands.size() != 1)
    return false;
  return dtype == DType::kFloat64 || !is_deep;
}

// Returns the cells that a level sweeps, with all inputs or a sample, in the
// order of the op table.
std::vector<Inputs> sweeps_of(const CheckOptions& options, bool is_deep) {
  std::vector<Inputs> chosen;
  for (const OpSpec* spec : kOps)
    for (const DTypeSpec& dtype : kDTypes) {
      const Op op = *op_named(spec->name);
      if (options.sets && !options.sets->contains(op)) continue;
      const auto inputs =
          is_sampled(op, dtype.dtype, is_deep)
              ? sampled_inputs_of(op, dtype.dtype,
                                  is_deep ? kDeepRounds : kStandardRounds,
                                  options.seed)
              : inputs_of(op, dtype.dtype);
      if (!inputs || (inputs->block_count() > 1 && !is_deep)) continue;
      if (refused_inputs(*inputs, *options.profile)) continue;
      // 32-bit integers have no functions whose faults the cases could miss.
      if (inputs->block_count() > 1 && !is_real(dtype.dtype)) continue;
      const std::string id = sweep_id(*inputs);
      if (options.filter.selects(id) &&
          shard_of_case(id, options.shard) == options.shard.index)
        chosen.push_back(*inputs);
    }
  return chosen;
}

// Writes the first result that is not permitted as a case of one element.
// Returns the line that replays it, or an empty text if that fails.
std::string replay_line(const CheckOptions& options, const Inputs& inputs,
                        const SweptInput& swept, const std::string& command) {
  Case one;
  one.id = sweep_id(inputs);
  Step step;
  step.op = inputs.op;
  step.outs = {"out"};
  std::vector<ElementBits> operands;
  const View view(Shape{1});
  for (int k = 0; k < inputs.operand_count; ++k) {
    operands.push_back({inputs.operand(swept.input, k), 0});
    const std::string name = k == 0 ? "a" : "b";
    one.tensors.push_back({.name = name,
                           .dtype = inputs.dtype,
                           .view = view,
                           .storage = std::vector{operands.back()}});
    step.operands.push_back(name);
  }
  one.tensors.push_back(
      {.name = "out", .dtype = inputs.result_dtype(), .view = view});
  one.steps.push_back(std::move(step));
  one.clause = governing_clause(inputs.op, inputs.dtype, operands);
  one.expect.push_back({.tensor = "out"});
  const auto oracle = options.make_oracle();
  const auto file = options.out / "cases" / case_file_name(one.id);
  if (Status s = prepare_case(one, *oracle, *options.profile); !s.ok())
    return {};
  if (!write_case_file(file, one).ok()) return {};
  return fmt::format("  {}\n  {} replay {} {}\n", one.clause, command,
                     shell_quoted(file.string()),
                     shell_quoted(options.subject));
}

SweepOptions sweep_options(const CheckOptions& options, const Inputs& inputs) {
  SweepOptions sweep;
  sweep.subject = options.subject;
  sweep.make_subject = options.make_subject;
  sweep.make_oracle = options.make_oracle;
  sweep.profile = options.profile;
  sweep.inputs = inputs;
  sweep.jobs = options.jobs;
  sweep.resume = options.resume;
  sweep.out =
      options.out / "sweeps" /
      fmt::format("{}-{}{}.jsonl", name_of(inputs.op), name_of(inputs.dtype),
                  inputs.is_sample() ? "-sample" : "");
  return sweep;
}

}  // namespace

std::string sweep_id(const Inputs& inputs) {
  return fmt::format(
      "{}/{}:{}:dtype={},case=0", family_of(inputs.op).name, name_of(inputs.op),
      inputs.is_sample() ? "sample" : "sweep", name_of(inputs.dtype));
}

bool has_level_sweeps(const CheckOptions& options) {
  if (options.level == Level::kQuick) return false;
  const bool is_deep = options.level == Level::kDeep;
  return !sweeps_of(options, is_deep).empty();
}

LevelSweeps run_level_sweeps(
    const CheckOptions& options, const std::string& command,
    const std::function<void(std::size_t, std::size_t)>& progress) {
  const bool is_deep = options.level == Level::kDeep;
  const bool leaves_out = is_deep && options.subject == "reference";
  std::vector<SweepOptions> sweeps;
  for (const Inputs& inputs : sweeps_of(options, is_deep && !leaves_out))
    sweeps.push_back(sweep_options(options, inputs));
  LevelSweeps result;
  SweptCells& swept = result.swept;
  const auto take = [&](std::size_t i,
                        const std::optional<SweepFailure>& failure,
                        const Sweep& sweep) {
    const Inputs& inputs = sweeps[i].inputs;
    const std::string name =
        fmt::format("{} on {}", name_of(inputs.op), name_of(inputs.dtype));
    if (failure) {
      if (failure->error == SweepError::kNotClaimed) return true;
      if (failure->error != SweepError::kBroke) {
        result.code = exit_code_of(failure->error);
        result.message = failure->message;
        return false;
      }
      ++swept.cells;
      swept.broken.push_back(
          {name, fmt::format("sweep of {}: {}\n", name, failure->message)});
      return true;
    }
    ++swept.cells;
    const Totals total = sweep.total();
    swept.inputs += total.inputs;
    if (total.rejected == 0) return true;
    swept.broken.push_back(
        {name,
         "sweep of " + text_of(sweep) +
             replay_line(options, inputs, *total.first_rejected, command)});
    return true;
  };
  run_sweeps(sweeps, options.jobs, take, progress);
  for (const BrokenSweep& broken : swept.broken) swept.text += broken.text;
  if (swept.cells > 0)
    swept.text += fmt::format("sweeps: {} cells, {} inputs, {} broken, in {}\n",
                              swept.cells, swept.inputs, swept.broken.size(),
                              (options.out / "sweeps").string());
  if (leaves_out)
    swept.text +=
        "sweeps of float32 are left out, because the subject is the "
        "reference\n";
  return result;
}

}  // namespace assay
