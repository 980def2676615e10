#!/usr/bin/env python3
"""Packages the crate assay-backend, unpacks it in an empty folder, and builds a
backend with it there, offline and with an empty cargo home. Judges the backend
as a plugin and as a process, and prints sizes and times.
Usage: crate_test.py ASSAY, the path of the command."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest

ASSAY = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MANIFEST = '''[package]
name = "mine"
version = "0.1.0"
edition = "2021"

[lib]
crate-type = ["cdylib", "rlib"]

[dependencies]
assay-backend = { path = "../%s" }
'''


class CrateTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def run_here(self, script):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("CARGO_TARGET", "ASSAY"))}
        environment |= {"CARGO_HOME": str(self.folder / "cargo"),
                        "CARGO_NET_OFFLINE": "true", "NO_COLOR": "1"}
        begin = time.monotonic()
        ran = subprocess.run(["bash", "-euo", "pipefail", "-c", script],
                             cwd=self.folder, env=environment, text=True,
                             capture_output=True, check=False)
        self.assertEqual(0, ran.returncode, script + ran.stdout + ran.stderr)
        return ran.stdout, time.monotonic() - begin

    def test_the_packaged_crate_makes_a_backend(self):
        shutil.copytree(ROOT / "spec/sdk/rust", self.folder / "crate",
                        ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        _, seconds = self.run_here("cd crate && cargo package --allow-dirty")
        [package] = (self.folder / "crate/target/package").glob("*.crate")
        print(f"{package.name}: {package.stat().st_size / 1e3:.0f} kB, packaged "
              f"and verified in {seconds:.0f} s")
        with tarfile.open(package) as archive:
            archive.extractall(self.folder, filter="data")
        shutil.rmtree(self.folder / "crate")
        [unpacked] = self.folder.glob("assay-backend-*")
        version = re.search(r'kVersion = "(.*?)"',
                            (ROOT / "spec/version.h").read_text())[1]
        self.assertEqual(f"assay-backend-{version}", unpacked.name)
        self.assertTrue((unpacked / "README.md").exists())

        # The backend of a new project, with the crate from the package.
        self.run_here(f"'{ASSAY}' new mine --rust && rm -r mine/assay-backend "
                      "mine/Cargo.toml mine/tests")
        (self.folder / "mine/Cargo.toml").write_text(MANIFEST % unpacked.name)
        _, seconds = self.run_here("cd mine && cargo build --release")
        print(f"a backend with it: built in {seconds:.0f} s")
        for subject in ("target/release/libmine.so",
                        "exec:target/release/mine"):
            said, seconds = self.run_here(
                f"cd mine && '{ASSAY}' check {subject}")
            self.assertIn("mine conforms to profile nx", said)
            print(f"assay check {subject}: {seconds:.1f} s")


if __name__ == "__main__":
    unittest.main()
