#!/usr/bin/env python3
"""Subjects with short names: which are refused with one sentence, and what the
adapter for functions on NumPy arrays claims and finds. The checks need
build/release/assay, or the program that ASSAY names, and are skipped without it."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUBJECTS = ROOT / "adapters" / "python" / "assay_subjects.py"
ASSAY = os.environ.get("ASSAY", str(ROOT / "build" / "release" / "assay"))
PYTHON = "/usr/bin/python3"
HAS_NUMPY = subprocess.run([PYTHON, "-c", "import numpy"],
                           capture_output=True).returncode == 0

# add and reduce_sum are right. Each other function is wrong in a way of its own,
# except sin, which declines every dtype.
BACKEND = """
import numpy as np
print("this line does not break a frame")

class Backend:
    add = np.add

    def sub(self, a, b):
        return a - b if a.dtype != np.float32 else b - a

    def mul(self, a, b):
        return (a * b).astype(np.float64)

    def exp(self, x):
        raise ValueError("never works")

    def neg(self, x):
        if x.dtype == np.int8:
            import os
            os.abort()
        return -x

    def sin(self, x):
        raise TypeError("no sin")

    def reduce_prod(self, x, axis, keepdims):
        return np.prod(x, axis=axis, keepdims=keepdims, dtype=x.dtype)

    def reduce_sum(self, x, axes, keepdims):
        return np.sum(x, axis=axes, keepdims=keepdims, dtype=x.dtype)

class Empty:
    pass

FUNCTIONS = {"and": np.bitwise_and, "add": np.add, "pi": 3}
"""


class CommandTest(unittest.TestCase):
    def command(self, name):
        ran = subprocess.run([sys.executable, str(SUBJECTS), "--command", name],
                             capture_output=True, text=True)
        self.assertEqual(0, ran.returncode, ran.stderr)
        return ran.stdout

    def test_names_that_cannot_work_get_a_sentence(self):
        for name, part in (
            ("py:", "lacks a name after the colon"),
            ("py:jax", "expected py:jax.numpy"),
            ("py:no_such_library", "has no module no_such_library"),
            ("py:json:Nothing", "json has no Nothing"),
            ("onnx:ort", "expected onnx:onnxruntime"),
            ("pjrt:/none/plugin.so", "there is no file /none/plugin.so"),
        ):
            said = self.command(name)
            self.assertTrue(said.startswith("no "), said)
            self.assertIn(part, said)
            self.assertNotIn("\n", said)

    def test_the_list_has_every_known_name(self):
        ran = subprocess.run([sys.executable, str(SUBJECTS), "--list"],
                             capture_output=True, text=True, check=True)
        rows = dict(line.split("\t") for line in ran.stdout.splitlines())
        self.assertIn("py:torch", rows)
        for state in rows.values():
            self.assertRegex(state, r"^(installed: \S+|missing: .* -m pip install )")


@unittest.skipUnless(HAS_NUMPY, "python3-numpy is not installed")
@unittest.skipUnless(os.access(ASSAY, os.X_OK), "there is no " + ASSAY)
class CheckTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        pathlib.Path(self.folder, "mine.py").write_text(BACKEND)
        # An adapter has a module of this name, too.
        pathlib.Path(self.folder, "backend.py").write_text(BACKEND)

    def assay(self, *arguments):
        ran = subprocess.run(
            [ASSAY, *arguments], cwd=self.folder, text=True, capture_output=True,
            env=dict(os.environ, ASSAY_PYTHON=PYTHON, PYTHONPATH=""))
        return ran.returncode, ran.stdout + ran.stderr

    def check(self, subject, filter_):
        return self.assay("check", subject, "--filter", filter_, "--out", "run")

    def test_a_library_is_judged(self):
        code, said = self.check("py:numpy", "add,reshape,-*:high_rank")
        self.assertEqual(0, code, said)

    def test_a_class_is_judged(self):
        code, said = self.check("py:mine:Backend", "add,reduce_sum:axes")
        self.assertEqual(0, code, said)
        self.assertIn("0 failed", said)

    def test_mistakes_of_functions_are_found(self):
        code, said = self.check("py:mine:Backend", "sub,mul,exp,neg,sin,reduce_prod")
        self.assertEqual(1, code, said)
        self.assertRegex(said, r"\d\. sub takes its two operands in the other order")
        self.assertIn("mul returned float64, not int8", said)
        self.assertIn("never works", said)
        self.assertIn("reduce_prod(x, axis, keepdims) is called with 1 operand, axes, keepdims", said)
        self.assertRegex(said, r"\d\. neg crashes")
        self.assertNotRegex(said, r"\d\. sin ")

    def test_a_module_may_be_called_as_one_of_the_adapter(self):
        code, said = self.check("py:backend:Backend", "add")
        self.assertEqual(0, code, said)

    def test_a_dict_is_judged(self):
        code, said = self.check("py:mine:FUNCTIONS", "add,and")
        self.assertEqual(0, code, said)

    def test_an_object_without_ops_does_not_start(self):
        code, said = self.check("py:mine:Empty", "add")
        self.assertEqual(4, code, said)
        self.assertIn("no function that is named as an op", said)

    def test_a_replay_line_works_as_it_is_printed(self):
        _, said = self.check("py:mine:Backend", "sub:value:dtype=float32")
        (line, *_) = [line.split("replay:")[1] for line in said.splitlines()
                      if "replay:" in line]
        self.assertIn("py:mine:Backend", line)
        ran = subprocess.run(["bash", "-c", line], cwd=self.folder, text=True,
                             capture_output=True,
                             env=dict(os.environ, ASSAY_PYTHON=PYTHON))
        self.assertEqual(1, ran.returncode, line + ran.stderr)


if __name__ == "__main__":
    unittest.main()
