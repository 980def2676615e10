#!/usr/bin/env python3
"""Follows the steps of spec/README.md ("One more op") for a toy op, square, on
integers, floats and complex numbers, in a copy of the tree. Each step that is
left out stops the build with a sentence; after the last one the reference builds
and the layout check finds nothing. With --whole, which builds the command, the
reference also proves its cells. The test prints the files that it had to touch."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import check_layout  # noqa: E402

WHOLE = False
ROW = '''    {.name = "square",
     .id = 9999,
     .signature = Signature::kUnary,
     .formula = "out[i] = x[i] · x[i]",
     .variants = {{"", kNumbers, kPacked, complex_within(3)}},
     .provenance = {kRounded, "NumPy"},
     .clauses = {documented("square.value",
                            "The square, correctly rounded; complex squares "
                            "within 3 u of the modulus."),
                 clarified("square.wrap", "Integer squares wrap modulo 2^w."),
                 clarified("square.nan", "NaN gives NaN."),
                 clarified("square.infinity", "Infinities give +inf."),
                 clarified("square.signed_zero", "Both zeros give +0."),
                 clarified("square.overflow",
                           "A square beyond the largest finite value is +inf; "
                           "in float8_e4m3fn, NaN."),
                 clarified("square.subnormal", "Small squares are kept."),
                 unspecified("square.complex_nonfinite",
                             "Complex squares at the ends of the range.")}},
};
'''
ARITHMETIC_END = "};\n\n}  // namespace assay\n"
CLAUSES = ("value", "wrap", "nan", "infinity", "signed_zero", "overflow",
           "subnormal", "complex_nonfinite")
SOURCES = "".join(f'    {{"square.{aspect}", Place::kKit, "A toy."}},\n'
                  for aspect in CLAUSES)
REALS = '''
inline double evaluate(OpTag<"square">, Real auto x) {
  const double square = x * x;  // square.value, square.overflow
  return square;  // square.nan, square.infinity, square.signed_zero,
                  // square.subnormal
}
'''
INTEGERS = '''
template <Integer T>
T evaluate(OpTag<"square">, T x) {
  return wrapped<T>(bits_of(x) * bits_of(x));  // square.wrap
}
'''
COMPLEX = '''
inline ExactComplex evaluate(OpTag<"square">, Complex z) {
  return evaluate(OpTag<"mul">{}, z, z);  // square.complex_nonfinite
}
'''
ASPECTS = '''    {"square"_op,
     [](const FloatFormat& format, double x, double) {
       return real_product_aspect(format, x, x);
     },
     [](DType dtype, WideInteger x, WideInteger) {
       return integer_product_aspect(dtype, x, x);
     },
     [](const FloatFormat& format, ComplexNumber x, ComplexNumber) {
       return complex_product_aspect(format, x, x);
     }},
'''
FAST = "double squared(double x) { return x * x; }\n"
FAST_ROW = '    {"square"_op, rounded<squared>(kEven)},\n'


def replace_once(path, old, new):
    text = path.read_text()
    assert text.count(old) >= 1, f"{path} lacks {old!r}"
    path.write_text(text.replace(old, new, 1))


class ToyOp(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.tree = pathlib.Path(self.folder.name) / "tree"
        shutil.copytree(ROOT, self.tree, ignore=shutil.ignore_patterns(
            "build", ".git", "assay-results", "__pycache__"))

    def tearDown(self):
        self.folder.cleanup()

    def run_in_tree(self, *words, **more):
        return subprocess.run(words, cwd=self.tree, text=True,
                              capture_output=True, check=False, **more)

    def build(self, target):
        return self.run_in_tree("cmake", "--build", "build/release",
                                "--target", target)

    def insert(self, file, before, text):
        """Takes one step: puts text before a line of a file."""
        replace_once(self.tree / file, before, text + before)
        self.touched.append(file)

    def compile_alone(self, source):
        return self.run_in_tree("g++", "-std=c++20", "-fsyntax-only", "-I.",
                                source)

    def assert_stopped(self, ran, sentence):
        self.assertNotEqual(0, ran.returncode)
        self.assertIn(sentence, ran.stdout + ran.stderr)

    def test_steps(self):
        self.touched = []
        configured = self.run_in_tree(
            "cmake", "--preset", "release", "-DASSAY_BUILD_BENCH=OFF",
            "-DASSAY_BUILD_TESTS=OFF", "-DASSAY_MUTANTS=OFF",
            "-DASSAY_OPTIMIZED=OFF",
            "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
            env={**os.environ, "CXX": "g++"})
        self.assertEqual(0, configured.returncode, configured.stderr)

        end = "\n}  // namespace assay\n"
        # A row that does not say who vouches for it is not one.
        arithmetic = "spec/sets/nx/elementwise/arithmetic.h"
        replace_once(self.tree / arithmetic, ARITHMETIC_END,
                     ROW.replace('     .provenance = {kRounded, "NumPy"},\n', "")
                     + end)
        self.touched.append(arithmetic)
        self.assert_stopped(self.compile_alone("spec/op_table.cc"),
                            "which sources vouch for it")
        replace_once(self.tree / arithmetic, '     .clauses = {documented('
                     '"square.value"', '     .provenance = {kRounded, "NumPy"},\n'
                     '     .clauses = {documented("square.value"')
        self.assertEqual(0, self.compile_alone("spec/op_table.cc").returncode)

        # The SDK asks for the name of the function.
        self.assert_stopped(self.compile_alone("tests/spec/typed_backend_test.cc"),
                            "has no line in spec/sdk/op_functions.h")
        self.insert("spec/sdk/op_functions.h",
                    'ASSAY_OP_FUNCTION("add", add);\n',
                    'ASSAY_OP_FUNCTION("square", square);\n')
        self.insert("spec/sdk/assay_backend.h", "  ASSAY_OP_MUL = 3,\n",
                    "  ASSAY_OP_SQUARE = 9999,\n")
        self.insert("spec/sources/elementwise.h", "    {", SOURCES)

        # The reference asks for an evaluator of each category.
        for file, evaluator in (("elementwise_reals.h", REALS),
                                ("elementwise_integers.h", INTEGERS),
                                ("elementwise_complex.h", COMPLEX)):
            self.assert_stopped(self.compile_alone("reference/elementwise.cc"),
                                "no evaluate() in reference/")
            self.insert(f"reference/{file}", end, evaluator)
        built = self.build("assay_reference")
        self.assertEqual(0, built.returncode, built.stdout[-3000:])

        # The harness asks which clause governs which operands.
        governing = "harness/operands/governing_clause.cc"
        self.assertNotEqual(0, self.compile_alone(governing).returncode)
        self.insert("harness/operands/aspect_rows.h", '    {"add"_op, ', ASPECTS)
        compiled = self.compile_alone(governing)
        self.assertEqual(0, compiled.returncode, compiled.stderr[-3000:])

        # Sweeps ask for the function in double.
        fast = "sweep/fast_oracle.cc"
        self.assert_stopped(self.compile_alone(fast), "has no row in kFastRows")
        self.insert(fast, "double negated(double x)", FAST)
        self.insert(fast, '    {"neg"_op, ', FAST_ROW)
        compiled = self.compile_alone(fast)
        self.assertEqual(0, compiled.returncode, compiled.stderr[-3000:])

        self.assertEqual([], check_layout.violations(self.tree))
        self.assertEqual(9, len(set(self.touched)), self.touched)
        print("\n".join(["square is in", *self.touched]))
        if WHOLE:
            built = self.build("assay")
            self.assertEqual(0, built.returncode, built.stdout[-3000:])
            self.prove()

    def prove(self):
        assay = str(self.tree / "build/release/assay")
        checked = self.run_in_tree(
            assay, "check", "reference", "--filter", "elementwise/square",
            "--out", "results")
        self.assertEqual(0, checked.returncode, checked.stdout[-2000:])
        self.assertIn("score nx: 16 proven", checked.stdout)

        # A build without mutants says so.
        mutants = self.run_in_tree(assay, "mutants")
        self.assertEqual(2, mutants.returncode, mutants.stdout)
        self.assertIn("ASSAY_MUTANTS=OFF", mutants.stderr)

        spec = self.run_in_tree(assay, "spec", "--json").stdout
        self.assertIn("square", [op["name"] for op in json.loads(spec)["ops"]])
        (self.tree / "docs/generated/spec.json").write_text(spec)
        self.assertEqual([], check_layout.violations(self.tree))


if __name__ == "__main__":
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        WHOLE = True
    unittest.main()
