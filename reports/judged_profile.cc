// Takes the profile from the values in the head of a run, or else by its name.
// Tested by tests/reports/judged_profile_test.cc.
#include "reports/judged_profile.h"

#include <fmt/format.h>

#include "spec/file_profile.h"
#include "spec/op_table.h"
#include "spec/policy_texts.h"

namespace assay {

Profile judged_profile(const RunRecord& run) {
  if (run.profile_values) {
    const auto profile = with_values(kNx, *run.profile_values);
    return profile ? *profile : kNx;
  }
  const Profile* profile = profile_named(run.profile);
  return profile == nullptr ? kNx : *profile;
}

std::string section_text(const ClauseSource& source) {
  const SourceSection* section = section_of(source.place);
  if (section == nullptr) return {};
  return fmt::format("{} ({}: {})", section->name,
                     kSourceDocumentNames[static_cast<int>(section->document)],
                     section->subject);
}

std::string broken_text_of(std::string_view id, const Profile& profile) {
  const Clause* clause = clause_named(id);
  return clause == nullptr ? std::string() : broken_text(*clause, profile);
}

}  // namespace assay
