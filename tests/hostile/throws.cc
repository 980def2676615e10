// Plugins whose abs throws through the C interface, or terminates; WAY says
// which. Tested by tests/cli/hostile_test.cc.
#include <exception>
#include <stdexcept>

static void throw_through() { throw std::runtime_error("out of toys"); }
static void terminate_now() { std::terminate(); }

#include "tests/hostile/backend.h"

// The one that is not chosen.
[[maybe_unused]] static void (*const kWays[])() = {throw_through,
                                                   terminate_now};
