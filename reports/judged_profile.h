// Finds the profile by which a run was judged, and what a report prints of a
// clause: its text under that profile, and the section that it comes from.
// Tested by tests/reports/judged_profile_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "harness/record/record.h"
#include "spec/clause_source.h"
#include "spec/profile.h"

namespace assay {

// Returns the profile by which a run was judged. If the head names a profile
// that this build does not know and has no values of it, returns nx.
Profile judged_profile(const RunRecord& run);

// Returns "NAME (DOCUMENT: SUBJECT)", the section that a clause comes from;
// empty if it comes from none.
std::string section_text(const ClauseSource& source);

// Returns the broken text of the clause with this id; empty if there is none.
std::string broken_text_of(std::string_view id, const Profile& profile);

}  // namespace assay
