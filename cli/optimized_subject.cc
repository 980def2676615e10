// Starts the optimized backend as a subject in the process of the command.
// Tested by tests/cli/optimized_test.cc.
#include <memory>

#include "cli/subject_named.h"
#include "harness/subject/in_process_subject.h"
#include "optimized/optimized.h"
#include "optimized/resources/settings.h"

namespace assay {

Result<SubjectMaker> optimized_subject(const std::string& settings) {
  const auto read = optimized::parse_settings(settings);
  if (!read) return read.status();
  return SubjectMaker([read = *read]() -> Result<std::unique_ptr<Subject>> {
    optimized::use_settings(read);
    return std::unique_ptr<Subject>(
        std::make_unique<InProcessSubject>(make_optimized(), make_optimized));
  });
}

Result<std::function<void()>> optimized_activation(const std::string& settings,
                                                   int threads) {
  auto read = optimized::parse_settings(settings);
  if (!read) return read.status();
  if (settings.find("threads=") == std::string::npos) read->threads = threads;
  return std::function<void()>(
      [read = *read] { optimized::use_settings(read); });
}

}  // namespace assay
