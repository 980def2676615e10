#!/usr/bin/env python3
"""Installs the Debian packages of Assay on a clean Debian 12, uses them there,
and removes them. scripts/test_packages.sh builds the packages and runs this as
root: Usage: deb_test.py FOLDER-OF-PACKAGES"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PACKAGES = pathlib.Path(sys.argv.pop(1)).resolve()
CONSUMER = '''cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES C CXX)
find_package(Assay 0.2 REQUIRED COMPONENTS spec abi reference optimized)
add_executable(consumer main.cc)
target_link_libraries(consumer PRIVATE Assay::spec Assay::reference)
'''
MAIN = '''#include "reference/reference.h"
int main() { return assay::Reference().name() == "reference" ? 0 : 1; }
'''


class DebTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.scratch.name) / "debian"
        begin = time.monotonic()
        # apt takes the packages from a folder beside Debian's archive.
        packages = pathlib.Path(cls.scratch.name) / "packages"
        shutil.copytree(PACKAGES, packages)
        with open(packages / "Packages", "w") as index:
            subprocess.run(["dpkg-scanpackages", "--multiversion", "."],
                           check=True, cwd=packages, stdout=index)
        subprocess.run(
            ["mmdebstrap", "--variant=apt", "--quiet",
             "--aptopt=APT::Install-Recommends \"true\"",
             f"--setup-hook=echo 'deb [trusted=yes] copy:{packages} ./' "
             "> \"$1\"/etc/apt/sources.list.d/assay.list",
             # Tools with which consumers of the SDK are built come along.
             "--include=assay,assay-dev,assay-vectors,cmake,make,g++,pkg-config",
             "bookworm", str(cls.root)], check=True)
        print(f"a clean Debian 12 with Assay: {time.monotonic() - begin:.0f} s")
        for path in sorted(PACKAGES.glob("*.deb")):
            print(f"  {path.name}: {path.stat().st_size / 1e6:.1f} MB")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_inside(self, script, code=0):
        ran = subprocess.run(
            # The command finds its adapters through /proc.
            ["unshare", "--mount", "--pid", "--fork",
             f"--mount-proc={self.root}/proc", "chroot", str(self.root),
             "bash", "-euo", "pipefail", "-c", script],
            text=True, capture_output=True, check=False,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root",
                 "LC_ALL": "C.UTF-8"})
        self.assertEqual(code, ran.returncode,
                         f"{script}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}")
        return ran.stdout

    def test_1_the_command_is_not_under_the_gpl(self):
        said = self.run_inside("assay --version; ldd /usr/bin/assay")
        self.assertTrue(said.startswith("assay 0.2."), said)
        self.assertNotIn("GPL", said)
        self.assertNotIn("fftw", said)
        self.assertNotIn("not found", said)

    def test_2_it_judges(self):
        begin = time.monotonic()
        self.assertIn("reference conforms", self.run_inside(
            "cd /root && assay check /usr/lib/assay/libassay_reference.so "
            "--set nx --jobs 2"))
        print(f"assay check, level quick, nx: {time.monotonic() - begin:.0f} s")
        said = self.run_inside("cd /root && assay check py:numpy --profile numpy "
                               "--filter elementwise/add")
        self.assertIn("conforms to profile numpy", said)

    def test_3_everything_is_where_debian_has_it(self):
        for path in ("man/man1/assay.1.gz", "man/man1/assay-check.1.gz",
                     "bash-completion/completions/assay", "assay/spec.json",
                     "zsh/vendor-completions/_assay",
                     "fish/vendor_completions.d/assay.fish",
                     "doc/assay/copyright", "doc/assay/LICENSE",
                     "doc/assay/docs/protocol.md",
                     "assay/vectors/sorting/sort.json",
                     "assay/adapters/python/assay_wire.py"):
            self.assertTrue((self.root / "usr/share" / path).exists(), path)

    def test_4_the_sdk_is_found(self):
        project = self.root / "root/consumer"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(CONSUMER)
        (project / "main.cc").write_text(MAIN)
        self.run_inside("cd /root/consumer && cmake -B build && "
                        "cmake --build build && build/consumer")
        self.run_inside("cd /root && assay new my_backend && cd my_backend && "
                        "cmake -B build && cmake --build build && "
                        "assay check build/my_backend.so")

    def test_5_they_are_removed_cleanly(self):
        names = "assay assay-dev assay-vectors"
        files = self.run_inside(
            f"dpkg -L {names} | while read -r f; do "
            "[ -d \"$f\" ] || echo \"$f\"; done").split()
        self.assertGreater(len(files), 400)
        self.run_inside(f"dpkg --purge {names}")
        left = [name for name in files
                if os.path.lexists(self.root / name.lstrip("/"))]
        self.assertEqual([], left)
        for folder in ("usr/share/assay", "usr/lib/assay", "usr/include/assay",
                       "usr/share/doc/assay"):
            self.assertFalse((self.root / folder).exists(), folder)


if __name__ == "__main__":
    unittest.main()
