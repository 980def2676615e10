"""Makes the pages of benchmarks from records: reads, counts and writes text.

scripts/benchmark_page.py measures and calls it.
Tested by tests/scripts/benchmark_page_test.py.
"""
import collections
import json
import math
import pathlib
import re
import statistics
import textwrap

TITLES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX",
          "onnxruntime": "ONNX Runtime", "eigen": "Eigen",
          "openblas": "OpenBLAS", "mkl": "MKL", "fftw": "FFTW"}
# The aims of the project. A ratio below NEAR counts as slower than the best peer.
NEAR = 0.97
MOST_BELOW = 10
LEAST_MEAN = 2.5
VERDICTS = ("faster", "tie", "slower", "unclear")


class BadRecords(Exception):
    """The files are not records of benchmarks of one machine."""


# --- Reading

Runs = collections.namedtuple("Runs", "heads rows")


def read(folder):
    """Returns the runs of each number of threads, from all bench.jsonl of a folder."""
    files = sorted(pathlib.Path(folder).rglob("bench.jsonl"))
    if not files:
        raise BadRecords("%s contains no bench.jsonl" % folder)
    by_threads = {}
    for file in files:
        try:
            head, *rows = map(json.loads, file.read_text("utf-8").splitlines())
            runs = by_threads.setdefault(head["threads"], Runs([], []))
            runs.heads.append(head)
            runs.rows.extend(row for row in rows if row["subject"] == "optimized")
        except (ValueError, LookupError, TypeError) as error:
            raise BadRecords("%s is not a file of bench records: %r" % (file, error))
    heads = [head for runs in by_threads.values() for head in runs.heads]
    if len({machine_name(head) for head in heads}) > 1:
        raise BadRecords("%s contains runs of several machines: %s" % (folder, "; ".join(
            sorted({machine_name(head) for head in heads}))))
    return dict(sorted(by_threads.items()))


def vectors(head):
    flags = head["machine"]["flags"]
    return next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2"),
                                         ("sse4_1", "SSE4")) if flag in flags), "none")


def machine_name(head):
    machine = head["machine"]
    return "%s, family %s, model %s, %s" % (machine["cpu"], machine["family"],
                                            machine["model"], vectors(head))


def kind_of(head):
    """Returns a name for files: amd_epyc_25_17_avx512, for example."""
    machine = head["machine"]
    text = " ".join([machine["cpu"], machine["family"], machine["model"],
                     vectors(head).replace("-", "")])
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


# --- Counting

def mean(ratios):
    ratios = list(ratios)
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def ratio(row):
    return row["ratio"][0]


def compared(rows):
    """Returns the rows with a ratio that can be in a mean."""
    return [row for row in rows if row.get("ratio") and isinstance(
        ratio(row), (int, float)) and ratio(row) > 0]


def against_best(rows):
    """Returns for each workload the row of its best peer, the lowest ratio first."""
    best = {}
    for row in compared(rows):
        if row["id"] not in best or ratio(row) < ratio(best[row["id"]]):
            best[row["id"]] = row
    return sorted(best.values(), key=ratio)


def peers_of(runs):
    return list(dict.fromkeys(peer for head in runs.heads for peer in head["peers"]))


def summary_of(runs):
    """Returns the figures that the page of all kinds repeats."""
    best = against_best(runs.rows)
    return {"workloads": len({row["id"] for row in runs.rows}),
            "quick": any(head["quick"] for head in runs.heads),
            "compared": len(best), "best": round(mean(map(ratio, best)), 3),
            "below": sum(ratio(row) < NEAR for row in best),
            "means": {peer: round(mean(ratio(row) for row in compared(runs.rows)
                                       if row["peer"] == peer), 3)
                      for peer in peers_of(runs)}}


# --- Writing

def prose(*sentences):
    """Returns a paragraph as lines of at most 80 characters. Links are not split."""
    return textwrap.wrap(" ".join(sentences), 80, break_long_words=False,
                         break_on_hyphens=False) + [""]


def table(head, rows):
    lines = ["| " + " | ".join(line) + " |" for line in [head, *rows]]
    return [lines[0], "|" + "---|" * len(head), *lines[1:], ""]


def digits(value):
    return "%.*f" % (2 if value < 9.995 else 1 if value < 99.95 else 0, value)


def duration(seconds):
    for limit, unit, name in ((1e-6, 1e-9, "ns"), (1e-3, 1e-6, "µs"), (1, 1e-3, "ms")):
        if seconds < 0.9995 * limit:
            return "%s %s" % (digits(seconds / unit), name)
    return "%.2f s" % seconds


def bound(row):
    """Returns the bound with its figure, as on the terminal, and the share of the
    machine's rate that the workload reached."""
    name, figure = row["bound"], row.get("bound_figure", 0)
    share = " (%.0f %%)" % (100 * row["roofline"]) if row["roofline"] else ""
    if name == "latency":
        return "latency, a call takes %s" % duration(figure)
    if name == "instructions":
        return "instructions, %s cycles per element" % digits(figure)
    unit = "GFLOP/s" if name == "ports" else "GB/s"
    return "%s, %s %s%s" % (name, digits(figure * 1e-9), unit, share)


