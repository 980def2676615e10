// Writes manual pages of commands in the language of man(7).
// Tested by tests/cli/help_test.cc.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>

namespace assay {

// Returns the pages of the command line by their names: "assay" for assay(1),
// "assay-check" for assay-check(1), and so on.
std::map<std::string, std::string> manual_pages(CLI::App& app);

}  // namespace assay
