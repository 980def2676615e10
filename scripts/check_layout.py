#!/usr/bin/env python3
"""Checks the rules of STYLE.md that a program can check.

Usage: check_layout.py [ROOT]
Prints one sentence per violation, as FILE:LINE: SENTENCE, and exits with 1 if
there is any. Each rule is a function that yields violations; RULES lists them.
Tested by tests/scripts/check_layout_test.py.
"""

import json
import pathlib
import re
import subprocess
import sys

from layout_edges import check_cycles, check_edges, check_rooms

BANNED_WORDS = set("""util utils helper helpers common misc manager handler
    processor data info impl base core wrapper new old""".split())
# Names that end in a digit 2 and are not second versions of anything.
MEANT_WITH_TWO = ("atan2", "log2", "exp2", "e5m2", "avx2")

LINE_LIMIT = 400
LIMITED = {".h", ".cc", ".c", ".rs", ".mjs", ".py", ".sh"}
# A file that a script writes is as long as its sources.
GENERATED = ("/generated/",)
# Templates and the sources of pages: as long, but they open as they must.
LIMITED_BESIDES_CODE = {".in", ".js", ".css"}
CODE = LIMITED | {".cmake"}
BANNED_COMMENT_WORDS = ("chat ses" + "sion", "pro" + "mpt")
MACHINE_PATHS = tuple("/" + place for place in ("work/", "home/", "Users/"))

TYPE_NAME = re.compile(
    r"^\s*(?:pub(?:\(\w+\))?\s+)?"
    r"(?:class|struct|union|enum(?:\s+(?:class|struct))?|concept|trait|using)"
    r"\s+(?:\[\[\w+\]\]\s*)?([A-Za-z]\w*)")
CLAUSE_MAKER = re.compile(
    r"\b(documented|clarified|resolved|unspecified|precondition)"
    r"\s*\(\s*\"([^\"]+)\"")
ID = r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*"
LABEL = re.compile(rf"//\s*({ID}(?:,\s*{ID})*),?$")
# Plans and transfers are no calls, so others check their preconditions.
INFERENCE = ("spec/infer", "spec/check_call", "spec/type_rules", "spec/plan",
             "harness/protocol/")
FILE_SUFFIXES = (".h", ".cc", ".py", ".sh", ".md", ".json", ".txt", ".cmake")


class Tree:
    """The files of a checkout, read once: path relative to the root -> lines."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.files = {}
        for name in self._names():
            path = self.root / name
            if not path.is_file() or path.is_symlink():
                continue
            try:
                self.files[name] = path.read_text("utf-8").splitlines()
            except UnicodeDecodeError:
                pass  # not text

    def _names(self):
        """Returns files of git that are not ignored, or all without git."""
        try:
            listed = subprocess.run(
                ["git", "-C", str(self.root), "ls-files", "-z", "--cached",
                 "--others", "--exclude-standard"],
                capture_output=True, check=True).stdout.decode()
            if listed:
                return sorted(set(listed.rstrip("\0").split("\0")))
        except (OSError, subprocess.CalledProcessError):
            pass
        skipped = {".git", "build", "assay-results", "__pycache__"}
        return sorted(
            str(path.relative_to(self.root))
            for path in self.root.rglob("*")
            if not skipped & set(path.relative_to(self.root).parts))

    def select(self, suffixes, *folders):
        """Yields (name, lines) of the files with a suffix, in some folders."""
        for name, lines in self.files.items():
            if pathlib.PurePath(name).suffix not in suffixes:
                continue
            if not folders or name.startswith(tuple(folders)):
                yield name, lines


def banned_part(identifier):
    """Returns the banned word in a snake_case or CamelCase name, or None."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", identifier)
    for word in words:
        if word.lower() in BANNED_WORDS:
            return word
    lower = identifier.lower()
    if (re.search(r"[a-z_]2$", lower) and
            not lower.endswith(MEANT_WITH_TWO)):
        return "2"
    return None


