#!/usr/bin/env python3
"""Feeds benchmark_page.py records of made-up runs, and reads the pages that it writes."""

import contextlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "benchmark_page.py"
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True
import benchmark_page  # noqa: E402


def head(threads=1, cpu="Abacus 9", peers=("numpy", "eigen"), quick=False):
    return {"bench": 1, "subjects": ["optimized"], "peers": list(peers),
            "versions": {"optimized": "1", **{peer: peer + " 7" for peer in peers}},
            "filter": "", "quick": quick, "threads": threads, "rounds": 31,
            "clock": "thread" if threads == 1 else "wall", "gate": "",
            "spec_version": "1", "suite_version": "1", "started_at": "2031-02-03",
            "machine": {"cpu": cpu, "family": "25", "model": "17", "cores": 4,
                        "flags": ["avx2", "avx512f"], "caches": {"l1d": 32768}},
            "build": {"compiler": "a compiler"},
            "roofline": [{"kind": "add", "dtype": "", "bytes": 8192,
                          "per_second": 2.5e11},
                         {"kind": "clock", "dtype": "", "bytes": 0,
                          "per_second": 3.7e9}]}


def row(name, peer, ratio, verdict="faster", bound="L2", figure=1e11, roofline=0.8):
    op = name.split(":")[0]
    made = {"id": "elementwise/" + name, "op": op, "family": "elementwise",
            "layout": "", "level": "l2", "dtype": "float32", "elements": 8,
            "bytes": 96, "flops": 0.0, "subject": "optimized", "peer": peer,
            "verdict": verdict, "seconds": 2e-6, "control": [1, 1, 1], "rounds": 31,
            "repetitions": 9, "roofline": roofline, "bound": bound,
            "bound_figure": figure}
    if peer:
        made.update(peer_seconds=2e-6 * ratio, ratio=[ratio, ratio - .01, ratio + .01])
    return made


ROWS = [row("add:a", "numpy", 4.0), row("add:a", "eigen", 2.0),
        row("add:b", "numpy", 1.0, "tie"),
        row("add:b", "eigen", 0.5, "slower", "instructions", 1.5, 0.1),
        row("exp:a", "numpy", 0.96, "unclear", "latency", 9.6e-8, 0),
        row("erf:a", "", 0, "measured", "ports", 5e10, 0.5)]


class BenchmarkPageTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.pages = self.folder / "pages"
        self.pages.mkdir()

    def records(self, place, *lines):
        file = self.folder / "records" / place / "bench.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")

    def run_script(self, *words):
        return subprocess.run(
            [sys.executable, str(SCRIPT), "--from", str(self.folder / "records"),
             "--pages", str(self.pages), *words], capture_output=True, text=True)

    def page(self, *words):
        ran = self.run_script(*words)
        self.assertEqual("", ran.stderr)
        self.assertEqual(0, ran.returncode)
        page, = self.pages.glob("benchmarks_*.md")
        # Sentences may be on two lines; lines of tables and headings are not joined.
        return re.sub(r"(?<=[^\n|>])\n(?=[^\n|#])", " ", page.read_text("utf-8"))

    def test_counts_for_each_peer(self):
        self.records("one", head(), *ROWS)
        page = self.page()
        # (4 * 1 * 0.96) ** (1 / 3) and (2 * 0.5) ** (1 / 2)
        self.assertIn("| NumPy | numpy 7 | 3 | 1.57 | 1 | 1 | 0 | 1 |", page)
        self.assertIn("| Eigen | eigen 7 | 2 | 1.00 | 1 | 0 | 1 | 0 |", page)
        self.assertIn("missed against NumPy (1.57), Eigen (1.00)", page)

    def test_lists_what_is_slower_than_the_best_peer(self):
        self.records("one", head(), *ROWS)
        page = self.page()
        self.assertIn("3 workloads have a peer, and 2 of them are below 0.97", page)
        listed = page.split("### Slower")[1].split("###")[0]
        self.assertEqual(["add:b", "exp:a"], re.findall(r"elementwise/(\S+)`", listed))
        self.assertIn("| 2.00 µs | Eigen | 1.00 µs | 0.50 [0.49, 0.51] | slower | "
                      "instructions, 1.50 cycles per element |", listed)
        self.assertIn("latency, a call takes 96.0 ns", listed)

    def test_has_every_op_with_its_bound(self):
        self.records("one", head(), *ROWS)
        page = self.page()
        self.assertIn("| erf | 1 | – | – | – | – | `a` | ports, 50.0 GFLOP/s (50 %) |",
                      page)
        self.assertIn("| add | 2 | 2.00 | 1.00 | 0.50 | Eigen | `b` |", page)
        self.assertIn("| instructions | 1 | 10 % |", page)
        self.assertIn("| add | 8 KiB | 250 GB/s |", page)
        self.assertIn("| clock |  | 3.70 GHz |", page)

    def test_a_run_without_losses_says_so(self):
        self.records("one", head(peers=["numpy"]), row("add:a", "numpy", 4.0))
        page = self.page()
        self.assertIn("No workload is below 0.97 of its best peer.", page)
        self.assertIn("The aim of 2.5 against each library is reached", page)

    def test_numbers_of_threads_are_apart_and_families_together(self):
        self.records("one/x", head(), ROWS[0])
        self.records("one/y", head(), row("mul:a", "numpy", 1.0))
        self.records("two/x", head(threads=4, quick=True), row("add:a", "numpy", 9.0))
        page = self.page()
        one, four = page.split("## 4 threads")
        self.assertIn("| NumPy | numpy 7 | 2 | 2.00 |", one)
        self.assertIn("| NumPy | numpy 7 | 1 | 9.00 |", four)
        self.assertIn("wall-clock", four)
        self.assertIn("A workload has 31 rounds. This is a quick run", four)
        self.assertNotIn("quick run", one)

    def test_lists_every_kind_of_machine(self):
        self.records("one", head(quick=True), *ROWS)
        self.page()
        self.records("one", head(cpu="Slide Rule"), ROWS[0])
        self.assertEqual(0, self.run_script("--kind", "ruler").returncode)
        index = (self.pages / "benchmarks.md").read_text("utf-8")
        self.assertIn("(benchmarks_abacus_9_25_17_avx512.md) | 1 | 2031-02-03 (quick) "
                      "| 3 | 1.57 | 1.00 |", index)
        self.assertIn("[Slide Rule, family 25, model 17, AVX-512](benchmarks_ruler.md)",
                      index)

    def test_names_what_was_withheld(self):
        lost = row("sub:a", "", 0, "withheld")
        for key in ("seconds", "control", "roofline", "bound", "bound_figure"):
            del lost[key]
        self.records("one", head(), *ROWS, lost)
        self.assertIn("the backend did not conform: `elementwise/sub:a`.", self.page())

    def test_infinite_ratios_are_in_no_mean(self):
        odd = row("sub:a", "numpy", 1.0)
        odd["ratio"] = ["inf", 1, "inf"]
        self.records("one", head(), *ROWS, odd)
        self.assertIn("| NumPy | numpy 7 | 3 | 1.57 |", self.page())

    def test_refuses_in_one_sentence(self):
        self.assertIn("contains no bench.jsonl", self.run_script().stderr)
        self.records("one", {"verdict": "faster"})
        self.assertIn("is not a file of bench records", self.run_script().stderr)
        self.records("one", head(), *ROWS)
        self.records("two", head(cpu="Slide Rule"), *ROWS)
        ran = self.run_script()
        self.assertIn("runs of several machines", ran.stderr)
        self.assertEqual(1, ran.stderr.count("\n"))
        self.assertEqual(1, ran.returncode)