def interval(row):
    return "%.2f [%.2f, %.2f]" % tuple(row["ratio"])


def threads_text(threads):
    return "one thread" if threads == 1 else "%d threads" % threads


def peer_table(runs):
    rows = []
    for peer in peers_of(runs):
        own = [row for row in compared(runs.rows) if row["peer"] == peer]
        counts = collections.Counter(row["verdict"] for row in own)
        versions = {head["versions"][peer] for head in runs.heads
                    if peer in head["versions"]}
        if own:
            rows.append([TITLES.get(peer, peer), "; ".join(sorted(versions)),
                         str(len(own)), "%.2f" % mean(map(ratio, own)),
                         *(str(counts[verdict]) for verdict in VERDICTS)])
    return table(["peer", "version", "workloads", "geometric mean", *VERDICTS], rows)


def below_table(runs):
    below = [row for row in against_best(runs.rows) if ratio(row) < NEAR]
    if not below:
        return prose("No workload is below %.2f of its best peer." % NEAR)
    return table(["workload", "time", "best peer", "its time", "ratio [95 %]",
                  "verdict", "bound"], [
        ["`%s`" % row["id"], duration(row["seconds"]), TITLES.get(
            row["peer"], row["peer"]), duration(row["peer_seconds"]), interval(row),
         row["verdict"], bound(row)] for row in below])


def aims_text(runs):
    found = summary_of(runs)
    lacking = ["%s (%.2f)" % (TITLES.get(peer, peer), value)
               for peer, value in found["means"].items() if value < LEAST_MEAN]
    lines = ["%d workloads have a peer, and %d of them are below %.2f of their best "
             "peer. The aim is at most %d." % (found["compared"], found["below"], NEAR,
                                               MOST_BELOW),
             "The geometric mean of the ratios to the best peer is %.2f." %
             found["best"]]
    lines.append("The aim of %.1f against each library is reached against all of them."
                 % LEAST_MEAN if not lacking else
                 "The aim of %.1f against each library is missed against %s." %
                 (LEAST_MEAN, ", ".join(lacking)))
    return prose(*lines)


def bounds_table(runs):
    first = {row["id"]: row for row in runs.rows if row.get("bound")}
    groups = collections.defaultdict(list)
    for row in first.values():
        groups[row["bound"]].append(row)
    rows = []
    for name in ("latency", "ports", "L1", "L2", "L3", "memory", "instructions"):
        if name in groups:
            shares = [row["roofline"] for row in groups[name] if row["roofline"]]
            rows.append([name, str(len(groups[name])), "%.0f %%" % (
                100 * statistics.median(shares)) if shares else "–"])
    return table(["bound", "workloads", "median share of the machine's rate"], rows)


def ops_table(runs):
    peers = peers_of(runs)
    groups = collections.defaultdict(list)
    for row in runs.rows:
        if row["verdict"] != "withheld":
            groups[row["op"]].append(row)
    rows = []
    for op, cells in groups.items():
        means = [mean(ratio(row) for row in compared(cells) if row["peer"] == peer)
                 for peer in peers]
        best = against_best(cells)
        last = (["%.2f" % ratio(best[0]), TITLES.get(best[0]["peer"], best[0]["peer"]),
                 "`%s`" % best[0]["id"].split(":", 1)[1], bound(best[0])] if best else
                ["–", "–", "`%s`" % cells[0]["id"].split(":", 1)[1], bound(cells[0])])
        rows.append([op, str(len({row["id"] for row in cells})),
                     *("–" if math.isnan(value) else "%.2f" % value
                       for value in means), *last])
    return table(["op", "workloads", *(TITLES.get(peer, peer) for peer in peers),
                  "lowest ratio", "to", "workload", "bound"], rows)


def roofline_table(runs):
    best = {}
    for head in runs.heads:
        for entry in head["roofline"]:
            key = entry["kind"], entry["dtype"], entry["bytes"]
            best[key] = max(best.get(key, 0), entry["per_second"])
    rows = []
    for (kind, dtype, size), rate in sorted(best.items()):
        unit = ("GHz" if kind == "clock" else "GB/s" if size else "GFLOP/s")
        rows.append([" ".join(filter(None, [kind, dtype])),
                     "%d KiB" % (size // 1024) if size else "", "%s %s" % (
                         digits(rate * 1e-9), unit)])
    return table(["loop", "bytes touched", "best rate"], rows)


def withheld_text(runs):
    withheld = sorted({row["id"] for row in runs.rows if row["verdict"] == "withheld"})
    if not withheld:
        return []
    return prose("These workloads have no number, because the backend did not conform: "
                 + ", ".join("`%s`" % name for name in withheld) + ".")


