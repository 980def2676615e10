// Turns totals of sweeps into the largest errors of cells.
// Tested by tests/cli/publish_command_test.cc.
#include "cli/site_sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "spec/dtype.h"
#include "sweep/sweep_text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Returns whether a sweep measures an error: exact results have none.
bool has_measure(const Sweep& sweep) {
  return !sweep.head.accuracy.starts_with("exact");
}

void add(PublishedRun& run, const NamedSweep& sweep) {
  const ExhaustiveError& error = sweep.error;
  const auto same = [&](const auto& other) {
    return other.row == error.row && other.dtype == error.dtype;
  };
  if (!sweep.is_sample) {
    std::erase_if(run.exhaustive, same);
    run.exhaustive.push_back(error);
    return;
  }
  const auto sampled = std::find_if(run.errors.begin(), run.errors.end(), same);
  if (sampled == run.errors.end())
    run.errors.push_back({error.row, error.dtype, error.ulp, 0, error.input});
  else if (sampled->ulp < error.ulp)
    *sampled = {error.row, error.dtype, error.ulp, sampled->share, error.input};
}

}  // namespace

Result<NamedSweep> named_sweep(const Sweep& sweep, const std::string& name) {
  const auto inputs = inputs_of(sweep.head);
  if (!inputs) return inputs.status();
  if (sweep.missing() > 0)
    return Status::invalid(fmt::format(
        "lacks {} blocks of its sweep; expected all", sweep.missing()));
  const Totals total = sweep.total();
  if (total.inputs != inputs->count())
    return Status::invalid(fmt::format("has {} of {} inputs; expected all",
                                       total.inputs, inputs->count()));
  NamedSweep named{.name = name.empty() ? sweep.head.subject_name : name,
                   .version = sweep.head.subject_version,
                   .is_sample = inputs->is_sample(),
                   .error = {}};
  const auto column = std::find_if(
      std::begin(kDTypes), std::end(kDTypes),
      [&](const DTypeSpec& one) { return one.name == sweep.head.dtype; });
  named.error.row = sweep.head.op;
  named.error.dtype = static_cast<std::size_t>(column - std::begin(kDTypes));
  named.error.inputs = total.inputs;
  named.error.rejected = total.rejected;
  // A result that is correctly rounded is at most half an ULP away.
  named.error.ulp = total.worst ? total.worst->ulp : 0.5;
  if (total.worst)
    named.error.input = operands_text(*inputs, total.worst->input);
  return named;
}

std::vector<std::string> add_level_sweeps(PublishedRun& run,
                                          const std::string& place) {
  std::error_code error;
  const fs::path folder = fs::is_directory(place, error)
                              ? fs::path(place)
                              : fs::path(place).parent_path();
  std::vector<std::string> problems;
  std::set<fs::path> files;  // in an order that does not depend on the folder
  for (const auto& entry : fs::directory_iterator(folder / "sweeps", error))
    files.insert(entry.path());
  for (const fs::path& file : files) {
    if (file.extension() != ".jsonl") {
      problems.push_back(
          fmt::format("has an incomplete sweep {}", file.filename().string()));
      continue;
    }
    const auto sweep = read_sweep(file, false);
    if (!sweep) {
      problems.push_back(sweep.status().message);
      continue;
    }
    if (!is_clean(*sweep)) run.conforms = false;
    if (!has_measure(*sweep)) continue;
    if (const auto named = named_sweep(*sweep, run.name))
      add(run, *named);
    else
      problems.push_back(named.status().message);
  }
  return problems;
}

std::string add_to_subject(std::vector<SiteSubject>& subjects,
                           const NamedSweep& sweep) {
  for (SiteSubject& subject : subjects)
    if (subject.name == sweep.name)
      for (PublishedRun& run : subject.versions)
        if (run.version == sweep.version) {
          add(run, sweep);
          return {};
        }
  return fmt::format("is a sweep of {} {}, of which there is no run",
                     sweep.name, sweep.version);
}

}  // namespace assay
