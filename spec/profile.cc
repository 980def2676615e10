// Finds a profile by its name, and lists the names for messages.
// Tested by tests/spec/profile_test.cc.
#include "spec/profile.h"

namespace assay {

const Profile* profile_named(std::string_view name) {
  for (const Profile* profile : kProfiles)
    if (profile->name == name) return profile;
  return nullptr;
}

std::string profile_names() {
  std::string names;
  for (const Profile* profile : kProfiles) {
    if (!names.empty()) names += ", ";
    names += profile->name;
  }
  return names;
}

}  // namespace assay
