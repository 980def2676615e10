// Files that commands write, looked at before the work that fills them.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <filesystem>

namespace assay {

// Returns whether a file may come to lie there, as far as can be seen before
// it is written: it is no folder, and the nearest folder that exists is open.
bool is_writable(const std::filesystem::path& path);

}  // namespace assay
