// Reads profiles from files, so that a library whose profile is not built in
// can be judged without a build. docs/profiles.md describes the format, and
// profile.schema.json is its schema.
// Tested by tests/conformance/profile_file_test.cc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/record/record.h"
#include "spec/file_profile.h"

namespace assay {

// Reads a profile file and keeps its profile for the rest of the process.
// Errors name the file, what was found and what was expected.
Result<const Profile*> read_profile(const std::filesystem::path& file);

// Returns whether a value of --profile names a file and not a built-in profile:
// it ends in ".json" or contains a slash.
bool is_profile_file(const std::string& text);

// Returns the profile that a value of --profile names, a built-in one or a
// file. The message about an unknown name offers `others` too, which are names
// with a meaning to the caller alone.
Result<const Profile*> chosen_profile(
    const std::string& text, const std::vector<std::string>& others = {});

// Returns the profile of a recorded run. A profile from a file is made from the
// values in the head, so the file is not needed.
Result<const Profile*> profile_of(const RunRecord& run);

}  // namespace assay
