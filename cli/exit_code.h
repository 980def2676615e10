// Lists the exit codes of the command. Scripts and CI depend on them, so a code
// keeps its meaning.
#pragma once

namespace assay {

enum ExitCode {
  kExitConforms = 0,
  kExitDoesNotConform = 1,
  kExitUsage = 2,     // unknown name, bad value, unwritable place
  kExitInternal = 3,  // a fault of Assay, or a void run
  kExitSubject = 4,   // the subject cannot be loaded, or dies at its start
  kExitNothingSelected = 5,
  kExitRegression = 6,  // a ratio fell below that of the baseline
  kExitInterrupted = 130,
};

}  // namespace assay
