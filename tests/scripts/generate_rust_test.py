#!/usr/bin/env python3
"""Holds the generated files of the Rust crate to the contract and the C header,
and shows that a change of either, or of the version, is noticed."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
READ = ["scripts/generate_rust.py", "spec/sdk/assay_backend.h",
        "spec/sdk/abi_layout.inc", "spec/version.h",
        "docs/generated/spec.json", "spec/sdk/rust/Cargo.toml"]
GENERATED = "spec/sdk/rust/src/generated"


class GenerateRustTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.scratch.name)
        for name in READ:
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        shutil.copytree(ROOT / GENERATED, self.tree / GENERATED)

    def tearDown(self):
        self.scratch.cleanup()

    def check(self):
        """Returns what --check prints; it fails if that is anything."""
        ran = subprocess.run(
            [sys.executable, self.tree / "scripts/generate_rust.py", "--check"],
            capture_output=True, text=True, check=False)
        self.assertEqual("", ran.stderr)
        self.assertEqual(bool(ran.stdout), ran.returncode != 0)
        return ran.stdout

    def change(self, name, old, new):
        path = self.tree / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def test_the_tree_is_fresh(self):
        self.assertEqual("", self.check())

    def test_a_number_of_the_header(self):
        self.change(READ[1], "ASSAY_KIND_PLAN = 10", "ASSAY_KIND_PLAN = 11")
        self.assertIn("numbers.rs is stale", self.check())

    def test_an_offset(self):
        self.change(READ[2], "(AssayCall, outs, 40)", "(AssayCall, outs, 48)")
        self.assertIn("numbers.rs is stale", self.check())

    def test_an_operand(self):
        self.change(READ[4], '"name": "if_true"', '"name": "chosen"')
        self.assertIn("methods.rs is stale", self.check())

    def test_the_version(self):
        self.change(READ[5], 'version = "', 'version = "9.')
        self.assertIn("has the version 9.", self.check())


if __name__ == "__main__":
    unittest.main()
