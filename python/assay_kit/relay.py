# Hands the streams of an adapter over to the program that serves an object, and
# ends as its server ends. `assay` starts this file as the adapter; served.py
# listens on the socket. It imports nothing else, so that it starts fast.
import os
import signal
import socket
import struct
import sys


def main(path):
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except OSError:
        sys.exit("the program that served this object has ended; "
                 "assay_kit.replay(CASE, OBJECT) runs a case again")
    socket.send_fds(connection, [b"."], [0, 1, 2])
    for stream in (0, 1):  # the server has them, and its end must end them
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    status = connection.recv(4)
    if len(status) < 4:
        sys.exit("the program that served this object has ended")
    status = struct.unpack("i", status)[0]
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    main(sys.argv[1])
