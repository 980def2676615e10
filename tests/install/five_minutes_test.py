#!/usr/bin/env python3
"""Follows the five-minute instructions literally: the shell block below their
heading runs in an empty folder, with an installed Assay on the path. It builds
the C++ project of `assay new`: one file, about ten seconds."""

import pathlib
import re
import unittest

from installed import ROOT, Installed

DOCUMENT = "README.md"
HEADING = "## Check your backend in five minutes"


def shell_block():
    """Returns the first fenced block of shell below the heading."""
    text = (ROOT / DOCUMENT).read_text()
    section = text.split(f"\n{HEADING}\n", 1)[1].split("\n## ", 1)[0]
    return re.search(r"```sh\n(.*?)```", section, re.DOTALL)[1]


class FiveMinutesTest(Installed):
    def test_the_block_builds_and_conforms(self):
        block = shell_block()
        self.assertIn("assay new ", block)
        self.assertIn("assay check ", block)
        said = self.run_shell(block)
        self.assertIn("conforms to profile nx", said)
        self.assertNotIn("does not conform", said)
        self.assertRegex(said, r"\n\d+ cases: [1-9]\d+ passed, 0 failed, ")
        # Each op of the skeleton was judged, on a share of its dtypes.
        source = next(self.folder.rglob("backend.cc")).read_text()
        ops = re.findall(r"^  void (\w+)\(", source, re.MULTILINE)
        self.assertEqual(6, len(ops))
        for op in ops:
            self.assertRegex(said, rf"(?m)^{op} +\d+ +[1-9]\d+ +0 ")
        # The claims of the plugin are the cells that were judged.
        plugin = next(pathlib.Path(self.folder).rglob("build/*.so"))
        caps = self.run_shell(f"assay caps {plugin}")
        self.assertIn("reduce_max", caps)


if __name__ == "__main__":
    unittest.main()
