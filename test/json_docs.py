"""Prints docs/json.md, which is made from what `nadir report --schema` says: json_docs.py PROGRAM > docs/json.md"""

import json
import subprocess
import sys

HEAD = """# Files of results

What members `run.json`, `cover.json`, `worst.json` and what `nadir check --json` and `nadir status --json` print have.
`nadir report --schema run` (or `cover`, `worst`, `check`, `status`) prints the same as
[JSON Schema](https://json-schema.org). This page is made by `test/json_docs.py`, and a test says when it must be made again.
"""


def type_of(schema):
    names = schema.get("type", "any")
    names = [names] if isinstance(names, str) else names
    if "array" in names:
        items = schema["items"] or {}
        inner = "row" if items.get("prefixItems") else type_of(items)
        names = [f"list of {inner}s" if name == "array" else name for name in names]
    if "enum" in schema:
        names = [", ".join(f"`{word}`" for word in schema["enum"])]
    return " or ".join(names)


def nested(schema):
    """The object or row inside: of a list, of an object by name."""
    while schema.get("items") or isinstance(schema.get("additionalProperties"), dict):
        if "prefixItems" in schema:
            break
        schema = schema.get("items") or schema["additionalProperties"]
    return schema if "properties" in schema and "description" in schema or "prefixItems" in schema else None


def section(path, schema, seen):
    """Lines of a table, and those of the objects in it that have not been shown."""
    about = schema["description"]
    lines = [f"### {path}", "", about, ""]
    inner = []
    if "prefixItems" in schema:
        members = [(str(i), member) for i, member in enumerate(schema["prefixItems"])]
        required = [name for name, _ in members]
    else:
        members, required = schema["properties"].items(), schema["required"]
    lines += ["| member | | |", "|---|---|---|"]
    for name, member in members:
        words = member.get("description", "")
        if name not in required:
            words = f"{words} (not always there)".strip()
        lines.append(f"| `{name}` | {type_of(member)} | {words.replace('|', '/')} |")
        if nested(member):
            inner.append((name, member))
    lines.append("")
    for name, member in inner:
        deep = nested(member)
        key = json.dumps(deep, sort_keys=True)
        if key in seen:
            continue
        seen.add(key)
        if deep is not member and "description" not in deep:
            deep = {**deep, "description": member.get("description", "")}
        lines += section(f"{path}: {name}" if ":" not in path else f"{path}.{name}", deep, seen)
    return lines


def page(program):
    lines, seen = HEAD.splitlines(), set()
    for name in "run", "cover", "worst", "check", "status":
        schema = json.loads(subprocess.run([program, "report", "--schema", name], stdout=subprocess.PIPE,
                                           check=True).stdout)
        lines += ["", f"## {name}.json", ""] + section(f"{name}.json", schema, seen)[2:]
    return "\n".join(line for i, line in enumerate(lines) if line or i and lines[i - 1]) .rstrip() + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(sys.argv[1]))
