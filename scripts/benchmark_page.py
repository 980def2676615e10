#!/usr/bin/env python3
"""Measures the optimized backend beside the installed peers, and writes the pages.

Usage: scripts/benchmark_page.py [--from DIR] [--out DIR] [--pages DIR] [--kind NAME]
                                 [--peers NAME...] [--quick] [--filter GLOBS]
                                 [--pairs N] [--threads N...] [--resume]

Runs `assay bench` for one thread and for all cores, family by family, with every peer
that starts. The records are written below --out (build/benchmarks/). With --from they
are read from a folder of earlier runs instead, and nothing is measured. With --resume
the records that --out has are kept, and only the other families are measured. Then
writes docs/benchmarks_KIND.md for this kind of machine, and docs/benchmarks.md, which
lists all kinds. bench/README.md says where peers are found, and how a number is
measured. The exit code is 2 if a family could not be measured.
Tested by tests/scripts/benchmark_page_test.py.
"""
import argparse
import os
import pathlib
import subprocess
import sys

import benchmark_text

ROOT = pathlib.Path(__file__).resolve().parent.parent
ASSAY = ROOT / "build" / "release" / "assay"
PEERS = ("numpy", "torch", "jax", "onnxruntime", "eigen", "openblas", "mkl")
SMALLEST = "elementwise/add:contiguous:dtype=float32,level=call,shape=1"


def fail(sentence):
    sys.exit("benchmark_page.py: " + sentence)


def bench(*words):
    return subprocess.run([str(ASSAY), "bench", "optimized", *words], cwd=ROOT,
                          capture_output=True, text=True)


def installed(peers, folder):
    """Returns the peers that start. Says why the others do not."""
    found = []
    for peer in peers:
        ran = bench("--against", peer, "--filter", SMALLEST, "--quick", "--pairs", "6",
                    "--out", str(folder / "start"))
        if ran.returncode:
            print("%s is left out: %s" % (peer, ran.stderr.strip()[:300]), flush=True)
        else:
            found.append(peer)
    if not found:
        fail("no peer starts")
    return found


def measure(arguments):
    """Writes a file of records for each family and number of threads, except those that
    are there. Returns whether all are."""
    complete = True
    folder = arguments.out
    peers = installed(arguments.peers, folder)
    options = ["--pairs", str(arguments.pairs)] + ["--quick"] * arguments.quick
    chosen = ["--filter", arguments.filter] if arguments.filter else []
    listed = bench("--list", *options, *chosen)
    if listed.returncode:
        fail(listed.stderr.strip())
    workloads = listed.stdout.split()
    families = list(dict.fromkeys(line.split("/")[0] for line in workloads))
    for threads in arguments.threads:
        for family in families:
            out = folder / ("threads_%d" % threads) / family
            if (out / "bench.jsonl").exists():
                continue
            names = folder / "workloads.txt"
            names.write_text("\n".join(line for line in workloads
                                       if line.startswith(family + "/")) + "\n")
            ran = bench("--against", *peers, "--threads", str(threads), "--filter",
                        "@%s" % names, "--out", str(out), *options)
            is_measured = (out / "bench.jsonl").exists()
            complete = complete and is_measured
            print("%s, threads %d: %s" % (family, threads, "measured" if is_measured
                                          else ran.stderr.strip()[:300]), flush=True)
    # Keeps only the records.
    (folder / "workloads.txt").unlink(missing_ok=True)
    (folder / "start" / "bench.jsonl").unlink(missing_ok=True)
    return complete


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n\n")[0])
    parser.add_argument("--from", dest="source", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/benchmarks")
    parser.add_argument("--pages", type=pathlib.Path, default=ROOT / "docs")
    parser.add_argument("--kind")
    parser.add_argument("--peers", nargs="+", default=PEERS)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--filter", default="")
    parser.add_argument("--pairs", type=int, default=31)
    parser.add_argument("--threads", type=int, nargs="+",
                        default=sorted({1, len(os.sched_getaffinity(0))}))
    parser.add_argument("--resume", action="store_true")
    arguments = parser.parse_args()
    complete = True
    if not arguments.source:
        arguments.out.mkdir(parents=True, exist_ok=True)
        if not arguments.resume and list(arguments.out.rglob("bench.jsonl")):
            fail("%s contains records already; name another folder with --out, or keep "
                 "them with --resume" % arguments.out)
        complete = measure(arguments)
    try:
        benchmark_text.write_pages(arguments.source or arguments.out, arguments.pages,
                                   arguments.kind)
    except benchmark_text.BadRecords as error:
        fail(str(error))
    return 0 if complete else 2


if __name__ == "__main__":
    sys.exit(main())
