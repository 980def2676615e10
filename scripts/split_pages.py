#!/usr/bin/env python3
"""Splits a generated page into one page for each family of ops, so that a change
to one family shows in one file.

Usage: split_pages.py SPEC.json PAGE.md FOLDER
Writes FOLDER/FAMILY.md for every family of which PAGE.md has a section or rows,
and leaves PAGE.md with the rest and a table of links. A section is one with the
heading "Family NAME" and all that is deeper; rows are those of a table whose
first column is "op". Tested by tests/scripts/split_pages_test.py.
"""

import json
import pathlib
import re
import sys

FAMILY = re.compile(r"^(#+) Family (\w+)$")
HEADING = re.compile(r"^(#+) ")


def split_sections(lines):
    """Returns the lines outside of families, with None where they stood, and the
    lines of each family."""
    rest, families, family, depth = [], {}, None, 0
    for line in lines:
        heading = HEADING.match(line)
        found = FAMILY.match(line)
        if found:
            family, depth = found[2], len(found[1])
            if None not in rest:
                rest.append(None)
            families[family] = []
        elif heading and family is not None and len(heading[1]) <= depth:
            family = None
        (rest if family is None else families[family]).append(line)
    return rest, families


def split_rows(lines, family_of):
    """The same for a page whose last table has rows for each op."""
    heads = [i for i, line in enumerate(lines) if line.startswith("| op |")]
    if not heads:
        return lines, {}
    head = heads[-1]
    rest, families = lines[:head] + [None], {}
    for line in lines[head + 2:]:
        op = re.match(r"^\| (\w+) \|", line)
        family = family_of.get(op[1]) if op else None
        if family is None:
            rest.append(line)
        else:
            families.setdefault(family, lines[head:head + 2]).append(line)
    return rest, {name: list(rows) for name, rows in families.items()}


def links(families, folder):
    return ["| family | page |", "|---|---|",
            *(f"| {name} | [{name}.md]({folder}/{name}.md) |"
              for name in families), ""]


def main():
    spec, page, folder = map(pathlib.Path, sys.argv[1:])
    exported = json.loads(spec.read_text("utf-8"))
    family_of = {op["name"]: op["family"] for op in exported["ops"]}
    family_of["views"] = "view"
    lines = page.read_text("utf-8").splitlines()
    rest, families = split_sections(lines)
    if not families:
        rest, families = split_rows(lines, family_of)
    if not families:
        sys.exit(f"{page} has neither a section nor a row of any family")
    folder.mkdir(parents=True, exist_ok=True)
    title = lines[0]
    for name, own in families.items():
        own = [line for line in own if not FAMILY.match(line)]
        text = [f"{title}: {name}", "",
                f"Generated with [{page.name}](../{page.name}); do not edit.", ""]
        body = "\n".join(own).strip("\n")
        (folder / f"{name}.md").write_text("\n".join(text) + body + "\n")
    at = rest.index(None)
    rest[at:at + 1] = links(families, folder.name)
    page.write_text("\n".join(rest).rstrip("\n") + "\n")


if __name__ == "__main__":
    main()
