#!/usr/bin/env python3
"""Runs the ONNX adapter over onnx.reference, and over a runtime that lies."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ADAPTER = ROOT / "adapters/onnx/backend.py"
# CI has Debian's packages alone; a Python with onnx can be named here.
PYTHON = os.environ.get("ASSAY_ONNX_PYTHON", sys.executable)
ASSAY = pathlib.Path(os.environ.get("ASSAY", ROOT / "build/release/assay"))
FILTER = "add,relu,sort,conv:1d,cat,-*:dtype=bfloat16,-*:rung=*"

LIAR = """
import sys
sys.path.insert(0, %r)
sys.argv[0] = %r
import backend
import numpy as np
from runtimes import Reference

def lie(self, node, compile=Reference.compile):
    model = compile(self, node)
    is_asked = node.operator == "Add"
    return lambda x: [-y if is_asked else y for y in model(x)]

Reference.compile = lie
backend.main()
"""


def missing():
    """Returns why the test cannot run, or an empty string."""
    modules = "import onnx, ml_dtypes, numpy"
    asked = subprocess.run([PYTHON, "-c", modules], capture_output=True)
    if asked.returncode:
        return "%s has no onnx with ml_dtypes" % PYTHON
    return "" if ASSAY.exists() else "%s is not built" % ASSAY


WHY = missing()


def check(command, *options):
    with tempfile.TemporaryDirectory() as folder:
        asked = [ASSAY, "check", "exec:" + command, "--out", folder]
        asked += ["--profile", "onnx"]
        asked += ["--timeout", "60", "--jobs", "1", *options]
        return subprocess.run(asked, capture_output=True, text=True)


@unittest.skipIf(WHY, WHY)
class OnnxAdapterTest(unittest.TestCase):
    def test_the_reference_proves_a_filter(self):
        command = "%s %s --runtime reference" % (PYTHON, ADAPTER)
        done = check(command, "--filter", FILTER + ",-conv:*nonfinite,"
                     "-conv:*isolated_nan")
        self.assertEqual(0, done.returncode, done.stdout[-4000:] + done.stderr)
        self.assertIn("onnx", done.stdout)

    def test_a_runtime_that_lies_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            liar = pathlib.Path(folder) / "liar.py"
            liar.write_text(LIAR % (str(ADAPTER.parent), str(ADAPTER)))
            command = "%s %s --runtime reference" % (PYTHON, liar)
            done = check(command, "--filter", "add:value:dtype=float32,"
                         "relu:value:dtype=float32")
        self.assertEqual(1, done.returncode, done.stdout[-4000:] + done.stderr)
        self.assertRegex(done.stdout, r"1 finding: add ")


if __name__ == "__main__":
    if WHY:
        print("The ONNX adapter is not tested: %s." % WHY)
    unittest.main()
