#!/usr/bin/env python3
"""Splits pages of two families, by sections and by rows, and looks at what is
left and what went where."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SPEC = {"ops": [{"name": "add", "family": "elementwise"},
                {"name": "sort", "family": "sorting"}]}


class SplitPagesTest(unittest.TestCase):
    def split(self, text):
        """Returns what is left of a page, and the pages of its families."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "spec.json").write_text(json.dumps(SPEC))
            (folder / "page.md").write_text(text)
            ran = subprocess.run(
                [sys.executable, ROOT / "scripts/split_pages.py",
                 folder / "spec.json", folder / "page.md", folder / "page"],
                capture_output=True, text=True, check=False)
            return (ran, (folder / "page.md").read_text(),
                    {path.stem: path.read_text()
                     for path in (folder / "page").glob("*.md")})

    def test_sections(self):
        _, rest, pages = self.split(
            "# Title\n\nhead\n\n## Family elementwise\n\n### add\n\none\n\n"
            "## Family sorting\n\n### sort\n\ntwo\n\n## Profiles\n\ntail\n")
        self.assertIn("head", rest)
        self.assertIn("[sorting.md](page/sorting.md)", rest)
        self.assertTrue(rest.endswith("## Profiles\n\ntail\n"), rest)
        self.assertEqual({"elementwise", "sorting"}, set(pages))
        self.assertIn("### add\n\none", pages["elementwise"])
        self.assertNotIn("two", rest + pages["elementwise"])

    def test_rows(self):
        _, rest, pages = self.split(
            "# Title\n\n| op | all |\n|---|---|\n| add | 1 |\n\n"
            "| op | mutant |\n|---|---|\n| add | A |\n| sort | B |\n"
            "| views | C |\n")
        self.assertIn("| add | 1 |", rest)
        self.assertNotIn("| A |", rest)
        self.assertEqual({"elementwise", "sorting", "view"}, set(pages))
        self.assertTrue(pages["sorting"].endswith(
            "| op | mutant |\n|---|---|\n| sort | B |\n"), pages["sorting"])

    def test_page_without_families(self):
        ran, rest, pages = self.split("# Title\n\nnothing\n")
        self.assertNotEqual(0, ran.returncode)
        self.assertIn("neither a section nor a row", ran.stderr)
        self.assertEqual("# Title\n\nnothing\n", rest)
        self.assertEqual({}, pages)


if __name__ == "__main__":
    unittest.main()
