"""Games on workers while servers, workers, clients and PostgreSQL are killed at random moments, on both stores, in TAP.

The players' seeds are fixed, so every game has one possible course: whatever was lost, counted twice or made up would
show. IMMURE_KILLS says how many are killed on each store (10), IMMURE_SEED which and when.
"""

import contextlib
import functools
import itertools
import json
import os
import random
import re
import tempfile
import time

from cluster import Cluster, make_token, store_of_kind
from killing import Bench, wait_until
from serving import run

KILLS = int(os.environ.get("IMMURE_KILLS", "10"))
SEED = int(os.environ.get("IMMURE_SEED", "1"))
# The longest time from one kill to the next, and games enough to go on until the last one.
LONGEST_WAIT_S = 0.8
GAMES = 6 * KILLS
# A game takes a quarter of a second: something is under way whenever something dies.
PLAYERS = ["--player", "name=A,engine=immure,nodes=150,time=1m,start-time=1m,seed=1",
           "--player", "name=B,engine=immure,nodes=100,time=1m,start-time=1m,seed=2"]
MATCH = ["match", "amazons", "--size", "6", *PLAYERS, "--games", str(GAMES), "--seed", str(SEED)]


class MatchCluster(Cluster):
    """And a client, whose match is played."""

    def __init__(self, bench, store, postgres):
        self.token = make_token(store, "client", "client")
        super().__init__(bench, store, postgres)
        self.kills["client"] = self.kill_client
        self.match = None

    def play(self):
        self.match = self.bench.start(*MATCH, "--resume", "journal", "--server", f"http://127.0.0.1:{self.port}",
                                      "--token", self.token)

    def kill_client(self):
        self.match.kill()
        self.match.wait()
        self.play()

    def close(self):
        if self.match:
            self.match.kill()
            self.match.wait()
        super().close()


def games_of(path):
    """The courses of the games in a journal by their names, and how many lines it has for them."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file.read().split("\n")[1:-1]]
    courses = {(game["round"], game["encounter"], game["number"]): re.sub(r"\s*\{[^}]*\}", "", game["record"]).split()
               for game in lines}
    return courses, len(lines)


def ask_cluster(cluster, expected):
    cluster.play()
    names = [name for _, name in zip(range(KILLS), itertools.cycle(sorted(cluster.kills)))]
    random.shuffle(names)
    while names and cluster.match.poll() is None:
        time.sleep(random.uniform(0, LONGEST_WAIT_S))  # the moment is what is random
        cluster.kills[names.pop()]()
    yield f"{KILLS} kills of {', '.join(sorted(cluster.kills))} before the match is over", not names, names
    yield "the match ends well", cluster.match.wait() == 0, cluster.bench.output()
    courses, lines = games_of(cluster.bench.path("journal"))
    yield "no game is lost, none is there twice", len(courses) == lines == GAMES, f"{len(courses)} {lines}"
    yield "every game is the one of a machine that nobody disturbs", courses == expected, ""
    yield "nothing waits or is leased for ever", wait_until(lambda: cluster.queue_size() == 0), ""
    yield "the store is whole", *cluster.check_store()


def test_store(bench, expected, kind):
    random.seed(SEED)
    with contextlib.ExitStack() as stack:
        bench.folder = stack.enter_context(tempfile.TemporaryDirectory(dir=bench.folder))
        cluster = MatchCluster(bench, *stack.enter_context(store_of_kind(kind, bench.folder)))
        stack.callback(cluster.close)
        for name, holds, detail in ask_cluster(cluster, expected):
            yield f"{kind}: {name}", holds, detail


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        here = bench.start(*MATCH, "--resume", "here")
        assert here.wait() == 0, bench.output()
        expected, _ = games_of(bench.path("here"))
        run([functools.partial(test_store, Bench(folder), expected, kind) for kind in ("SQLite", "PostgreSQL")])


main()
