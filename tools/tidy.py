"""Keeps the house rules true, in TAP: include direction, lengths, header shape, formatting."""

import re
import subprocess
import sys

FILE_LINES_MAX = 800
FUNCTION_LINES_MAX = 75
STEPS_LINES_MAX = 110  # a search node, written as numbered steps
LINE_COLUMNS_MAX = 100

MAP = "docs/architecture.md"


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *patterns], check=True,
                            capture_output=True, text=True).stdout
    return sorted(set(listed.split()))


def read_map():
    """The folders of src/ in the order of the map, each with those that its arrow names."""
    arrows = {}
    text = open(MAP, encoding="utf-8").read().split("```")[1]
    for line in re.search(r"^src/\n((?:  .*\n)*)", text, re.M)[1].splitlines():
        folder = re.match(r"  (\w+)/", line)
        if folder:
            arrow = re.search(r" -> ([\w, ]+)", line)
            arrows[folder[1]] = re.findall(r"\w+", arrow[1]) if arrow else []
    return arrows


def include_direction(sources, arrows):
    """What a folder includes against the arrows of the map, in both directions."""
    allowed = {}
    for folder, below in arrows.items():
        for name in below:
            if name not in allowed:
                yield f"{MAP}: {folder} -> {name} points up, or at nothing"
        allowed[folder] = {folder}.union(*(allowed.get(name, ()) for name in below))
    used = set()
    for path, lines in sources.items():
        if not path.startswith("src/"):
            continue
        folder = path.split("/")[1]
        if folder not in arrows:
            yield f"{path}: {MAP} shows no {folder}/"
            continue
        for number, line in enumerate(lines, 1):
            found = re.match(r'#include "([^/"]+)/', line)
            if found:
                used.add((folder, found[1]))
                if found[1] not in allowed[folder]:
                    yield f"{path}:{number}: {folder} must not include {found[1]}"
            if re.match(r'#include "[^/"]+"', line):
                yield f"{path}:{number}: includes are written from src/"
    for folder, below in arrows.items():
        yield from (f"{MAP}: no file uses {folder} -> {name}" for name in below if (folder, name) not in used)


def lengths(path, lines):
    if len(lines) > FILE_LINES_MAX:
        yield f"{path}: {len(lines)} lines, split it (limit {FILE_LINES_MAX})"
    start = None
    limit = FUNCTION_LINES_MAX
    for number, line in enumerate(lines, 1):
        if re.match(r"    // 1\. ", line):
            limit = STEPS_LINES_MAX
        if len(line) > LINE_COLUMNS_MAX:
            yield f"{path}:{number}: {len(line)} columns"
        if re.match(r"[A-Za-z].*\)\s*\{$", line) or re.match(r"    .*\)\s*\{$", line) and start is None:
            start = start or number
        elif line == "}":
            if start and number - start > limit:
                yield f"{path}:{start}: a function of {number - start} lines"
            start = None
            limit = FUNCTION_LINES_MAX


def header_shape(path, lines):
    if not path.endswith(".h") or not path.startswith("src/"):
        return
    if lines[0] != "#pragma once":
        yield f"{path}: must start with #pragma once"
    if not lines[1].startswith("//"):
        yield f"{path}: must say what it is after #pragma once"


def formatting(paths):
    done = subprocess.run(["clang-format", "--dry-run", "-Werror", *paths], capture_output=True,
                          text=True, check=False)
    return sorted({line.split(": error")[0] + ": run make format"
                   for line in done.stderr.splitlines() if ": error" in line})


def main():
    paths = tracked("*.c", "*.h", "*.inc", "*.cpp")
    sources = {path: open(path, encoding="utf-8").read().split("\n") for path in paths}
    checks = [
        ("includes point down", list(include_direction(sources, read_map()))),
        ("files and functions are short", [e for p, l in sources.items() for e in lengths(p, l)]),
        ("headers open with prose", [e for p, l in sources.items() for e in header_shape(p, l)]),
        ("clang-format has nothing to say", formatting(paths)),
    ]
    print(f"1..{len(checks)}")
    for index, (name, errors) in enumerate(checks, 1):
        print(f"{'not ok' if errors else 'ok'} {index} - {name}")
        for error in errors:
            print(f"# {error}")
    sys.exit(any(errors for _, errors in checks))


main()
