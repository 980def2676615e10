#!/usr/bin/env python3
"""Follows the five steps of spec/README.md for a toy op, square, in a copy of
the tree: the row alone does not compile; with its evaluator the reference does,
and the layout check finds nothing. With --whole, which builds the command, the
reference also proves its cells, and the export lists it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import check_layout  # noqa: E402

WHOLE = False
ROW = '''    {.name = "square",
     .id = 9999,
     .signature = Signature::kUnary,
     .formula = "out[i] = x[i] * x[i]",
     .variants = {{"", kFloats, {}, kRoundedOnce}},
     .clauses = {documented("square.value", "The square, rounded once."),
                 clarified("square.nan", "NaN gives NaN."),
                 clarified("square.infinity", "Infinities give +inf."),
                 clarified("square.signed_zero", "Both zeros give +0.")}},
};
'''
ARITHMETIC_END = "};\n\n}  // namespace assay\n"
EVALUATOR = '''
inline double evaluate(OpTag<"square">, Real auto x) {
  return x * x;  // square.value, square.nan, square.infinity, square.signed_zero
}
'''
SOURCE = '''    {"square.value", Place::kKit, "A toy."},
    {"square.nan", Place::kKit, "A toy."},
    {"square.infinity", Place::kKit, "A toy."},
    {"square.signed_zero", Place::kKit, "A toy."},
'''


def replace_once(path, old, new):
    text = path.read_text()
    assert text.count(old) >= 1, f"{path} lacks {old!r}"
    path.write_text(text.replace(old, new, 1))


class ToyOp(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.folder.name) / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(
            "build", ".git", "assay-results", "__pycache__"))

    def tearDown(self):
        self.folder.cleanup()

    def run_in_tree(self, *words, **more):
        return subprocess.run(words, cwd=self.tree, text=True,
                              capture_output=True, check=False, **more)

    def build(self, target):
        return self.run_in_tree("cmake", "--build", "build/release",
                                "--target", target)

    def test_five_steps(self):
        configured = self.run_in_tree(
            "cmake", "--preset", "release", "-DASSAY_BUILD_BENCH=OFF",
            "-DASSAY_BUILD_TESTS=OFF", "-DASSAY_MUTANTS=OFF",
            "-DASSAY_OPTIMIZED=OFF",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
            env={**os.environ, "CXX": "g++"})
        self.assertEqual(0, configured.returncode, configured.stderr)

        # Steps 1 and 2, and a build that stops for want of the third.
        replace_once(self.tree / "spec/sets/nx/elementwise/arithmetic.h",
                     ARITHMETIC_END, ROW + "\n}  // namespace assay\n")
        replace_once(self.tree / "spec/sdk/op_functions.h",
                     'ASSAY_OP_FUNCTION("add", add);\n',
                     'ASSAY_OP_FUNCTION("add", add);\n'
                     'ASSAY_OP_FUNCTION("square", square);\n')
        self.add_source()
        stopped = self.build("assay_reference")
        self.assertNotEqual(0, stopped.returncode)
        self.assertIn("no evaluate() in reference/", stopped.stdout)

        # Step 3; step 4 needs nothing, as its aspects are known ones.
        replace_once(self.tree / "reference/elementwise_reals.h",
                     "\n}  // namespace assay\n",
                     EVALUATOR + "\n}  // namespace assay\n")
        built = self.build("assay" if WHOLE else "assay_reference")
        self.assertEqual(0, built.returncode, built.stdout[-3000:])
        self.assertEqual([], check_layout.violations(self.tree))
        if WHOLE:
            self.prove()

    def prove(self):
        assay = str(self.tree / "build/release/assay")
        checked = self.run_in_tree(
            assay, "check", "reference", "--filter", "elementwise/square",
            "--out", "results")
        self.assertEqual(0, checked.returncode, checked.stdout[-2000:])
        self.assertIn("score: 6 proven", checked.stdout)

        # A build without mutants says so.
        mutants = self.run_in_tree(assay, "mutants")
        self.assertEqual(2, mutants.returncode, mutants.stdout)
        self.assertIn("ASSAY_MUTANTS=OFF", mutants.stderr)

        # Step 5.
        spec = self.run_in_tree(assay, "spec", "--json").stdout
        self.assertIn("square", [op["name"] for op in json.loads(spec)["ops"]])
        (self.tree / "docs/generated/spec.json").write_text(spec)
        self.assertEqual([], check_layout.violations(self.tree))

    def add_source(self):
        replace_once(self.tree / "spec/sources/elementwise.h",
                     "    {", SOURCE + "    {")


if __name__ == "__main__":
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        WHOLE = True
    unittest.main()
