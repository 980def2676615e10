// Knows the short names of subjects that an adapter in Python carries out, such
// as py:numpy, and the exec: command that each of them stands for.
// Tested by tests/cli/short_subject_test.cc.
#pragma once

#include <string>
#include <vector>

#include "spec/result.h"

namespace assay {

// Returns whether a name has a short form: "py:MODULE", "py:MODULE:NAME",
// "onnx:RUNTIME" or "pjrt:PLUGIN".
bool is_short_subject(const std::string& name);

// Returns the command that a short name stands for, without "exec:". Asks
// Python first whether the name can work. Fails with `invalid` and one sentence
// if it cannot: a library that is not installed, a module that cannot be
// imported, a class that the module lacks, a plugin that is not there.
Result<std::string> command_of_short_subject(const std::string& name);

// Holds one row of `assay list subjects`.
struct KnownSubject {
  std::string name;
  std::string state;  // "numpy 2.4.6", or "missing: pip install numpy"
};

// Returns the short names of known libraries, and whether the Python of
// adapters has them. Fails with one sentence if that Python does not answer.
Result<std::vector<KnownSubject>> known_short_subjects();

}  // namespace assay
