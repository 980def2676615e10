"""An installed Assay in a scratch folder, for the tests beside this file: they
get the build folder as their only argument, and build what a user would."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()


class Installed(unittest.TestCase):
    """Has a prefix with an installed Assay, and an empty folder per test."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.prefix = pathlib.Path(cls.scratch.name) / "prefix"
        subprocess.run(["cmake", "--install", str(BUILD), "--prefix",
                        str(cls.prefix)], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=self.scratch.name))

    def run_shell(self, script, code=0, assay_found_by_cmake=True):
        """Runs a script in the empty folder, with the installed command on the
        path, and returns what it printed."""
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("CMAKE_", "Assay_"))}
        environment["PATH"] = f"{self.prefix}/bin:{environment['PATH']}"
        environment["NO_COLOR"] = "1"
        if assay_found_by_cmake:
            environment["CMAKE_PREFIX_PATH"] = str(self.prefix)
        ran = subprocess.run(["bash", "-euo", "pipefail", "-c", script],
                             cwd=self.folder, env=environment, text=True,
                             capture_output=True, check=False)
        self.assertEqual(code, ran.returncode,
                         f"{script}\n{ran.stdout[-3000:]}\n{ran.stderr[-3000:]}")
        return ran.stdout

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
