// Files of records, as a run leaves them: read whole, with the place of every
// line that is wrong, and written whole or not at all.
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
  // The line of its head: a file that was concatenated has several.
  std::int64_t line = 1;
  // The last line was cut short, and is left out.
  bool torn = false;

  // Returns "FILE:LINE" of the head, for messages.
  std::string place() const;
};

// Reads the runs of a file, or of the folder of a run: its records.jsonl, or
// else its records.jsonl.partial. In a file of that ending, a last line without
// its end of line is left out; whatever else is no record fails, with the file
// and the line in the message.
Result<std::vector<RecordedRun>> read_records(
    const std::filesystem::path& place);

// Writes a file of records, whole or not at all.
Status write_records(const std::filesystem::path& file, const RunRecord& run,
                     const std::vector<Record>& records);

// Writes a text file, whole or not at all; makes the folder that it is in.
Status write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace assay
