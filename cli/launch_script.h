// Writes the job script of a launch. Every engine runs the same script once for
// each shard.
// Tested by tests/cli/launch_command_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "cli/launch_folder.h"

namespace assay {

// Returns a script for sh. It runs one shard, that of a Slurm array task or of
// its first argument, and notes in the folder that the shard is running and
// with which code it ended. `program` is the path of assay.
std::string job_script(const Launch& launch, const LaunchFolder& folder,
                       const std::filesystem::path& program);

// Returns the value of an option in a command line, written as "--name value"
// or "--name=value"; the last one if there are several.
std::optional<std::string> option_value(const std::vector<std::string>& words,
                                        const std::string& name);

}  // namespace assay
