#!/usr/bin/env python3
"""Checks the StableHLO that the PJRT adapter writes, and runs it with a plugin.

The checks of texts and bytes need no plugin. The others run if ASSAY_PJRT_PLUGIN names
the shared library of a plugin and ASSAY_PJRT_PYTHON a Python with NumPy and ml_dtypes.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "adapters/pjrt"
ADAPTER = FOLDER / "backend.py"
PYTHON = os.environ.get("ASSAY_PJRT_PYTHON", sys.executable)
PLUGIN = os.environ.get("ASSAY_PJRT_PLUGIN", "")
ASSAY = pathlib.Path(os.environ.get("ASSAY", ROOT / "build/release/assay"))
FILTER = "add,argsort,cat,-*:dtype=bfloat16,-*:dtype=float8*,-*:dtype=int4,-*:rung=*"

sys.dont_write_bytecode = True
sys.path[:0] = [str(FOLDER), str(ROOT / "adapters/python")]
import elementwise  # noqa: E402
import indexing  # noqa: E402, F401
import options  # noqa: E402
import reductions  # noqa: E402, F401
import windows  # noqa: E402, F401
from modules import Module, extreme  # noqa: E402

LIAR = """
import sys
sys.path.insert(0, %r)
sys.argv[0] = %r
import backend
from elementwise import TABLE

def argsort(m, x, a, outs, right=TABLE["argsort"]):
    return right(m, x, {**a, "descending": not a["descending"]}, outs)

def exp(m, x, a, outs, right=TABLE["exp"]):
    if x[0].dtype != "float64":
        return right(m, x, a, outs)
    narrow = m.op("convert", x, x[0].like(dtype="float32"))
    wide = m.op("convert", [m.same("exponential", narrow)], x[0].like())
    m.count = %s
    return wide

