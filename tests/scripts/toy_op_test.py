#!/usr/bin/env python3
"""Follows the steps of spec/README.md ("One more op") for a toy op, square, on
integers, floats and complex numbers, in a copy of the tree. Each step that is
left out stops the compiler with a sentence; after the last one everything that
knows the op compiles, and the layout check finds nothing. toy_set_test.py builds
the command with this op, and lets the reference prove its cells."""

import unittest

from toy_tree import ToyTree, replace_once

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
EVALUATOR = '''
template <typename T>
requires(!Bool<T>) auto evaluate(OpTag<"square">, T x) {
  return evaluate(OpTag<"mul">{}, x, x);  // square.value, square.overflow,
  // square.nan, square.infinity, square.signed_zero, square.subnormal,
  // square.wrap, square.complex_nonfinite
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


def add_square(tree):
    """Takes the steps in a ToyTree."""
    end = "\n}  // namespace assay\n"
    # A row that does not say who vouches for it is not one.
    arithmetic = "spec/sets/nx/elementwise/arithmetic.h"
    replace_once(tree.root / arithmetic, ARITHMETIC_END,
                 ROW.replace('     .provenance = {kRounded, "NumPy"},\n', "")
                 + end)
    tree.touch(arithmetic)
    tree.assert_stopped(tree.compile_alone("spec/op_table.cc"),
                        "which sources vouch for it")
    replace_once(tree.root / arithmetic, '     .clauses = {documented('
                 '"square.value"', '     .provenance = {kRounded, "NumPy"},\n'
                 '     .clauses = {documented("square.value"')
    tree.assert_compiles("spec/op_table.cc")

    # The SDK asks for the name of the function.
    tree.assert_stopped(tree.compile_alone("tests/spec/typed_backend_test.cc"),
                        "has no line in spec/sdk/op_functions.h")
    tree.insert("spec/sdk/op_functions.h",
                'ASSAY_OP_FUNCTION("add", add);\n',
                'ASSAY_OP_FUNCTION("square", square);\n')
    tree.insert("spec/sdk/assay_backend.h", "  ASSAY_OP_MUL = 3,\n",
                "  ASSAY_OP_SQUARE = 9999,\n")
    tree.insert("spec/sources/elementwise.h", "    {", SOURCES)

    # The reference asks for an evaluator of each category.
    tree.assert_stopped(tree.compile_alone("reference/elementwise.cc"),
                        "no evaluate() in reference/")
    tree.insert("reference/nx/elementwise_reals.h", end, EVALUATOR)
    tree.assert_compiles("reference/elementwise.cc")

    # The harness asks which clause governs which operands.
    governing = "harness/operands/governing_clause.cc"
    tree.assertNotEqual(0, tree.compile_alone(governing).returncode)
    tree.insert("harness/operands/aspect_rows.h", '    {"add"_op, ', ASPECTS)
    tree.assert_compiles(governing)

    # Sweeps ask for the function in double.
    fast = "sweep/fast_oracle.cc"
    tree.assert_stopped(tree.compile_alone(fast), "has no row in kFastRows")
    tree.insert(fast, "double negated(double x)", FAST)
    tree.insert(fast, '    {"neg"_op, ', FAST_ROW)
    tree.assert_compiles(fast)


class ToyOp(ToyTree):
    def test_steps(self):
        add_square(self)
        self.assert_touched(7)


if __name__ == "__main__":
    unittest.main()
