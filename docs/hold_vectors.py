"""Holds the golden vectors of some ops to another library; see numpy_opinion.py."""
import collections
import json
import pathlib
import sys

import read_vectors as vectors

ROOT = pathlib.Path(__file__).resolve().parent.parent


def hold(ops, explained):
    """Runs the vectors of `ops`, functions as those of read_vectors.OPS.

    The folder is the first argument of the program. Prints a line for each op and
    one for each case on which the two disagree. Returns 1 if there is one whose
    clause `explained` does not list, else 0.
    """
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                          ROOT / "conformance" / "vectors")
    vectors.OPS.update(ops)
    disagreements = 0
    for path in sorted(folder.glob("*/*.json")):
        if path.stem not in ops:
            continue
        counts = collections.Counter()
        for case in json.loads(path.read_text())["cases"]:
            if "call=" in case["id"] or any("status" in s for s in case["steps"]):
                continue
            try:
                agrees = vectors.run(case)
            except (LookupError, TypeError):
                counts["skipped"] += 1
                continue
            reason = explained.get(case["clause"])
            counts["agrees" if agrees else
                   "explained" if reason else "DISAGREES"] += 1
            if not agrees:
                disagreements += reason is None
                print("disagrees:", case["id"],
                      "(%s)" % reason if reason else "")
        print("%s: %s" % (path.stem, dict(counts)))
    return 1 if disagreements else 0
