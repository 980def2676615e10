// Starts the subject that a name means: the reference, the optimized backend, a
// plugin or a process.
// Tested by tests/cli/command_test.cc.
#include "cli/subject_named.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/short_subject.h"
#include "conformance/nearest_name.h"
#include "harness/subject/in_process_subject.h"
#include "harness/subject/plugin_subject.h"
#include "harness/subject/process_subject.h"
#include "reference/reference.h"

namespace assay {

namespace {

SubjectMaker process_maker(const std::string& command, double timeout_seconds) {
  return [command, timeout_seconds]() -> Result<std::unique_ptr<Subject>> {
    auto started = ProcessSubject::start(command, timeout_seconds);
    if (!started) return started.status();
    return std::unique_ptr<Subject>(*std::move(started));
  };
}

}  // namespace

std::optional<std::string> optimized_settings(const std::string& name) {
  constexpr std::string_view kName = "optimized";
  if (name == kName) return "";
  if (!name.starts_with(std::string(kName) + ":")) return std::nullopt;
  return name.substr(kName.size() + 1);
}

Result<SubjectMaker> subject_named(const std::string& name,
                                   const Profile& profile,
                                   double timeout_seconds) {
  if (name == "reference")
    return SubjectMaker([&profile]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
          std::make_unique<Reference>(profile),
          [&profile] { return std::make_unique<Reference>(profile); }, true));
    });
  if (const auto settings = optimized_settings(name))
    return optimized_subject(*settings);
  constexpr std::string_view kExec = "exec:";
  if (name.starts_with(kExec))
    return process_maker(name.substr(kExec.size()), timeout_seconds);
  if (is_short_subject(name)) {
    const auto command = command_of_short_subject(name);
    if (!command) return command.status();
    return process_maker(*command, timeout_seconds);
  }
  if (name.find('/') != std::string::npos || name.ends_with(".so"))
    return SubjectMaker([name]() -> Result<std::unique_ptr<Subject>> {
      auto started = PluginSubject::start(name);
      if (!started) return started.status();
      return std::unique_ptr<Subject>(*std::move(started));
    });
  const std::string names[] = {"reference", "optimized"};
  return Status::invalid(fmt::format(
      "there is no subject \"{}\"{}; expected reference, optimized, "
      "path/to/LIBRARY.so, py:MODULE, onnx:RUNTIME, pjrt:PLUGIN or "
      "\"exec:COMMAND …\"",
      name, did_you_mean(name, names)));
}

Result<CheckOptions> options_for(const std::string& subject,
                                 const Profile& profile, double timeout_seconds,
                                 std::int64_t memory_megabytes) {
  auto maker = subject_named(subject, profile, timeout_seconds);
  if (!maker) return maker.status();
  CheckOptions options;
  options.subject = subject;
  options.make_subject = *std::move(maker);
  options.make_oracle = [&profile] {
    return std::make_unique<Reference>(profile);
  };
  options.make_oracle_of = [](const Profile& other) {
    return std::make_unique<Reference>(other);
  };
  options.profile = &profile;
  options.timeout_seconds = timeout_seconds;
  options.memory_bytes = static_cast<std::size_t>(memory_megabytes) << 20;
  return options;
}

std::string folder_of(const std::string& subject) {
  const std::string name =
      subject.substr(0, subject.find_last_not_of(" '\"") + 1);
  std::string folder;
  for (char c : name) {
    const bool keep = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      c == '.' || c == '_' || c == '-';
    if (keep)
      folder += c;
    else if (!folder.empty() && folder.back() != '-')
      folder += '-';
  }
  return folder.substr(folder.size() > 60 ? folder.size() - 60 : 0);
}

}  // namespace assay