def check_names(tree):
    """Files, folders and types are named after one subject."""
    seen = set()
    for name in tree.files:
        path = pathlib.PurePath(name)
        for part in (*path.parent.parts, path.name.split(".")[0]):
            if (path.parent, part) not in seen and (word := banned_part(part)):
                seen.add((path.parent, part))
                yield name, 1, f'the name "{part}" contains the word "{word}"'
    for name, lines in tree.select({".h", ".cc", ".rs", ".mjs"}):
        for number, line in enumerate(lines, 1):
            match = TYPE_NAME.match(line)
            if not match or line.lstrip().startswith("using namespace"):
                continue
            if match[0].lstrip().startswith("using") and "=" not in line:
                continue
            if word := banned_part(match[1]):
                yield name, number, (f'the type name "{match[1]}" contains '
                                     f'the word "{word}"')


def check_lengths(tree):
    """One subject, at most 400 lines. The C header of the interface is one file
    for its readers and lists every op, so it may be longer."""
    for name, lines in tree.select(LIMITED | LIMITED_BESIDES_CODE):
        if any(folder in name for folder in GENERATED):
            continue
        if len(lines) > LINE_LIMIT and not is_c_header(lines):
            yield name, len(lines), (f"the file has {len(lines)} lines, more "
                                     f"than {LINE_LIMIT}")


def is_c_header(lines):
    """A header for C says how C++ includes it, and knows no other comment."""
    return any(line.startswith('extern "C" {') for line in lines)


def check_openings(tree):
    """Every file opens with what it is."""
    for name, lines in tree.files.items():
        path = pathlib.PurePath(name)
        first = lines[0] if lines else ""
        script = first.startswith("#!")
        if path.suffix not in CODE and not script:
            continue
        if script:
            first = lines[1] if len(lines) > 1 else ""
        starts = {".h": ("//",), ".cc": ("//",), ".c": ("/*",),
                  ".rs": ("//",), ".mjs": ("//",), ".py": ("#", '"""')}
        if path.suffix == ".h" and is_c_header(lines):
            starts[".h"] = ("/*",)
        if not first.startswith(starts.get(path.suffix, ("#", '"""'))):
            yield name, 1, "the file does not open with a comment"


def clauses_of(tree):
    """Yields (file, line, id, status, enforced_by) of every row's clauses."""
    for name, lines in tree.select({".h"}, "spec/sets/"):
        text = "\n".join(lines)
        for match in CLAUSE_MAKER.finditer(text):
            end, depth, quoted = match.start(), 0, False
            for end in range(match.start(), len(text)):
                character = text[end]
                if character == '"' and text[end - 1] != "\\":
                    quoted = not quoted
                elif not quoted:
                    depth += {"(": 1, ")": -1}.get(character, 0)
                    if character == ")" and depth == 0:
                        break
            by = re.search(r"EnforcedBy::k(\w+)", text[match.start():end])
            yield (name, text.count("\n", 0, match.start()) + 1, match[2],
                   match[1], by[1].lower() if by else
                   "infer" if match[1] == "precondition" else "reference")


def labels_of(lines):
    """Yields (line, id, code) of the comments that are only clause ids; code
    says whether the line, or the one that the list began on, has code."""
    open_list = None  # the `code` of a list that the line before leaves open
    for number, line in enumerate(lines, 1):
        match = LABEL.search(line.rstrip())
        code = bool(open_list) or not line.lstrip().startswith("//")
        ids = re.split(r",\s*", match[1]) if match else []
        if not any(name.endswith(FILE_SUFFIXES) for name in ids):
            for name in ids:
                yield number, name, code
        open_list = code if match and line.rstrip().endswith(",") else None


