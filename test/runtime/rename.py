"""Makes a copy of a C library that can live beside the system's.

    rename.py LIBRARY.A OUTPUT.O

Every name that LIBRARY defines gets the prefix t_, in the definition and wherever the library
itself uses it; what it needs from outside keeps its name.
"""

import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


library, output = sys.argv[1:]
run("ld", "-r", "-o", output, "--whole-archive", library)
names = [line.split()[0] for line in run("nm", "-P", "--defined-only", "--extern-only",
                                         output).splitlines()]
with tempfile.NamedTemporaryFile("w") as renames:
    for name in names:
        if not name.startswith(("__asan", "__odr_asan", "__ubsan")):
            print(name, "t_" + name, file=renames)
    renames.flush()
    run("objcopy", f"--redefine-syms={renames.name}", output)
