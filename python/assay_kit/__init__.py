# The package that the wheel assay-kit installs: the command `assay`, and check(),
# which judges an object of the calling program. docs/python.md explains both.
from assay_kit.checking import AssayError, check, list_cases, replay
from assay_kit.report import Finding, NotConforming, Report, Score

__all__ = [
    "AssayError", "Finding", "NotConforming", "Report", "Score", "check",
    "list_cases", "replay",
]
