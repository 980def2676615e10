# Runs the reproducers of a file of findings, each in a process of its own, and
# says of each whether the plugin still answers as the file says. A reproducer is
# StableHLO text and its operands. Only the C API's bindings (plugin.py) and the
# encoding of flags (options.py) are used, nothing of the kit.
# Run: PYTHON adapters/pjrt/findings/reproduce.py FILE PLUGIN, FILE without ".py"
import importlib
import os
import subprocess
import sys

sys.dont_write_bytecode = True
FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.dirname(FOLDER)]


def answer(path, finding):
    """Returns the answer's text, by the finding's function of the results."""
    import numpy as np

    import options
    from plugin import Plugin

    storage = {name: np.dtype(name) for name in (
        "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 "
        "float32 float64 complex64 complex128").split()}
    storage.update(bfloat16=np.dtype("uint16"), float8_e5m2=np.dtype("uint8"))
    plugin = Plugin(path)
    flags = options.compile_options(finding.get("flags", {}))
    program = plugin.compile(finding["text"], flags)
    results = plugin.execute(program, finding["operands"], 1, storage)
    return finding["show"](results[0][0])


def main():
    name, path = sys.argv[1:3]
    findings = importlib.import_module(name).FINDINGS
    if len(sys.argv) > 3:
        print(answer(path, findings[int(sys.argv[3])]))
        return
    otherwise = 0
    for place, finding in enumerate(findings):
        ran = subprocess.run(
            [sys.executable, os.path.abspath(__file__), name, path, str(place)],
            capture_output=True, text=True, timeout=120,
        )
        found = ran.stdout.strip()
        if ran.returncode:
            found = "exit code %d" % ran.returncode
        verdict = {finding["right"]: "gone", finding["wrong"]: "shown"}.get(
            found, "OTHERWISE")
        otherwise += verdict != "shown"
        print("%-9s %s: %s, right is %s" % (
            verdict, finding["title"], found, finding["right"]))
    sys.exit(1 if otherwise else 0)


if __name__ == "__main__":
    main()
