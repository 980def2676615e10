# Runs the reproducers of a file of findings, each in a process of its own, and
# says of each whether the library still answers as the file says.
# Run: PYTHON adapters/array_api/findings/reproduce.py FILE, without ".py"
import importlib
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True


def answer_of(head, lines):
    """Returns what the lines print, or the exception or signal that ends them."""
    try:
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", head + lines],
            capture_output=True, text=True, timeout=120,
        )
    except subprocess.TimeoutExpired:
        return "no answer in 120 s"
    if ran.returncode < 0:
        return "killed by SIG" + {8: "FPE", 11: "SEGV", 6: "ABRT"}.get(
            -ran.returncode, str(-ran.returncode))
    if ran.returncode:
        raised = re.findall(r"^(?:\w+\.)*(\w+Error)\b", ran.stderr, re.M)
        return raised[-1] if raised else "exit code %d" % ran.returncode
    return ran.stdout.strip()


def main():
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    findings = importlib.import_module(sys.argv[1])
    gone = 0
    for title, lines, right, wrong in findings.FINDINGS:
        answer = answer_of(findings.HEAD, lines)
        verdict = {right: "gone", wrong: "shown"}.get(answer, "OTHERWISE")
        gone += verdict != "shown"
        print("%-9s %s: %s, right is %s" % (verdict, title, answer, right))
    sys.exit(1 if gone else 0)


if __name__ == "__main__":
    main()
