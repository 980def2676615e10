#!/usr/bin/env python3
"""Judges the libraries that adapters/ reaches, and compares with what is known.

Usage: scripts/judge_field.py [--standard] [--table] [NAME...]

Makes an environment for each library under build/field/, installs the versions below,
and runs `assay check` with the library's file of expectations. Prints what failed and
is not expected, and what is expected and passed. Nothing else in this project needs
these packages. A library whose packages cannot be installed is skipped with a
sentence. With --table every failure counts, and the library's row in docs/field.md is
written. Exit code: 0 as expected, 1 new or gone findings, 2 a library was not judged.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELD = ROOT / "build" / "field"
ASSAY = ROOT / "build" / "release" / "assay"
PAGE = ROOT / "docs" / "field.md"
KINDS = ("crash", "wrong value", "accuracy", "metadata or status", "unpromised")


class Library:
    """A library: its packages, how it starts, its profile and its findings.

    Without packages its Python is that of Debian. `options` are more of `assay check`.
    """

    def __init__(self, packages, command, profile, findings,
                 options=("--timeout", "20")):
        self.packages = packages
        self.command = "adapters/" + command
        self.profile = profile
        self.findings = findings and "adapters/" + findings
        self.options = list(options)


def array_api(packages, module, profile, findings, *options):
    return Library(packages, "array_api/backend.py --module " + module, profile,
                   "array_api/findings/%s.expect" % findings, *options)


def onnx(packages, runtime, findings, *options):
    return Library(("onnx==1.23.2", *NUMPY, *packages),
                   "onnx/backend.py --runtime " + runtime, "onnx",
                   "onnx/findings/%s.expect" % findings, *options)


def pjrt(findings, *more):
    """The plugin's package asks for JAX, which nothing here needs."""
    command = "pjrt/backend.py --plugin lammps_jax_pjrt_cpu --name xla_cpu"
    return Library(("--no-deps", "lammps-jax-pjrt-cpu==0.11.2", *NUMPY),
                   " ".join([command, *more]), "adapters/pjrt/profile.json",
                   "pjrt/findings/%s.expect" % findings, COMPILES)


# For libraries that compile for every new shape.
COMPILES = ("--shapes", "few", "--timeout", "60")
NUMPY = ("numpy==2.4.6", "ml_dtypes==0.6.0")
LIBRARIES = {
    "numpy-1.24": array_api((), "numpy", "numpy", "numpy-1.24"),
    "numpy": array_api(NUMPY, "numpy", "numpy", "numpy_ml_dtypes-2.4"),
    "array-api-strict": array_api(
        ("array-api-strict==2.6.1", NUMPY[0]), "array_api_strict", "array_api",
        "array-api-strict-2.6"),
    "torch": array_api(("torch==2.15.0", *NUMPY), "torch", "torch", "torch-2.15"),
    "jax": array_api(("jax==0.10.2", "jaxlib==0.10.2", *NUMPY), "jax.numpy", "jax",
                     "jax-0.10", COMPILES),
    "mlx": array_api(("mlx==0.32.4", "mlx-cpu==0.32.4", *NUMPY), "mlx.core",
                     "adapters/array_api/profiles/mlx_cpu.json", "mlx-0.32"),
    "onnxruntime": onnx(("onnxruntime==1.32.0",), "onnxruntime",
                        "onnxruntime-1.32.0"),
    "openvino": onnx(("openvino==2026.4.1",), "openvino", "openvino-2026.4.1",
                     COMPILES),
    "xla": pjrt("xla_cpu-0.11"),
    "xla-strict": pjrt("xla_cpu_strict-0.11", "--strict"),
    "onnx-reference": onnx((), "reference", "reference-1.23.2"),
}


