"""Loads modules from texts. Each call of module() that follows was embedded from
a file of adapters/, so that a peer needs no installed file.
Tested by tests/bench/peers_test.cc.
"""

import sys
import types


def module(name, text):
    made = sys.modules[name] = types.ModuleType(name)
    exec(compile(text, name + ".py", "exec"), made.__dict__)


