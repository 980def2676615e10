// Makes the two data files that are about all subjects of a site: the index,
// and what the contract and the profiles say. Tested by
// tests/reports/site/site_files_test.cc.
#pragma once

#include <nlohmann/json.hpp>

#include "reports/site/site.h"

namespace assay {

nlohmann::ordered_json index_json(const Site& site);
nlohmann::ordered_json contract_json(const Site& site);

}  // namespace assay