def python_of(name, packages):
    """Returns the Python of the library's environment, or None if it has none."""
    if not packages:
        return "/usr/bin/python3"
    home = FIELD / name
    python = home / "bin" / "python"
    installed = home / "installed"
    if installed.exists() and installed.read_text() == "\n".join(packages):
        return str(python)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--retries", "1",
           "--timeout", "20"]
    for command in ([sys.executable, "-m", "venv", "--clear", str(home)],
                    pip + list(packages)):
        if subprocess.run(command, capture_output=True).returncode:
            return None
    installed.write_text("\n".join(packages))
    return str(python)


def row_of(name, report, minutes):
    """Returns the library's row in the table of docs/field.md."""
    subject, profile = re.search(r"^(.+) against profile (\w+)", report, re.M).groups()
    cells = []
    for op_set in ("nx", "nn"):
        score = re.search(r"^score %s: (\d+) proven / (\d+) claimed" % op_set, report,
                          re.M)
        cells.append("%s of %s" % score.groups() if score else "none")
    heading = re.search(r"^\d+ findings: (.+)", report, re.M)
    if heading:
        counts = {kind: number for number, kind in re.findall(
            r"(\d+) (%s)" % "|".join(KINDS), heading.group(1))}
    else:  # a single finding stands in its own line
        counts = {kind: "1" for kind in re.findall(
            r"^  1\. .*: (%s), \d+ cases?" % "|".join(KINDS), report, re.M)}
    counted = [counts.get(kind, "0") for kind in KINDS]
    return "| %s | %s | `%s` | %s | %.1f |" % (
        name, subject, profile, " | ".join(cells + counted), minutes)


def write_row(row):
    """Puts a row into the table of docs/field.md, in the place of the library's."""
    lines = PAGE.read_text().splitlines()
    start = row[:row.index("|", 1) + 1]
    at = [i for i, line in enumerate(lines) if line.startswith(start)]
    if not at:
        sys.exit("docs/field.md has no row that begins with \"%s\"" % start)
    lines[at[0]] = row
    PAGE.write_text("\n".join(lines) + "\n")


def judge(name, level, is_table):
    """Judges one library. Returns 0, 1 or 2 like the script."""
    library = LIBRARIES[name]
    python = python_of(name, library.packages)
    if python is None:
        print("%s: skipped, its packages cannot be installed" % name, flush=True)
        return 0
    start = time.monotonic()
    asked = [str(ASSAY), "check", "exec:%s %s" % (python, library.command), "--profile",
             library.profile, "--level", level, "--out",
             str(FIELD / "results" / name)] + library.options
    if not is_table:
        asked += ["--expect", library.findings, "--strict"]
    compiled = {"JAX_COMPILATION_CACHE_DIR": str(FIELD / "compiled")}
    ran = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True,
                         env={**compiled, **os.environ})
    report = ran.stdout
    if not re.search(r"^score ", report, re.M):
        print("%s: not judged: %s" % (name, (ran.stderr or report).strip()[:300]),
              flush=True)
        return 2
    row = row_of(name, report, (time.monotonic() - start) / 60)
    if is_table:
        write_row(row)
        print(row, flush=True)
        return 0
    print("%s %s" % (row, "as expected" if ran.returncode == 0 else "OTHERWISE"),
          flush=True)
    if ran.returncode:
        print("\n".join(line for line in report.splitlines()
                        if re.match(r" +\d+\. |unexpected|.*passed unexpectedly",
                                    line)), flush=True)
    return 1 if ran.returncode else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="of " + ", ".join(LIBRARIES))
    parser.add_argument("--standard", action="store_true", help="run level standard")
    parser.add_argument("--table", action="store_true",
                        help="write the rows of docs/field.md")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in LIBRARIES]
    if unknown:
        parser.error("there is no library %s; expected %s" % (
            unknown[0], ", ".join(LIBRARIES)))
    if asked.standard and asked.table:
        parser.error("the table is of level quick")
    if not ASSAY.exists():
        sys.exit("build/release/assay is not built")
    FIELD.mkdir(parents=True, exist_ok=True)
    level = "standard" if asked.standard else "quick"
    sys.exit(max(judge(name, level, asked.table) for name in asked.names or LIBRARIES))


if __name__ == "__main__":
    main()
