#!/usr/bin/env python3
"""assay_kit.check on objects of this program: what it finds in them, and that
their crashes and hangs do not end this program. Needs build/release/assay, or the
program that ASSAY names, and NumPy in this Python; skipped without them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
ASSAY = os.environ.setdefault("ASSAY", str(ROOT / "build" / "release" / "assay"))
try:
    import numpy as np
except ImportError:
    np = None
import assay_kit  # noqa: E402
from assay_kit import checking  # noqa: E402


@unittest.skipIf(np is None, "this Python has no NumPy")
@unittest.skipUnless(os.access(ASSAY, os.X_OK), "there is no " + ASSAY)
class CheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def check(self, subject, filter_, **options):
        return assay_kit.check(subject, filter=filter_, jobs=2,
                               out=os.path.join(self.folder, "run"), **options)

    def test_a_dict_of_closures_conforms(self):
        zero = 0
        report = self.check({"add": lambda a, b: np.add(a, b) + a.dtype.type(zero)},
                            "add:wrap")
        self.assertTrue(report.conforms, report.text)
        self.assertEqual([], report.findings)
        self.assertEqual(report.counts["cases"], len(report.records))
        report.raise_if_failed()

    def test_a_wrong_function_is_a_finding(self):
        report = self.check({"add": np.subtract, "mul": np.multiply}, "add,mul")
        self.assertFalse(report)
        self.assertEqual(1, report.exit_code)
        self.assertEqual({("add",)}, {one.ops for one in report.findings})
        first = report.findings[0]
        self.assertIn("add", first.title)
        self.assertIs(first, report.finding_of(first.cases[0]))
        self.assertGreater(report.scores["nx"].claimed, report.scores["nx"].proven)
        self.assertIn(first.title, str(report))
        self.assertIn(first.kind, report._repr_html_())
        with self.assertRaises(assay_kit.NotConforming):
            report.raise_if_failed()
        file = next(report.folder.glob("cases/*.json"))
        self.assertIn("fail", assay_kit.replay(file, {"add": np.subtract}))

    def test_a_function_that_kills_ends_its_own_process(self):
        def neg(x):
            if x.dtype == np.int16:
                os.abort()
            return -x

        report = self.check({"neg": neg}, "neg")
        self.assertEqual(["crash"], [one.kind for one in report.findings])
        self.assertIn("SIGABRT", report.text)
        self.assertEqual(("int16",), report.findings[0].dtypes)

    def test_a_function_that_hangs_is_ended(self):
        def neg(x):
            while x.size == 0:  # the probe does not try that
                pass
            return -x

        report = self.check({"neg": neg}, "neg:value:dtype=int16,"
                            "neg:empty:dtype=int16", timeout=0.3)
        verdicts = {one["id"]: one["verdict"] for one in report.records}
        self.assertIn("timed_out", verdicts.values())
        self.assertIn("pass", verdicts.values())

    def test_classes_of_this_function_and_instances(self):
        class Mine:
            def __init__(self, shift=0):
                self.shift = shift

            def add(self, a, b):
                print("a line on stdout")
                return a + b + np.asarray(self.shift).astype(a.dtype)

        self.assertTrue(self.check(Mine, "add:wrap"))
        self.assertFalse(self.check(Mine(1), "add:wrap"))

    def test_a_namespace_of_the_standard(self):
        space = types.SimpleNamespace(**{
            name: getattr(np, name) for name in dir(np) if name[0] != "_"})
        report = self.check(space, "add,reshape:view")
        self.assertTrue(report.conforms, report.text)

    def test_names_by_which_others_can_import(self):
        self.assertEqual("py:json", checking.importable_name(sys.modules["json"]))
        self.assertEqual("py:json.decoder:JSONDecoder", checking.importable_name(
            sys.modules["json"].JSONDecoder))
        for other in ({}, 3, CheckTest if __name__ == "__main__" else {}):
            self.assertIsNone(checking.importable_name(other))

    def test_what_cannot_be_judged_raises(self):
        with self.assertRaisesRegex(assay_kit.AssayError, "no_such_library"):
            self.check("py:no_such_library", "add")
        with self.assertRaisesRegex(assay_kit.AssayError, "named as an op"):
            self.check({"ad": np.add}, "add")
        with self.assertRaisesRegex(assay_kit.AssayError, "did you mean add"):
            self.check({"add": np.add}, "ad")

    def test_a_replay_after_the_program_has_ended_says_so(self):
        report = self.check({"add": np.subtract}, "add:wrap")
        ran = subprocess.run(
            [ASSAY, "replay", str(next(report.folder.glob("cases/*.json"))),
             report.findings[0].replay.split("'")[1]],
            capture_output=True, text=True)
        self.assertEqual(4, ran.returncode)
        self.assertIn("assay_kit.replay", ran.stderr)


if __name__ == "__main__":
    unittest.main()
