// Tries whether output files can be written before the work starts, so that a
// long run does not end with an unwritable report.
// Tested by tests/cli/command_test.cc and the table in docs/bad_input.md.
#pragma once

#include <filesystem>

#include "spec/result.h"

namespace assay {

// Tries whether a file can be written: makes the file FILE.fresh and the
// folders that it needs, and removes what it made. Fails with the reason that
// the system gives. A file that already exists does not change.
Status try_output(const std::filesystem::path& file);

}  // namespace assay
