// Implements `assay profile`: prints the values of the policy axes that a
// subject follows, and the evidence for and against them.
// Tested by tests/cli/profile_command_test.cc.
#include "cli/profile_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/scratch_folder.h"
#include "cli/subject_named.h"
#include "conformance/describe_subject.h"
#include "conformance/infer_profile.h"
#include "conformance/records_file.h"
#include "spec/file_profile.h"
#include "spec/policy_texts.h"

namespace assay {
namespace {

Result<InferredProfile> infer(const CheckOptions& options) {
  ScratchFolder scratch;
  if (Status made = scratch.make(); !made.ok()) return made;
  return infer_profile(options, scratch.path());
}

// Returns "22 cases agree; dividend: 22 disagree": what is known of the values
// of an axis.
std::string evidence_text(std::size_t number, const AxisEvidence& axis) {
  if (axis.is_unknown()) return "no case tells its values apart";
  const auto& names = kPolicyAxes[number].values;
  std::string text;
  for (std::size_t i = 0; i < axis.values.size(); ++i) {
    const ValueEvidence& value = axis.values[i];
    if (value.disagree > 0 && value.agree == 0)
      text += fmt::format("; {}: all {} disagree", names[i], value.disagree);
    else if (value.disagree > 0)
      text += fmt::format("; {}: {} agree, {} disagree (as {})", names[i],
                          value.agree, value.disagree, value.example);
    else if (value.agree > 0)
      text += fmt::format("; {}: {} agree", names[i], value.agree);
  }
  return text.substr(2);
}

std::string others_text(Policy policy) {
  const auto names = profiles_with(policy);
  return names.empty() ? std::string("no built-in profile")
                       : fmt::format("{}", fmt::join(names, ", "));
}

std::string profile_text(const RunRecord& subject,
                         const InferredProfile& inferred) {
  const Profile& nearest = *profile_named(inferred.nearest);
  const PolicyValues beside = differing_values(inferred.profile, nearest);
  std::string text = fmt::format(
      "{} {}: profile {}{}\n\n", subject.subject_name, subject.subject_version,
      inferred.nearest,
      beside.empty() ? ""
                     : fmt::format(" except for {} ax{}", beside.size(),
                                   beside.size() == 1 ? "is" : "es"));
  std::string unknown;
  std::string inconsistent;
  for (std::size_t axis = 0; axis < kPolicyAxisCount; ++axis) {
    const AxisEvidence& evidence = inferred.axes[axis];
    const std::string_view name = kPolicyAxes[axis].name;
    const Policy policy{axis, evidence.chosen};
    if (evidence.is_inconsistent()) {
      inconsistent +=
          fmt::format("  {}: {}\n", name, evidence_text(axis, evidence));
      continue;
    }
    if (evidence.is_unknown()) {
      unknown += fmt::format("{}{}", unknown.empty() ? "" : ", ", name);
      continue;
    }
    if (kNx.is(policy)) continue;
    text +=
        fmt::format("  {:<28}{:<16}{}\n  {:<28}{:<16}(as in {})\n", name,
                    kPolicyAxes[axis].values[evidence.chosen],
                    evidence_text(axis, evidence), "", "", others_text(policy));
  }
  text += "\nEvery other axis has the value of nx.\n";
  if (!inconsistent.empty())
    text +=
        "\nAnswered by no value alike, which is a finding:\n" + inconsistent;
  if (!unknown.empty())
    text += fmt::format(
        "\nNo answer tells the values apart of these, so they are taken from "
        "{}:\n  {}\n",
        inferred.nearest, unknown);
  return text;
}

// Returns the file that docs/profiles.md describes.
std::string file_text(const std::string& name,
                      const InferredProfile& inferred) {
  const Profile& nearest = *profile_named(inferred.nearest);
  nlohmann::ordered_json json = {
      {"format", 1}, {"name", name}, {"based_on", inferred.nearest}};
  json["values"] = nlohmann::ordered_json::object();
  for (const auto& [axis, value] : differing_values(inferred.profile, nearest))
    json["values"][axis] = value;
  return json.dump(2) + "\n";
}

// Returns a name that a profile file may have, made of the subject's.
std::string profile_name(const std::string& subject) {
  std::string name;
  for (const char c : subject)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
        c == '-')
      name += c;
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0)
    name = "subject" + name;
  return is_built_in_profile(name) ? name + "-inferred" : name;
}

}  // namespace

Result<const Profile*> inferred_profile(const CheckOptions& options) {
  const auto inferred = infer(options);
  if (!inferred) return inferred.status();
  return keep_profile(kInferredProfile, inferred->profile);
}

int profile_command(const ProfileArguments& arguments) {
  if (is_built_in_profile(arguments.name))
    return complain(kExitUsage,
                    fmt::format("--name: {} is a built-in profile, so no file "
                                "can have its name",
                                arguments.name));
  auto options = options_for(arguments.subject, kNx, arguments.timeout_seconds,
                             arguments.memory_megabytes);
  if (!options) return complain(kExitUsage, options.status().message);
  options->shapes = arguments.shapes;
  options->jobs = arguments.jobs > 0
                      ? arguments.jobs
                      : static_cast<int>(std::thread::hardware_concurrency());
  const auto subject = describe_run(*options);
  if (!subject) return complain(kExitSubject, subject.status().message);
  const auto inferred = infer(*options);
  if (!inferred) return complain(kExitSubject, inferred.status().message);
  fmt::print("{}", profile_text(*subject, *inferred));
  if (arguments.out.empty()) return kExitConforms;
  const std::string name = arguments.name.empty()
                               ? profile_name(subject->subject_name)
                               : arguments.name;
  if (Status status = write_whole(arguments.out, file_text(name, *inferred));
      !status.ok())
    return complain(kExitUsage, status.message);
  return kExitConforms;
}

}  // namespace assay
