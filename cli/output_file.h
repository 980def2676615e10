// Files that commands write, tried before the work that fills them.
// Tested by tests/cli/command_test.cc and the table in docs/bad_input.md.
#pragma once

#include <filesystem>

#include "spec/result.h"

namespace assay {

// Tries whether a file can be written: makes the file FILE.fresh, with the
// folders that it needs, and removes what it made. Fails with the reason of the
// system. Nothing changes in a file that is there already.
Status try_output(const std::filesystem::path& file);

}  // namespace assay
