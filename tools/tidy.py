"""Keeps the house rules true, in TAP: include direction, lengths, header shape, formatting."""

import re
import subprocess
import sys

FILE_LINES_MAX = 800
FUNCTION_LINES_MAX = 75
STEPS_LINES_MAX = 110  # a search node, written as numbered steps
LINE_COLUMNS_MAX = 100

# A folder may include itself and what stands here (docs/architecture.md).
ALLOWED = {
    "base": [],
    "rules": ["base"],
    "eval": ["base", "rules"],
    "search": ["base", "rules", "eval"],
    "bot": ["base", "rules", "eval", "search"],
    "sandbox": ["base"],
    "referee": ["base", "rules", "sandbox"],
    "match": ["base", "rules", "sandbox", "referee"],
    "arena": ["base", "rules", "search", "referee", "match"],
    "train": ["base", "rules", "eval", "search"],
    "wasm": ["base", "rules", "eval", "search"],
    "cli": ["base", "rules", "eval", "search", "bot", "sandbox", "referee", "match", "arena", "train"],
}


def tracked(*patterns):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *patterns], check=True,
                            capture_output=True, text=True).stdout
    return sorted(set(listed.split()))


def include_direction(path, lines):
    if not path.startswith("src/"):
        return
    folder = path.split("/")[1]
    for number, line in enumerate(lines, 1):
        found = re.match(r'#include "([^/"]+)/', line)
        if found and found[1] != folder and found[1] not in ALLOWED[folder]:
            yield f"{path}:{number}: {folder} must not include {found[1]}"
        if re.match(r'#include "[^/"]+"', line):
            yield f"{path}:{number}: includes are written from src/"


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
    paths = tracked("*.c", "*.h", "*.cpp")
    sources = {path: open(path, encoding="utf-8").read().split("\n") for path in paths}
    checks = [
        ("includes point down", [e for p, l in sources.items() for e in include_direction(p, l)]),
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
