// Starts the job script for a list of shards, by the means of one engine, and
// tells whether it is still at work. How the shards ended is in the folder of
// the launch.
// Tested by tests/cli/launch_command_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/launch_folder.h"
#include "spec/result.h"

namespace assay {

class Engine {
 public:
  virtual ~Engine() = default;
  // Starts these shards, which ascend. The engine must not be at work.
  virtual Status start(const std::vector<std::int64_t>& shards) = 0;
  // Returns whether shards are waiting or running.
  virtual bool is_at_work() = 0;
  // Ends all shards.
  virtual void stop() = 0;
  // Returns whether an earlier launch left shards at work, and if so takes them
  // over.
  virtual bool take_over() { return false; }
  // Returns the sentence for a launch that was interrupted. Stops the shards,
  // unless they go on without this process.
  virtual std::string interrupt() {
    stop();
    return "interrupted; the same command continues the launch";
  }
};

struct EngineOptions {
  std::string name;  // "slurm", "parallel" or "local"
  int at_once = 0;
  std::vector<std::string> more;  // words for sbatch or parallel
};

// Returns an engine. Fails if its program is not installed.
Result<std::unique_ptr<Engine>> engine_named(const EngineOptions& options,
                                             const LaunchFolder& folder);

}  // namespace assay
