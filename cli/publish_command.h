// Declares `assay publish`, which writes a site about the runs of many
// subjects. Tested by tests/cli/publish_command_test.cc.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace assay {

struct PublishArguments {
  // Files of records, sweeps or benchmarks, folders of runs, and earlier sites,
  // each with "NAME=" before it to give the subject a name.
  std::vector<std::string> runs;
  std::string out;
  std::string level;  // empty: that of the first run
  std::vector<std::string> may_fall;
};

// Writes the site, whole or not at all. Returns kExitConforms if every run is
// in it.
int publish_command(const PublishArguments& arguments);

void add_publish_command(CLI::App& app, PublishArguments& arguments, int& code);

}  // namespace assay
