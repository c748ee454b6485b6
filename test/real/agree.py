"""Real programs in the machine and natively: the same output, the same errors, the same exit code.

    agree.py NADIR [--programs NAME,NAME] [--first N] [--verbose]

NAMEs are rows of script/real; those that are not built are left out, and said to be.  The command lines
are in commands.txt, a section for each NAME, of which --first takes only the first N.  Each is run in a folder with the files of `files/`,
with no environment variable but HOME, and with an empty standard input unless `< FILE` at its end says otherwise.
Memory that was never written is zero in the machine, as fresh memory is natively (trueprint decides by it).
`! ` before it: it is known to differ, and is not counted.
`| sort` at its end: lines of its output may come in any order, as they do where the order in a folder is the host's.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(ROOT / "test"))
SECONDS = 120
HOME = "/nowhere"  # programs ask the system for it where the variable is missing
SUMMARY = '{\n  "paths": {\n'


def read_commands():
    """name -> list of lines."""
    found, name = {}, None
    for line in (FOLDER / "commands.txt").read_text().splitlines():
        if section := re.fullmatch(r"\[(\w+)\]", line):
            name = section[1]
        elif line and not line.startswith("#"):
            found.setdefault(name, []).append(line)
    return found


def programs_of(name):
    """What script/real has built, by the names of the programs; empty: nothing."""
    store = pathlib.Path(os.environ.get("NADIR_REAL", ROOT / "real"))
    if not (store / name / "built").exists():
        return {}
    listed = subprocess.run([ROOT / "script/real", name], stdout=subprocess.PIPE, text=True, check=True)
    return {pathlib.Path(path).name: path for path in listed.stdout.split("\n") if path}


def run_native(words, stdin, folder):
    with open(folder / stdin if stdin else os.devnull, "rb") as source:
        run = subprocess.run(words, cwd=folder, stdin=source, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, env={"HOME": HOME}, timeout=SECONDS)
    return run.returncode, run.stdout, run.stderr


def exit_code(out):
    """From the ledger: None, and why, if the path did not end by itself."""
    lines = (out / "ledger").read_text(errors="replace").splitlines()
    ends = [line.split("\t") for line in lines if line and not line.startswith("#")]
    if len(ends) != 1 or ends[0][1] != "exit":
        return None, "; ".join(" ".join((e[1], *e[5:])) for e in ends[:3])
    text = ends[0][6]
    return (int(text.split()[-1]) if text.startswith("exit code") else 0), ""


def run_machine(nadir, words, stdin, folder):
    """(exit code, output, errors, why it has none)"""
    files = [word for f in sorted(os.listdir(folder)) for word in ("--file", f)]
    (folder / ".empty").touch()
    with tempfile.TemporaryDirectory() as top:
        out = pathlib.Path(top) / "out"
        command = [nadir, "run", "--output", "--json", "--native", "off", "--exit-zero", "--out", out, *files,
                   "--unset", "zero", "--env", "HOME=" + HOME, "--stdin", stdin or ".empty", *words]
        run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, timeout=SECONDS)
        if run.returncode:
            return None, b"", run.stderr, "nadir: " + run.stderr.decode(errors="replace").strip()
        code, why = exit_code(out)
    output = run.stdout[:run.stdout.rfind(SUMMARY.encode())]
    return code, output, run.stderr, why


def show(text):
    return text.decode(errors="replace")[-300:]


def sort_lines(text):
    return b"".join(sorted(text.splitlines(keepends=True)))


def compare(nadir, programs, line):
    """What differs; empty: nothing."""
    words = shlex.split(line.removeprefix("! "))
    stdin, is_sorted = None, words[-2:] == ["|", "sort"]
    if is_sorted:
        del words[-2:]
    if words[-2:-1] == ["<"]:
        stdin = words[-1]
        del words[-2:]
    words[0] = programs[words[0]]
    with tempfile.TemporaryDirectory() as top:
        native, machine = pathlib.Path(top) / "native", pathlib.Path(top) / "machine"
        shutil.copytree(FOLDER / "files", native)
        shutil.copytree(FOLDER / "files", machine)
        try:
            expected = run_native(words, stdin, native)
            *got, why = run_machine(nadir, words, stdin, machine)
        except subprocess.TimeoutExpired as e:
            return f"did not end: {e.cmd[0]}"
    if why:
        return f"stopped: {why}"
    if is_sorted:
        expected, got = ((code, sort_lines(out), err) for code, out, err in (expected, got))
    return "\n".join(f"{what}: natively {a if what == 'exit code' else show(a)!r}, "
                     f"in the machine {b if what == 'exit code' else show(b)!r}"
                     for what, a, b in zip(("exit code", "output", "errors"), expected, got) if a != b)


def check(nadir, name, lines, verbose):
    """(number of lines that agree, number of lines that should)"""
    programs = programs_of(name)
    if not programs:
        print(f"{name}: not built")
        return 0, 0
    n_same, n_known = 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line, differs in zip(lines, pool.map(lambda line: compare(nadir, programs, line), lines)):
            is_known = line.startswith("! ")
            n_known += is_known
            n_same += not differs and not is_known
            if is_known and not differs:
                print(f"{name}: {line}: is the same after all", flush=True)
            elif differs and not is_known:
                print(f"{name}: {line}\n    " + differs.replace("\n", "\n    "), flush=True)
            elif verbose:
                print(f"{name}: {line}: {'differs, as is known' if is_known else 'same'}", flush=True)
    known = f", {n_known} differ as is known" if n_known else ""
    print(f"{name}: {n_same} of {len(lines) - n_known} command lines agree{known}", flush=True)
    return n_same, len(lines) - n_known


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("nadir", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--programs", type=lambda text: text.split(","))
    parser.add_argument("--first", type=int)
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    commands = read_commands()
    results = [check(args.nadir, name, commands[name][:args.first], args.verbose)
               for name in args.programs or commands]
    same, total = (sum(column) for column in zip(*results))
    print(f"{same} of {total} command lines agree")
    return 0 if total and same == total else 1


if __name__ == "__main__":
    sys.exit(main())
