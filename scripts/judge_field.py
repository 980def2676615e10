#!/usr/bin/env python3
"""Judges the libraries that adapters/ reaches, and compares with what is known.

Usage: scripts/judge_field.py [--standard | --table | --sweep DTYPE] [--site DIR]
                              [NAME...]

Makes an environment for each library under build/field/, installs the versions of
field_libraries.py, or builds the adapter, and runs `assay check` with the library's
file of expectations. Prints what failed and is not expected, and what is expected and
passed. Nothing else in this project needs these packages. A library whose packages
cannot be installed, or whose adapter cannot be built, is skipped with a sentence. With
--table every failure counts, and the library's row in docs/field.md is written. With
--sweep it runs `assay sweep` of the functions over every input instead. With --site it publishes all runs of --table that there are, with the sweeps and benchmarks
in build/field/sweeps/ and build/field/bench/. Exit code: 0 as expected, 1 new or gone
findings, 2 a library was not judged.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

from field_libraries import LIBRARIES

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELD = ROOT / "build" / "field"
RESULTS = FIELD / "results"
ASSAY = ROOT / "build" / "release" / "assay"
PAGE = ROOT / "docs" / "field.md"
FUNCTIONS = ("sqrt exp log sin cos tan asin acos atan sinh cosh tanh erf recip "
             "expm1").split()
KINDS = ("crash", "wrong value", "accuracy", "metadata or status", "unpromised")


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


def built(library):
    """Builds the adapter of a library. Returns why it cannot be; None if it is built."""
    for command in library.build:
        try:
            ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        except FileNotFoundError:
            return "%s is not installed" % command[0]
        if ran.returncode:
            lines = (ran.stdout + ran.stderr).strip().splitlines()
            return "`%s` fails: %s" % (" ".join(command), lines[-1] if lines else "")
    return None


def row_of(name, report, minutes):
    """Returns the library's row in the table of docs/field.md."""
    subject, profile = re.search(r"^(.+) against profile (\w+)", report, re.M).groups()
    cells = []
    for op_set in ("nx", "nn", "lax"):
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


def subject_of(name):
    """Returns the subject of a library, or None after a sentence that says why."""
    library = LIBRARIES[name]
    python = python_of(name, library.packages)
    reason = built(library) if python else "its packages cannot be installed"
    if reason:
        print("%s: skipped, %s" % (name, reason), flush=True)
        return None
    return library.subject.format(python=python)


def sweep(name, dtype):
    """Sweeps the functions that a library has in a dtype. Returns 0 or 2."""
    subject = subject_of(name)
    if subject is None:
        return 0
    worst = 0
    for op in FUNCTIONS:
        file = FIELD / "sweeps" / name / ("%s-%s.jsonl" % (op, dtype))
        file.parent.mkdir(parents=True, exist_ok=True)
        ran = subprocess.run([str(ASSAY), "sweep", subject, "--op", op, "--dtype", dtype,
                              "--profile", LIBRARIES[name].profile, "--out", str(file)],
                             cwd=ROOT, capture_output=True, text=True)
        if ran.returncode == 5:  # the library does not claim the cell
            continue
        lines = [line.strip() for line in ran.stdout.splitlines() if "  worst:" in line]
        print("%s %s %s: %s" % (name, op, dtype, lines[0] if lines else
                                ran.stderr.strip()[:300]), flush=True)
        worst = max(worst, 0 if lines else 2)
    return worst


def judge(name, level, is_table):
    """Judges one library. Returns 0, 1 or 2 like the script."""
    library = LIBRARIES[name]
    subject = subject_of(name)
    if subject is None:
        return 0
    start = time.monotonic()
    asked = [str(ASSAY), "check", subject, "--profile", library.profile,
             "--level", level, "--out",
             str(RESULTS / ("table" if is_table else "compared") / name)]
    asked += library.options
    if not is_table and library.findings:
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


def publish(folder):
    """Writes a site of all runs of --table. Returns the exit code of `assay publish`."""
    runs = ["%s=%s" % (name, RESULTS / "table" / name) for name in LIBRARIES
            if (RESULTS / "table" / name / "records.jsonl").exists()]
    runs += ["%s=%s" % (file.parent.name, file)
             for file in sorted(FIELD.glob("sweeps/*/*.jsonl"))]
    runs += [str(file) for file in sorted(FIELD.glob("bench/*/bench.jsonl"))]
    return subprocess.run([str(ASSAY), "publish", *runs, "--out", folder]).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="of " + ", ".join(LIBRARIES))
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--standard", action="store_true", help="run level standard")
    kind.add_argument("--table", action="store_true",
                      help="write the rows of docs/field.md")
    kind.add_argument("--sweep", metavar="DTYPE", help="sweep the functions instead")
    parser.add_argument("--site", metavar="DIR",
                        help="publish the runs of --table as a site")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in LIBRARIES]
    if unknown:
        parser.error("there is no library %s; expected %s" % (
            unknown[0], ", ".join(LIBRARIES)))
    if asked.standard and asked.site:
        parser.error("the site is of level quick")
    if not ASSAY.exists():
        sys.exit("build/release/assay is not built")
    FIELD.mkdir(parents=True, exist_ok=True)
    level = "standard" if asked.standard else "quick"
    # The site can be written again without judging: `--site DIR` without names.
    is_work = asked.table or asked.sweep or not asked.site
    names = asked.names or (LIBRARIES if is_work else [])
    code = max((sweep(name, asked.sweep) if asked.sweep else
                judge(name, level, asked.table) for name in names), default=0)
    if asked.site:
        code = max(code, publish(asked.site))
    sys.exit(code)


if __name__ == "__main__":
    main()