# Stands in for the command: it has no MKL, and fails at sorts.
FAKE = """#!%s
import json, pathlib, sys
words = sys.argv[1:]
if "--list" in words:
    sys.exit(print("elementwise/add:a,b=1\\nelementwise/mul:a\\nsorting/sort:a"))
chosen = words[words.index("--filter") + 1]
if chosen.startswith("@"):
    chosen = pathlib.Path(chosen[1:]).read_text()
if "mkl" in words or "sorting" in chosen:
    sys.exit("assay: no")
out = pathlib.Path(words[words.index("--out") + 1])
out.mkdir(parents=True, exist_ok=True)
head, row = %s
head["threads"] = int(words[words.index("--threads") + 1]) if "--threads" in words else 1
row["id"] = chosen.split()[-1]
(out / "bench.jsonl").write_text(json.dumps(head) + "\\n" + json.dumps(row) + "\\n")
"""


class MeasuringTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        fake = self.folder / "assay"
        fake.write_text(FAKE % (sys.executable, [head(), ROWS[0]]))
        fake.chmod(0o755)
        self.addCleanup(setattr, benchmark_page, "ASSAY", benchmark_page.ASSAY)
        benchmark_page.ASSAY = fake

    def run_main(self, *words):
        """Returns the exit code and what was printed."""
        out = io.StringIO()
        self.addCleanup(setattr, sys, "argv", sys.argv)
        sys.argv = ["benchmark_page.py", "--out", str(self.folder / "out"), "--pages",
                    str(self.folder), *words]
        with contextlib.redirect_stdout(out):
            code = benchmark_page.main()
        return code, out.getvalue()

    def test_measures_families_with_the_peers_that_start(self):
        code, said = self.run_main("--threads", "1", "3")
        self.assertEqual(2, code)  # sorts are missing
        self.assertIn("mkl is left out: assay: no", said)
        self.assertIn("elementwise, threads 3: measured", said)
        self.assertIn("sorting, threads 1: assay: no", said)
        kept = sorted(str(file.relative_to(self.folder / "out"))
                      for file in (self.folder / "out").rglob("*") if file.is_file())
        self.assertEqual(["threads_1/elementwise/bench.jsonl",
                          "threads_3/elementwise/bench.jsonl"], kept)
        page, = self.folder.glob("benchmarks_*.md")
        self.assertIn("## 3 threads", page.read_text("utf-8"))

    def test_keeps_records_only_if_asked(self):
        self.run_main("--threads", "1")
        with self.assertRaisesRegex(SystemExit, "contains records already"):
            self.run_main("--threads", "1")
        self.assertNotIn("elementwise", self.run_main("--threads", "1", "--resume")[1])


if __name__ == "__main__":
    unittest.main()
