# Encodes xla.CompileOptionsProto, which PJRT_Client_Compile takes as bytes, and
# names the strict set of flags. Tested by tests/scripts/pjrt_adapter_test.py.
import struct

# What --strict sets. XLA documents these flags in xla.proto (DebugOptions).
# They ask XLA CPU for the arithmetic that StableHLO describes.
STRICT = {
    # Does not keep 16-bit values in float32 between two operations.
    "xla_allow_excess_precision": False,
    # No reassociation, reciprocals or approximate functions.
    "xla_cpu_enable_fast_math": False,
    # Maximum and minimum propagate NaN.
    "xla_cpu_enable_fast_min_max": False,
    # Products are not summed in another precision.
    "xla_cpu_strict_dot_conv_math": True,
    # One thread, so that sums have one order.
    "xla_cpu_multi_thread_eigen": False,
}


def varint(number):
    octets = bytearray()
    while number > 127:
        octets.append(number & 127 | 128)
        number >>= 7
    octets.append(number)
    return bytes(octets)


def number_field(place, number):
    return varint(place << 3) + varint(number & (1 << 64) - 1)


def bytes_field(place, octets):
    return varint(place << 3 | 2) + varint(len(octets)) + octets


def value_of(text):
    """Returns the bool, int, float or text that an option's text means."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def override(value):
    """Returns an OptionOverrideProto of a value."""
    if isinstance(value, bool):
        return number_field(2, int(value))
    if isinstance(value, int):
        return number_field(3, value)
    if isinstance(value, float):
        return varint(4 << 3 | 1) + struct.pack("<d", value)
    return bytes_field(1, value.encode())


def compile_options(flags):
    """Returns CompileOptionsProto for one device, with XLA flags by name."""
    build = number_field(4, 1) + number_field(5, 1)  # replicas, partitions
    octets = bytes_field(3, build)
    for name, value in sorted(flags.items()):
        entry = bytes_field(1, name.encode()) + bytes_field(2, override(value))
        octets += bytes_field(7, entry)
    return octets
