# Finds the program `assay` and its adapters, in the wheel or in the tree, and
# starts the program with the Python that runs this.
# Tested by tests/scripts/assay_kit_test.py and tests/packages/wheel_test.py.
import os
import shutil
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
INSIDE = PACKAGE / "bin" / "assay"  # in the wheel


def program():
    """Returns the path of the program: $ASSAY, else the one of the wheel, else
    that on the path, which a package of the system installed."""
    if os.environ.get("ASSAY"):
        return os.environ["ASSAY"]
    if INSIDE.exists():
        return str(INSIDE)
    found = shutil.which("assay")
    if found is None:
        raise FileNotFoundError(
            "there is no program assay; set ASSAY to its path"
        )
    return found


def adapters():
    """Returns the folder of adapters: $ASSAY_ADAPTERS, that of the wheel, or that
    of the tree which this file is in."""
    named = os.environ.get("ASSAY_ADAPTERS")
    places = [
        PACKAGE / "share" / "assay" / "adapters",
        PACKAGE.parent.parent / "adapters",
        Path(program()).resolve().parent.parent / "share" / "assay" / "adapters",
    ]
    for place in [Path(named)] if named else places:
        if (place / "python" / "assay_wire.py").exists():
            return place
    raise FileNotFoundError(
        "there are no adapters; set ASSAY_ADAPTERS to the folder adapters/ of Assay"
    )


def prefix():
    """Returns the folder for CMAKE_PREFIX_PATH: find_package(Assay) finds the
    headers and libraries there."""
    return str(PACKAGE)


def environment():
    """Returns the environment of the program: adapters run with this Python."""
    return {"ASSAY_PYTHON": sys.executable, **os.environ}


def main():
    """Becomes the program; this is the script `assay` of the wheel."""
    called = sys.argv[0]
    if shutil.which("assay") == called or called.endswith(".py"):
        called = "assay"  # replay lines begin with it
    # $ASSAY may be this very script.
    path = str(INSIDE) if INSIDE.exists() else program()
    os.execve(path, [called, *sys.argv[1:]], environment())
