#!/usr/bin/env python3
"""Holds the golden vectors of ops that Nx leaves to its frontend to NumPy."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VECTORS = ROOT / "conformance/vectors"
PYTHON = "/usr/bin/python3"  # the one that Debian's packages belong to
FAMILIES = ("pointwise", "statistics", "ordering", "selection", "quantization")


def ask(folder):
    return subprocess.run([PYTHON, ROOT / "docs/numpy_opinion.py", folder],
                          capture_output=True, text=True)


class NumpyOpinionTest(unittest.TestCase):
    def test_agrees_on_every_op(self):
        asked = ask(VECTORS)
        self.assertEqual((0, ""), (asked.returncode, asked.stderr), asked.stdout)
        counts = dict(re.findall(r"^(\w+): .*'agrees': (\d+)", asked.stdout,
                                 re.MULTILINE))
        files = [path.stem for family in FAMILIES
                 for path in (VECTORS / family).glob("*.json")]
        self.assertEqual(sorted(files), sorted(counts))
        for op, count in counts.items():
            self.assertGreater(int(count), 4, op)

    def test_sees_a_wrong_element(self):
        text = json.loads((VECTORS / "selection/arange.json").read_text())
        for case in text["cases"]:
            for tensor in case["expect"]:
                if tensor.get("values") and "dtype=int32" in case["id"]:
                    tensor["values"] = ["77"] * len(tensor["values"])
        with tempfile.TemporaryDirectory() as folder:
            changed = pathlib.Path(folder) / "selection/arange.json"
            changed.parent.mkdir()
            changed.write_text(json.dumps(text))
            asked = ask(folder)
        self.assertEqual(1, asked.returncode, asked.stdout)
        self.assertIn("disagrees: selection/arange", asked.stdout)


if __name__ == "__main__":
    unittest.main()
