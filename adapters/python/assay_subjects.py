# Knows the subjects that have short names, such as py:numpy, and the packages
# that they need. `assay` asks this file, with the Python of adapters:
#   --list         prints a line for each known subject: NAME, a tab, its state
#   --command NAME prints "run " and the command that the name stands for, or
#                  "no " and one sentence that says why it cannot work
# Libraries are looked up and not imported, because importing some takes seconds.
# Only the module of py:MODULE:NAME is imported, to see whether it has NAME.
# Tested by tests/scripts/short_subject_test.py.
import importlib
import importlib.util
import os
import sys

# Short name -> the packages that its adapter imports, the library first.
KNOWN = {
    "py:numpy": ("numpy",),
    "py:torch": ("torch", "numpy"),
    "py:jax.numpy": ("jax", "numpy"),
    "py:mlx.core": ("mlx", "numpy"),
    "py:array_api_strict": ("array_api_strict", "numpy"),
    "onnx:onnxruntime": ("onnxruntime", "onnx", "numpy", "ml_dtypes"),
    "onnx:openvino": ("openvino", "onnx", "numpy", "ml_dtypes"),
    "onnx:reference": ("onnx", "numpy", "ml_dtypes"),
}
# Names that people write for a subject that is called otherwise.
MEANT = {"py:jax": "py:jax.numpy", "py:mlx": "py:mlx.core"}


class Unusable(Exception):
    """Says in one sentence why a subject cannot work."""


OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


def outside_path():
    """Returns sys.path for modules of the user.

    The folders of adapters are left out, so that a module of the user may have
    the name of one of theirs. The current folder comes first, as with
    `python -m`.
    """
    adapters = os.path.dirname(OWN_FOLDER)
    return [os.getcwd()] + [
        folder for folder in sys.path
        if not os.path.abspath(folder).startswith(adapters + os.sep)
    ]


def import_outside(module):
    """Imports a module of the user, or of a library."""
    kept = sys.path
    sys.path = outside_path()
    try:
        return importlib.import_module(module)
    finally:
        sys.path = kept


def is_installed(package):
    kept = sys.path
    sys.path = outside_path()
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False
    finally:
        sys.path = kept


def version_of(package):
    from importlib import metadata

    try:
        return metadata.version(package.replace("_", "-"))
    except metadata.PackageNotFoundError:
        return ""


def named(name):
    """Returns the object that MODULE or MODULE:NAME means, imported."""
    module, _, path = name.partition(":")
    found = import_outside(module)
    for part in path.split(".") if path else ():
        found = getattr(found, part)
    return found


def missing(packages):
    return [package for package in packages if not is_installed(package)]


def install_command(packages):
    names = " ".join(package.replace("_", "-") for package in packages)
    return "%s -m pip install %s" % (sys.executable, names)


def state_of(packages):
    lacking = missing(packages)
    if lacking:
        return "missing: " + install_command(lacking)
    return ("installed: %s %s" % (packages[0], version_of(packages[0]))).rstrip()


def require(name, packages):
    lacking = missing(packages)
    if lacking:
        raise Unusable("%s: %s has no module %s; to install it: %s" % (
            name, sys.executable, lacking[0], install_command(lacking)))


def adapter(folder, *words):
    file = os.path.join(os.path.dirname(OWN_FOLDER), folder, "backend.py")
    return [sys.executable, file, *words]


def command_of(name):
    """Returns the words of the command that a short name stands for.

    Raises Unusable if the subject cannot work.
    """
    prefix, _, rest = name.partition(":")
    if name in MEANT:
        raise Unusable("there is no subject %s; expected %s" % (name, MEANT[name]))
    if not rest:
        example = next(one for one in (*KNOWN, "pjrt:/path/plugin.so")
                       if one.startswith(prefix))
        raise Unusable("%s lacks a name after the colon; expected one such as %s" % (
            name, example))
    if prefix == "pjrt":
        return plugin_command(name, rest)
    if prefix == "onnx":
        runtimes = [one for one in KNOWN if one.startswith("onnx:")]
        if name not in runtimes:
            raise Unusable("there is no subject %s; expected %s" % (
                name, ", ".join(runtimes)))
        require(name, KNOWN[name])
        return adapter("onnx", "--runtime", rest)
    if name in KNOWN:
        require(name, KNOWN[name])
    else:
        check_module(name, *rest.partition(":")[::2])
    if name == "py:jax.numpy":
        return probed(name, adapter("array_api", "--module", rest), "array_api",
                      "jax", version_of("jax"))
    return adapter("array_api", "--module", rest)


def check_module(name, module, path):
    if not is_installed(module.split(".")[0]):
        raise Unusable("%s: %s has no module %s, and there is none in %s" % (
            name, sys.executable, module.split(".")[0], os.getcwd()))
    try:
        found = import_outside(module)
    except Exception as error:  # whatever the module raises
        raise Unusable("%s: %s cannot be imported: %s: %s" % (
            name, module, type(error).__name__, error))
    for part in path.split(".") if path else ():
        if not hasattr(found, part):
            raise Unusable("%s: %s has no %s" % (name, module, path))
        found = getattr(found, part)
    require(name, ("numpy",))


def plugin_command(name, plugin):
    is_file = os.path.isfile(plugin)
    if not is_file and (os.sep in plugin or plugin.endswith(".so")):
        raise Unusable("%s: there is no file %s" % (name, plugin))
    if not is_file and not is_installed(plugin.split(".")[0]):
        raise Unusable("%s: %s is neither a file nor an installed package" % (
            name, plugin))
    require(name, ("numpy", "ml_dtypes"))
    title = os.path.basename(plugin).split(".")[0] if is_file else plugin
    release = digest_of(plugin) if is_file else version_of(plugin.split(".")[-1])
    words = adapter("pjrt", "--plugin", plugin, "--name", title, "--release", release)
    return probed(name, words, "pjrt", title, release)


def digest_of(file):
    import zlib

    with open(file, "rb") as content:
        return "%08x" % zlib.crc32(content.read())


def probed(name, words, folder, title, release):
    """Returns the command with the folder that has the claims of a version.

    A library that compiles for every call takes minutes to find out its claims,
    which is longer than a subject may take to start.
    """
    import assay_probe

    shipped = os.path.join(os.path.dirname(OWN_FOLDER), folder, "claims")
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for place in (shipped, os.path.join(cache, "assay", "claims")):
        whole = [*words, "--claims", place]
        if os.path.exists(assay_probe.known_claims(place, title, release)[0]):
            return whole
    raise Unusable("%s: the cells of %s %s are not known yet; this finds them out, "
                   "once, in some minutes: %s --probe" % (
                       name, title, release, quoted(whole)))


def quoted(words):
    import shlex

    return " ".join(shlex.quote(word) for word in words)


def main(arguments):
    sys.dont_write_bytecode = True  # the folder of adapters belongs to a package
    # Prints of a module go to stderr; the answer alone goes to stdout.
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if arguments == ["--list"]:
        for name, packages in KNOWN.items():
            answer.write("%s\t%s\n" % (name, state_of(packages)))
    elif len(arguments) == 2 and arguments[0] == "--command":
        try:
            answer.write("run " + quoted(command_of(arguments[1])))
        except Unusable as unusable:
            answer.write("no " + " ".join(str(unusable).split()))
    else:
        sys.exit("usage: assay_subjects.py --list | --command NAME")
    answer.close()


if __name__ == "__main__":
    main(sys.argv[1:])
