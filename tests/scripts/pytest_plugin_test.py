#!/usr/bin/env python3
"""The plugin for pytest: which tests it collects, and what becomes of them. Needs
pytest and NumPy in this Python and build/release/assay, or the program that ASSAY
names; skipped without them."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ASSAY = os.environ.get("ASSAY", str(ROOT / "build" / "release" / "assay"))
HAS_PACKAGES = all(importlib.util.find_spec(name) for name in ("pytest", "numpy"))

# The tests of the plugin, for pytester. They run in a pytest of their own, which
# is the only program that needs pytest.
TESTS = '''
import numpy  # noqa: F401  (it can be loaded only once)

pytest_plugins = ["pytester"]

MINE = """
import numpy as np
class Mine:
    add = np.add
    def sub(self, a, b):
        return a - b if a.dtype != np.int8 else b - a
"""


def run(pytester, module, *arguments, **files):
    pytester.makepyfile(mine=MINE, test_mine=module)
    for name, text in files.items():
        pytester.makefile(".expect", **{name: text})
    return pytester.runpytest(*PLUGIN, *arguments)


def test_a_passing_subject(pytester):
    pytester.makepyfile(mine=MINE)
    result = run(pytester, """
        from mine import Mine
        assay_subject = Mine
        assay_filter = "add,mul:value"
        def test_of_their_own(): pass
    """, "-v")
    result.assert_outcomes(passed=result.parseoutcomes()["passed"], skipped=1)
    result.stdout.fnmatch_lines(["*test_mine.py::assay::add:wrap*PASSED*",
                                 "*mul:value*SKIPPED*not claimed*"])


def test_a_failure_names_its_finding_and_a_replay(pytester):
    result = run(pytester, """
        assay_subject = "py:mine:Mine"
        assay_filter = "sub:wrap,add:wrap"
    """)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*sub takes its two operands in the other order*",
                                 "*replay:*assay replay *py:mine:Mine*"])


def test_expected_failures_are_xfail(pytester):
    module = """
        from mine import Mine
        assay_subject = Mine()
        assay_filter = "sub:wrap,add:wrap"
        assay_expect = "known.expect"
    """
    line = 'xfail sub:*:dtype=int8 reason="operands swapped"'
    result = run(pytester, module, "-rx", known=line)
    result.assert_outcomes(passed=1, xfailed=1)
    result.stdout.fnmatch_lines(["XFAIL*sub:wrap*operands swapped*"])


def test_an_unexpected_pass(pytester):
    module = """
        assay_subject = "py:mine:Mine"
        assay_filter = "add:wrap"
        assay_expect = "known.expect"
        assay_strict = "%s"
    """
    line = 'xfail add:wrap:dtype=int8 reason="was wrong"'
    run(pytester, module % "no", known=line).assert_outcomes(xpassed=1)
    result = run(pytester, module % "yes", known=line)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*XPASS(strict)*was wrong*"])


def test_a_stale_line_is_an_error_of_the_collection(pytester):
    result = run(pytester, """
        assay_subject = "py:mine:Mine"
        assay_expect = "known.expect"
    """, known='xfail add:wrap:dtype=complex64,case=99 reason="gone"')
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*known.expect:1:*"])


def test_a_bad_subject_is_an_error_of_the_collection(pytester):
    result = run(pytester, "assay_subject = 'py:no_such_library'")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*assay: *has no module no_such_library*"])


def test_selected_tests_alone_run(pytester):
    result = run(pytester, "assay_subject = 'py:mine:Mine'", "-k", "add and wrap")
    assert result.parseoutcomes()["passed"] == 1
    records = next(pytester.path.glob("assay-results/*/records.jsonl"))
    assert len(records.read_text().splitlines()) < 30


def test_the_ini_option_and_the_command_line(pytester):
    pytester.makepyfile(mine=MINE, test_other="def test_other(): pass")
    pytester.makeini("[pytest]\\nassay_subject = py:mine:Mine\\n"
                     "assay_filter = add:wrap\\n")
    pytester.runpytest(*PLUGIN).assert_outcomes(passed=2)
    pytester.runpytest(*PLUGIN, "test_other.py").assert_outcomes(passed=1)
    result = pytester.runpytest(*PLUGIN, "test_other.py", "--assay", "reference")
    result.assert_outcomes(passed=2)
'''


@unittest.skipUnless(HAS_PACKAGES, "this Python has no pytest, or no NumPy")
@unittest.skipUnless(os.access(ASSAY, os.X_OK), "there is no " + ASSAY)
class PytestPluginTest(unittest.TestCase):
    def test_with_pytester(self):
        installed = importlib.util.find_spec("assay_kit")
        plugin = [] if installed else ["-p", "assay_kit.pytest_plugin"]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "test_plugin.py")
            file.write_text("PLUGIN = %r\n%s" % (plugin, TESTS))
            environment = dict(os.environ, ASSAY=ASSAY)
            if not installed:
                environment["PYTHONPATH"] = str(ROOT / "python")
            ran = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                 str(file)], cwd=folder, env=environment, capture_output=True,
                text=True)
        self.assertEqual(0, ran.returncode, ran.stdout[-6000:] + ran.stderr)


if __name__ == "__main__":
    unittest.main()