def kind_page(by_threads, kind):
    head = next(iter(by_threads.values())).heads[0]
    heads = [head for runs in by_threads.values() for head in runs.heads]
    machine = head["machine"]
    facts = {"kind": kind, "machine": machine_name(head),
             "measured": max(head["started_at"] for head in heads),
             "runs": {threads: summary_of(runs) for threads, runs in by_threads.items()}}
    caches = ", ".join("%s %s KiB" % (name.upper(), size // 1024) for name, size in
                       machine["caches"].items() if isinstance(size, int))
    lines = ["<!-- summary: %s -->" % json.dumps(facts),
             "# Benchmarks on %s" % machine_name(head), "",
             *prose("`scripts/benchmark_page.py` measured the optimized backend beside "
                    "its peers and wrote this page.",
                    "A ratio is the time of the peer divided by that of the optimized "
                    "backend. Above 1 the optimized backend is faster.",
                    "[bench/README.md](../bench/README.md) says how a ratio is measured "
                    "and judged, and [benchmark_notes.md](benchmark_notes.md) explains "
                    "some results.")]
    lines += table(["machine", ""], [
        ["processor", machine_name(head)], ["cores", str(machine["cores"])],
        ["caches", caches or "unknown"], ["compiler", head["build"]["compiler"]],
        ["measured", facts["measured"]]])
    for threads, runs in by_threads.items():
        clock = ("the CPU time of the thread" if threads == 1 else "wall-clock time")
        lines += ["## %s" % threads_text(threads).capitalize(), "",
                  *prose("The clock is %s." % clock, "A workload has %d rounds." %
                         runs.heads[0]["rounds"],
                         *["This is a quick run, which times only a part of the "
                           "workloads."] * summary_of(runs)["quick"])]
        if threads > 1:
            lines += prose("Eigen and FFTW use one thread here, and NumPy uses more than "
                           "one only in products and linear algebra.")
        lines += peer_table(runs) + aims_text(runs) + withheld_text(runs)
        lines += ["### Slower than the best peer, %s" % threads_text(threads), "",
                  *below_table(runs)]
        lines += ["### Bounds, %s" % threads_text(threads), "",
                  *prose("A bound is the part of the machine that takes at least half of "
                         "the time. A percentage after a rate is the share of the "
                         "roofline that was reached. Where no part takes half of the "
                         "time, the bound is the instructions."), *bounds_table(runs)]
        lines += ["### Every op, %s" % threads_text(threads), "",
                  *prose("The column of a peer has the geometric mean of the ratios to "
                         "it. The last four columns are about the workload with the "
                         "lowest ratio to its best peer."), *ops_table(runs)]
        lines += ["### Roofline, %s" % threads_text(threads), "", *roofline_table(runs)]
    return "\n".join(lines)


def summary_in(page):
    found = re.match(r"<!-- summary: (.*) -->$", page.read_text("utf-8").split("\n")[0])
    return json.loads(found.group(1)) if found else None


def index_page(pages):
    """Lists the kinds of machines from the first lines of their pages."""
    kinds = [facts for facts in map(summary_in, sorted(pages.glob("benchmarks_*.md")))
             if facts]
    peers = [peer for peer in TITLES if any(
        peer in run["means"] for facts in kinds for run in facts["runs"].values())]
    rows = []
    for facts in kinds:
        for threads, run in facts["runs"].items():
            rows.append([
                "[%s](benchmarks_%s.md)" % (facts["machine"], facts["kind"]), threads,
                facts["measured"] + (" (quick)" if run["quick"] else ""),
                str(run["compared"]), *("%.2f" % run["means"][peer] if run["means"].get(
                    peer, math.nan) > 0 else "–" for peer in peers),
                "%.2f" % run["best"], str(run["below"])])
    return "\n".join([
        "# Benchmarks", "",
        *prose("These pages compare the optimized backend with other libraries. There is "
               "one page for each kind of machine. To measure this machine and to write "
               "its page, run"), "    scripts/benchmark_page.py", "",
        *prose("A ratio is the time of a library divided by that of the optimized "
               "backend. The column of a library has the geometric mean of the ratios to "
               "it. The best peer of a workload is the library that takes the least "
               "time. The last column counts the workloads whose ratio to their best "
               "peer is below %.2f." % NEAR),
        *table(["machine", "threads", "measured", "workloads",
                *(TITLES[peer] for peer in peers), "best peer", "below %.2f" % NEAR],
               rows),
        *prose("[bench/README.md](../bench/README.md) says how a ratio is measured and "
               "judged. [benchmark_notes.md](benchmark_notes.md) explains some "
               "results.")])


def write_pages(records, pages, kind=None):
    """Writes the page of the machine of some records, and that of all kinds."""
    by_threads = read(records)
    kind = kind or kind_of(next(iter(by_threads.values())).heads[0])
    page = pages / ("benchmarks_%s.md" % kind)
    page.write_text(kind_page(by_threads, kind), "utf-8")
    (pages / "benchmarks.md").write_text(index_page(pages), "utf-8")
