// Tested by tests/conformance/run_folder_test.cc.
#include "conformance/run_folder.h"

#include <fmt/format.h>

#include <system_error>

namespace assay {

Status make_run_folder(const std::filesystem::path& out) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto unwritable = [&] {
    return Status::invalid(
        fmt::format("{} cannot be written: {}", out.string(), error.message()));
  };
  const bool exists = fs::exists(out, error);
  if (error) return unwritable();
  if (exists) {
    const bool empty = fs::is_empty(out, error);
    if (error) return unwritable();
    if (!fs::is_directory(out, error)) {
      error = std::make_error_code(std::errc::not_a_directory);
      return unwritable();
    }
    const bool ours = fs::is_regular_file(out / kRecordsFile, error) ||
                      fs::is_regular_file(out / kPartialRecordsFile, error);
    if (!empty && !ours)
      return Status::invalid(fmt::format(
          "{} has content but no {}; expected an empty folder, or that of an "
          "earlier run",
          out.string(), kRecordsFile));
  }
  for (const char* name : {kRecordsFile, "report.txt", "report.html", "cases",
                           kPartialRecordsFile}) {
    fs::remove_all(out / name, error);
    if (error) return unwritable();
  }
  fs::create_directories(out / "cases", error);
  if (error) return unwritable();
  return {};
}

}  // namespace assay
