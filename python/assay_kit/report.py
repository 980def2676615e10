# Holds what a run found, as Python objects.
# Tested by tests/scripts/assay_kit_test.py.
import html
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Tuple


class NotConforming(AssertionError):
    """Raised by Report.raise_if_failed(); its text is the list of findings."""


@dataclass(frozen=True)
class Finding:
    """One cause, and the cases that show it."""

    kind: str  # "crash", "wrong value", "accuracy", "metadata or status", …
    title: str  # one sentence that names the cause
    example: str  # one call that shows it
    ops: Tuple[str, ...]
    dtypes: Tuple[str, ...]
    clauses: Tuple[str, ...]  # the clauses that the cases break
    cases: Tuple[str, ...]  # ids
    policy: str  # the value of a policy axis that explains it, or ""
    shared_by: Tuple[str, ...]  # built-in profiles that have this value
    replay: str  # the command that runs the first case again
    text: str  # the finding as the report prints it

    def __str__(self):
        count = len(self.cases)
        return "%s: %s, %d case%s\n    %s" % (
            self.title, self.kind, count, "" if count == 1 else "s", self.example)


@dataclass(frozen=True)
class Score:
    """Cells, which are pairs of an op and a dtype, of one op set."""

    proven: int
    claimed: int
    required: int

    def __str__(self):
        return "%d proven / %d claimed / %d required cells" % (
            self.proven, self.claimed, self.required)


@dataclass(frozen=True)
class Report:
    """The outcome of a run of `assay check`."""

    conforms: bool
    exit_code: int  # 0 conforms, 1 does not; other codes raise AssayError
    name: str  # what the subject says it is
    version: str
    profile: str
    level: str
    counts: Dict[str, int]  # cases, passed, failed, unsupported, expected, missing
    scores: Dict[str, Score]  # op set -> score
    findings: List[Finding]
    text: str  # the report as the command prints it
    folder: Path  # has records.jsonl, report.html and a file per failing case
    _records: List[Dict[str, Any]] = field(default_factory=list, repr=False)

    @property
    def records(self):
        """The records of all cases, as dicts, in the order of the plan."""
        if not self._records:
            with open(self.folder / "records.jsonl", encoding="utf-8") as file:
                next(file)  # the head of the run
                self._records.extend(json.loads(line) for line in file)
        return self._records

    def finding_of(self, case):
        """Returns the finding that a case id belongs to, or None."""
        return next((one for one in self.findings if case in one.cases), None)

    def raise_if_failed(self):
        """Raises NotConforming if the subject does not conform."""
        if not self.conforms:
            raise NotConforming(str(self))

    def __bool__(self):
        return self.conforms

    def __str__(self):
        lines = [
            "%s %s %s to profile %s at level %s" % (
                self.name, self.version,
                "conforms" if self.conforms else "does not conform",
                self.profile, self.level),
            "%(cases)d cases: %(passed)d passed, %(failed)d failed, "
            "%(unsupported)d unsupported" % self.counts,
        ]
        lines += ["score %s: %s" % pair for pair in self.scores.items()]
        lines += ["%3d. %s" % pair for pair in enumerate(self.findings, 1)]
        return "\n".join(lines + ["report: %s" % (self.folder / "report.txt")])

    def _repr_html_(self):
        rows = "".join(
            "<tr><td>%s</td><td>%s</td><td>%d</td><td><code>%s</code></td></tr>" % (
                html.escape(one.title), html.escape(one.kind), len(one.cases),
                html.escape(one.example))
            for one in self.findings)
        head, *_ = str(self).split("\n")
        return "<p><b>%s</b></p><table><tr><th>finding</th><th>kind</th>" \
            "<th>cases</th><th>example</th></tr>%s</table>" % (
                html.escape(head), rows)


def report_of(document, exit_code, text, folder):
    """Makes a Report of what `assay report --json` wrote."""
    run = json.loads(document)["runs"][0]
    findings = [
        Finding(**{
            name: tuple(one[name]) if isinstance(one[name], list) else one[name]
            for name in Finding.__dataclass_fields__
        })
        for one in run["findings"]
    ]
    scores = {
        one["name"]: Score(one["proven"], one["claimed"], one["required"])
        for one in run["sets"] if one["planned"]
    }
    return Report(
        conforms=exit_code == 0, exit_code=exit_code, name=run["name"],
        version=run["version"], profile=run["profile"], level=run["level"],
        counts=run["counts"], scores=scores, findings=findings, text=text,
        folder=Path(folder))
