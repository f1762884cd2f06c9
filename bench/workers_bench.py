"""Games a minute of a match on one worker with one core, on two, and on as many threads of this program.

The games are those of a fixed number of nodes, so every run plays the same ones. IMMURE is the program.
"""

import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "e2e"))

from cluster import make_token  # noqa: E402
from serving import Server  # noqa: E402

GAMES = 100
PLAYER = "engine=immure,nodes=1000,time=1m"


def games_per_minute(*words):
    """From the first result to the last: how soon an idle worker asks for work is no matter here."""
    match = subprocess.Popen([os.environ["IMMURE"], "match", "amazons", "--size", "6", "--player", f"name=A,{PLAYER}",
                              "--player", f"name=B,{PLAYER},seed=9", "--games", str(GAMES), *words],
                             stdout=subprocess.PIPE, text=True)
    times = [time.monotonic() for line in match.stdout if line.startswith("game ")]
    assert match.wait() == 0 and len(times) == GAMES
    # A worker tells the two games of a pair at once.
    return 60 * (GAMES - 2) / (times[-1] - times[0])


def on_workers(count):
    with tempfile.TemporaryDirectory() as folder:
        data = ("--data", folder)
        tokens = {scope: make_token(data, scope, scope) for scope in ("worker", "client")}
        with Server(*data) as server:
            url = f"http://127.0.0.1:{server.port}"
            workers = [subprocess.Popen([os.environ["IMMURE"], "worker", "--server", url, "--cores", "1", "--cache",
                                         f"{folder}/cache-{i}"], stderr=subprocess.DEVNULL,
                                        env={**os.environ, "IMMURE_TOKEN": tokens["worker"]}) for i in range(count)]
            try:
                time.sleep(3)  # they measure themselves first
                return games_per_minute("--server", url, "--token", tokens["client"])
            finally:
                for worker in workers:
                    worker.terminate()
                    worker.wait()


def main():
    one = on_workers(1)
    two = on_workers(2)
    here = games_per_minute("--concurrency", "2")
    print(f"games_per_minute_1_worker {one:.0f}")
    print(f"games_per_minute_2_workers {two:.0f}")
    print(f"games_per_minute_2_threads {here:.0f}")
    print(f"workers_2_to_1 {two / one:.2f}")


main()
