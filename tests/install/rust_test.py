#!/usr/bin/env python3
"""Builds the Rust project of `assay new --rust` offline, judges it as a plugin
and as a process, breaks ops of it, and packages the crate. Skipped without
cargo. It compiles the crate four times: about a minute."""

import json
import os
import re
import shutil
import unittest

from installed import ROOT, Installed

CRATE = ROOT / "spec/sdk/rust"
SUBJECTS = {"plugin": "target/debug/libmine.so",
            "process": "exec:target/debug/mine"}


@unittest.skipUnless(shutil.which("cargo"), "there is no cargo")
class RustTest(Installed):
    def setUp(self):
        super().setUp()
        os.environ["CARGO_TARGET_DIR"] = "target"
        self.run_shell("assay new --rust mine")
        self.project = self.folder / "mine"

    def build(self):
        self.run_shell("cd mine && cargo build --offline 2>&1")

    def check(self, kind, code=0, options=""):
        """Judges the project and returns the report."""
        return self.run_shell(f"cd mine && assay check {SUBJECTS[kind]} "
                              f"--out results/{kind} {options}", code)

    def verdicts(self, kind):
        """Returns what became of each case of the last check."""
        path = self.project / f"results/{kind}/records.jsonl"
        records = map(json.loads, path.read_text().splitlines())
        return {record["id"]: record["verdict"] for record in records
                if "verdict" in record and "id" in record}

    def replace(self, name, old, new):
        path = self.project / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def test_the_project_conforms_and_breaks(self):
        self.build()
        for kind in SUBJECTS:
            said = self.check(kind, options="--robustness")
            self.assertIn("mine conforms to profile nx", said)
            self.assertIn(", 0 failed, ", said)
            self.assertRegex(said, r"\d+ refused, 0 accepted, 0 harmful")
        plugin, process = self.verdicts("plugin"), self.verdicts("process")
        self.assertGreater(len(plugin), 1000)
        self.assertEqual(plugin, process)
        # The project's own test asks the command.
        self.run_shell("cd mine && cargo test --offline 2>&1")
        said = self.run_shell("cd mine && ASSAY=no-such-command "
                              "cargo test --offline 2>&1", code=101)
        self.assertIn("no-such-command", said)

        # A difference instead of a sum, a panic and a print are noticed.
        self.replace("src/number.rs", "self + other", "self - other")
        self.replace("src/lib.rs", "out.write(x.iter().map(T::negated))",
                     'panic!("meant to panic {}", x.rank() + out.rank())')
        self.replace("src/lib.rs", "let mut starts = x",
                     'println!("a line on stdout"); let mut starts = x')
        self.build()
        for kind in SUBJECTS:
            said = self.check(kind, code=1)
            self.assertIn("add.value", said)
            self.assertIn("meant to panic", said)
            self.assertIn("src/lib.rs", said)
            self.assertNotIn("crashed", said)
            self.assertNotIn("protocol_error", said)
            failed = {name.split(":")[0] for name, verdict
                      in self.verdicts(kind).items()
                      if verdict not in ("pass", "unsupported")}
            self.assertEqual({"elementwise/add", "elementwise/neg"}, failed)
        self.run_shell("cd mine && cargo test --offline 2>&1", code=101)

    def test_mistakes_do_not_compile(self):
        for old, new, said in (
                ("fn add<", "fn ad<", "there is no op ad"),
                ("fn add<", "fn xor<", "no such op of this dtype"),
                ("axes: &[usize]", "axes: &Vec<usize>",
                 "&Vec<usize>: FromArgument<&[usize]>"),
                ("x: Array<T>) {", "x: Array<T>, _y: Array<T>) {",
                 "4 arguments but 3")):
            self.replace("src/lib.rs", old, new)
            errors = self.run_shell("cd mine && cargo check --offline 2>&1",
                                    code=101)
            self.assertIn(said, re.sub("`", "", errors))
            self.replace("src/lib.rs", new, old)

    def test_the_crate_passes_its_tests_and_packages(self):
        shutil.copytree(CRATE, self.folder / "crate",
                        ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        self.run_shell("cd crate && cargo test --offline 2>&1 && "
                       "cargo package --offline --allow-dirty 2>&1")
        made = list(self.folder.glob("crate/target/package/*.crate"))
        self.assertEqual(1, len(made), made)
        if shutil.which("cargo-fmt"):
            self.run_shell("cd crate && cargo fmt --check")


if __name__ == "__main__":
    unittest.main()
