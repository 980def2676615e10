// Tested by tests/spec/profile_test.cc.
#include "spec/profile.h"

namespace assay {

const Profile* profile_named(std::string_view name) {
  for (const Profile* profile : kProfiles)
    if (profile->name == name) return profile;
  return nullptr;
}

}  // namespace assay
