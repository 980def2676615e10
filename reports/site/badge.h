// Makes badges: a small picture for READMEs, and the JSON that badge services
// read. Tested by tests/reports/site/badge_test.cc.
#pragma once

#include <string>

#include "reports/site/published_run.h"

namespace assay {

// A badge has a label at its left and a message at its right.
struct Badge {
  std::string label;      // "assay nx"
  std::string message;    // "1362 of 1399 claimed cells proven"
  bool is_clean = false;  // every claimed cell is proven
};

// Returns the badge of a run for one of its sets.
Badge badge_of(const PublishedRun& run, const std::string& set);

std::string badge_svg(const Badge& badge);
// Returns the JSON of an "endpoint" badge, schema version 1.
std::string badge_json(const Badge& badge);

}  // namespace assay
