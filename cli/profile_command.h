// Declares `assay profile` and what `assay check --profile inferred` shares
// with it.
#pragma once

#include <string>

#include "conformance/check.h"
#include "spec/profile.h"

namespace assay {

struct ProfileArguments {
  std::string subject;
  std::string out;   // the profile file to write; empty: none
  std::string name;  // of the profile in that file; empty: from the subject
  int jobs = 0;      // 0: one per core
  double timeout_seconds = 5;
  int memory_megabytes = 4096;  // that a worker may hold
  Shapes shapes = Shapes::kMany;
};

// The value of --profile that stands for the profile of the subject's answers.
inline constexpr const char* kInferredProfile = "inferred";

// Infers the profile of a subject, prints it with its evidence, and writes it
// to a file.
int profile_command(const ProfileArguments& arguments);

// Infers the profile of a subject and keeps it under the name "inferred".
Result<const Profile*> inferred_profile(const CheckOptions& options);

}  // namespace assay
