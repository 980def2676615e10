// Parses files of records line by line, and writes files under a temporary name
// that is replaced at the end.
// Tested by tests/conformance/records_file_test.cc.
#include "conformance/records_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "conformance/run_folder.h"
#include "harness/case/sha256.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Returns the file that a place means: itself, or the records in a run's
// folder.
Result<fs::path> file_at(const fs::path& place) {
  std::error_code error;
  const auto status = fs::status(place, error);
  if (!fs::exists(status))
    return Status::invalid(fmt::format(
        "{} does not exist; expected a file of records or the folder of a run",
        place.string()));
  if (!fs::is_directory(status)) return place;
  for (const char* name : {kRecordsFile, kPartialRecordsFile})
    if (fs::is_regular_file(place / name, error)) return place / name;
  return Status::invalid(
      fmt::format("{} contains no {} and no {}; expected the folder of a run",
                  place.string(), kRecordsFile, kPartialRecordsFile));
}

// Adds what one line says to the runs read so far.
Status take_line(const Json& json, std::vector<RecordedRun>& runs) {
  if (json.is_object() && json.contains("run")) {
    if (json["run"] != 1)
      return Status::invalid(fmt::format(
          "the records have format {}; expected 1", json["run"].dump()));
    auto run = run_from_json(json);
    if (!run) return run.status();
    runs.push_back({.run = *std::move(run)});
    return {};
  }
  const auto controls = controls_from_json(json);
  Result<Record> record = controls ? Record() : record_from_json(json);
  if (!record) return record.status();
  if (runs.empty())
    return Status::invalid(
        "the line is a record; expected the head of a run before it");
  if (controls)  // of a run in progress
    runs.back().run.controls.add(controls->second);
  else
    runs.back().records.push_back(*std::move(record));
  return {};
}

std::string record_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string RecordedRun::place() const {
  return fmt::format("{}:{}", file.string(), line);
}

Result<std::vector<RecordedRun>> read_records(const fs::path& place) {
  const auto path = file_at(place);
  if (!path) return path.status();
  std::ifstream file(*path, std::ios::binary);
  if (!file)
    return Status::invalid(fmt::format("{} cannot be read", path->string()));
  const bool partial = path->extension() == ".partial";
  std::vector<RecordedRun> runs;
  std::string line;
  for (std::int64_t number = 1; std::getline(file, line); ++number) {
    const bool cut = file.eof();  // no end of line follows
    if (cut && partial) {
      if (!runs.empty()) runs.back().torn = true;
      break;
    }
    const std::size_t before = runs.size();
    const Json json = Json::parse(line, nullptr, false);
    const Status status =
        json.is_discarded()
            ? Status::invalid(cut ? "the line is cut short; expected a record"
                                  : "the line is not JSON; expected a record")
            : take_line(json, runs);
    if (!status.ok())
      return Status::invalid(
          fmt::format("{}:{}: {}", path->string(), number, status.message));
    if (runs.size() == before) continue;
    runs.back().file = *path;
    runs.back().line = number;
  }
  if (file.bad())
    return Status::invalid(fmt::format("{} cannot be read", path->string()));
  if (runs.empty())
    return Status::invalid(fmt::format(
        "{} contains no run; expected the head of a run in its first line",
        path->string()));
  return runs;
}

namespace {

// Writes a file under another name and renames it at the end, so that it is
// whole or not there at all. `put` writes the content.
template <typename Put>
Status write_then_rename(const fs::path& path, Put put) {
  std::error_code error;
  const auto failure = [&path](const std::string& reason) {
    return Status::invalid(
        fmt::format("{} cannot be written: {}", path.string(), reason));
  };
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error) return failure(error.message());
  fs::path fresh = path;
  // A pipe or a device is written directly, as a rename would replace it.
  const auto status = fs::status(path, error);
  const bool is_special = fs::exists(status) && !fs::is_regular_file(status) &&
                          !fs::is_directory(status);
  if (!is_special) fresh += ".fresh";
  errno = 0;
  std::ofstream file(fresh, std::ios::binary);
  if (file) put(file);
  file.close();
  if (!file) {
    const int reason = errno != 0 ? errno : EIO;
    if (!is_special) fs::remove(fresh, error);
    return failure(std::strerror(reason));
  }
  if (is_special) return {};
  fs::rename(fresh, path, error);
  if (!error) return {};
  const std::string reason = error.message();
  fs::remove(fresh, error);
  return failure(reason);
}

}  // namespace

Status write_whole(const fs::path& path, const std::string& text) {
  return write_then_rename(path, [&](std::ofstream& file) { file << text; });
}

Status write_records(const fs::path& path, const RunRecord& run,
                     const std::vector<Record>& records) {
  return write_then_rename(path, [&](std::ofstream& file) {
    file << record_line(to_json(run));
    for (const Record& record : records) {
      file << record_line(to_json(record));
      if (!file) return;  // errno has the first reason
    }
  });
}

std::string digest_of(const RunRecord& run,
                      const std::vector<Record>& records) {
  RunRecord head = run;
  head.started_at = "";
  std::string text = record_line(to_json(head));
  for (const Record& record : records) {
    Json json = to_json(record);
    json.erase("explained_by");
    text += record_line(json);
  }
  return sha256_text(text);
}

}  // namespace assay
