"""Runs the commands of a case file and compares what they print, in TAP.

A case is a line `$ COMMAND`, run by the shell in an empty folder with `immure` on its path, followed
by what it prints (both streams) and, unless it exits with 0, its exit status in brackets. A line that
ends in ` (re)` is a regular expression. Lines that start with `#` between cases are comments.
"""

import os
import re
import subprocess
import sys
import tempfile


def read_cases(path):
    cases = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.startswith("$ "):
            cases.append((number, line[2:], []))
        elif cases and not line.startswith("#"):
            cases[-1][2].append(line)
    return cases


def run(command, folder):
    environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb")
    environment["PATH"] = os.path.join(folder, "bin") + ":" + environment["PATH"]
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=1500)
    lines = done.stdout.decode("utf-8", "backslashreplace").splitlines()
    if done.returncode:
        lines.append(f"[{done.returncode}]")
    return lines


def matches(expected, got):
    if expected.endswith(" (re)"):
        return re.fullmatch(expected[:-5], got) is not None
    return expected == got


def main():
    cases = read_cases(sys.argv[1])
    print(f"1..{len(cases)}")
    failed = not cases
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "bin"))
        os.symlink(os.environ["IMMURE"], os.path.join(folder, "bin", "immure"))
        for index, (number, command, expected) in enumerate(cases, 1):
            while expected and expected[-1] == "":
                expected.pop()
            got = run(command, folder)
            same = len(expected) == len(got) and all(map(matches, expected, got))
            print(f"{'ok' if same else 'not ok'} {index} - line {number}: {command[:90]}")
            if not same:
                failed = True
                for line in ["expected:", *expected, "got:", *got[:60]]:
                    print(f"# {line}")
    sys.exit(failed)


main()
