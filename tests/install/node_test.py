#!/usr/bin/env python3
"""Judges the JavaScript project of `assay new --node`, and breaks an op of it.
Skipped without Node.js. Nothing is built: a few seconds."""

import shutil
import unittest

from installed import Installed

CHECK = 'cd mine && assay check "exec:node backend.mjs" --robustness'


@unittest.skipUnless(shutil.which("node"), "there is no node")
class NodeTest(Installed):
    def setUp(self):
        super().setUp()
        self.run_shell("assay new --node mine")
        self.source = self.folder / "mine/backend.mjs"

    def replace(self, old, new):
        text = self.source.read_text()
        self.assertIn(old, text)
        self.source.write_text(text.replace(old, new))

    def test_the_project_conforms(self):
        said = self.run_shell(CHECK)
        self.assertIn("mine conforms to profile nx", said)
        self.assertIn(", 0 failed, ", said)
        self.assertRegex(said, r"\d+ refused, 0 accepted, 0 harmful")

    def test_faults_are_noticed_and_prints_are_not(self):
        self.replace("(x, y) => x + y", "(x, y) => x - y")
        self.replace("function where(outs, operands) {",
                     "function where(outs, operands) { console.log('a line');"
                     "process.stdout.write('another'); missing();")
        said = self.run_shell(CHECK, code=1)
        self.assertIn("add.value", said)
        self.assertIn("missing is not defined", said)
        self.assertNotIn("neg.", said)
        self.assertNotIn("protocol_error", said)

    def test_elements_of_attributes(self):
        self.write("mine/number.mjs", """
import { number } from "./assay_wire.mjs";
console.log([number("float32", "0x1.8p+0"), number("float64", "-0x1p-1074"),
  number("float64", "0x1.fffffffffffffp+1023") === Number.MAX_VALUE,
  Object.is(number("float32", "-0x0p+0"), -0), number("float32", "-inf"),
  number("int8", "-128"), String(number("uint64", "18446744073709551615")),
  number("float32", "nan:7fc01234")].join(" "));
""")
        self.assertEqual(
            "1.5 -5e-324 true true -Infinity -128 18446744073709551615 NaN\n",
            self.run_shell("node mine/number.mjs"))


if __name__ == "__main__":
    unittest.main()
