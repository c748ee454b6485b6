#!/usr/bin/env python3
"""Turns a file into C.

    embed.py NAME FILE OUTPUT.C

defines `const unsigned char NAME[]` with the bytes of FILE and `const size_t NAME_size`.
"""

import sys

name, source, output = sys.argv[1:]
with open(source, "rb") as file:
    data = file.read()
with open(output, "w") as out:
    out.write("#include <stddef.h>\n\n"
              f"extern const unsigned char {name}[];\n"
              f"extern const size_t {name}_size;\n\n"
              f"const size_t {name}_size = {len(data)};\n"
              f"const unsigned char {name}[] = {{\n")
    for i in range(0, len(data), 20):
        out.write("  " + ",".join(map(str, data[i:i + 20])) + ",\n")
    out.write("};\n")
