#!/usr/bin/env python3
"""Prints the table of docs/benchmarks.md from a file of bench records.

For each op and peer the table has the best and the worst workload. An op that
no peer of the run has is ranked by its share of the roofline.

Usage: bench_table.py BENCH.jsonl
"""

import json
import sys


def cell(row):
    ratio = "–"
    if row["peer"]:
        middle, low, high = row["ratio"]
        ratio = f'{middle:.2f} [{low:.2f}, {high:.2f}] {row["verdict"]}'
    roofline = f'{100 * row["roofline"]:.0f} %' if row["roofline"] else "–"
    place = row["id"].split(":", 1)[1]
    return f'{ratio} | {roofline} | `{place}`'


def rank(row):
    return row["ratio"][0] if row["peer"] else row["roofline"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip().splitlines()[-1])
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            head, *rows = [json.loads(line) for line in file]
        rows = [row for row in rows if row["verdict"] != "withheld"]
        compared = {row["op"] for row in rows if row["peer"]}
        rows = [row for row in rows
                if row["peer"] or row["op"] not in compared]
    except (OSError, ValueError, LookupError) as error:
        sys.exit(f"bench_table.py: {sys.argv[1]} is no file of bench records: "
                 f"{error}")
    groups = {}
    for row in rows:
        groups.setdefault((row["family"], row["op"], row["peer"]),
                          []).append(row)
    print(f'Written by `scripts/bench_table.py` from a run on '
          f'{head["machine"]["cpu"]} with {head["build"]["compiler"]}, '
          f'one thread.\n')
    print("| op | peer | cells | best: ratio [95 %] | of roofline | cell "
          "| worst: ratio [95 %] | of roofline | cell |")
    print("|---|---|---|---|---|---|---|---|---|")
    for (family, op, peer), cells in groups.items():
        cells.sort(key=rank)
        print(f"| {op} | {peer or '–'} | {len(cells)} | {cell(cells[-1])} "
              f"| {cell(cells[0])} |")


if __name__ == "__main__":
    main()
