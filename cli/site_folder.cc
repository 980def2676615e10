// Swaps a freshly written folder for the old site.
// Tested by tests/cli/publish_command_test.cc.
#include "cli/site_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "conformance/records_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

Status unwritable(const fs::path& place, const std::error_code& error) {
  return Status::invalid(
      fmt::format("{} cannot be written: {}", place.string(), error.message()));
}

// Returns the path without a slash at its end, so that names can be added to
// it.
fs::path plain(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

}  // namespace

bool is_site(const fs::path& folder) {
  std::error_code error;
  return fs::is_regular_file(folder / kSiteIndex, error);
}

Result<Site> read_site_folder(const fs::path& folder) {
  auto site = read_site([&](const std::string& path) -> Result<std::string> {
    errno = 0;
    std::ifstream file(folder / path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file)
      return Status::invalid(
          fmt::format("{} cannot be read: {}", path,
                      std::strerror(errno == 0 ? EIO : errno)));
    return text;
  });
  if (!site)
    return Status::invalid(
        fmt::format("{}: {}", folder.string(), site.status().message));
  return site;
}

Status check_site_folder(const fs::path& folder) {
  std::error_code error;
  const bool exists = fs::exists(folder, error);
  if (error) return unwritable(folder, error);
  if (!exists || is_site(folder)) return {};
  if (!fs::is_directory(folder, error))
    return unwritable(folder, std::make_error_code(std::errc::not_a_directory));
  const bool is_empty = fs::is_empty(folder, error);
  if (error) return unwritable(folder, error);
  if (is_empty) return {};
  return Status::invalid(fmt::format(
      "{} is not empty and contains no {}; expected an empty folder "
      "or an earlier site",
      folder.string(), kSiteIndex));
}

Status write_site_folder(const fs::path& folder,
                         const std::vector<SiteFile>& files) {
  if (Status s = check_site_folder(folder); !s.ok()) return s;
  const fs::path fresh = plain(folder).string() + ".fresh";
  const fs::path old = plain(folder).string() + ".old";
  std::error_code error;
  for (const fs::path& rest : {fresh, old}) {
    fs::remove_all(rest, error);
    if (error) return unwritable(rest, error);
  }
  for (const SiteFile& file : files)
    if (Status s = write_whole(fresh / file.path, file.text); !s.ok()) {
      fs::remove_all(fresh, error);
      return s;
    }
  const bool exists = fs::exists(folder, error);
  if (exists) fs::rename(plain(folder), old, error);
  if (!error) fs::rename(fresh, plain(folder), error);
  if (error) return unwritable(folder, error);
  fs::remove_all(old, error);
  return {};
}

}  // namespace assay
