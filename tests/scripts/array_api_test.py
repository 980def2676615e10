#!/usr/bin/env python3
"""The adapter for libraries of the array API, over NumPy: it claims what it can
carry out, keeps the claims in a file, ends if elements change on their way, and
hides no lie of a library from `assay check`. The checks need build/release/assay,
or the program that ASSAY names, and are skipped without it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BACKEND = ROOT / "adapters" / "array_api" / "backend.py"
ASSAY = os.environ.get("ASSAY", str(ROOT / "build" / "release" / "assay"))
PYTHON = "/usr/bin/python3"
HAS_NUMPY = subprocess.run([PYTHON, "-c", "import numpy"],
                           capture_output=True).returncode == 0

# A namespace that is NumPy, except for what a test adds.
HONEST = "import numpy as np\nfrom numpy import *\n" \
    "from numpy import abs, all, any, asarray, max, min, round, sum\n" \
    "__version__ = np.__version__\n"
LIES = HONEST + """
def argsort(x, axis=-1):
    return np.flip(np.argsort(x, axis=axis), axis)

def exp(x):
    return np.exp(x.astype(np.float32)).astype(x.dtype)
"""
CHANGES = HONEST + """
def asarray(x):
    return np.asarray(x) + 0 if x.dtype == np.float64 else np.asarray(x) | 1
"""


@unittest.skipUnless(HAS_NUMPY, "python3-numpy is not installed")
class ArrayApiTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = dict(os.environ, PYTHONPATH=self.folder)

    def write(self, name, text):
        pathlib.Path(self.folder, name).write_text(text)

    def adapter(self, module, *options):
        return [PYTHON, str(BACKEND), "--module", module, "--claims",
                os.path.join(self.folder, "claims"), *options]

    def probe(self, module):
        return subprocess.run(self.adapter(module, "--probe"), text=True,
                              capture_output=True, env=self.environment)

    def claims(self):
        (path,) = pathlib.Path(self.folder, "claims").iterdir()
        return path, json.loads(path.read_text())

    def check(self, module, filter_, profile="numpy"):
        if not os.access(ASSAY, os.X_OK):
            self.skipTest("there is no " + ASSAY)
        command = "exec:" + " ".join(self.adapter(module))
        ran = subprocess.run(
            [ASSAY, "check", command, "--profile", profile, "--filter",
             filter_, "--out", os.path.join(self.folder, "run")],
            text=True, capture_output=True, env=self.environment)
        return ran.returncode, ran.stdout + ran.stderr

    def test_the_probe_writes_what_numpy_has(self):
        ran = self.probe("numpy")
        self.assertEqual((0, ""), (ran.returncode, ran.stdout), ran.stderr)
        _, known = self.claims()
        dtypes = {(row["op"], row.get("variant", "")): row.get("dtypes", ())
                  for row in known["claims"]}
        self.assertIn("complex128", dtypes["add", ""])
        self.assertNotIn("complex128", dtypes["max", ""])
        self.assertIn(("associative_scan", "max"), dtypes)
        for lack in (("erf", ""), ("sort", "descending"), ("threefry", "")):
            self.assertNotIn(lack, dtypes)

    def test_a_cell_that_vanishes_is_named(self):
        self.probe("numpy")
        path, known = self.claims()
        known["claims"].append({"op": "erf", "dtypes": ["float64"]})
        path.write_text(json.dumps(known))
        ran = self.probe("numpy")
        self.assertEqual(0, ran.returncode)
        self.assertIn("vanished since", ran.stderr)
        self.assertIn("erf float64", ran.stderr)

    def test_elements_that_change_end_the_process(self):
        self.write("changing.py", CHANGES)
        ran = self.probe("changing")
        self.assertEqual(1, ran.returncode)
        self.assertRegex(ran.stderr, r"\Aself-test: .* changing.*\n\Z")

    def test_a_missing_module_is_one_sentence(self):
        ran = subprocess.run([PYTHON, BACKEND, "--module", "nosuchlib"],
                             capture_output=True, text=True)
        self.assertNotEqual(0, ran.returncode)
        self.assertEqual("/usr/bin/python3 has no module nosuchlib\n", ran.stderr)

    def test_what_is_claimed_is_proven(self):
        code, said = self.check("numpy", "add,exp,argsort,reshape,-*:high_rank")
        self.assertEqual(0, code, said)
        self.assertIn("0 failed", said)

    def test_a_stranger_is_judged(self):
        self.write("stranger.py", HONEST)
        code, said = self.check("stranger", "exp,argsort")
        self.assertEqual(0, code, said)

    def test_lies_are_found(self):
        self.write("lying.py", LIES)
        code, said = self.check("lying", "exp,argsort,sin")
        self.assertEqual(1, code, said)
        self.assertRegex(said, r"\d\. exp ")
        self.assertRegex(said, r"\d\. argsort ")
        self.assertNotRegex(said, r"\d\. sin ")


if __name__ == "__main__":
    unittest.main()
