// Stores the records of a run that is not complete. The run appends lines to
// one file in any order, and reads the file again when it is resumed.
// Tested by tests/conformance/partial_records_test.cc.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "spec/result.h"

namespace assay {

class PartialRecords {
 public:
  // Opens the file for appending. Empties it first, unless `keep` is true.
  static Result<PartialRecords> open(const std::filesystem::path& path,
                                     bool keep);
  ~PartialRecords();
  PartialRecords(PartialRecords&& other) noexcept;
  PartialRecords& operator=(PartialRecords&&) = delete;

  // Appends a line with one write, so that several processes may append.
  // Returns whether all of it was written; if not, errno says why.
  bool append(std::string_view line) const;
  // Returns whether the descriptor still belongs to the file that was opened.
  bool is_open() const;

  // Calls `take` for each whole line that was appended since the last call.
  void read(const std::function<void(std::string_view line)>& take);

 private:
  PartialRecords(std::filesystem::path path, int fd);

  std::filesystem::path path_;
  int fd_ = -1;
  int read_fd_ = -1;
  std::uint64_t inode_ = 0;
  std::string pending_;  // read, not yet a whole line
};

}  // namespace assay