def check_labels(tree):
    """Every binding clause has its line, and every label its clause."""
    known = {clause[2] for clause in clauses_of(tree)}
    labelled = {"reference": set(), "view": set(), "harness": set(),
                "infer": set()}
    for name, lines in tree.select(
            {".h", ".cc"}, "reference/", "harness/", "conformance/", "spec/"):
        place = ("reference" if name.startswith("reference/") else
                 "spec" if name.startswith("spec/sets/") else
                 "view" if name.startswith("spec/") else "harness")
        for number, label, code in labels_of(lines):
            if label not in known:
                yield name, number, f"the label {label} names no clause"
            elif place in ("reference", "view") and not code:
                yield name, number, f"the label {label} stands on no code"
            elif place in labelled:
                labelled[place].add(label)
        if name.startswith(INFERENCE):
            place = "infer"
        if place in ("harness", "infer"):
            for line in lines:
                labelled[place].update(re.findall(rf'"({ID})"', line))
    # Indices are checked where their values are seen.
    labelled["infer"] |= labelled["reference"] | labelled["view"]
    places = {"reference": "reference/", "view": "spec/, besides sets/",
              "infer": "spec/infer.cc, spec/type_rules*.cc, spec/check_call.cc "
              "or reference/",
              "harness": "harness/ or conformance/"}
    for name, number, clause, status, by in clauses_of(tree):
        if status != "unspecified" and clause not in labelled[by]:
            yield name, number, (f"clause {clause} has no labelled line in "
                                 f"{places[by]}")
    # The rows are read by patterns here; the export knows them all.
    export = tree.root / "docs/generated/spec.json"
    if export.is_file():
        exported = json.loads(export.read_text("utf-8"))
        for row in exported["families"] + exported["ops"]:
            for clause in row["clauses"]:
                if clause["id"] not in known:
                    yield ("docs/generated/spec.json", 1,
                           f"clause {clause['id']} is in no row of spec/sets/")


def check_traces(tree):
    """No trace of a machine or of how the text came about."""
    for name, lines in tree.files.items():
        text = "\n".join(lines).lower()
        if not any(trace.lower() in text
                   for trace in MACHINE_PATHS + BANNED_COMMENT_WORDS):
            continue  # as in nearly all files, whose lines take seconds
        suffix = pathlib.PurePath(name).suffix
        prose = suffix == ".md"
        mark = "//" if suffix in (".h", ".cc", ".rs", ".mjs") else "#"
        docstring = False
        for number, line in enumerate(lines, 1):
            for path in MACHINE_PATHS:
                if re.search(rf"(?<![\w.}}]){re.escape(path)}", line):
                    yield name, number, f"the line names the path {path}"
            quotes = line.count('"""') if suffix == ".py" else 0
            comment = line if prose or docstring or quotes else (
                line[line.find(mark):] if mark in line else "")
            docstring ^= quotes % 2 == 1
            for word in BANNED_COMMENT_WORDS:
                if re.search(rf"\b{word}s?\b", comment, re.IGNORECASE):
                    yield name, number, f'the text contains the word "{word}"'


def check_named_tests(tree):
    """The tests that the opening of a file names are there."""
    for name, lines in tree.files.items():
        if pathlib.PurePath(name).suffix not in (".h", ".cc"):
            continue
        for number, line in enumerate(lines, 1):
            if not line.startswith("//"):
                break
            for test in re.findall(r"tests/[\w/]+\.(?:cc|py)", line):
                if test not in tree.files:
                    yield name, number, f"there is no {test}"


RULES = (check_edges, check_rooms, check_cycles, check_names, check_lengths,
         check_openings, check_named_tests, check_labels, check_traces)


def violations(root):
    """Returns every violation under a root, as lines of text."""
    tree = Tree(root)
    if not tree.files:
        return [f"{root}: there is no file to check"]
    return [f"{name}:{number}: {sentence}."
            for rule in RULES for name, number, sentence in rule(tree)]


def main():
    here = pathlib.Path(__file__).resolve().parent.parent
    found = violations(sys.argv[1] if len(sys.argv) > 1 else here)
    for line in found:
        print(line)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
