#!/usr/bin/env python3
"""Breaks one rule of the judge at a time, and demands that a test fails.

Usage: judge_mutants.py [--quick] [--only NAME] [--write] BUILD
       judge_mutants.py --check
BUILD is a tree built by g++, such as build/release. The rows of
judge_mutant_rows.py are tried one after another. Each compiles the changed copy
of a source into a scratch folder and links it into a test program, before the
libraries, which do not change.

--quick tries only the rows that are marked quick. --write renews
docs/generated/judge_mutants.md. --check compiles nothing; it demands that every
row still fits its source and that the table has every row as killed.
Tested by tests/scripts/judge_mutants_test.py.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from judge_mutant_rows import ROWS  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = "docs/generated/judge_mutants.md"
PROGRAM = "assay_harness_test"
# The tests that are asked: first those of single rules, which take no time, then
# the others, but for wires, plugins and views, which have judges of their own.
FIRST = ("Judge*:Accept*:Accepts*:Ulp*:ExactValue*:Tolerance*:Residual*:RunCase.*:"
         "Program*:SecondRun*:Corruption*")
FILTERS = (FIRST, f"-{FIRST}:*Honest*:*Wire*:*Plugin*:*Process*:*Calibration*:"
           "ViewCase*")
HEAD = """\
# Judge mutants

Written by `scripts/judge_mutants.py --write build/release`. Each row is the
judge, or the table of tolerances, with one rule broken; the test beside it is
the first of the harness's own that fails.

| mutant | file | killed by |
|---|---|---|
"""


def mutated(source, row):
    """Returns the text of the source with the row's changes."""
    for before, after in row.changes:
        if source.count(before) != 1:
            raise ValueError(
                f"{row.name}: {row.file} has {source.count(before)} times "
                f"{before!r}; expected it once")
        source = source.replace(before, after)
    return source


def read_source(row):
    return (ROOT / row.file).read_text("utf-8")


def table_text(killers):
    """`killers`: name -> the test that fails."""
    return HEAD + "".join(
        f"| {row.name} | `{row.file}` | {killers[row.name]} |\n"
        for row in ROWS)


def check():
    """Returns sentences about rows that do not fit and an outdated table."""
    complaints = []
    names = [row.name for row in ROWS]
    complaints += [f"{name}: two rows have this name"
                   for name in sorted(set(names)) if names.count(name) > 1]
    for row in ROWS:
        try:
            if mutated(read_source(row), row) == read_source(row):
                complaints.append(f"{row.name}: it changes nothing")
        except ValueError as error:
            complaints.append(str(error))
    table = ROOT / TABLE
    text = table.read_text("utf-8") if table.is_file() else ""
    listed = re.findall(r"^\| (\w+) \| `(\S+)` \| ([\w./]+) \|$", text, re.M)
    if [line[:2] for line in listed] != [(row.name, row.file) for row in ROWS]:
        complaints.append(
            f"{TABLE} is not of these rows; write it with --write")
    complaints += [f"{name}: it survived, as {TABLE} has it"
                   for name, _, killer in listed if killer == "survived"]
    return complaints


