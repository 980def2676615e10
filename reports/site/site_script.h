// Writes and reads the data files of a site. A page that is opened from a
// folder can load scripts but no other files, so each file is a script that
// calls one function. Tested by tests/reports/site/published_json_test.cc.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "spec/result.h"

namespace assay {

// Returns the text of a data file: a call with the file's name and its data.
// The values of the first two levels have lines of their own.
std::string site_script(std::string_view name,
                        const nlohmann::ordered_json& json);

// Returns the JSON of a data file of this name, or why it is none.
Result<nlohmann::ordered_json> parse_site_script(std::string_view name,
                                                 const std::string& text);

}  // namespace assay
