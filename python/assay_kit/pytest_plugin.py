# Makes a run of `assay check` tests of pytest, one for each op and aspect, such as
# add:wrap. A test module that defines `assay_subject`, a name such as "py:mylib" or
# an object, gets them; so does a run of pytest with --assay or the ini option
# assay_subject. docs/python.md lists the options.
#
# While pytest collects, the command only lists the cases. It runs them once for a
# subject, when the first of its tests is set up, and only those of the tests that
# were selected.
# Tested by tests/scripts/pytest_plugin_test.py.
import shlex
from pathlib import Path

import pytest

from assay_kit import checking

# Module variable and ini option, without "assay_" -> what it is.
OPTIONS = {
    "profile": "the profile, nx by default",
    "level": "quick, standard or deep",
    "set": "op sets, separated by commas",
    "filter": "the cases to run",
    "expect": "a file of expectations, whose cases become xfail",
    "seed": "the run seed",
    "jobs": "the number of worker processes",
    "timeout": "seconds that one case may take",
    "strict": "yes: a case that passes unexpectedly fails",
}
PASSING = {"pass", "unsupported", "expected_failure", "flaky", "unexpected_pass"}
# The longest filter that is made of selected tests.
MOST_TERMS = 200


def pytest_addoption(parser):
    parser.getgroup("assay").addoption(
        "--assay", metavar="SUBJECT",
        help="also judge this subject, such as py:numpy")
    parser.addini("assay_subject", "the subject that a run without paths judges")
    for name, text in OPTIONS.items():
        parser.addini("assay_" + name, text)


def pytest_pycollect_makeitem(collector, name, obj):
    if name != "assay_subject" or not isinstance(collector, pytest.Module):
        return None
    given = {one: getattr(collector.obj, "assay_" + one, None) for one in OPTIONS}
    if given["expect"]:
        given["expect"] = collector.path.parent / given["expect"]
    return Subject.from_parent(collector, name="assay", subject=obj, given=given)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    subject = config.getoption("--assay")
    if not subject and config.args_source != config.ArgsSource.ARGS:
        subject = config.getini("assay_subject")
    if subject:
        parent = Subject.from_parent(
            session, name="assay", nodeid="assay", subject=subject, given={})
        items.extend(parent.collect())


class Subject(pytest.Collector):
    """The cases of one subject, and the run that judges them."""

    def __init__(self, *, subject, given, **more):
        super().__init__(**more)
        self.subject = subject
        self.given = {}
        for name in OPTIONS:
            value = given.get(name)
            if value is None:
                value = self.config.getini("assay_" + name) or None
                if name == "expect" and value:
                    value = self.config.rootpath / value
            self.given[name] = value
        self.strict = str(self.given.pop("strict")) in ("yes", "true", "1", "True")
        self.tests = []
        self.report = self.fault = None

    def collect(self):
        try:
            ids = checking.list_cases(
                self.subject, **self.known(), strict=self.strict)
        except checking.AssayError as error:
            raise self.CollectError("assay: %s" % error) from None
        keys = dict.fromkeys(key_of(case) for case in ids)
        self.tests = [
            Aspect.from_parent(self, name=key.split("/", 1)[-1], key=key)
            for key in keys
        ]
        return self.tests

    def known(self):
        return {name: value for name, value in self.given.items()
                if value is not None}

    def run(self):
        """Runs the cases once, and keeps the report or the reason why not."""
        if self.report is None and self.fault is None:
            options = self.known()
            chosen = [item.key for item in self.session.items
                      if item.parent is self]
            if len(chosen) < min(len(self.tests), MOST_TERMS):
                options["filter"] = ",".join(chosen)
            # Two modules may judge one subject by different options.
            out = Path(self.config.rootpath, "assay-results", checking.name_of(
                "%s %s" % (self.nodeid, checking.name_of(self.subject))))
            try:
                self.report = checking.check(
                    self.subject, out=out, strict=self.strict, **options)
                self.records = {}
                for record in self.report.records:
                    self.records.setdefault(key_of(record["id"]), []).append(record)
            except checking.AssayError as error:
                self.fault = str(error)
        return self.report


def key_of(case):
    """Returns "elementwise/add:wrap" of the id of a case."""
    return ":".join(case.split(":")[:2])


class NotAccepted(Exception):
    """Fails a test; its text is what pytest prints."""


class Aspect(pytest.Item):
    """The cases of one op and one aspect."""

    def __init__(self, *, key, **more):
        super().__init__(**more)
        self.key = key

    def setup(self):
        if self.parent.run() is None:
            raise NotAccepted("assay: " + self.parent.fault)

    def runtest(self):
        records = self.parent.records.get(self.key, [])
        if not records:
            raise NotAccepted("the run has no case of %s" % self.key)
        failed = [one for one in records if one["verdict"] not in PASSING]
        if failed:
            raise NotAccepted(self.failure_text(failed, len(records)))
        verdicts = {one["verdict"]: one for one in records}
        for verdict in ("expected_failure", "flaky"):
            if verdict in verdicts:
                pytest.xfail(reason_of(verdicts[verdict]))
        if "unexpected_pass" in verdicts:
            self.add_marker(pytest.mark.xfail(
                reason=reason_of(verdicts["unexpected_pass"]),
                strict=self.parent.strict))
        elif set(verdicts) == {"unsupported"}:
            needs = records[0].get("needs")
            pytest.skip("it needs " + needs if needs else "it is not claimed")

    def failure_text(self, failed, count):
        lines = ["%d of %d cases of %s fail" % (len(failed), count, self.name)]
        findings = []
        for record in failed:
            finding = self.parent.report.finding_of(record["id"])
            if finding is not None and finding not in findings:
                findings.append(finding)
                lines += ["", str(finding), *self.case_lines(record)]
        if not findings:
            lines += self.case_lines(failed[0])
        return "\n".join(lines)

    def case_lines(self, record):
        """Returns the lines about one case, the last of which repeats it."""
        failure = record.get("failure", {})
        lines = ["    " + record["id"], "      %s: %s" % (
            record["verdict"], failure.get("message", ""))]
        for name in ("program", "expected", "got"):
            if name in failure:
                found = failure[name]
                if isinstance(found, dict):
                    found = "%s  %s" % (found.get("decimal"), found.get("bits"))
                lines.append("      %-8s %s" % (name, found))
        if "case_file" in record:
            lines.append("      replay:  " + self.replay_line(record))
        return lines

    def replay_line(self, record):
        file = str(self.parent.report.folder / record["case_file"])
        subject = self.parent.subject
        name = subject if isinstance(subject, str) else (
            checking.importable_name(subject))
        if name is None:
            return "assay_kit.replay(%r, %s)" % (file, checking.name_of(subject))
        return "assay replay %s %s" % (shlex.quote(file), shlex.quote(name))

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, NotAccepted):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, "assay %s" % self.name


def reason_of(record):
    reason = record.get("reason", "")
    return "%s (%s)" % (reason, record["bug"]) if "bug" in record else reason
