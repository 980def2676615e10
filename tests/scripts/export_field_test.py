#!/usr/bin/env python3
"""The programs of `assay export` that call a library: the tables of calls cover
what the adapters claim, and the programs accept what the library is known to
answer. The first needs nothing. The second exports golden vectors of every op and
dtype that is claimed, and runs them; what a program does not accept has to fail by
the adapter, too. It runs where the program assay (or the one that ASSAY names) is
built and the Python that ASSAY_TORCH_PYTHON, ASSAY_JAX_PYTHON or ASSAY_ONNX_PYTHON
names has the library. Else it is skipped."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CALLS = ROOT / "conformance" / "calls"
VECTORS = ROOT / "conformance" / "vectors"
ASSAY = os.environ.get("ASSAY", str(ROOT / "build" / "release" / "assay"))
# The host of a subject carries these out.
HOSTED = {"buffer", "from_host", "to_host", "view", "dtype", "context"}

# Runs programs in one process, because importing a library takes seconds, and
# prints the exit code and the last message of each.
RUNNER = """
import contextlib, io, json, runpy, sys, warnings
warnings.simplefilter("ignore")
for path in sys.argv[1:]:
    code, message = 0, ""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(path, run_name="__main__")
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(bool(error.code))
        message = str(error)
    except Exception as error:
        code, message = 1, "%s: %s" % (type(error).__name__, error)
    print(json.dumps([path, code, message[:300]]), flush=True)
"""

# library -> its adapter, for `exec:PYTHON …`
ADAPTERS = {
    "torch": "adapters/array_api/backend.py --module torch",
    "jax": "adapters/array_api/backend.py --module jax.numpy",
    "onnx": "adapters/onnx/backend.py --runtime onnxruntime",
}


def claims_of(library):
    """Returns {op: dtypes} of the claims of a library's adapter."""
    found = {}
    if library == "onnx":
        path = ROOT / "adapters/onnx/claims/onnxruntime-1.32.0.txt"
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                key, *dtypes = line.split()
                op, _, variant = key.partition(":")
                names = [variant] if op == "cast" else dtypes
                found.setdefault(op, set()).update(names)
        return found
    (path,) = (ROOT / "adapters/array_api/claims").glob(library + "-*.json")
    for claim in json.loads(path.read_text())["claims"]:
        names = claim.get("dtypes") or [pair[0] for pair in claim["pairs"]]
        found.setdefault(claim["op"], set()).update(names)
    return found


def rows_of(library):
    """Returns the ops of a table of calls."""
    text = (CALLS / (library + ".txt")).read_text()
    return set(re.findall(r"^([a-z]\w*)[^:\n]*: ", text, re.M))


def cases_of(library):
    """Yields the shortest golden vector of each claimed op, clause and dtype."""
    claims = claims_of(library)
    for path in sorted(VECTORS.glob("*/*.json")):
        dtypes = claims.get(path.stem, set())
        if path.stem in HOSTED or not dtypes:
            continue
        shortest = {}
        for case in json.loads(path.read_text()).get("cases", ()):
            name = dtype_of(case)
            if name not in dtypes or "call=" in case["id"]:
                continue
            clause = case["clause"].split(".")[1] == "value"
            key = (name, clause)
            size = len(json.dumps(case))
            if ":empty:" not in case["id"] and (
                    key not in shortest or size < shortest[key][0]):
                shortest[key] = (size, case)
        yield from (case for _, case in shortest.values())


def dtype_of(case):
    """Returns the dtype of the claim that a case of calls needs."""
    if not isinstance(case.get("expect"), list):
        return None
    step = case["steps"][0]
    attributes, operands = step.get("attributes", {}), step["operands"]
    if step["op"] in ("full", "arange"):
        return attributes["dtype"]
    place = 1 if step["op"] == "where" else 0
    if not operands:
        return None
    return case["tensors"].get(operands[place], {}).get("dtype")


class ExportFieldTest(unittest.TestCase):
    def test_tables_cover_the_claims(self):
        for library in ADAPTERS:
            ops = set(claims_of(library)) - HOSTED
            self.assertGreater(len(ops), 60)
            self.assertEqual(set(), ops - rows_of(library), library)

    def run_programs(self, library):
        python = os.environ.get("ASSAY_%s_PYTHON" % library.upper())
        if not python or not os.access(ASSAY, os.X_OK):
            self.skipTest("needs %s, and ASSAY_%s_PYTHON to name a Python with "
                          "the library" % (ASSAY, library.upper()))
        with tempfile.TemporaryDirectory() as folder:
            ids, refused = {}, 0

            def export(numbered):
                number, case = numbered
                stored = pathlib.Path(folder, "%d.json" % number)
                program = stored.with_suffix(".py")
                stored.write_text(json.dumps(case))
                return case, program, subprocess.run(
                    [ASSAY, "export", str(stored), "--" + library, "--out",
                     str(program)], text=True, capture_output=True)

            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                exported = list(pool.map(export, enumerate(cases_of(library))))
            for case, program, ran in exported:
                if ran.returncode == 0:
                    ids[str(program)] = case["id"]
                else:
                    self.assertEqual(2, ran.returncode, ran.stderr)
                    refused += 1
            ran = subprocess.run([python, "-c", RUNNER, *ids], text=True,
                                 capture_output=True)
            answers = [json.loads(line) for line in ran.stdout.splitlines()]
            self.assertEqual(len(ids), len(answers), ran.stderr[-500:])
            wrong = {path: text for path, code, text in answers if code == 1}
            accepted = sum(code == 0 for _, code, _ in answers)
            print("%s: %d programs accept, %d do not, %d cases have no program"
                  % (library, accepted, len(wrong), refused), file=sys.stderr)
            self.assertGreater(accepted, 9 * len(wrong))
            if wrong:
                self.check_misses(library, python, folder, ids, wrong)

    def check_misses(self, library, python, folder, ids, wrong):
        """Fails if Assay passes, by the adapter, what a program does not accept."""
        for path in pathlib.Path(folder).glob("*.json"):
            if str(path.with_suffix(".py")) not in wrong:
                path.unlink()
        ran = subprocess.run(
            [ASSAY, "replay", folder, "--timeout", "60",
             "exec:%s %s" % (python, ADAPTERS[library])],
            cwd=ROOT, text=True, capture_output=True)
        counts = re.search(r"(\d+) passed", ran.stdout)
        self.assertTrue(counts, ran.stdout[-500:] + ran.stderr[-500:])
        missed = [one for one in wrong if ids[one] not in ran.stdout]
        text = "\n".join("%s: %s" % (ids[one], wrong[one].split("\n")[0])
                         for one in missed)
        self.assertEqual("0", counts.group(1), text)

    def test_torch(self):
        self.run_programs("torch")

    def test_jax(self):
        self.run_programs("jax")

    def test_onnx(self):
        self.run_programs("onnx")


if __name__ == "__main__":
    unittest.main()