TABLE.update(argsort=argsort, exp=exp)
backend.main()
"""


def written(op, operands, attributes=None, outs=()):
    """Returns the module of a call as text, and its count of operations."""
    module = Module(operands)
    results = elementwise.TABLE[op](module, module.operands, attributes or {}, outs)
    results = results if isinstance(results, (list, tuple)) else [results]
    return module.text(results), module.count


def missing():
    """Returns why no plugin is tested, or an empty string."""
    if not os.path.exists(PLUGIN):
        return "ASSAY_PJRT_PLUGIN names no plugin"
    asked = subprocess.run([PYTHON, "-c", "import numpy, ml_dtypes"], capture_output=True)
    if asked.returncode:
        return "%s has no NumPy with ml_dtypes" % PYTHON
    return "" if ASSAY.exists() else "%s is not built" % ASSAY


WHY = missing()


class ModuleTest(unittest.TestCase):
    def test_an_operation_has_its_types(self):
        text, count = written("add", [("float32", [2, 3])] * 2)
        self.assertEqual(1, count)
        self.assertIn(
            '"stablehlo.add"(%x0, %x1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> '
            "(tensor<2x3xf32>)", text)
        self.assertIn("return %v1 : tensor<2x3xf32>", text)

    def test_dtypes_have_the_names_of_stablehlo(self):
        for dtype, name in (("uint4", "ui4"), ("bool", "i1"), ("bfloat16", "bf16"),
                            ("float8_e4m3fn", "f8E4M3FN"), ("complex128", "complex<f64>")):
            text, _ = written("copy", [(dtype, [])])
            self.assertIn("main(%%x0: tensor<%s>)" % name, text)

    def test_a_region_compares_in_the_direction_that_is_asked(self):
        for descending, direction in ((False, "LT"), (True, "GT")):
            attributes = {"axis": 0, "descending": descending}
            text, count = written("argsort", [("int32", [3])], attributes)
            self.assertEqual(1, count)  # the region and the iota are its parameters
            self.assertIn("comparison_direction %s>" % direction, text)
            self.assertIn("is_stable = true", text)

    def test_several_operations_are_counted(self):
        self.assertEqual(4, written("trunc", [("float32", [3])])[1])
        self.assertEqual(1, written("recip", [("float32", [3])])[1])
        self.assertEqual(2, written("abs", [("complex64", [3])])[1])

    def test_extremes_are_the_least_and_the_greatest(self):
        self.assertEqual("0xFF80", extreme("bfloat16", True))
        self.assertEqual("0x7E", extreme("float8_e4m3fn", False))
        self.assertEqual("-8", extreme("int4", True))
        self.assertEqual("0", extreme("uint64", True))
        self.assertEqual("9223372036854775807", extreme("int64", False))

    def test_a_slice_with_a_negative_step_begins_at_the_last_element(self):
        # [2, 8) by -2 is 7, 5, 3: the slice 3, 5, 7 reversed.
        text, count = written(
            "slice", [("int8", [9])], {"ranges": [[2, 8]], "steps": [-2]})
        self.assertIn("start_indices = array<i64: 3>", text)
        self.assertEqual(2, count)


class OptionsTest(unittest.TestCase):
    def test_default_options_are_one_replica_and_one_partition(self):
        self.assertEqual("1a0420012801", options.compile_options({}).hex())

    def test_flags_are_overrides_of_their_type(self):
        found = options.compile_options({"a": False, "b": "xy", "c": 300}).hex()
        self.assertEqual(
            "1a0420012801" "3a070a016112021000" "3a090a016212040a027879"
            "3a080a0163120318ac02", found)

    def test_text_of_an_option_has_a_type(self):
        self.assertEqual([True, 3, 0.5, "cpu"],
                         [options.value_of(one) for one in ("true", "3", "0.5", "cpu")])

    def test_the_strict_set_turns_excess_precision_off(self):
        octets = options.compile_options(options.STRICT)
        self.assertIn(b"xla_allow_excess_precision\x12\x02\x10\x00", octets)


def check(program, *options_):
    with tempfile.TemporaryDirectory() as folder:
        claims = FOLDER / "claims"
        command = "%s %s --plugin %s --strict --name xla_cpu --release 0.11.2 --claims %s"
        command %= (PYTHON, program, PLUGIN, claims)
        asked = [ASSAY, "check", "exec:" + command, "--out", folder, "--jobs", "1"]
        asked += ["--profile", FOLDER / "profile.json", "--shapes", "few"]
        asked += ["--timeout", "60", *options_]
        return subprocess.run(asked, capture_output=True, text=True)


@unittest.skipIf(WHY, WHY)
class PluginTest(unittest.TestCase):
    def test_a_plugin_proves_a_filter(self):
        done = check(ADAPTER, "--filter", FILTER)
        self.assertEqual(0, done.returncode, done.stdout[-4000:] + done.stderr)
        self.assertRegex(done.stdout, r"cases: [1-9]\d* passed")

    def lie(self, count, terms):
        """Judges the modules of LIAR; `count` is what exp says of its operations."""
        with tempfile.TemporaryDirectory() as folder:
            liar = pathlib.Path(folder) / "liar.py"
            liar.write_text(LIAR % (str(FOLDER), str(ADAPTER), count))
            done = check(liar, "--filter", terms)
        self.assertEqual(1, done.returncode, done.stdout[-4000:] + done.stderr)
        return done.stdout

    def test_modules_that_lie_are_found(self):
        found = self.lie(1, "exp:value:dtype=float64,argsort:value:dtype=int32,-*:rung=*")
        self.assertRegex(found, r"\d+\. argsort ")
        self.assertRegex(found, r"\d+\. exp computes in float32")

    def test_operations_that_a_claim_does_not_tell_are_refused(self):
        # The claims are made by calls of 64 elements.
        found = self.lie("1 if x[0].shape == (64,) else 3", "exp:value:dtype=float64,-*:rung=*")
        self.assertIn("exp is claimed as one operation", found)

    def test_a_plugin_that_refuses_a_program_says_why(self):
        lines = ("import sys; sys.path[:0] = [%r, %r]; import plugin, options\n"
                 "p = plugin.Plugin(%r)\n"
                 "try: p.compile('no program', options.compile_options({}))\n"
                 "except plugin.PluginError as error: print(error)\n")
        lines %= (str(FOLDER), str(ROOT / "adapters/python"), PLUGIN)
        done = subprocess.run([PYTHON, "-c", lines], capture_output=True, text=True)
        self.assertRegex(done.stdout, r"^[A-Z_]+: .+", done.stderr)


if __name__ == "__main__":
    if WHY:
        print("No PJRT plugin is tested: %s." % WHY)
    unittest.main()
