// Reads and writes files of records. Errors name the file and the line, and a
// file is written whole or not at all.
// Tested by tests/conformance/records_file_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace assay {

// One run as a file holds it: its head and the records that follow.
struct RecordedRun {
  RunRecord run;
  std::vector<Record> records;
  std::filesystem::path file;
  // The line of its head. A concatenated file has several heads.
  std::int64_t line = 1;
  // The last line was cut short, and so left out.
  bool torn = false;

  // Returns "FILE:LINE" of the head, for messages.
  std::string place() const;
};

// Reads all runs of a file. For the folder of a run, reads its records.jsonl
// or, without that, its records.jsonl.partial. In a file that ends in .partial
// an incomplete last line is left out, as an interrupted run leaves one. Any
// other line that is not a record is an error that names the file and the line.
Result<std::vector<RecordedRun>> read_records(
    const std::filesystem::path& place);

// Writes a file of records, whole or not at all.
Status write_records(const std::filesystem::path& file, const RunRecord& run,
                     const std::vector<Record>& records);

// Returns the SHA-256 of the file that write_records() would write, in hex, but
// with an empty "started_at" and without "explained_by". Explanations are
// weighed against the other cases of a run, and a shard has fewer of these. All
// else is the same for a run and for its merged shards.
std::string digest_of(const RunRecord& run, const std::vector<Record>& records);

// Writes a text file, whole or not at all, and makes its folder if necessary.
Status write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace assay
