#!/usr/bin/env python3
"""Prints the table of docs/benchmarks.md: for each op and peer of a file of
bench records, its best and its worst cell.

Usage: bench_table.py BENCH.jsonl
"""

import json
import sys


def cell(row):
    low, high = row["ratio"][1:]
    roofline = f'{100 * row["roofline"]:.0f} %' if row["roofline"] else "–"
    place = row["id"].split(":", 1)[1]
    return (f'{row["ratio"][0]:.2f} [{low:.2f}, {high:.2f}] {row["verdict"]}'
            f' | {roofline} | `{place}`')


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip().splitlines()[-1])
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            head, *rows = [json.loads(line) for line in file]
        rows = [row for row in rows
                if row["peer"] and row["verdict"] != "withheld"]
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
        cells.sort(key=lambda row: row["ratio"][0])
        print(f"| {op} | {peer} | {len(cells)} | {cell(cells[-1])} "
              f"| {cell(cells[0])} |")


if __name__ == "__main__":
    main()
