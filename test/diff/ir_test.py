"""Random LLVM assembly over vectors and odd widths prints in the machine what it prints natively.

    ir_test.py NADIR [N]        the first N seeds; script/fuzz-vm --ir is the long run
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import pool
import tap
from ir import Bench, Program


class Assembly(pool.Pool):
    @classmethod
    def bench(cls, folder):
        return Bench(NADIR, folder, native_seconds=10)


NADIR = pathlib.Path(sys.argv[1]).resolve()
N = int(sys.argv[2]) if len(sys.argv) > 2 else 60
del sys.argv[1:]
Assembly.add_programs([Program(seed, "0") for seed in range(1, N + 1)], "test_{}_O{}")

if __name__ == "__main__":
    tap.main()
