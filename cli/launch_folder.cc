// Reads and writes the folder of a launch.
// Tested by tests/cli/launch_command_test.cc.
#include "cli/launch_folder.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "conformance/records_file.h"
#include "conformance/run_folder.h"
#include "spec/version.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kLaunchFile = "launch.json";
constexpr int kFormat = 1;

Json to_json(const Launch& launch) {
  return {{"launch", kFormat},
          {"version", kVersion},
          {"shards", launch.shards},
          {"directory", launch.directory.string()},
          {"command", launch.words}};
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Result<Launch> LaunchFolder::read() const {
  std::error_code error;
  if (!fs::is_regular_file(path_ / kLaunchFile, error))
    return Status::invalid(
        fmt::format("{} contains no {}; expected the folder of a launch",
                    path_.string(), kLaunchFile));
  const Json json =
      Json::parse(content_of(path_ / kLaunchFile), nullptr, false);
  try {
    Launch launch;
    launch.shards = json.at("shards").get<std::int64_t>();
    launch.directory = json.at("directory").get<std::string>();
    launch.words = json.at("command").get<std::vector<std::string>>();
    if (json.at("launch") == kFormat && launch.shards > 0 &&
        !launch.words.empty())
      return launch;
  } catch (const Json::exception&) {
  }
  return Status::invalid(fmt::format("{} does not describe a launch",
                                     (path_ / kLaunchFile).string()));
}

Status LaunchFolder::make(const Launch& launch) const {
  std::error_code error;
  const fs::path file = path_ / kLaunchFile;
  const Json ours = to_json(launch);
  if (fs::exists(file, error)) {
    const Json theirs = Json::parse(content_of(file), nullptr, false);
    for (const auto& [key, value] : ours.items()) {
      const Json found = theirs.is_object() && theirs.contains(key)
                             ? theirs[key]
                             : Json("missing");
      if (found != value)
        return Status::invalid(fmt::format(
            "{} belongs to another launch: its {} is {}, and that of this "
            "launch is {}",
            path_.string(), key, found.dump(), value.dump()));
    }
  } else if (fs::exists(path_, error) &&
             !(fs::is_directory(path_, error) && fs::is_empty(path_, error))) {
    return Status::invalid(fmt::format(
        "{} is not empty and contains no {}; expected an empty folder or the "
        "folder of an earlier launch",
        path_.string(), kLaunchFile));
  }
  for (const char* name : {"state", "logs"}) {
    fs::create_directories(path_ / name, error);
    if (error)
      return Status::invalid(fmt::format("{} cannot be written: {}",
                                         path_.string(), error.message()));
  }
  return write_whole(file, ours.dump(2) + "\n");
}

fs::path LaunchFolder::log(std::int64_t shard) const {
  return path_ / "logs" / fmt::format("{}.log", shard);
}

fs::path LaunchFolder::part(const Launch& launch, std::int64_t shard) const {
  return path_ /
         fmt::format("part-{}{}", shard, launch.is_sweep() ? ".jsonl" : "");
}

fs::path LaunchFolder::whole(const Launch& launch) const {
  return path_ / (launch.is_sweep() ? "whole.jsonl" : "whole");
}

ShardState LaunchFolder::state(std::int64_t shard) const {
  std::ifstream file(path_ / "state" / fmt::format("{}", shard));
  std::string word;
  ShardState state;
  if (!(file >> word)) return state;
  if (word == "running") {
    file >> state.host;
    return state;
  }
  int code = 0;
  if (std::sscanf(word.c_str(), "%d", &code) == 1) state.code = code;
  return state;
}

void LaunchFolder::forget_state(std::int64_t shard) const {
  std::error_code error;
  fs::remove(path_ / "state" / fmt::format("{}", shard), error);
}

bool LaunchFolder::is_done(const Launch& launch, std::int64_t shard) const {
  const auto code = state(shard).code;
  // A subject that does not conform is a finished run.
  if (!code || *code > 1) return false;
  std::error_code error;
  const fs::path file = part(launch, shard);
  return fs::is_regular_file(launch.is_sweep() ? file : file / kRecordsFile,
                             error);
}

std::string LaunchFolder::last_sentence(std::int64_t shard) const {
  constexpr std::string_view kPrefix = "assay: ";
  std::ifstream file(log(shard));
  std::string last;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(kPrefix))
      last = line.substr(kPrefix.size());
    else if (!line.empty() && last.empty())
      last = line;
  return last;
}

}  // namespace assay
