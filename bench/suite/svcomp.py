"""SV-COMP: tasks .yml that name a C file and say whether it has a property.

A verdict "false" must be found, with a task that is "true" nothing.  Termination and concurrency are left out.
Data models other than LP64 are run as that, too; the reason says so where the verdict is wrong.
"""

import re

import common

# property -> options, kinds of errors that break it
PROPERTIES = {
    "unreach-call": ([], {"assert", "reported"}),
    "no-overflow": (["--check-overflow"], {"overflow", "division-overflow"}),
    "valid-memsafety": (["--check=leak"], common.MEMORY | {"leak"}),
    "valid-memcleanup": (["--check=leak"], {"leak"}),
}
THREADS = re.compile(r"\bpthread_|\bthrd_create|__VERIFIER_atomic")


def parse(text):
    """(files, [(property, verdict)], data model) of a task; the part of YAML that tasks use."""
    files = re.search(r"^input_files:\s*(.*(?:\n\s+- .*)*)", text, re.M)
    names = re.findall(r"['\"]?([\w./+-]+\.[ci])['\"]?", files[1]) if files else []
    verdicts = []
    for part in re.split(r"^\s*- property_file:", text, flags=re.M)[1:]:
        name = re.match(r"\s*\S*?([\w-]+)\.prp", part)
        verdict = re.search(r"expected_verdict:\s*(true|false)", part)
        if name and verdict:
            verdicts.append((name[1], verdict[1]))
    model = re.search(r"data_model:\s*(\w+)", text)
    return names, verdicts, model[1] if model else "LP64"


def judge(nadir, files, prop, verdict, model):
    options, kinds = PROPERTIES[prop]
    run = nadir.run(files, options)
    result, why = common.judge_error(run, verdict == "false", kinds)
    is_wrong = result in ("missed", "false alarm")
    return result, f"{why} (the task is for {model})" if is_wrong and model != "LP64" else why


def collect(folder):
    for task in sorted(folder.rglob("*.yml")):
        name = str(task.relative_to(folder))
        names, verdicts, model = parse(task.read_text(errors="replace"))
        if not verdicts:
            continue
        files = [task.parent / n for n in names]
        if not files or not all(f.exists() for f in files):
            yield name, "its program is not there"
        elif any(THREADS.search(f.read_text(errors="replace")) for f in files):
            yield name, "threads"
        else:
            for prop, verdict in verdicts:
                if prop not in PROPERTIES:
                    yield f"{name} {prop}", f"property {prop}"
                    continue
                yield common.Case(f"{name} {prop}", f"{prop} {verdict}",
                                  lambda nadir, a=(files, prop, verdict, model): judge(nadir, *a))
