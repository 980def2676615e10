# Judges a subject by running the command `assay`: a name of a subject, or an
# object of this program.
# Tested by tests/scripts/assay_kit_test.py.
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any, List, Union

from assay_kit import command, served
from assay_kit.report import Report, report_of


class AssayError(Exception):
    """The command could not judge: its exit code, and its sentence as text."""

    def __init__(self, exit_code, sentence):
        super().__init__(sentence)
        self.exit_code = exit_code


def check(
    subject: Any, profile: str = "nx", level: str = "quick", **options: Any
) -> Report:
    """Judges a subject, and returns a Report.

    `subject` is a name that the command takes, such as "py:numpy"; or a module
    of the array API standard, or any object with functions that are named as ops
    (a module, a class, a dict). Further options are those of `assay check`:
    filter="add", set="nx", jobs=1, robustness=True, expect="FILE", ….
    `out` is the folder of the run; by default it is assay-results/NAME.

    Raises AssayError if there is no verdict.
    """
    out = Path(options.pop("out", None) or Path("assay-results", name_of(subject)))
    words = ["--profile", profile, "--level", level, "--out", str(out)]
    code, text = run(["check"], subject, words + option_words(options))
    with tempfile.TemporaryDirectory(prefix="assay-") as folder:
        file = Path(folder, "report.json")
        called = subprocess.run(
            [command.program(), "report", str(out), "--json", str(file)],
            capture_output=True, text=True, env=command.environment())
        if not file.exists():
            raise AssayError(called.returncode, sentence(called.stderr))
        return report_of(file.read_text(), code, text, out)


def list_cases(
    subject: Any, profile: str = "nx", level: str = "quick", **options: Any
) -> List[str]:
    """Returns the ids of the cases that check() would run."""
    words = ["--list", "--profile", profile, "--level", level]
    _, text = run(["check"], subject, words + option_words(options))
    return text.splitlines()


def replay(case: Union[str, Path], subject: Any) -> str:
    """Runs the file of one case again, and returns what the command prints."""
    return run(["replay", str(case)], subject, [])[1]


def name_of(subject):
    """Returns a name for folders and reports."""
    if isinstance(subject, dict):
        return "dict"
    name = subject if isinstance(subject, str) else getattr(
        subject, "__qualname__", getattr(subject, "__name__", None)
    ) or type(subject).__qualname__
    return re.sub(r"[^\w.]+", "-", name).strip("-")[-60:]


def option_words(options):
    """Returns keyword arguments as options of the command."""
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words


def importable_name(subject):
    """Returns the name by which another process can import an object, or None."""
    if isinstance(subject, types.ModuleType):
        module, path = subject.__name__, ""
    elif isinstance(subject, type) and "<locals>" not in subject.__qualname__:
        module, path = subject.__module__, subject.__qualname__
    else:
        return None
    spec = getattr(sys.modules.get(module), "__spec__", None)
    if module == "__main__" or spec is None or not spec.has_location:
        return None
    found = sys.modules[module]
    for part in path.split(".") if path else ():
        found = getattr(found, part, None)
    if found is not subject:
        return None
    return "py:" + ":".join(part for part in (module, path) if part)


@contextlib.contextmanager
def subject_words(subject):
    """Gives the name of a subject for the command line, and how to wait for the
    command."""
    name = subject if isinstance(subject, str) else importable_name(subject)
    if name is not None:
        yield name, lambda process: process.wait()
        return
    with served.Server(subject, name_of(subject)) as server:
        yield server.subject, server.wait_for


def run(words, subject, options):
    """Runs the command, and returns its exit code and output.

    Raises AssayError unless the subject conforms or does not conform.
    """
    environment = command.environment()
    if not isinstance(subject, str):
        environment["ASSAY_PYTHON"] = sys.executable
    if environment["ASSAY_PYTHON"] == sys.executable:
        # Adapters find every module that this program finds.
        environment["PYTHONPATH"] = os.pathsep.join(
            os.path.abspath(place) for place in sys.path)
    with subject_words(subject) as (name, wait), \
            tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            [command.program(), *words, name, *options],
            stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)
        try:
            code = wait(process)
        except BaseException:
            process.kill()
            process.wait()
            raise
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read())
    if code not in (0, 1):
        raise AssayError(code, sentence(texts[1]) or "assay ended with %d" % code)
    return code, texts[0]


def sentence(text):
    """Returns the last line that the command printed about what is wrong."""
    lines = [line for line in text.splitlines() if line.startswith("assay: ")]
    return lines[-1][len("assay: "):] if lines else text.strip()
