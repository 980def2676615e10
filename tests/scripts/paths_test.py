#!/usr/bin/env python3
"""Configures the tree in a folder whose name has a space and a letter beyond
ASCII, reads every command of the build as the shell would, and runs those that
compile nothing: no command may cut such a path in two. It takes seconds; a
whole build there would take as long as the first."""

import pathlib
import shlex
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LEFT_OUT = {".git", "build", "assay-results"}
# The selection that quickstart configures, and everything. `bench`, `optimized`
# and tests have commands of their own.
SELECTIONS = {
    "quickstart": ["-DASSAY_BUILD_TESTS=OFF", "-DASSAY_BUILD_BENCH=OFF",
                   "-DASSAY_MUTANTS=OFF", "-DASSAY_OPTIMIZED=OFF"],
    "all": [],
}
GENERATED = ["cli/embedded_files.cc", "reports/page_text.cc"]


class PathsTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.scratch.name) / "a b" / "é"
        self.tree.mkdir(parents=True)
        for entry in ROOT.iterdir():
            if entry.name not in LEFT_OUT:
                (self.tree / entry.name).symlink_to(entry)

    def tearDown(self):
        self.scratch.cleanup()

    def run_here(self, *words):
        ran = subprocess.run(words, cwd=self.tree, text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(0, ran.returncode, f"{words}\n{ran.stdout[-3000:]}")
        return ran.stdout

    def cut_words(self, command):
        """Returns the words of a command that hold a part of the path only."""
        whole, first = str(self.tree), str(self.tree.parent).split(" ")[0]
        return [word for word in shlex.split(command)
                if word.endswith(first) or word.startswith("b/é") or
                (first + " " in word and whole not in word and
                 whole not in word.replace("\\", ""))]

    def check_commands(self, name):
        """Configures a selection, looks at every command of its build, and runs
        those that make sources."""
        build = f"build/{name}"
        self.run_here("cmake", "--preset", "release", "-B", build,
                      *SELECTIONS[name])
        commands = self.run_here("ninja", "-C", build, "-t", "commands", "all")
        lines = [line for line in commands.splitlines()
                 if str(self.tree.parent).split(" ")[0] in line]
        self.assertGreater(len(lines), 20)
        for line in lines:
            self.assertEqual([], self.cut_words(line), line[:2000])
            if " -P " in line:
                self.run_here("sh", "-c", f"cd {build} && {line}")
        for source in GENERATED:
            self.assertTrue((self.tree / build / source).exists(), source)

    def test_no_command_of_quickstart_cuts_a_path(self):
        self.check_commands("quickstart")

    def test_no_command_cuts_a_path(self):
        self.check_commands("all")


if __name__ == "__main__":
    unittest.main()
