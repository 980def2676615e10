#!/usr/bin/env python3
"""Rows of judge_mutants.py: all fit, and those that do not are named."""

import pathlib
import sys
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import judge_mutants  # noqa: E402
from judge_mutant_rows import ROWS, Row  # noqa: E402


class JudgeMutantsTest(unittest.TestCase):
    def complaints(self, *rows):
        with mock.patch.object(judge_mutants, "ROWS", rows):
            return [text for text in judge_mutants.check()
                    if "--write" not in text]

    def test_the_rows_fit_and_the_table_has_them(self):
        self.assertEqual([], judge_mutants.check())
        self.assertLess(60, len(ROWS))
        self.assertLess(5, sum(row.quick for row in ROWS))

    def test_text_that_is_gone_or_repeated_is_named(self):
        file = "harness/judge/judge.cc"
        for before, times in (("no such text", 0), ("return", None)):
            found = self.complaints(Row("odd", file, ((before, "x"),)))
            self.assertEqual(1, len(found))
            self.assertTrue(found[0].startswith(f"odd: {file} has "), found)
            if times is not None:
                self.assertIn(f"has {times} times", found[0])

    def test_a_row_that_changes_nothing_is_named(self):
        text = "if (expected == got) return true;"
        row = Row("idle", "harness/judge/judge.cc", ((text, text),))
        self.assertEqual(["idle: it changes nothing"], self.complaints(row))

    def test_a_name_stands_once(self):
        self.assertEqual(["nan_passes_exact: two rows have this name"],
                         self.complaints(ROWS[1], ROWS[1]))

    def test_a_survivor_in_the_table_is_named(self):
        killers = {row.name: "Judge.Some" for row in ROWS}
        killers[ROWS[3].name] = "survived"
        text = judge_mutants.table_text(killers)
        with mock.patch.object(judge_mutants.pathlib.Path, "is_file",
                               return_value=True), \
             mock.patch.object(judge_mutants, "read_source",
                               side_effect=lambda row: "".join(
                                   before for before, _ in row.changes)), \
             mock.patch.object(judge_mutants.pathlib.Path, "read_text",
                               return_value=text):
            self.assertEqual([f"{ROWS[3].name}: it survived, as "
                              f"{judge_mutants.TABLE} has it"],
                             judge_mutants.check())


if __name__ == "__main__":
    unittest.main()
