"""Defines which folder, and which room in a folder, may include which others.

check_layout.py runs the rules of this file together with its own.
Tested by tests/scripts/check_layout_test.py.
"""

import re

# Lists the other folders that a folder may include from. cli/ and tests/ may
# include from all of them.
EDGES = {
    "spec": set(),
    "reference": {"spec"},
    "optimized": {"spec"},
    "harness": {"spec"},
    "conformance": {"harness", "spec"},
    "fuzz": {"conformance", "harness", "spec"},
    "sweep": {"harness", "spec"},
    # Benchmarks of the reference and of whole runs have to name them.
    "bench": {"harness", "spec", "reference", "conformance"},
    "reports": {"spec"},
    "adapters": {"spec"},
    "examples": {"spec"},
}
UNBOUNDED = {"cli", "tests"}
# Folders in folders that may include from one more. Targets of libFuzzer are
# programs, which name their oracle as cli/ does.
EXTRA_FOLDERS = {"fuzz/targets/": {"reference"}}
# Single headers that a folder may include beyond its edges.
EXTRA_HEADERS = {
    "reports": {"harness/record/record.h", "harness/record/bench_record.h",
                "harness/record/mistake.h"},
    # These files are what all kinds of worker processes share.
    "sweep": {"conformance/" + name for name in (
        "partial_records.h", "process_end.h", "run_signals.h",
        "shared_memory.h")},
}

# Lists the other rooms of its folder that a room may include from. A room is a
# folder in a folder. A file outside of rooms may include from all of them, and
# no room includes it. Each room names only rooms above it, so that there is no
# cycle.
ROOMS = {
    "harness": {
        "case": set(),
        "record": {"case"},
        "operands": {"case"},
        "subject": {"case"},
        "judge": {"case", "operands"},
        "families": {"case", "operands", "judge"},
        "nn": {"case", "operands", "families"},
        "frontend": {"case", "operands", "families", "nn"},
        "lax": {"case", "operands", "families"},
        "ladder": {"case", "operands", "families"},
        "protocol": {"case", "operands", "families"},
        "generate": {"case", "operands", "families", "ladder", "protocol"},
        "run": {"case", "record", "operands", "subject", "judge", "families",
                "ladder", "generate"},
        "relation": {"case", "operands", "subject", "judge", "families",
                     "run"},
        "cause": {"case", "record", "subject", "families", "generate", "run",
                  "relation"},
        "view": {"case"},
    },
    "optimized": {
        "resources": set(),
        "vectors": {"resources"},
        "layout": {"resources", "vectors"},
        "elementwise": {"resources", "vectors", "layout"},
        "functions": {"vectors", "elementwise"},
        "reduction": {"resources", "vectors", "layout"},
        "sorting": {"resources", "layout", "vectors"},
        "product": {"resources", "vectors", "layout"},
        "triangles": {"vectors"},
        "division": {"resources"},
        "linalg": {"resources", "vectors", "layout", "reduction",
                   "triangles", "division"},
        "elimination": {"resources", "vectors", "layout", "linalg"},
        "fourier": {"resources", "layout"},
        "arrays": {"resources", "layout"},
        "pointwise": {"resources", "vectors", "layout", "elementwise",
                      "functions"},
        "normalization": {"resources", "vectors", "layout", "elementwise",
                          "functions", "reduction"},
        "attention": {"resources", "vectors", "layout", "elementwise",
                      "functions", "reduction", "product"},
        "convolution": {"resources", "vectors", "layout", "reduction",
                        "product"},
        "pooling": {"resources", "vectors", "layout"},
        "resampling": {"resources", "vectors", "layout"},
        "selection": {"resources", "vectors", "layout", "elementwise",
                      "reduction", "sorting", "arrays"},
        "quantization": {"resources", "vectors", "layout", "elementwise"},
        "general": {"resources", "vectors", "layout", "elementwise",
                    "reduction", "product", "arrays"},
        "fusion": {"resources", "vectors", "layout", "elementwise"},
    },
}
# No room has more sources than a newcomer can look over.
ROOM_LIMIT = 44

# The header that C sources include as an installed backend would.
C_HEADER = "assay_backend.h"

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def includes(lines):
    for number, line in enumerate(lines, 1):
        if match := INCLUDE.match(line):
            yield number, match[1]


def check_edges(tree):
    """Folders include along the arrows of the README's picture only."""
    for name, lines in tree.select({".h", ".cc", ".c"}):
        folder = name.split("/")[0]
        if folder in UNBOUNDED:
            continue
        if folder not in EDGES:
            yield name, 1, (f"folder {folder} has no row in EDGES of "
                            "scripts/layout_edges.py")
            continue
        allowed = EDGES[folder] | {folder}
        for inner, more in EXTRA_FOLDERS.items():
            if name.startswith(inner):
                allowed = allowed | more
        for number, included in includes(lines):
            source = included.split("/")[0]
            if name.endswith(".c") and included == C_HEADER:
                continue
            if "/" not in included:
                yield name, number, f'"{included}" is not a path from the root'
            elif (source not in allowed and
                  included not in EXTRA_HEADERS.get(folder, ())):
                yield name, number, (f"{folder}/ may not include {included}; "
                                     f"it may include {sorted(allowed)}")


def check_rooms(tree):
    """Rooms of a folder include along the arrows of ROOMS, and stay small."""
    counts = {}
    folders = tuple(f"{folder}/" for folder in ROOMS)
    for name, lines in tree.select({".h", ".cc"}, *folders):
        folder, room, *rest = name.split("/")
        if not rest:
            continue  # outside of rooms
        if room not in ROOMS[folder]:
            yield name, 1, (f"room {folder}/{room} has no row in ROOMS of "
                            "scripts/layout_edges.py")
            continue
        counts[folder, room] = counts.get((folder, room), 0) + 1
        allowed = ROOMS[folder][room] | {room}
        for number, included in includes(lines):
            source, *path = included.split("/")
            if source == folder and (len(path) < 2 or path[0] not in allowed):
                yield name, number, (f"{folder}/{room}/ may not include "
                                     f"{included}; of {folder}/ it may include "
                                     f"{sorted(allowed)}")
    for (folder, room), count in counts.items():
        if count > ROOM_LIMIT:
            yield f"{folder}/{room}", 1, (f"the room has {count} sources, more "
                                          f"than {ROOM_LIMIT}")
    for folder, rooms in ROOMS.items():
        above = set()
        for room, allowed in rooms.items():
            if not allowed <= above:
                yield "scripts/layout_edges.py", 1, (
                    f"room {folder}/{room} names {sorted(allowed - above)}, "
                    "which do not stand above it")
            above.add(room)


def check_cycles(tree):
    """No header includes itself, directly or through others."""
    graph = {name: list(includes(lines))
             for name, lines in tree.select({".h"})}
    done = set()
    for start in graph:
        path, stack = [], [(start, iter(graph[start]))]
        while stack:
            node, rest = stack[-1]
            if node not in path:
                path.append(node)
            for number, included in rest:
                if included in path:
                    yield node, number, ("includes form a cycle: " + " -> ".join(
                        path[path.index(included):] + [included]))
                elif included in graph and included not in done:
                    stack.append((included, iter(graph[included])))
                    break
            else:
                stack.pop()
                path.pop()
                done.add(node)
