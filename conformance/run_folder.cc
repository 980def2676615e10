// Checks whether a folder may become that of a run, and clears and makes it.
// Tested by tests/conformance/run_folder_test.cc.
#include "conformance/run_folder.h"

#include <fmt/format.h>

#include <system_error>

namespace assay {

namespace {

namespace fs = std::filesystem;

Status unwritable(const fs::path& path, const std::error_code& error) {
  return Status::invalid(
      fmt::format("{} cannot be written: {}", path.string(), error.message()));
}

}  // namespace

Status check_run_folder(const fs::path& out) {
  std::error_code error;
  const bool exists = fs::exists(out, error);
  if (error) return unwritable(out, error);
  if (!exists) return {};
  const bool empty = fs::is_empty(out, error);
  if (error) return unwritable(out, error);
  if (!fs::is_directory(out, error))
    return unwritable(out, std::make_error_code(std::errc::not_a_directory));
  // A run that was killed before its first record leaves only its lock file.
  for (const char* name : {kRecordsFile, kPartialRecordsFile, kLockFile})
    if (fs::is_regular_file(out / name, error)) return {};
  if (empty) return {};
  return Status::invalid(
      fmt::format("{} is not empty and contains no {}; expected an empty "
                  "folder or the folder of an earlier run",
                  out.string(), kRecordsFile));
}

Status make_run_folder(const fs::path& out) {
  if (Status status = check_run_folder(out); !status.ok()) return status;
  std::error_code error;
  for (const char* name : {kRecordsFile, "report.txt", "report.html", "cases",
                           "sweeps", kCostsFile, kPartialRecordsFile}) {
    fs::remove_all(out / name, error);
    if (error) return unwritable(out / name, error);
  }
  fs::create_directories(out / "cases", error);
  if (error) return unwritable(out / "cases", error);
  return {};
}

}  // namespace assay
