#!/usr/bin/env python3
"""Links bitcode to one piece that shows nothing but its entry points.

    internal.py LLVM-LINK OPT NAME,NAME... OUTPUT INPUT...
"""

import subprocess
import sys

link, opt, names, output, *inputs = sys.argv[1:]
subprocess.run([link, *inputs, "-o", output], check=True)
subprocess.run([opt, "-passes=internalize", "-internalize-public-api-list=" + names, output,
                "-o", output], check=True)
