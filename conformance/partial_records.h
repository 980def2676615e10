// The records of a run that goes on: one file to which the run appends lines in
// any order, and which it reads when it is resumed.
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
  // Opens the file for appending; a new one, unless `keep` says otherwise.
  static Result<PartialRecords> open(const std::filesystem::path& path,
                                     bool keep);
  ~PartialRecords();
  PartialRecords(PartialRecords&& other) noexcept;
  PartialRecords& operator=(PartialRecords&&) = delete;

  // Appends a line, in one piece, also from several processes. Returns whether
  // all of it was written; if not, errno says why.
  bool append(std::string_view line) const;
  // Whether the file is still the one that was opened.
  bool is_open() const;

  // Hands over the whole lines that were appended since the last time.
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
