// From a subject's name on the command line to a running subject.
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

// Returns what starts the subject of a name: "reference", "optimized" (with
// settings, "optimized:target=avx2,threads=2"), the path of a plugin
// (a name with a slash, or that ends in .so) or "exec:COMMAND …". Fails with
// `invalid` if there is no subject of this name; whether it runs is seen when
// it is started.
Result<SubjectMaker> subject_named(const std::string& name,
                                   const Profile& profile,
                                   double timeout_seconds);

// Returns the settings of "optimized" or "optimized:SETTINGS", in the words of
// optimized/resources/settings.h; empty for another name.
std::optional<std::string> optimized_settings(const std::string& name);

// Returns what starts the optimized backend with settings, or why it cannot be.
Result<SubjectMaker> optimized_subject(const std::string& settings);

// Returns what makes settings, of which there are one set in a process, those
// of that process again; `threads` is for settings that do not say.
Result<std::function<void()>> optimized_activation(const std::string& settings,
                                                   int threads);

// Returns options that judge this subject by the reference under the profile,
// within a time per call and a memory in MB.
Result<CheckOptions> options_for(const std::string& subject,
                                 const Profile& profile, double timeout_seconds,
                                 std::int64_t memory_megabytes);

// Returns a folder name for a subject: its end, with "-" for what is odd in a
// path.
std::string folder_of(const std::string& subject);

}  // namespace assay
