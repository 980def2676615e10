// Keeps the folder of a launch: what was launched, and a file for each shard
// that says how far it is. All else follows from these files, so a launch can
// be continued and looked at from any machine that sees the folder.
// Tested by tests/cli/launch_command_test.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "spec/result.h"

namespace assay {

// Says what is launched; launch.json holds it.
struct Launch {
  std::vector<std::string> words;  // "check" or "sweep", and its arguments
  std::int64_t shards = 1;
  std::filesystem::path directory;  // in which the shards run

  bool is_sweep() const { return words.front() == "sweep"; }
};

// Says how far a shard is, as the job script noted it.
struct ShardState {
  std::string host;         // the machine that started it; empty: none has
  std::optional<int> code;  // its exit code, if it has ended
};

class LaunchFolder {
 public:
  explicit LaunchFolder(const std::filesystem::path& path)
      : path_(std::filesystem::absolute(path).lexically_normal()) {}

  // Reads launch.json. Fails if the folder has none.
  Result<Launch> read() const;
  // Makes the folder and writes launch.json. Fails if the folder has other
  // content or belongs to another launch.
  Status make(const Launch& launch) const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path script() const { return path_ / "job.sh"; }
  std::filesystem::path log(std::int64_t shard) const;
  // Returns the folder, or for a sweep the file, that a shard writes.
  std::filesystem::path part(const Launch& launch, std::int64_t shard) const;
  // Returns the folder, or for a sweep the file, of the merged run.
  std::filesystem::path whole(const Launch& launch) const;

  ShardState state(std::int64_t shard) const;
  // Removes the state of a shard that is about to be started again.
  void forget_state(std::int64_t shard) const;
  // Returns whether a shard has ended and written its records.
  bool is_done(const Launch& launch, std::int64_t shard) const;
  // Returns the last sentence of assay in the log of a shard, or the last line.
  std::string last_sentence(std::int64_t shard) const;

 private:
  std::filesystem::path path_;
};

}  // namespace assay
