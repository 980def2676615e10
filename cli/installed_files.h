// Finds what the command needs beside itself when it runs: the folder of
// adapters and the Python that starts them.
// Tested by tests/cli/short_subject_test.cc.
#pragma once

#include <filesystem>
#include <string>

#include "spec/result.h"

namespace assay {

// Returns the folder of adapters: that of $ASSAY_ADAPTERS, else
// ../share/assay/adapters as an installation has it, else adapters/ of the tree
// whose build folder contains the command. Fails with one sentence if none of
// them is there.
Result<std::filesystem::path> adapters_folder();

// Returns the Python that runs adapters: $ASSAY_PYTHON, else that of
// $VIRTUAL_ENV, else python3, which is looked up in PATH. The command of the
// wheel sets $ASSAY_PYTHON to the Python of its environment.
std::string adapter_python();

}  // namespace assay
