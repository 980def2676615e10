// Decides which runs enter a site, so that no run looks better than it is: not
// a part of a run, not a void one, and none with fewer claims than the version
// before. Tested by tests/reports/site/admission_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "reports/site/published_run.h"

namespace assay {

// All runs of a site have this level and this version of the suite, so that
// their numbers can be compared.
struct SiteColumn {
  std::string level;
  std::string suite_version;
};

// Returns why a run cannot enter, as the end of a sentence that begins with its
// place: "was judged at level quick; expected standard". Empty if it can.
std::string why_not_admitted(const ReportedRun& reported,
                             const SiteColumn& column);

// Returns how the cases or the claims of a version fell from those of the
// version before, as the end of a sentence. Empty if they did not.
std::string why_fallen(const PublishedRun& run, const PublishedRun& before);

}  // namespace assay
