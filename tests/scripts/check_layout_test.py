#!/usr/bin/env python3
"""Builds a small tree that keeps every rule, breaks one rule at a time, and
sees check_layout.py report exactly that."""

import pathlib
import sys
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import check_layout  # noqa: E402
import layout_edges  # noqa: E402

# A tree without a violation.
CLEAN = {
    "spec/sets/nx/tiny.h": '''// Rows.
Clause rows[] = {
    documented("add.value", "The sum (of two)."),
    clarified("add.wrap",
              "Wraps; see )."),
    unspecified("add.order", "Any order."),
    resolved("add.strides", "Strides.", EnforcedBy::kView),
    clarified("add.empty", "No-op.", EnforcedBy::kHarness),
    clarified("add.repeat", "Same bits.", EnforcedBy::kHarness),
    unspecified("add.zero", "Either.", EnforcedBy::kHarness)};
''',
    "spec/view.cc": "// Views.\nint stride = 0;  // add.strides\n",
    "reference/add.cc": '''// Sums. See reference/add.h, or (x.y) below.
#include "reference/add.h"
#include "spec/sets/nx/tiny.h"
int add(int x, int y) { return x + y; }  // add.value, add.wrap
''',
    "reference/add.h": "// Sums.\n#include <vector>\nstruct Sum {};\n",
    "harness/run.cc": '''// Runs.
#include "spec/sets/nx/tiny.h"
// add.empty
void run() { report("add.repeat"); }
''',
    "harness/record/record.h": "// Records.\n",
    "reports/text.cc": '// Text.\n#include "harness/record/record.h"\n',
    "cli/main.cc": '// All.\n#include "reference/add.h"\n',
    "scripts/go.sh": "#!/bin/sh\n# Goes.\n",
    "adapters/tiny/backend.py": '"""A backend."""\n',
    "docs/atan2.md": "Text on adding.\n",
}


