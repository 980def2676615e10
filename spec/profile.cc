// Lists the names of the built-in profiles for messages.
// Tested by tests/spec/profile_test.cc.
#include "spec/profile.h"

#include "spec/built_in_profiles.h"

namespace assay {

std::string profile_names() {
  std::string names;
  for (const Profile* profile : kProfiles) {
    if (!names.empty()) names += ", ";
    names += profile->name;
  }
  return names;
}

}  // namespace assay
