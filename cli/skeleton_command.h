// Declares `assay new`, which writes the project of a backend.
// Tested by tests/cli/skeleton_command_test.cc.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace assay {

// Names the projects that `assay new` writes.
enum class Skeleton { kHost, kPlainC, kDevice, kRust, kNode };

struct SkeletonArguments {
  std::string directory;
  Skeleton kind = Skeleton::kHost;
};

// Adds the command. When it has run, `code` is its exit code.
void add_skeleton_command(CLI::App& app, SkeletonArguments& arguments,
                          int& code);

// Writes the project of a backend into a folder that is empty or not there.
int skeleton_command(const std::string& directory, Skeleton kind);

}  // namespace assay
