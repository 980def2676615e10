// Merging of shards: the records of several runs as those of one, with every
// planned case exactly once. Tested by tests/conformance/merge_test.cc.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "conformance/records_file.h"

namespace assay {

struct Merged {
  RunRecord run;
  std::vector<Record> records;  // in the order of the plan
  // For every record the folder of its run, where its case file lies.
  std::vector<std::filesystem::path> folders;
  // The folders of the runs that were merged.
  std::set<std::filesystem::path> sources;
  // What is missing or contradicts itself, a sentence each.
  std::vector<std::string> complaints;
};

// Merges runs that agree in all but their shards and their time. A planned case
// without a record is `missing`; one with records that differ is
// `nondeterministic`. Fails where the heads disagree, where the plan cannot be
// made again, and where a record is none of its shard.
Result<Merged> merge_runs(const std::vector<RecordedRun>& runs);

// Writes a merged run: into a file whose name ends in ".jsonl" the records
// alone, else into a folder, with the case files that the records name. Fails,
// and writes nothing, where that folder is one that was merged.
Status write_merged(const Merged& merged, const std::filesystem::path& out);

}  // namespace assay
