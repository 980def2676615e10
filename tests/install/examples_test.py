#!/usr/bin/env python3
"""Checks examples/six_ops_c/: of its six ops exactly max fails, on exactly the
clause that it breaks, and the report and the written case say so."""

import json
import unittest

from installed import BUILD, Installed

SIX_OPS = BUILD / "examples/six_ops.so"
OPS = {"add", "sub", "mul", "neg", "sqrt", "max"}


class SixOpsTest(Installed):
    def test_one_clause_is_broken(self):
        said = self.run_shell(f"assay check {SIX_OPS} --level standard "
                              "--out results", code=1)
        self.assertIn("max.nan: ", said)
        self.assertIn("; 1 clause broken", said)
        passed, failed = set(), []
        records = (self.folder / "results/records.jsonl").read_text()
        for record in map(json.loads, records.splitlines()):
            if record.get("verdict") == "pass":
                passed.add(record["id"].split("/")[1].split(":")[0])
            elif record.get("verdict", "unsupported") != "unsupported":
                failed.append(record)
        self.assertTrue(failed)
        for record in failed:
            self.assertEqual(("fail", "max.nan"),
                             (record["verdict"], record["clause"]), record)
        self.assertEqual(OPS, passed & OPS)

        # The case that the report points to is minimal, and fails again.
        cases = sorted((self.folder / "results/cases").glob("*.json"))
        self.assertTrue(cases)
        case = json.loads(cases[0].read_text())
        self.assertEqual("max.nan", case["clause"])
        self.assertEqual([1], case["tensors"]["out"]["shape"])
        again = self.run_shell(f"assay replay '{cases[0]}' {SIX_OPS}", code=1)
        self.assertIn("max.nan", again)
        self.run_shell(f"assay replay '{cases[0]}' reference")


if __name__ == "__main__":
    unittest.main()
