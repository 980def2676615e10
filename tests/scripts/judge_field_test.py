#!/usr/bin/env python3
"""Tests scripts/judge_field.py without any library: rows, the page, skipping."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
import field_libraries  # noqa: E402
import judge_field  # noqa: E402

REPORT = """3 findings: 1 crash, 2 wrong value
  1. div crashes: crash, 2 cases, int32, int64
       div(a, b): crash, 9 cases
  2. sign returns NaN where zero is expected: wrong value, 1 case, float32
  3. sort returns wrong values: wrong value, 12 cases, int8 and 3 more

mylib 1.2 with parts against profile array_api, level quick, seed 0

score nx: 976 proven / 990 claimed / 1496 required cells
score nn: 7 proven / 9 claimed / 590 required cells
"""


class JudgeField(unittest.TestCase):
    def test_a_row_counts_findings_by_kind(self):
        self.assertEqual(
            "| mine | mylib 1.2 with parts | `array_api` | 976 of 990 | 7 of 9 | none | 1 "
            "| 2 | 0 | 0 | 0 | 2.5 |", judge_field.row_of("mine", REPORT, 2.5))

    def test_a_policy_counts_as_the_kind_of_its_answers(self):
        report = REPORT.replace("2 wrong value", "4 wrong value")
        self.assertIn("| 1 | 4 | 0 | 0 | 0 |", judge_field.row_of("m", report, 1))

    def test_a_single_finding_has_its_kind_in_its_line(self):
        report = ("1 finding: div crashes\n  1. div crashes: crash, 2 cases, int32\n"
                  + REPORT[REPORT.index("\nmylib"):])
        self.assertIn("| 1 | 0 | 0 | 0 | 0 |", judge_field.row_of("m", report, 1))

    def test_a_set_without_score_has_none(self):
        report = REPORT[:REPORT.index("score nn")]
        self.assertIn("| 976 of 990 | none | none |", judge_field.row_of("m", report, 1))

    def test_a_row_takes_the_place_of_the_library(self):
        with tempfile.TemporaryDirectory() as folder:
            judge_field.PAGE = pathlib.Path(folder) / "field.md"
            judge_field.PAGE.write_text("| name |\n|---|\n| numpy-1.24 | |\n| numpy | |\n")
            judge_field.write_row("| numpy | new |")
            self.assertEqual("| name |\n|---|\n| numpy-1.24 | |\n| numpy | new |\n",
                             judge_field.PAGE.read_text())
            with self.assertRaises(SystemExit):
                judge_field.write_row("| other | new |")

    def test_packages_that_cannot_be_installed_are_no_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            judge_field.FIELD = pathlib.Path(folder)
            self.assertIsNone(judge_field.python_of("none", ("./no-such-folder",)))

    def test_an_adapter_that_cannot_be_built_is_skipped_with_the_reason(self):
        library = field_libraries.Library("none.so", "nx", build=(("false",),))
        self.assertIn("`false` fails", judge_field.built(library))
        library.build = (("no-such-compiler",),)
        self.assertEqual("no-such-compiler is not installed",
                         judge_field.built(library))
        library.build = (("true",),)
        self.assertIsNone(judge_field.built(library))

    def test_every_library_has_its_files_and_a_row(self):
        page = (ROOT / "docs/field.md").read_text()
        for name, library in judge_field.LIBRARIES.items():
            if library.findings:
                self.assertTrue((ROOT / library.findings).exists(), library.findings)
            for word in library.subject.split() + sum(map(list, library.build), []):
                if word.startswith("adapters/"):
                    self.assertTrue((ROOT / word).exists(), word)
            if library.profile.endswith(".json"):
                self.assertTrue((ROOT / library.profile).exists(), library.profile)
            self.assertIn("\n| %s |" % name, page)

    def test_an_unknown_name_is_refused(self):
        ran = subprocess.run([sys.executable, ROOT / "scripts/judge_field.py", "nunpy"],
                             capture_output=True, text=True)
        self.assertEqual(2, ran.returncode)
        self.assertIn("there is no library nunpy; expected reference, optimized, libm", ran.stderr)


if __name__ == "__main__":
    unittest.main()
