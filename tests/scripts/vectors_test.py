#!/usr/bin/env python3
"""Holds the golden vectors to their schema, and runs docs/read_vectors.py on
them: it finds what NumPy is known to do otherwise, and nothing else."""

import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VECTORS = ROOT / "conformance/vectors"
READER = ROOT / "docs/read_vectors.py"
PYTHON = "/usr/bin/python3"  # the one that Debian's packages belong to
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import vector_schema  # noqa: E402

# adapters/numpy/README.md explains each; sign of complex is that of NumPy 1.
KNOWN = {
    "cast:nan", "cast:out_of_range", "div:truncate", "pow:negative_exponent",
    "recip:integer_zero", "round:half", "sign:complex", "flip:rank_zero",
    "reduce_sum:accuracy"}
# Without AVX-512 NumPy uses the C library, whose sin, cos and tan of large
# float64 are wrong in glibc 2.36.
KNOWN_WITHOUT_AVX512 = {"sin:large", "cos:large", "tan:large"}


def has_module(name):
    return subprocess.run([PYTHON, "-c", "import " + name],
                          capture_output=True).returncode == 0


def read(folder):
    """Returns what the reader counts in all, by outcome, and what failed."""
    ran = subprocess.run([PYTHON, READER, folder], capture_output=True,
                         text=True, check=True)
    counts = {"passed": 0, "FAILED": 0, "skipped": 0}
    for outcome, count in re.findall(r"'(\w+)': (\d+)", ran.stdout):
        counts[outcome] += int(count)
    return counts, re.findall(r"^FAILED (\S+)", ran.stdout, re.MULTILINE)


class SchemaTest(unittest.TestCase):
    def test_is_the_one_in_the_tree(self):
        text = (VECTORS / "vectors.schema.json").read_text("utf-8")
        self.assertEqual(json.loads(text), vector_schema.schema())

    def test_has_the_dtypes_of_the_contract_and_no_other(self):
        spec = json.loads(
            (ROOT / "docs/generated/spec.json").read_text("utf-8"))
        dtype = vector_schema.schema()["$defs"]["case.schema.json"]["$defs"][
            "dtype"]
        self.assertEqual(sorted(dtype["enum"]),
                         sorted(row["name"] for row in spec["dtypes"]))

    @unittest.skipUnless(has_module("jsonschema"), "no python3-jsonschema")
    def test_accepts_vectors_and_refuses_others(self):
        program = """
import json, sys, jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
check = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    text = json.load(open(name))
    assert check.is_valid(text), name
    for change in (lambda t: t.pop("op"), lambda t: t.update(format=2),
                   lambda t: t.update(colour=1),
                   lambda t: t["cases"][0].update(clause=3),
                   lambda t: t["cases"][0].pop("steps"),
                   lambda t: t["provenance"].pop("method")):
        broken = json.loads(json.dumps(text))
        change(broken)
        assert not check.is_valid(broken), name
"""
        files = [VECTORS / "elementwise/recip.json",
                 VECTORS / "fourier/rfft.json", VECTORS / "linalg/eig.json",
                 VECTORS / "view/flip.json"]
        subprocess.run([PYTHON, "-c", program,
                        VECTORS / "vectors.schema.json", *files], check=True)


@unittest.skipUnless(has_module("numpy"), "no python3-numpy")
class ReaderTest(unittest.TestCase):
    def test_has_fewer_than_140_lines_and_no_assay(self):
        text = READER.read_text("utf-8")
        self.assertLess(len(text.splitlines()), 140)
        self.assertEqual(set(re.findall(r"^import (.*)", text, re.MULTILINE)),
                         {"base64, collections, json, math, pathlib, sys, warnings",
                          "numpy as np"})

    def test_finds_what_numpy_does_otherwise(self):
        counts, failed = read(VECTORS)
        found = {re.match(r"\w+/(\w+:\w+)", name)[1] for name in failed}
        self.assertEqual(found - KNOWN_WITHOUT_AVX512, KNOWN)
        self.assertGreater(counts["passed"], 2000)
        total = sum(len(json.loads(path.read_text("utf-8"))["cases"])
                    for path in VECTORS.glob("*/*.json"))
        self.assertEqual(sum(counts.values()), total)

    def test_sees_a_corrupted_value(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "elementwise/add.json"
            target.parent.mkdir()
            whole = json.loads(
                (VECTORS / "elementwise/add.json").read_text("utf-8"))
            target.write_text(json.dumps(whole), "utf-8")
            self.assertEqual(read(folder)[1], [])
            for dtype, other in (("int32", "77"), ("float64", "0x1.8p+77")):
                broken = copy.deepcopy(whole)
                case = next(c for c in broken["cases"]
                            if "dtype=%s," % dtype in c["id"])
                expect = case["expect"][0]
                expect["values"][0] = other
                if "accept" in expect["judge"]:
                    expect["judge"]["accept"][0] = [other, other]
                target.write_text(json.dumps(broken), "utf-8")
                self.assertEqual(read(folder)[1], [case["id"]])


if __name__ == "__main__":
    unittest.main()
