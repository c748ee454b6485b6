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


def read_ktest(data):
    """The objects (name, bytes) of a test."""
    at = len(b"KTEST")

    def number():
        nonlocal at
        at += 4
        return struct.unpack_from(">I", data, at - 4)[0]

    def piece():
        nonlocal at
        n = number()
        at += n
        return data[at - n:at]

    number()
    for _ in range(number()):
        piece()
    number(), number()
    return [(piece().decode(), piece()) for _ in range(number())]


def i32(x):
    return struct.pack("<i", x)
