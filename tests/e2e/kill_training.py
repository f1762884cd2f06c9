"""Stops training again and again and goes on, in TAP: it must end as if nobody had disturbed it.

Everything in the matches and in self-play follows from seeds and node counts, so a loop has one possible
course. Whether it is killed or interrupted, and in which step of a generation, follows from a seed; the rest
of the moment is the machine's own chance.
"""

import os
import random
import signal
import time

from killing import run_tests, wait_until

KILLS = int(os.environ.get("IMMURE_KILLS", "20"))
GENERATIONS = 3
# What the steps of a generation leave in the folder, by the beginnings of the names.
KINDS = ["samples", "network", "gate", "anchor", "generations.csv", "generations.svg", "current"]
LOOP = ["train", "loop", "amazons", "--size", "6", "--from", "weak/network-001.net", "--games", "40", "--nodes",
        "12", "--gate-games", "8", "--anchor-games", "4", "--match-nodes", "5", "--hidden", "16", "--threads", "3"]


def files(bench, folder):
    """Names and sizes in a folder."""
    try:
        return {entry.name: entry.stat().st_size for entry in os.scandir(bench.path(folder))}
    except FileNotFoundError:  # also a file that goes away meanwhile
        return {}


def content(bench, folder):
    """What has to be the same: everything but the times in the story and in the journals of matches."""
    return {name: open(bench.path(os.path.join(folder, name)), "rb").read() for name in files(bench, folder)
            if not name.endswith(".jsonl") and name != "story.txt"}


def stop_once(bench, run, folder, rng):
    """Stops a run after a change of some kind in the folder; returns the signal, or None if it was too late."""
    kind = rng.choice(KINDS)
    delay_s = rng.random() * 0.02
    number = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT])

    def state():
        return {name: size for name, size in files(bench, folder).items() if name.startswith(kind)}
    before = state()
    wait_until(lambda: state() != before or run.poll() is not None)
    time.sleep(delay_s)
    if run.poll() is not None:
        return None
    run.send_signal(number)
    return number


def test_loop(bench):
    weak = bench.start("train", "loop", "amazons", "--size", "6", "--dir", "weak", "--games", "4", "--nodes", "5",
                       "--gate-games", "2", "--anchor-games", "2", "--match-nodes", "1", "--hidden", "16",
                       "--generations", "1")
    yield "a weak network to begin with", weak.wait() == 0, bench.output()
    words = [*LOOP, "--generations", str(GENERATIONS), "--dir"]
    run = bench.start(*words, "undisturbed")
    yield "an undisturbed loop ends", run.wait() == 0, bench.output()
    expected = content(bench, "undisturbed")
    lines = expected["generations.csv"].decode().splitlines()[1:]
    taken = {line.split(",")[4] for line in lines}
    yield "networks were taken, and not all", len(lines) == GENERATIONS and taken == {"0", "1"}, "\n".join(lines)
    rng = random.Random(14)
    kills = 0
    loops = 0
    while kills < KILLS:
        folder = f"killed-{loops}"
        run = bench.start(*words, folder)
        number = stop_once(bench, run, folder, rng)
        status = run.wait()
        if number:
            kills += 1
            well = status in (0, -number) and bench.is_clean()
            yield f"stop {kills} by {number.name}", well, f"{status} {bench.leftovers()} {bench.output()}"
        if number is None or kills == KILLS:
            run = bench.start(*words, folder)
            yield f"loop {loops + 1} goes on to its end", run.wait() == 0, bench.output()
            got = content(bench, folder)
            differences = sorted(name for name in got.keys() | expected.keys() if got.get(name) != expected.get(name))
            yield "with the same files as the undisturbed one", not differences, str(differences)
            loops += 1
    yield "no process is left", bench.is_clean(), str(bench.leftovers())


run_tests([test_loop])
