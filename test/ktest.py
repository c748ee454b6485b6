"""Tests in KLEE's format, written independently of nadir."""

import struct


def text(s):
    data = s if isinstance(s, bytes) else s.encode()
    return struct.pack(">I", len(data)) + data


def ktest(*objects, args=("program",)):
    """The bytes of a test with objects (name, bytes)."""
    return (b"KTEST" + struct.pack(">II", 3, len(args)) + b"".join(map(text, args)) +
            struct.pack(">III", 0, 0, len(objects)) +
            b"".join(text(name) + text(data) for name, data in objects))


def i32(x):
    return struct.pack("<i", x)
