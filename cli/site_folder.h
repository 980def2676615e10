// Reads and writes the folder of a site.
// Tested by tests/cli/publish_command_test.cc.
#pragma once

#include <filesystem>
#include <vector>

#include "reports/site/site_files.h"

namespace assay {

// Returns whether a folder has a site.
bool is_site(const std::filesystem::path& folder);

// Reads the site of a folder. The error names the file.
Result<Site> read_site_folder(const std::filesystem::path& folder);

// Fails if a site may not be written to the folder: it cannot be read, or it
// has content but no site.
Status check_site_folder(const std::filesystem::path& folder);

// Writes the files into a new folder beside it, and then puts that in the place
// of the old one. So the folder has a whole site at any time, but for the
// moment between two renames.
Status write_site_folder(const std::filesystem::path& folder,
                         const std::vector<SiteFile>& files);

}  // namespace assay
