"""A copy of the tree in which a test adds an op step by step, and compiles or
builds after each. Used by toy_op_test.py and toy_set_test.py."""

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


def replace_once(path, old, new):
    text = path.read_text()
    assert text.count(old) >= 1, f"{path} lacks {old!r}"
    path.write_text(text.replace(old, new, 1))


class ToyTree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name) / "tree"
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(
            "build", ".git", "assay-results", "__pycache__", "target"))
        self.touched = []

    def tearDown(self):
        self.folder.cleanup()

    def run_in_tree(self, *words, **more):
        return subprocess.run(words, cwd=self.root, text=True,
                              capture_output=True, check=False, **more)

    def configure(self):
        configured = self.run_in_tree(
            "cmake", "--preset", "release", "-DASSAY_BUILD_BENCH=OFF",
            "-DASSAY_BUILD_TESTS=OFF", "-DASSAY_MUTANTS=OFF",
            "-DASSAY_OPTIMIZED=OFF",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
            env={**os.environ, "CXX": "g++"})
        self.assertEqual(0, configured.returncode, configured.stderr)

    def build(self, target):
        built = self.run_in_tree("cmake", "--build", "build/release",
                                 "--target", target)
        self.assertEqual(0, built.returncode, built.stdout[-3000:])

    def insert(self, file, before, text):
        """Takes one step: puts text before a line of a file."""
        replace_once(self.root / file, before, text + before)
        self.touch(file)

    def touch(self, file):
        if file not in self.touched:
            self.touched.append(file)

    def compile_alone(self, source):
        return self.run_in_tree("g++", "-std=c++20", "-fsyntax-only", "-I.",
                                source)

    def assert_stopped(self, ran, sentence):
        """The step that is left out must stop the compiler with a sentence."""
        self.assertNotEqual(0, ran.returncode)
        self.assertIn(sentence, ran.stdout + ran.stderr)

    def assert_compiles(self, source):
        compiled = self.compile_alone(source)
        self.assertEqual(0, compiled.returncode, compiled.stderr[-3000:])

    def assert_touched(self, count):
        """The layout check finds nothing, and so many files were touched."""
        self.assertEqual([], check_layout.violations(self.root))
        self.assertEqual(count, len(self.touched), self.touched)
        print("\n".join([f"{count} files", *self.touched]))

    def prove(self, *ops):
        """Builds the command, generates what is generated, and returns what a
        run of the reference on each of the ops prints."""
        self.build("assay")
        assay = str(self.root / "build/release/assay")
        sizes = self.run_in_tree(assay, "list", "plan-sizes").stdout
        (self.root / "conformance/plan_sizes.inc").write_text(sizes)
        self.build("assay")
        printed = []
        for op in ops:
            checked = self.run_in_tree(
                assay, "check", "reference", "--filter", op, "--level",
                "standard", "--metamorphic", "--out", "results")
            self.assertEqual(0, checked.returncode, checked.stdout[-2000:])
            printed.append(checked.stdout)
        spec = self.run_in_tree(assay, "spec", "--json").stdout
        (self.root / "docs/generated/spec.json").write_text(spec)
        self.assertEqual([], check_layout.violations(self.root))
        return printed
