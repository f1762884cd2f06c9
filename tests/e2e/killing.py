"""What tests that kill the program share: a folder with a copy of it, its processes, and TAP."""

import functools
import glob
import json
import os
import shutil
import subprocess
import tempfile
import time

from serving import run

PATIENCE_S = 600


class Bench:
    """A folder with a copy of the program in it, so that its processes can be told from all others."""

    def __init__(self, folder):
        self.folder = folder
        self.immure = os.path.join(folder, "immure")
        shutil.copy(os.environ["IMMURE"], self.immure)

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, *words):
        return subprocess.Popen([self.immure, *words], cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=open(self.path("out"), "w", encoding="utf-8"),
                                stderr=subprocess.STDOUT, start_new_session=True)

    def output(self):
        return open(self.path("out"), encoding="utf-8").read()

    def journal(self, name):
        """The games of a match's journal, without its header; none if there is no such file."""
        try:
            lines = open(self.path(name), encoding="utf-8").read().split("\n")[1:-1]
        except FileNotFoundError:
            return []
        return [json.loads(line) for line in lines]

    def leftovers(self):
        """The processes of this folder that are alive."""
        found = []
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                if self.folder.encode() in open(path, "rb").read():
                    found.append(path.split("/")[2])
            except (FileNotFoundError, ProcessLookupError):
                pass
        return found

    def is_clean(self):
        """The kernel kills the bots of a dead host in its own time; this waits for it."""
        return wait_until(lambda: not self.leftovers())


def match_summary(output):
    """What two runs of the same match say alike: no games, which come in any order, and nothing that a clock says."""
    return [line for line in output.splitlines() if not line.startswith(("game ", "move_ms_"))]


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.001)
    return True


def run_tests(tests):
    """Runs generators of (name, passed, detail) that are given a Bench."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        run([functools.partial(test, bench) for test in tests])