class Build:
    """The commands of a built tree."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        subprocess.run(["ninja", "-C", str(self.folder), PROGRAM], check=True,
                       stdout=subprocess.DEVNULL)
        listed = json.loads((self.folder / "compile_commands.json").read_text())
        self.compile = {
            str(pathlib.Path(source).relative_to(ROOT)): entry["command"]
            for entry in listed for source in sources_of(entry["file"])
            if source.startswith(str(ROOT) + "/")}
        lines = subprocess.run(
            ["ninja", "-C", str(self.folder), "-t", "commands", PROGRAM],
            check=True, capture_output=True, text=True).stdout.splitlines()
        self.link = next(line for line in reversed(lines)
                         if f"-o tests/{PROGRAM}" in line)

    def compile_command(self, row, source, out):
        # Precompiled headers hold for one level of optimization.
        words = shlex.split(re.sub(r"-Xclang -include(-pch)? -Xclang \S+|"
                                   r"-include \S+/cmake_pch\.hxx", "",
                                   self.compile[row.file]))
        words[words.index("-o") + 1] = str(out)
        words[words.index("-c") + 1] = str(source)
        # Speed and warnings are not what is tested here.
        words = [word for word in words if word != "-Werror"]
        return words + ["-O0", "-w"]

    def link_command(self, extra, out):
        command = self.link.replace(f"-o tests/{PROGRAM}",
                                    f"-o {shlex.quote(str(out))}", 1)
        # In front of the first library, so that what both define is taken from
        # here. Its own object may come along for what else is in it: g++ calls
        # no function of it but by name (-fPIC).
        return re.sub(r"(\s)(\S+\.a\b)",
                      lambda at: f"{at[1]}-Wl,--allow-multiple-definition "
                                 f"{shlex.quote(str(extra))} {at[2]}",
                      command, count=1)


def sources_of(file):
    """The sources that are compiled as one, or the only one."""
    if "/Unity/" not in file:
        return [file]
    return re.findall(r'^#include "(/.*)"$', pathlib.Path(file).read_text(), re.M)


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: {done.stderr[-2000:]}")


def killer_of(build, row):
    """Returns the first test that fails on the mutant; "survived" if none."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        source = scratch / pathlib.Path(row.file).name
        source.write_text(mutated(read_source(row), row), "utf-8")
        run(build.compile_command(row, source, scratch / "mutant.o"),
            cwd=build.folder)
        program = scratch / PROGRAM
        run(build.link_command(scratch / "mutant.o", program), shell=True,
            cwd=build.folder)
        return first_failure(program)


def first_failure(program):
    """Returns the first test that fails; "survived" if none does."""
    found = "survived"
    for tests in FILTERS:
        if found == "survived":
            found = first_failure_of(program, tests)
    return found


def first_failure_of(program, tests):
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith(("GTEST_", "RC_"))}
    try:
        done = subprocess.run(
            [program, "--gtest_fail_fast", "--gtest_brief=1",
             f"--gtest_filter={tests}"], env=environment, timeout=300,
            capture_output=True, text=True, errors="replace", cwd=ROOT)
    except subprocess.TimeoutExpired:
        return "timeout"
    if done.returncode == 0:
        return "survived"
    failed = re.search(r"^\[  FAILED  \] ([\w./]+)", done.stdout, re.M)
    return failed[1] if failed else "crash"


def try_rows(build, rows):
    killers = {}
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda row: killer_of(build, row), rows)
        for row, killer in zip(rows, found):
            killers[row.name] = killer
            print(f"{row.name}: {killer}", flush=True)
    killed = sum(killer != "survived" for killer in killers.values())
    print(f"{killed} of {len(rows)} judge mutants killed in "
          f"{time.monotonic() - begin:.0f} s")
    return killers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", nargs="?")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.check:
        complaints = check()
        print("\n".join(complaints), end="\n" if complaints else "")
        return 1 if complaints else 0
    if not arguments.build:
        parser.error("BUILD is missing; expected a built tree")
    rows = [row for row in ROWS
            if (row.quick or not arguments.quick) and
            arguments.only in (None, row.name)]
    if not rows:
        parser.error(f"there is no row {arguments.only!r}")
    build = Build(arguments.build)
    if (first := first_failure(build.folder / "tests" / PROGRAM)) != "survived":
        print(f"the judge fails its tests unchanged: {first}")
        return 1
    killers = try_rows(build, rows)
    if arguments.write and len(rows) == len(ROWS):
        (ROOT / TABLE).write_text(table_text(killers), "utf-8")
    return 0 if "survived" not in killers.values() else 1


if __name__ == "__main__":
    sys.exit(main())
