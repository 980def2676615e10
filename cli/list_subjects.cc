// Implements `assay list subjects`: the backends inside the command, the
// libraries that have an adapter, and the forms of other names.
// Tested by tests/cli/short_subject_test.cc.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/installed_files.h"
#include "cli/short_subject.h"
#include "cli/subject_named.h"

namespace assay {

int list_subjects() {
  const auto row = [](std::string_view name, std::string_view state) {
    fmt::print("{:<22} {}\n", name, state);
  };
  for (const char* name : {"reference", "optimized"}) {
    const auto maker = subject_named(name, kNx, 0);
    const auto subject =
        maker ? (*maker)() : Result<std::unique_ptr<Subject>>(maker.status());
    row(name, subject ? fmt::format("installed: version {}",
                                    (*subject)->backend().version())
                      : "not part of this build");
  }
  const auto known = known_short_subjects();
  if (known)
    for (const KnownSubject& subject : *known) row(subject.name, subject.state);
  row("py:MODULE", "any module of the array API standard");
  row("py:MODULE:NAME", "a class, dict or object with functions named as ops");
  row("pjrt:PLUGIN", "a PJRT plugin: a path, or a package that holds one");
  row("path/to/LIBRARY.so", "a plugin with the C interface");
  row("\"exec:COMMAND …\"", "a process that speaks docs/protocol.md");
  if (!known) return complain(kExitSubject, known.status().message);
  fmt::print("\nAdapters run with {}; ASSAY_PYTHON names another Python.\n",
             adapter_python());
  return kExitConforms;
}

}  // namespace assay
