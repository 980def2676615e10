// Splits a command line into words as a POSIX shell would, without expanding
// anything and without a shell.
// Tested by tests/harness/subject/process_subject_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/result.h"

namespace assay {

// Returns the words of a command: blanks separate them, a backslash keeps the
// next character, single quotes keep everything, and within double quotes a
// backslash keeps only $ ` " \ and newline. Fails with `invalid` on an
// unbalanced quote, a trailing backslash, or a command without words.
Result<std::vector<std::string>> command_words(std::string_view command);

}  // namespace assay
