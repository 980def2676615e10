# Serves an object of this program as a subject, so that objects which no other
# process can import, such as lambdas, can be judged too. Every worker of `assay` starts
# relay.py, which connects to a socket of this program; this program then forks,
# and the child answers on the streams of the relay. A crash ends that child alone.
#
# The child is a copy of this program at the time of the call. It has one thread,
# so an object that needs threads of its own must start them in its functions.
# Tested by tests/scripts/assay_kit_test.py.
import importlib
import os
import select
import shlex
import signal
import socket
import struct
import sys
import tempfile
import warnings

from assay_kit import command


class Server:
    """Listens for relays. Use it in a `with` statement; `subject` is the name for
    the command line. All work happens in wait_for(), in the calling thread,
    because a fork copies only the thread that forks."""

    def __init__(self, served, name):
        self.served, self.name = served, name
        self.children = {}  # number of a process -> connection of its relay

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="assay-")
        path = os.path.join(self.folder.name, "socket")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(64)
        relay = os.path.join(os.path.dirname(__file__), "relay.py")
        self.subject = "exec:" + " ".join(
            shlex.quote(word) for word in (sys.executable, "-S", "-E", relay, path)
        )
        return self

    def __exit__(self, *_):
        self.listener.close()
        for child in list(self.children):
            self.kill(child)
        self.folder.cleanup()

    def wait_for(self, process):
        """Serves until a subprocess.Popen ends, and returns its exit code."""
        while process.poll() is None:
            waited = [self.listener, *self.children.values()]
            for ready in select.select(waited, [], [], 0.02)[0]:
                if ready is self.listener:
                    self.accept()
                else:  # the relay is gone: assay ended it
                    self.kill(next(child for child, relay in self.children.items()
                                   if relay is ready))
            self.reap()
        return process.returncode

    def accept(self):
        connection, _ = self.listener.accept()
        _, streams, _, _ = socket.recv_fds(connection, 1, 3)
        if len(streams) < 3:
            connection.close()
            return
        with warnings.catch_warnings():
            # Python 3.12 warns if there are threads. The child does not use them.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            self.become_adapter(streams)
        for stream in streams:
            os.close(stream)
        self.children[child] = connection

    def become_adapter(self, streams):
        """Answers as an adapter, in the child, and never returns."""
        code = 1
        try:
            self.listener.close()
            for relay in self.children.values():
                relay.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            # The last line on stderr is the reason if the child ends.
            warnings.simplefilter("ignore", ResourceWarning)
            # A collector of this program's output must not get that of the
            # object.
            sys.stdout = sys.stderr = os.fdopen(
                os.dup(2), "w", buffering=1, errors="replace"
            )
            serve(self.served, self.name)
            code = 0
        except SystemExit as end:
            print(end.code, file=sys.stderr)
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(code)

    def reap(self):
        for child, relay in list(self.children.items()):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                del self.children[child]
                try:
                    relay.sendall(struct.pack("i", status))
                except OSError:
                    pass  # assay has ended the relay
                relay.close()

    def kill(self, child):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        self.children.pop(child).close()


def serve(served, name):
    """Answers as adapters/array_api does, with an object instead of a module."""
    folder = command.adapters()
    places = [folder / "array_api", folder / "python"]
    # Modules of this program may have the names of those of the adapter.
    for place in places:
        for file in place.iterdir():
            sys.modules.pop(file.stem, None)
    sys.path[:0] = [str(place) for place in places]
    sys.dont_write_bytecode = True
    assay_wire = importlib.import_module("assay_wire")
    streams = assay_wire.take_stdio()
    backend = importlib.import_module("backend")
    library = backend.library_over(served, name, version_of(served))
    backend.serve(streams, backend.Subject(library, str(folder / "claims")))


def version_of(served):
    module = sys.modules.get(getattr(served, "__module__", None) or "")
    for place in (served, module):
        version = getattr(place, "__version__", None)
        if isinstance(version, str):
            return version
    return "unknown"
