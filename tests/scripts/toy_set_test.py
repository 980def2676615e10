#!/usr/bin/env python3
"""Follows the steps of spec/README.md for a new op set, toy, with a family of one
op, correlate, which has all that a signature can say (toy_set/row.h). Each step
that is left out stops the compiler with a sentence. Then the command is built, with
the op of toy_op_test.py too, and the reference proves the cells of all three ops.
With --quick nothing is built, and toy_op_test.py alone adds its op."""

import pathlib
import re
import shutil
import sys
import unittest

from toy_op_test import add_square
from toy_tree import ToyTree, check_layout

IS_QUICK = False
PARTS = pathlib.Path(__file__).resolve().parent / "toy_set"


class ToySet(ToyTree):
    def add(self, file, part):
        """Takes one step: adds a file."""
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PARTS / part, path)
        self.touch(file)

    def test_steps(self):
        # An attribute that is a choice.
        keys = "spec/attribute_keys.h"
        attributes = "spec/attributes.h"
        self.insert(keys, "};\n// Stands for no attribute", "  kEdges,\n")

        # The set, the family and its row.
        self.add("spec/sets/toy/signals.h", "row.h")
        table = "spec/op_table.h"
        self.insert(table, "\nnamespace assay {",
                    '#include "spec/sets/toy/signals.h"\n')
        self.insert(table, "\ninline constexpr FamilySpec kFamilies",
                    "inline constexpr auto kSignalsRows = "
                    "join_rows(kSignalsOps);\n")
        self.insert(table, '    {"view", nullptr, 0, kViewClauses},\n',
                    '    {"signals", kSignalsRows.data(), kSignalsRows.size(),\n'
                    '     kSignalsClauses, "toy"},\n')
        self.assert_stopped(self.compile_alone("spec/op_table.cc"),
                            "has no row for an attribute")
        self.insert(keys, "\n}  // namespace assay",
                    'inline constexpr std::string_view kEdgesNames[] = '
                    '{"fill", "wrap"};\n')
        self.insert(
            attributes, "};\ninline constexpr int kAttributeKeyCount",
            '    {AttributeKey::kEdges, "edges", AttributeKind::kChoice,\n'
            '     "what stands after the end: fill or wrap", kEdgesNames, '
            '"edges"},\n')
        self.assert_compiles("spec/op_table.cc")
        self.assert_stopped(self.compile_alone("spec/op_sets.cc"),
                            "a set that kSets")
        self.insert(table, "};\n}  // namespace op_table\n\n// Points to each row",
                    '    {"toy", "The ops of a test.", {}},\n')
        self.assert_compiles("spec/op_sets.cc")
        self.add("spec/type_rules_signals.cc", "type_rule.cc")
        self.add("spec/sources/signals.h", "sources.h")
        self.insert("spec/clause_source.cc", '#include "spec/sources/sorting.h"',
                    '#include "spec/sources/signals.h"\n')
        self.insert("spec/clause_source.cc", "kLinalgSources,",
                    "kSignalsSources, ")

        # The SDK: the numbers of the C header, and the name of the function.
        self.assert_stopped(self.compile_alone("tests/spec/typed_backend_test.cc"),
                            "has no line in spec/sdk/op_functions.h")
        self.insert("spec/sdk/op_functions.h",
                    'ASSAY_OP_FUNCTION("add", add);\n',
                    'ASSAY_OP_FUNCTION("correlate", correlate);\n')
        header = "spec/sdk/assay_backend.h"
        self.insert(header, "  ASSAY_OP_MUL = 3,\n",
                    "  ASSAY_OP_CORRELATE = 9000,\n")
        numbers = re.findall(r"ASSAY_KEY_\w+ = (\d+)",
                          (self.root / header).read_text())
        self.insert(header, "  ASSAY_KEY_UNIT_DIAG = 24",
                    f"  ASSAY_KEY_EDGES = {max(map(int, numbers)) + 1},\n")

        # The reference asks for an evaluator.
        self.assert_stopped(self.compile_alone("reference/reference.cc"),
                            "correlate")
        self.insert("reference/tensor_ops.h", "\n}  // namespace assay\n",
                    'Result<Tensors> evaluate(OpTag<"correlate">, '
                    "const Evaluation&);\n")
        self.add("reference/toy/signals.cc", "evaluator.cc")
        self.assert_compiles("reference/reference.cc")
        self.assert_compiles("reference/toy/signals.cc")

        # The harness asks how its calls are drawn: in each place that makes some.
        for place, sentence in (
                ("generate/build_case.cc", "has no builder of its cases"),
                ("generate/robustness_rows.cc", "has no calls that break"),
                ("ladder/ladder.cc", "has no cases of all sizes"),
                ("relation/relation_sample.cc", "has no sample calls")):
            self.assert_stopped(self.compile_alone(f"harness/{place}"), sentence)
        families = "harness/families/drawn_families.h"
        self.insert(families, "\n// Describes a family whose calls are drawn",
                    "DrawnCall draw_signals(const CallWish& wish);\n"
                    "std::span<const ClauseCase> signals_rows();\n"
                    "void add_signals_rows(const Cell& cell, "
                    "RobustnessRows& rows);\n")
        self.insert(families, '    {"windows", draw_windows,',
                    '    {"signals", draw_signals, signals_rows, '
                    "add_signals_rows},\n")
        self.add("harness/families/build_signals.cc", "cases.cc")
        for source in ("families/build_signals.cc", "generate/build_case.cc",
                       "generate/robustness_rows.cc", "ladder/ladder.cc",
                       "relation/relation_sample.cc"):
            self.assert_compiles(f"harness/{source}")

        self.assert_touched(13)
        self.add_elementwise_op()
        if IS_QUICK:
            return
        add_square(self)
        self.configure()
        signals, square = self.prove("signals/*", "elementwise/square")
        self.assertIn("score toy: 32 proven / 32 claimed / 32 required cells",
                      signals)
        self.assertIn("score nx: 16 proven", square)
        self.assertIn("score toy: 0 proven", square)

    def add_elementwise_op(self):
        """Adds either, which works by element, but has three operands of the
        cell and an attribute, so that its calls are drawn too."""
        row = (PARTS / "either_row.txt").read_text()
        self.insert("spec/sets/toy/signals.h",
                    "};\n\ninline constexpr Clause kSignalsClauses", row)
        self.insert("spec/sources/signals.h", "};\n\n}  // namespace assay",
                    "".join(f'    {{"either.{aspect}", Place::kKit, "A toy."}},\n'
                            for aspect in ("value", "biased", "out")))
        self.insert("spec/sdk/op_functions.h",
                    'ASSAY_OP_FUNCTION("add", add);\n',
                    'ASSAY_OP_FUNCTION("either", either);\n')
        self.insert("spec/sdk/assay_backend.h", "  ASSAY_OP_MUL = 3,\n",
                    "  ASSAY_OP_EITHER = 9001,\n")
        self.assert_stopped(self.compile_alone("reference/elementwise.cc"),
                            "no evaluate() in reference/")
        self.add("reference/toy/either.h", "either.h")
        self.insert("reference/elementwise.cc",
                    '#include "reference/tensor_ops.h"\n',
                    '#include "reference/toy/either.h"\n')
        self.assert_compiles("reference/elementwise.cc")
        cases = "harness/families/build_signals.cc"
        self.insert(cases, '    {.clause = "correlate.value"_clause',
                    '    {.clause = "either.value"_clause, .values = kExact},\n'
                    '    {.clause = "either.biased"_clause, .values = kExact},\n')
        self.insert(cases, "  Shape shape = structure.shape;\n",
                    '  if (wish.cell.op == "either"_op) '
                    "return draw_either(wish);\n")
        self.insert(cases, "std::span<const ClauseCase> signals_rows()",
                    (PARTS / "either_draw.txt").read_text())
        self.insert(cases, "  const auto operands = [&](Shape x, Shape kernel",
                    '  if (cell.op == "either"_op) '
                    "return add_either_rows(cell, rows);\n")
        self.assert_compiles(cases)
        self.insert("spec/check_call.cc", "random.out, indexing.out",
                    "either.out, ")
        self.assertEqual([], check_layout.violations(self.root))


if __name__ == "__main__":
    if "--quick" in sys.argv:
        sys.argv.remove("--quick")
        IS_QUICK = True
    unittest.main()
