// The exit codes of the command. They are a public surface: scripts and CI
// depend on them.
#pragma once

namespace assay {

enum ExitCode {
  kExitConforms = 0,
  kExitDoesNotConform = 1,
  kExitUsage = 2,     // unknown name, bad value, unwritable place
  kExitInternal = 3,  // our own failure, or a void run
  kExitSubject = 4,   // there but not loadable, or dead at hello
  kExitNothingSelected = 5,
  kExitRegression = 6,  // a ratio below that of the baseline
  kExitInterrupted = 130,
};

}  // namespace assay
