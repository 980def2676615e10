// Tested by tests/cli/command_test.cc.
#include "cli/subject_named.h"

#include <fmt/format.h>

#include "harness/in_process_subject.h"
#include "harness/plugin_subject.h"
#include "harness/process_subject.h"
#include "reference/reference.h"

namespace assay {

Result<SubjectMaker> subject_named(const std::string& name,
                                   const Profile& profile,
                                   double timeout_seconds) {
  if (name == "reference")
    return SubjectMaker([&profile]() -> Result<std::unique_ptr<Subject>> {
      return std::unique_ptr<Subject>(std::make_unique<InProcessSubject>(
          std::make_unique<Reference>(profile)));
    });
  constexpr std::string_view kExec = "exec:";
  if (name.starts_with(kExec)) {
    const std::string command = name.substr(kExec.size());
    return SubjectMaker(
        [command, timeout_seconds]() -> Result<std::unique_ptr<Subject>> {
          auto started = ProcessSubject::start(command, timeout_seconds);
          if (!started) return started.status();
          return std::unique_ptr<Subject>(*std::move(started));
        });
  }
  if (name.find('/') != std::string::npos || name.ends_with(".so"))
    return SubjectMaker([name]() -> Result<std::unique_ptr<Subject>> {
      auto started = PluginSubject::start(name);
      if (!started) return started.status();
      return std::unique_ptr<Subject>(*std::move(started));
    });
  return Status::invalid(
      fmt::format("there is no subject \"{}\"; expected reference, "
                  "path/to/LIBRARY.so or \"exec:COMMAND …\"",
                  name));
}

}  // namespace assay
