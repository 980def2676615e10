// Gives published runs the errors that sweeps found: those of the level of a
// run, and those of `assay sweep`. Tested by tests/cli/publish_command_test.cc.
#pragma once

#include <string>
#include <vector>

#include "reports/site/site.h"
#include "sweep/sweep_file.h"

namespace assay {

// A sweep that is whole, as the site shows it.
struct NamedSweep {
  std::string name;     // of the subject on the site
  std::string version;  // that was swept
  bool is_sample = false;
  ExhaustiveError error;
};

// Returns what a sweep says. Fails with the end of a sentence if blocks are
// missing, or if this program does not know the op. An empty name stands for
// the subject's own.
Result<NamedSweep> named_sweep(const Sweep& sweep, const std::string& name);

// Adds the files in sweeps/ of the run's folder, if it is one: `place` is the
// folder, or its file of records. A result that is not permitted is a failure
// of the run. Returns what was wrong with files, as ends of sentences.
std::vector<std::string> add_level_sweeps(PublishedRun& run,
                                          const std::string& place);

// Adds a sweep to the version of the subject that it is about. Returns the end
// of a sentence if there is none.
std::string add_to_subject(std::vector<SiteSubject>& subjects,
                           const NamedSweep& sweep);

}  // namespace assay
