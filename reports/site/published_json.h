// Writes published runs as the data files of a site and reads them again, so
// that a site can keep earlier versions without their records. README.md has
// the format. Tested by tests/reports/site/published_json_test.cc.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/site/published_run.h"

namespace assay {

// Gives numbers to texts in the order in which they come, and back.
class TextTable {
 public:
  TextTable() = default;
  explicit TextTable(std::vector<std::string> texts);
  std::size_t number(const std::string& text);
  // Throws std::out_of_range if there is no text of this number.
  const std::string& text(std::size_t number) const {
    return texts_.at(number);
  }
  const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

// Returns the names of all rows of the contract in the order of the op table,
// with a row for each dtype of the result where cells are pairs.
const std::vector<std::string>& site_rows();

// Return the JSON of the newest run of a subject, and the run of such JSON. The
// levels and versions are those of the site. Reading throws std::exception if a
// key is missing, or is of another type.
nlohmann::ordered_json newest_json(const PublishedRun& run);
PublishedRun newest_from_json(const nlohmann::ordered_json& json);

// Return the JSON of the earlier versions of a subject, which are sorted with
// the newest first, and the versions of such JSON. `newest` is the version
// after them.
nlohmann::ordered_json history_json(const PublishedRun& newest,
                                    const std::vector<PublishedRun>& earlier);
std::vector<PublishedRun> history_from_json(const PublishedRun& newest,
                                            const nlohmann::ordered_json& json);

}  // namespace assay
