#!/usr/bin/env python3
"""Judges the libraries that adapters/ reaches, and compares with what is known.

Usage: scripts/judge_field.py [--standard] [--table] [NAME...]

Makes an environment for each library under build/field/, installs the versions below,
and runs `assay check` with the library's file of expectations. Prints what failed and
is not expected, and what is expected and passed. With --table every failure counts,
and a row of Markdown tells the findings by kind. Nothing else in this project needs
these packages. A library whose packages cannot be installed is skipped with a
sentence. The exit code is 1 if a library has new findings or lacks old ones.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELD = ROOT / "build" / "field"
ASSAY = ROOT / "build" / "release" / "assay"
KINDS = ("crash", "wrong value", "accuracy", "metadata or status", "unpromised")

ARRAY = "adapters/array_api/backend.py --module "
ONNX = "adapters/onnx/backend.py --runtime "
PROFILES = "adapters/array_api/profiles/"
ARRAY_FINDINGS = "adapters/array_api/findings/"
ONNX_FINDINGS = "adapters/onnx/findings/"

# By name: packages (none: those of Debian's python3), command, profile, expectations.
LIBRARIES = {
    "numpy-1.24": ((), ARRAY + "numpy", "numpy", ARRAY_FINDINGS + "numpy-1.24.expect"),
    "numpy": (("numpy==2.4.6", "ml_dtypes==0.6.0"), ARRAY + "numpy", "numpy",
              ARRAY_FINDINGS + "numpy_ml_dtypes-2.4.expect"),
    "array-api-strict": (
        ("array-api-strict==2.6.1", "numpy==2.4.6"), ARRAY + "array_api_strict",
        PROFILES + "array_api_strict.json",
        ARRAY_FINDINGS + "array-api-strict-2.6.expect"),
    "torch": (("torch==2.15.0", "numpy==2.4.6", "ml_dtypes==0.6.0"), ARRAY + "torch",
              PROFILES + "torch_cpu.json", ARRAY_FINDINGS + "torch-2.15.expect"),
    "jax": (("jax==0.10.2", "jaxlib==0.10.2", "numpy==2.4.6"), ARRAY + "jax.numpy",
            PROFILES + "jax_cpu.json", None),
    "mlx": (("mlx==0.32.4", "mlx-cpu==0.32.4", "numpy==2.4.6", "ml_dtypes==0.6.0"),
            ARRAY + "mlx.core", PROFILES + "mlx_cpu.json",
            ARRAY_FINDINGS + "mlx-0.32.expect"),
    **{runtime: (("onnx==1.23.2", "numpy==2.4.6", "ml_dtypes==0.6.0", *more),
                 ONNX + option, "adapters/onnx/profile.json", ONNX_FINDINGS + expected)
       for runtime, option, more, expected in (
           ("onnxruntime", "onnxruntime", ("onnxruntime==1.32.0",),
            "onnxruntime-1.32.0.expect"),
           ("openvino", "openvino", ("openvino==2026.4.1",),
            "openvino-2026.4.1.expect"),
           ("onnx-reference", "reference", (), "reference-1.23.2.expect"))},
}


def python_of(name, packages):
    """Returns the Python of the library's environment, or None if it has none."""
    if not packages:
        return "/usr/bin/python3"
    home = FIELD / name
    python = home / "bin" / "python"
    installed = home / "installed"
    if installed.exists() and installed.read_text() == "\n".join(packages):
        return str(python)
    for command in ([sys.executable, "-m", "venv", "--clear", str(home)],
                    [str(python), "-m", "pip", "install", "--quiet", *packages]):
        if subprocess.run(command, capture_output=True).returncode:
            return None
    installed.write_text("\n".join(packages))
    return str(python)


def scores(report):
    """Returns proven / claimed of each op set."""
    found = dict(re.findall(r"^score (\w+): (\d+ proven / \d+) claimed", report, re.M))
    return [found.get(name, "0 proven / 0").replace(" proven", "")
            for name in ("nx", "nn")]


def findings_by_kind(report):
    counts = collections.Counter(re.findall(
        r"^ +\d+\. .*: (%s), \d+ cases?" % "|".join(KINDS), report, re.M))
    return ", ".join("%d %s" % (counts[kind], kind) for kind in KINDS
                     if counts[kind]) or "none"


def judge(name, level, is_table):
    """Judges one library; returns whether nothing is new and nothing is gone."""
    packages, command, profile, expected = LIBRARIES[name]
    python = python_of(name, packages)
    if python is None:
        print("%s: skipped, its packages cannot be installed" % name)
        return True
    start = time.monotonic()
    out = FIELD / "results" / name
    asked = [str(ASSAY), "check", "exec:%s %s" % (python, command), "--profile",
             profile, "--level", level, "--timeout", "60", "--out", str(out)]
    if expected and not is_table:
        asked += ["--expect", expected, "--strict"]
    ran = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    report = ran.stdout
    if not re.search(r"^score ", report, re.M):
        print("%s: not judged: %s" % (name, (ran.stderr or report).strip()[:300]))
        return False
    nx, nn = scores(report)
    minutes = (time.monotonic() - start) / 60
    if is_table:
        version = report.split(" against profile", 1)[0].strip().splitlines()[-1]
        print("| %s | %s | %s | %s | %.1f |" % (
            version, nx, nn, findings_by_kind(report), minutes), flush=True)
        return True
    print("%s: nx %s, nn %s, %s, %.1f min" % (
        name, nx, nn, "as expected" if ran.returncode == 0 else "OTHERWISE",
        minutes), flush=True)
    if ran.returncode:
        print("\n".join(line for line in report.splitlines()
                        if re.match(r" +\d+\. |unexpected|.*passed unexpectedly",
                                    line)))
    return ran.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="of " + ", ".join(LIBRARIES))
    parser.add_argument("--standard", action="store_true", help="run level standard")
    parser.add_argument("--table", action="store_true", help="print rows of Markdown")
    asked = parser.parse_args()
    unknown = [name for name in asked.names if name not in LIBRARIES]
    if unknown:
        parser.error("there is no library %s; expected %s" % (
            unknown[0], ", ".join(LIBRARIES)))
    if not ASSAY.exists():
        sys.exit("build/release/assay is not built")
    FIELD.mkdir(parents=True, exist_ok=True)
    if asked.table:
        print("| library | nx: proven / claimed | nn: proven / claimed | findings | "
              "minutes |\n|---|---|---|---|---|", flush=True)
    level = "standard" if asked.standard else "quick"
    results = [judge(name, level, asked.table) for name in asked.names or LIBRARIES]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
