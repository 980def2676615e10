#!/usr/bin/env python3
"""Counts the GoogleTest results of one ctest run.

Usage: count_results.py JUNIT_OF_CTEST FOLDER_OF_GTEST_JSON
Names each failure on stderr and prints "PASSED FAILED SKIPPED" on stdout. If
ctest reports that a program failed but none of its tests did (it crashed,
leaked, hung or never started), that counts as one failure. So does a program
without any test.
Tested by tests/scripts/count_results_test.py.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def program_results(path):
    """Returns (passed names, failed names, skipped names) of one program."""
    passed, failed, skipped = [], [], []
    for suite in json.loads(path.read_text())["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{test['classname']}.{test['name']}"
            if test.get("failures"):
                failed.append(name)
            elif test["status"] != "RUN" or test["result"] == "SKIPPED":
                skipped.append(name)
            elif test["result"] == "COMPLETED":
                passed.append(name)
            else:
                failed.append(name)
    return passed, failed, skipped


def count(junit, folder):
    """Returns (passed, failed, skipped) and a line per failure."""
    passed = failed = skipped = 0
    lines = []
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        name = case.get("name")
        ended_well = case.get("status") == "run"
        path = folder / f"assay_{name}_test.json"
        if not path.exists():
            # There is no report if the program does not use GoogleTest or died
            # before it wrote one. ctest's own verdict then counts as one test.
            passed += ended_well
            failed += not ended_well
            if not ended_well:
                lines.append(f"{name}: the program ended without a report")
            continue
        good, bad, left_out = program_results(path)
        passed += len(good)
        skipped += len(left_out)
        if not ended_well and not bad:
            bad = ["(the program failed outside its tests)"]
        if not good and not bad:
            bad = ["(the program ran no test)"]
        failed += len(bad)
        lines += [f"{name}: {test}" for test in bad]
    return passed, failed, skipped, lines


def main():
    passed, failed, skipped, lines = count(sys.argv[1],
                                           pathlib.Path(sys.argv[2]))
    for line in lines:
        print(line, file=sys.stderr)
    print(passed, failed, skipped)


if __name__ == "__main__":
    main()
