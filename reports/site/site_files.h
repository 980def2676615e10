// Writes the files of a site as texts, and reads a site again from its files.
// Tested by tests/reports/site/site_files_test.cc.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reports/site/site.h"

namespace assay {

struct SiteFile {
  std::string path;  // below the folder of the site
  std::string text;
};

// The file that every site has.
inline constexpr const char* kSiteIndex = "data/index.js";

// Returns all files of a site. The same site gives the same bytes.
std::vector<SiteFile> site_files(const Site& site);

// Returns the text of a file below a folder, or why it cannot be read.
using SiteReader = std::function<Result<std::string>(const std::string& path)>;

// Reads the subjects and the benchmark runs of a site. Fails with a sentence
// that begins with the file if one is missing, or is not of this format.
Result<Site> read_site(const SiteReader& read);

}  // namespace assay
