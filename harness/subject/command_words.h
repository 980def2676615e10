// Splits a command line into words as a POSIX shell does, but without a shell
// and without expanding anything, so that no text of a command is executed.
// Tested by tests/harness/subject/process_subject_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/result.h"

namespace assay {

// Returns the words of a command. Blanks separate words, a backslash keeps the
// next character, and single quotes keep everything. Within double quotes a
// backslash keeps only $ ` " \ and newline. Fails with `invalid` if a quote is
// not closed, if the command ends in a backslash, or if it has no words.
Result<std::vector<std::string>> command_words(std::string_view command);

}  // namespace assay
