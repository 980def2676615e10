#!/usr/bin/env python3
"""Feeds count_results.py reports of runs that went well and wrong."""

import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import count_results  # noqa: E402


def test(name, result="COMPLETED", status="RUN", failures=None):
    case = {"name": name, "classname": "A", "status": status, "result": result}
    if failures:
        case["failures"] = failures
    return case


class CountResultsTest(unittest.TestCase):
    def count(self, programs):
        """`programs`: name -> (status that ctest saw, its tests or None)."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            cases = "".join(f'<testcase name="{name}" status="{status}"/>'
                            for name, (status, _) in programs.items())
            (root / "ctest.xml").write_text(f"<testsuite>{cases}</testsuite>")
            for name, (_, tests) in programs.items():
                if tests is not None:
                    (root / f"assay_{name}_test.json").write_text(
                        json.dumps({"testsuites": [{"testsuite": tests}]}))
            return count_results.count(root / "ctest.xml", root)[:3]

    def test_all_well(self):
        self.assertEqual(self.count({"spec": ("run", [test("a"), test("b")]),
                                     "cli": ("run", [test("c")])}), (3, 0, 0))

    def test_failures_and_skips(self):
        tests = [test("a"), test("b", failures=[{"failure": "x"}]),
                 test("c", "SKIPPED"), test("d", "SUPPRESSED", "NOTRUN")]
        self.assertEqual(self.count({"spec": ("fail", tests)}), (1, 1, 2))

    def test_crash_before_the_report(self):
        self.assertEqual(self.count({"spec": ("fail", None)}), (0, 1, 0))

    def test_failure_outside_the_tests(self):
        self.assertEqual(self.count({"spec": ("fail", [test("a")])}), (1, 1, 0))

    def test_no_test_in_the_program(self):
        self.assertEqual(self.count({"spec": ("run", [])}), (0, 1, 0))

    def test_interrupted_test(self):
        self.assertEqual(
            self.count({"spec": ("fail", [test("a", "INTERRUPTED")])}),
            (0, 1, 0))

    def test_program_that_is_no_googletest(self):
        self.assertEqual(self.count({"script": ("run", None)}), (1, 0, 0))


if __name__ == "__main__":
    unittest.main()
