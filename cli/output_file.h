// Files that commands write: whether they can be, and whole or not at all.
// Tested by tests/cli/check_command_test.cc.
#pragma once

#include <filesystem>
#include <string>

namespace assay {

// Returns whether a file may come to lie there, as far as can be seen before
// it is written: it is no folder, and the nearest folder that exists is open.
bool is_writable(const std::filesystem::path& path);

// Writes a file, whole or not at all; makes the folder that it is in. Returns
// whether it is there.
bool write_text(const std::filesystem::path& path, const std::string& text);

}  // namespace assay
