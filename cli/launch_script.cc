// Writes the job script of a launch.
// Tested by tests/cli/launch_command_test.cc.
#include "cli/launch_script.h"

#include <fmt/format.h>

#include "reports/replay_line.h"

namespace assay {
namespace {

// The arguments are the number of shards, the CPUs of a shard, the folder of
// the launch, the directory to run in, the command, and the end of the name of
// a part.
constexpr const char* kScript = R"sh(#!/bin/sh
# Runs one of {0} shards: that of a Slurm array task, or of the first argument.
# Written by `assay launch`, which reads state/ to see how each shard ended.
#SBATCH --job-name=assay
#SBATCH --array=1-{0}
#SBATCH --cpus-per-task={1}
#SBATCH --requeue
#SBATCH --output=/dev/null
shard=${{1:-$SLURM_ARRAY_TASK_ID}}
launch={2}
state="$launch/state/$shard"
note() {{
  echo "$1" > "$state.fresh" && mv -f "$state.fresh" "$state"
}}
exec >> "$launch/logs/$shard.log" 2>&1
# Slurm may start a task again that has ended well.
case $(cat "$state" 2> /dev/null) in 0 | 1) exit 0 ;; esac
note "running $(uname -n)"
if cd {3}; then
  {4} \
    --shard "$shard/{0}" --out "$launch/part-$shard{5}" --resume
  code=$?
else
  code=3
fi
note "$code"
# A subject that does not conform is a finished run.
[ "$code" -ne 1 ] || exit 0
exit "$code"
)sh";

}  // namespace

std::optional<std::string> option_value(const std::vector<std::string>& words,
                                        const std::string& name) {
  std::optional<std::string> value;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].starts_with(name + "="))
      value = words[i].substr(name.size() + 1);
    else if (words[i] == name)
      value = i + 1 < words.size() ? words[i + 1] : "";
  return value;
}

std::string job_script(const Launch& launch, const LaunchFolder& folder,
                       const std::filesystem::path& program) {
  std::string command = shell_quoted(program.string());
  for (const std::string& word : launch.words)
    command += ' ' + shell_quoted(word);
  // Shards run side by side, so each takes one core unless the command says
  // otherwise.
  const auto jobs = option_value(launch.words, "--jobs");
  if (!jobs) command += " --jobs 1";
  const bool is_number =
      jobs && !jobs->empty() && *jobs != "0" &&
      jobs->find_first_not_of("0123456789") == std::string::npos;
  return fmt::format(kScript, launch.shards, is_number ? *jobs : "1",
                     shell_quoted(folder.path().string()),
                     shell_quoted(launch.directory.string()), command,
                     launch.is_sweep() ? ".jsonl" : "");
}

}  // namespace assay
