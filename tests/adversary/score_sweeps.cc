// Tested by tests/adversary/score_test.cc.
#include "tests/adversary/score_sweeps.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "harness/subject/plugin_subject.h"
#include "reference/reference.h"
#include "sweep/run_sweep.h"

namespace assay::adversary {
namespace {

// Returns whether a sweep finds the row's bug, or an error if there is no
// sweep.
Result<bool> sweep_finds(const BugRow& row, const Inputs& inputs,
                         const ScoreSettings& settings) {
  setenv("ASSAY_ADVERSARY_BUG", row.name.c_str(), 1);
  SweepOptions options;
  options.subject = settings.plugin;
  options.make_subject = [&]() -> Result<std::unique_ptr<Subject>> {
    auto started = PluginSubject::start(settings.plugin);
    if (!started) return started.status();
    return std::unique_ptr<Subject>(*std::move(started));
  };
  options.make_oracle = [] { return std::make_unique<Reference>(kNx); };
  options.inputs = inputs;
  options.jobs = settings.jobs;
  options.out = std::filesystem::temp_directory_path() /
                fmt::format("assay-adversary-{}.jsonl", getpid());
  Sweep sweep;
  const auto failure = run_sweep(options, sweep);
  std::filesystem::remove(options.out);
  std::filesystem::remove(options.out.string() + ".partial");
  if (!failure) return sweep.total().rejected > 0;
  if (failure->error == SweepError::kNotClaimed) return false;
  if (failure->error == SweepError::kBroke) return true;
  return Status::internal(failure->message);
}

}  // namespace

Status score_sweeps(const std::vector<BugRow>& rows, const std::vector<Op>& ops,
                    const ScoreSettings& settings, FoundSlots& slots) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name.starts_with("cliff:") || rows[i].is_control) continue;
    for (Op op : ops)
      for (const DTypeSpec& dtype : kDTypes) {
        if (!slots.is_open(i)) continue;
        const auto inputs = inputs_of(op, dtype.dtype);
        if (!inputs || inputs->block_count() > 1) continue;
        if (refused_inputs(*inputs, kNx)) continue;
        if (!concerns(rows[i], name_of(op), name_of(dtype.dtype),
                      name_of(inputs->result_dtype())))
          continue;
        const auto found = sweep_finds(rows[i], *inputs, settings);
        if (!found) return found.status();
        if (*found)
          slots.note(i, Stage::kStandard,
                     fmt::format("sweep of {} on {}", name_of(op), dtype.name),
                     Verdict::kFail);
      }
  }
  return {};
}

}  // namespace assay::adversary
