"""Gives the browser tests of the HTML page and of the site one browser, a folder for
their runs, and the command.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser

COMMAND = None


def assay(*arguments, codes=(0, 1)):
    """Runs the command. Other exit codes are errors of the test."""
    done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True,
                          check=False)
    if done.returncode not in codes:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done.stdout


class PageTests:
    """Each class makes its files in make_pages(OUT). One browser serves all tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.make_pages(pathlib.Path(cls.folder.name))
        cls.page = browser.Page(browser.find_chromium())

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.folder.cleanup()

    def setUp(self):
        self.page.trouble.clear()
        self.page.requests.clear()
        self.page.resize(1280, 900)
        self.page.emulate(prefers_color_scheme="light")

    def heading(self):
        return self.page.evaluate("document.querySelector('h1').textContent")


def run(what):
    """Runs the tests of the program: its first argument is the command."""
    global COMMAND
    if browser.find_chromium() is None:
        print(f"Chromium is not installed: the tests of {what} are skipped.")
        print("0 passed, 0 failed, 1 skipped")
        sys.exit(0)
    COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
