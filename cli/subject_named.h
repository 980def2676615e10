// Turns the name of a subject on the command line into a running subject.
// Tested by tests/cli/command_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "conformance/check.h"
#include "harness/subject/subject.h"
#include "spec/profile.h"

namespace assay {

using SubjectMaker = std::function<Result<std::unique_ptr<Subject>>()>;

// The help of every argument SUBJECT.
inline constexpr const char* kSubjectHelp =
    "reference, optimized, LIBRARY.so, a short name such as py:numpy, or "
    "exec:COMMAND; `assay list subjects` shows them";

// Returns a function that starts the subject of a name: "reference",
// "optimized" (with settings, "optimized:target=avx2,threads=2"), a short name
// ("py:numpy", see short_subject.h), the path of a plugin (a name with a slash,
// or that ends in .so) or "exec:COMMAND …". Fails with `invalid` if no subject
// can have this name. Whether the subject works is only seen when it is
// started.
Result<SubjectMaker> subject_named(const std::string& name,
                                   const Profile& profile,
                                   double timeout_seconds);

// Returns the settings of "optimized" or "optimized:SETTINGS", which
// optimized/resources/settings.h explains. Returns nothing for another name.
std::optional<std::string> optimized_settings(const std::string& name);

// Returns a function that starts the optimized backend with these settings.
// Fails if they are malformed or the build has no such backend.
Result<SubjectMaker> optimized_subject(const std::string& settings);

// Returns a function that installs these settings again. Settings are
// process-wide, so each contender re-installs its own before its turn.
// `threads` applies if the settings name none.
Result<std::function<void()>> optimized_activation(const std::string& settings,
                                                   int threads);

// Returns options that judge this subject by the reference under the profile,
// with a time limit per call in seconds and a memory limit in MB.
Result<CheckOptions> options_for(const std::string& subject,
                                 const Profile& profile, double timeout_seconds,
                                 std::int64_t memory_megabytes);

// Returns a folder name for a subject: the end of its name, with "-" for
// characters that are unusual in a path.
std::string folder_of(const std::string& subject);

}  // namespace assay
