"""docs/security.md names tests: each of them exists, in the file that it is said to be in. In TAP."""

import os
import re
import subprocess

from serving import run

TOP = os.environ["IMMURE_SOURCE"]


def named_tests():
    """(threat, file, name) of every test in the last column of the threats."""
    text = open(os.path.join(TOP, "docs/security.md"), encoding="utf-8").read()
    rows = text.split("## Threats\n")[1].split("\n## ")[0].strip().splitlines()[2:]
    for row in rows:
        threat, _, tests = [cell.strip() for cell in row.strip("|").split(" | ")]
        for part in tests.rstrip("| ").split("; "):
            file, names = re.fullmatch(r"`([\w.]+)` (.+)", part).groups()
            for name in names.split(", "):
                yield threat, file, name


def test_names():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "tests", "web/tests"], cwd=TOP, check=True,
                            capture_output=True, text=True).stdout.split()
    found = list(named_tests())
    yield "many tests are named", len(found) > 40, len(found)
    for threat, file, name in found:
        paths = [path for path in listed if os.path.basename(path) == file]
        texts = [open(os.path.join(TOP, path), encoding="utf-8").read() for path in paths]
        yield f"{threat}: {file} has {name}", len(paths) == 1 and name in texts[0], paths


run([test_names])
