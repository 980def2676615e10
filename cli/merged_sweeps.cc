// Joins the level sweeps of shards. A sweep is in one shard as a whole, unless
// a shard was run twice.
// Tested by tests/cli/merge_command_test.cc.
#include "cli/merged_sweeps.h"

#include <fmt/format.h>

#include <map>

#include "cli/level_sweeps.h"
#include "conformance/case_file.h"
#include "conformance/run_folder.h"
#include "reports/replay_line.h"
#include "sweep/sweep_text.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// The sweeps of all folders, by the names of their files.
struct FoundSweep {
  Sweep sweep;
  fs::path folder;  // of the run
  bool is_complete = false;
};

Status find_sweeps(const fs::path& folder,
                   std::map<std::string, FoundSweep>& found) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "sweeps", error)) {
    const fs::path& file = entry.path();
    const bool is_complete = file.extension() == ".jsonl";
    if (!is_complete && file.extension() != ".partial") continue;
    auto sweep = read_sweep(file, !is_complete);
    if (!sweep) return sweep.status();
    const std::string name =
        is_complete ? file.filename() : file.stem();  // without ".partial"
    const auto [at, is_first] =
        found.emplace(name, FoundSweep{*sweep, folder, is_complete});
    if (is_first) continue;
    if (Status s = join(at->second.sweep, *sweep); !s.ok())
      return Status::invalid(file.string() + ": " + s.message);
    if (is_complete) at->second.is_complete = true;
  }
  return {};
}

Status copy_whole(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (!error) return {};
  return Status::invalid(fmt::format("{} cannot be copied to {}: {}",
                                     from.string(), to.string(),
                                     error.message()));
}

// Returns the line that replays the first result that is not permitted, if its
// case file is there. Copies that file into `out`.
Result<std::string> replay_line(const FoundSweep& found, const fs::path& out,
                                const std::string& subject,
                                const std::string& command) {
  const auto inputs = inputs_of(found.sweep.head);
  if (!inputs) return inputs.status();
  const std::string name = case_file_name(sweep_id(*inputs));
  fs::path file = found.folder / "cases" / name;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::string();
  if (!out.empty()) {
    if (Status s = copy_whole(file, out / "cases" / name); !s.ok()) return s;
    file = out / "cases" / name;
  }
  return fmt::format("  {} replay {} {}\n", command,
                     shell_quoted(file.string()), shell_quoted(subject));
}

}  // namespace

bool has_open_sweeps(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / kRecordsFile, error) &&
         fs::exists(folder / kPartialRecordsFile, error);
}

Result<SweptCells> merge_level_sweeps(const Merged& merged, const fs::path& out,
                                      const std::string& command) {
  SweptCells swept;
  std::map<std::string, FoundSweep> found;
  for (const fs::path& folder : merged.sources) {
    if (Status s = find_sweeps(folder, found); !s.ok()) return s;
    if (has_open_sweeps(folder))
      swept.broken.push_back(
          {"sweeps", fmt::format("the sweeps in {} did not finish; --resume "
                                 "continues them\n",
                                 folder.string())});
  }
  for (const auto& [file, one] : found) {
    const SweepHead& head = one.sweep.head;
    const std::string name = fmt::format("{} on {}", head.op, head.dtype);
    const Totals total = one.sweep.total();
    ++swept.cells;
    swept.inputs += total.inputs;
    if (one.is_complete && !out.empty())
      if (Status s =
              copy_whole(one.folder / "sweeps" / file, out / "sweeps" / file);
          !s.ok())
        return s;
    if (!one.is_complete) {
      swept.broken.push_back(
          {name, fmt::format("sweep of {}: it did not finish\n", name)});
    } else if (total.rejected > 0) {
      const auto line = replay_line(one, out, merged.run.subject, command);
      if (!line) return line.status();
      swept.broken.push_back({name, "sweep of " + text_of(one.sweep) + *line});
    }
  }
  for (const BrokenSweep& broken : swept.broken) swept.text += broken.text;
  if (swept.cells > 0)
    swept.text += fmt::format("sweeps: {} cells, {} inputs, {} broken\n",
                              swept.cells, swept.inputs, swept.broken.size());
  return swept;
}

}  // namespace assay