class CheckLayoutTest(unittest.TestCase):
    def found(self, **changes):
        """Returns the violations of CLEAN with files replaced or added."""
        files = {**CLEAN, **changes.pop("files", {})}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check_layout.violations(folder)

    def assert_found(self, files, *parts):
        """Expects exactly one violation per (start of line, part) pair."""
        found = self.found(files=files)
        self.assertEqual(len(found), len(parts), found)
        for line, (start, part) in zip(sorted(found), sorted(parts)):
            self.assertTrue(line.startswith(start), line)
            self.assertIn(part, line)

    def test_clean_tree(self):
        self.assertEqual(self.found(), [])

    def test_empty_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(len(check_layout.violations(folder)), 1)

    def test_rooms(self):
        for name, included in (
                ("harness/case/a.h", "harness/record/record.h"),
                ("harness/record/a.cc", "harness/outside.h"),
                ("optimized/layout/a.cc", "optimized/sorting/sorting.h")):
            with self.subTest(name=name):
                self.assert_found({name: f'// A.\n#include "{included}"\n'},
                                  (f"{name}:2:", "may not include"))
        self.assertEqual(self.found(files={
            "harness/run/a.cc": '// A.\n#include "harness/record/record.h"\n',
            "harness/top.cc": '// A.\n#include "harness/record/record.h"\n',
        }), [])

    def test_room_without_row(self):
        self.assert_found({"harness/attic/a.h": "// A.\n"},
                          ("harness/attic/a.h:1:", "has no row in ROOMS"))

    def test_room_size(self):
        many = {f"harness/case/a{i}x.h": "// A.\n"
                for i in range(layout_edges.ROOM_LIMIT + 1)}
        self.assert_found(many, ("harness/case:1:", "more than"))

    def test_circle_of_rooms(self):
        rooms = {"harness": {"case": {"run"}, "run": set()}}
        with unittest.mock.patch.dict(layout_edges.ROOMS, rooms, clear=True):
            self.assert_found({}, ("scripts/layout_edges.py:1:", "harness/case"),
                              ("harness/record/record.h:1:", "has no row"))

    def test_edges(self):
        for name, included in (
                ("spec/a.h", "reference/add.h"),
                ("spec/a.cc", "harness/record/record.h"),
                ("reference/a.cc", "harness/record/record.h"),
                ("harness/a.cc", "reference/add.h"),
                ("harness/a.cc", "conformance/plan.h"),
                ("conformance/a.cc", "reference/add.h"),
                ("conformance/a.cc", "reports/junit.h"),
                ("fuzz/a.cc", "reference/add.h"),
                ("bench/a.cc", "reports/junit.h"),
                ("reports/a.cc", "harness/run.h"),
                ("reports/a.cc", "reference/add.h"),
                ("harness/a.cc", "cli/main.h")):
            with self.subTest(name=name, included=included):
                self.assert_found({name: f'// A.\n#include "{included}"\n'},
                                  (f"{name}:2:", "may not include"))

    def test_allowed_edges(self):
        for name, included in (("bench/a.cc", "reference/add.h"),
                               ("bench/a.cc", "harness/record/record.h"),
                               ("bench/a.cc", "conformance/check.h"),
                               ("conformance/a.cc", "harness/record/record.h"),
                               ("fuzz/a.cc", "harness/record/record.h"),
                               ("fuzz/targets/a.cc", "reference/add.h"),
                               ("reports/a.cc", "spec/sets/nx/tiny.h"),
                               ("tests/cli/a.cc", "reference/add.h")):
            with self.subTest(name=name, included=included):
                self.assertEqual(self.found(
                    files={name: f'// A.\n#include "{included}"\n'}), [])

    def test_c_header_as_installed(self):
        text = '/* A. */\n#include "assay_backend.h"\n'
        self.assertEqual(self.found(files={"examples/a/a.c": text}), [])
        self.assert_found({"spec/a.cc": text.replace("/* A. */", "// A.")},
                          ("spec/a.cc:2:", "not a path from the root"))

    def test_include_without_folder(self):
        self.assert_found({"harness/a.cc": '// A.\n#include "record.h"\n'},
                          ("harness/a.cc:2:", "not a path from the root"))

    def test_unknown_folder(self):
        self.assert_found({"extra/a.cc": "// A.\n"},
                          ("extra/a.cc:1:", "has no row"))

    def test_cycle(self):
        found = self.found(files={
            "spec/a.h": '// A.\n#include "spec/b.h"\n',
            "spec/b.h": '// B.\n#include "spec/c.h"\n',
            "spec/c.h": '// C.\n#include "spec/a.h"\n'})
        self.assertEqual(len(found), 1, found)
        self.assertIn("spec/a.h -> spec/b.h -> spec/c.h -> spec/a.h", found[0])

    def test_names(self):
        for name in ("harness/case_utils.h", "spec/helper/a.h",
                     "spec/view2.h", "spec/view_2.h", "docs/new_parts.md",
                     "adapters/tiny/DataFrame.txt"):
            with self.subTest(name=name):
                self.assert_found({name: "// A.\n"},
                                  (f"{name}:1:", "contains the word"))
        for name in ("harness/metadata.h", "spec/database.h", "spec/atan2.h"):
            with self.subTest(name=name):
                self.assertEqual(self.found(files={name: "// A.\n"}), [])

    def test_type_names(self):
        for line in ("class CaseManager {", "struct RunInfo;",
                     "enum class OldMode { kA };", "using ViewImpl = int;",
                     "struct [[nodiscard]] MPFRWrapper {", "class View2 {",
                     "concept Base = true;"):
            with self.subTest(line=line):
                self.assert_found({"spec/a.h": f"// A.\n{line}\n"},
                                  ("spec/a.h:2:", "contains the word"))
        for line in ("class Database {", "using std::data;",
                     "struct FormatE5m2 {", "// class of base values",
                     "using namespace core;"):
            with self.subTest(line=line):
                self.assertEqual(
                    self.found(files={"spec/a.h": f"// A.\n{line}\n"}), [])

    def test_length(self):
        line = "int x;\n"
        for name in ("spec/a.h", "cli/a.cc", "tests/a.cc", "cli/a.in",
                     "spec/a.rs", "spec/a.mjs", "reports/a.js",
                     "reports/a.css"):
            with self.subTest(name=name):
                self.assertEqual(
                    self.found(files={name: "// A.\n" + 399 * line}), [])
                self.assert_found({name: "// A.\n" + 400 * line},
                                  (f"{name}:401:", "401 lines"))
        header = '/* A. */\nextern "C" {\n' + 400 * line
        self.assertEqual(self.found(files={"spec/a.h": header}), [])
        generated = {"spec/generated/a.rs": "// A.\n" + 400 * line}
        self.assertEqual(self.found(files=generated), [])

    def test_opening(self):
        for name, text in (("spec/a.h", "#pragma once\n"),
                           ("spec/a.cc", ""),
                           ("spec/a.cc", "/* C. */\n"),
                           ("spec/a.h", "/* C. */\n"),
                           ("spec/a.h", '// C++.\nextern "C" {\n'),
                           ("spec/a.c", "// C++.\n"),
                           ("spec/a.rs", "use std::io;\n"),
                           ("spec/a.mjs", "import fs from 'node:fs';\n"),
                           ("scripts/a.py", "import sys\n"),
                           ("scripts/a.sh", "#!/bin/sh\nset -e\n"),
                           (".ci/run", "#!/bin/sh\nset -e\n"),
                           ("cmake/a.cmake", "set(X 1)\n")):
            with self.subTest(name=name):
                self.assert_found({name: text},
                                  (f"{name}:1:", "open with a comment"))

    def test_tests_that_are_not_there(self):
        text = "// Adds.\n// Tested by tests/spec/sum_test.cc.\n"
        self.assert_found({"spec/sum.cc": text},
                          ("spec/sum.cc:2:", "no tests/spec/sum_test.cc"))
        self.assertEqual([], self.found(files={
            "spec/sum.cc": text, "tests/spec/sum_test.cc": "// Sums.\n"}))

    def test_openings_in_c(self):
        self.assertEqual(
            self.found(files={"spec/a.h": '/* A. */\nextern "C" {\n',
                              "spec/a.c": '/* A. */\n#include "spec/a.h"\n'}),
            [])
        self.assert_found({"spec/a.c": '/* A. */\n#include "cli/a.h"\n'},
                          ("spec/a.c:2:", "may not include"))

    def test_missing_labels(self):
        self.assert_found({"reference/add.cc": "// A.\nint x;  // add.wrap\n"},
                          ("spec/sets/nx/tiny.h:3:", "clause add.value"))
        self.assert_found({"spec/view.cc": "// A.\n"},
                          ("spec/sets/nx/tiny.h:7:", "spec/, besides sets/"))
        self.assert_found({"harness/run.cc": '// A.\nauto x = "add.empty";\n'},
                          ("spec/sets/nx/tiny.h:9:", "harness/ or conformance/"))
        # A label in the wrong place does not count.
        self.assert_found({"spec/view.cc": "// A.\n",
                           "reference/b.cc": "// B.\nint y;  // add.strides\n"},
                          ("spec/sets/nx/tiny.h:7:", "spec/, besides sets/"))

    def test_labels_of_views_stand_anywhere_in_spec(self):
        text = "// A.\nint y;  // add.strides\n"
        self.assertEqual(self.found(files={"spec/view.cc": "// A.\n",
                                           "spec/mask.cc": text}), [])

    def test_labels_without_clause(self):
        for name in ("reference/b.cc", "harness/b.cc", "conformance/b.cc",
                     "spec/b.cc"):
            with self.subTest(name=name):
                self.assert_found({name: "// B.\nint y;  // add.wrong\n"},
                                  (f"{name}:2:", "names no clause"))

    def test_label_without_code(self):
        self.assert_found(
            {"reference/b.cc": "// B.\n// add.value\nint y;\n"},
            ("reference/b.cc:2:", "stands on no code"))

    def test_label_list_on_two_lines(self):
        text = "// B.\nint y;  // add.value,\n        // add.wrap\n"
        self.assertEqual(self.found(files={"reference/add.cc": text}), [])

    def test_clause_that_only_the_export_has(self):
        export = ('{"families": [], "ops": [{"clauses": '
                  '[{"id": "add.value"}, {"id": "add.other"}]}]}')
        self.assert_found({"docs/generated/spec.json": export},
                          ("docs/generated/spec.json:1:", "add.other"))

    def test_traces(self):
        word = "pro" + "mpt"
        for name, text in (
                ("spec/a.h", f"// The {word} of today.\n"),
                ("spec/a.h", f"// A.\nint x;  // in a {word.upper()}\n"),
                ("scripts/a.py", f'"""A.\n\nThe {word}s.\n"""\n'),
                ("docs/a.md", "A pro" + "mpt.\n"),
                ("docs/a.md", "See /wo" + "rk/place.\n"),
                ("spec/a.h", '// A.\nauto x = "/wo' + 'rk/x";\n')):
            with self.subTest(name=name, text=text):
                self.assertEqual(len(self.found(files={name: text})), 1)
        for text in (f"// A.\nint {word} = 0;\n", "// Promptly.\n",
                     "// At http://example.org/wo" + "rk/ it is.\n"):
            with self.subTest(text=text):
                self.assertEqual(self.found(files={"spec/a.h": text}), [])


if __name__ == "__main__":
    unittest.main()
