// Merges shards: joins the records of several runs into those of one run, with
// every planned case exactly once.
// Tested by tests/conformance/merge_test.cc.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "conformance/records_file.h"
#include "spec/op_sets.h"

namespace assay {

struct Merged {
  RunRecord run;
  std::vector<Record> records;  // in the order of the plan
  // For every record the folder of its run, which holds its case file.
  std::vector<std::filesystem::path> folders;
  // The folders of the runs that were merged.
  std::set<std::filesystem::path> sources;
  // The shards that lack a record, in ascending order.
  std::vector<std::int64_t> lacking;
  // One sentence for each gap or contradiction.
  std::vector<std::string> complaints;
};

// Merges runs that agree in all but their shards and times. A planned case
// without a record becomes `missing`, and one with records that differ at least
// `nondeterministic`. Fails if the heads disagree, if the plan cannot be made
// again, and if a record does not belong to its shard.
// `costs` is the file of costs, if the shards were dealt by one.
Result<Merged> merge_runs(const std::vector<RecordedRun>& runs,
                          const OpSetTable& table = kOpSetTable,
                          const std::filesystem::path& costs = {});

// Returns the number of cases that each shard of a run has, by the head of one
// of its shards. Fails if the plan cannot be made again.
Result<std::vector<std::int64_t>> planned_by_shard(
    const RecordedRun& run, const OpSetTable& table = kOpSetTable,
    const std::filesystem::path& costs = {});

// Writes a merged run. If the name ends in ".jsonl", writes a file of records
// alone; else a folder, with the case files that the records name. Fails, and
// writes nothing, if `out` is one of the merged runs.
Status write_merged(const Merged& merged, const std::filesystem::path& out);

}  // namespace assay
