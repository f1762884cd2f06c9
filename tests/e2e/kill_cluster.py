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
import subprocess
import tempfile
import time

from cluster import Postgres, make_token
from killing import Bench, wait_until
from serving import Server, run

KILLS = int(os.environ.get("IMMURE_KILLS", "10"))
SEED = int(os.environ.get("IMMURE_SEED", "1"))
WORKERS = 2
# The longest time from one kill to the next, and games enough to go on until the last one.
LONGEST_WAIT_S = 0.8
GAMES = 6 * KILLS
# A game takes a quarter of a second: something is under way whenever something dies.
PLAYERS = ["--player", "name=A,engine=immure,nodes=150,time=1m,start-time=1m,seed=1",
           "--player", "name=B,engine=immure,nodes=100,time=1m,start-time=1m,seed=2"]
MATCH = ["match", "amazons", "--size", "6", *PLAYERS, "--games", str(GAMES), "--seed", str(SEED)]


class Cluster:
    """A server on a port that stays, workers and a client, each of which can be killed and started again."""

    def __init__(self, bench, store, postgres):
        self.bench, self.store, self.postgres = bench, store, postgres
        self.tokens = {name: make_token(store, name, scope) for name, scope in
                       [("client", "client")] + [(f"worker-{i}", "worker") for i in range(WORKERS)]}
        self.server = Server(*self.server_words())
        self.port = self.server.port
        self.workers = [self.hire(i) for i in range(WORKERS)]
        self.match = None
        self.kills = {"server": self.kill_server, "worker": self.kill_worker, "client": self.kill_client}
        if postgres:
            self.kills["PostgreSQL"] = postgres.crash

    def server_words(self):
        return [*self.store, "--lease", "2"]

    def hire(self, number):
        log = open(self.bench.path(f"worker-{number}"), "a", encoding="utf-8")
        words = ["worker", "--server", f"http://127.0.0.1:{self.port}", "--cores", "1", "--retry", "1",
                 "--cache", self.bench.path(f"cache-{number}")]
        return subprocess.Popen([self.bench.immure, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                env={**os.environ, "IMMURE_TOKEN": self.tokens[f"worker-{number}"]})

    def play(self):
        self.match = self.bench.start(*MATCH, "--resume", "journal", "--server", f"http://127.0.0.1:{self.port}",
                                      "--token", self.tokens["client"])

    def kill_server(self):
        self.server.process.kill()
        self.server.process.wait()
        self.server = Server(*self.server_words(), "--port", str(self.port))

    def kill_worker(self):
        number = random.randrange(WORKERS)
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self.hire(number)

    def kill_client(self):
        self.match.kill()
        self.match.wait()
        self.play()

    def close(self):
        for process in [*self.workers, *([self.match] if self.match else [])]:
            process.kill()
            process.wait()
        self.server.__exit__()


def games_of(path):
    """The courses of the games in a journal by their names, and how many lines it has for them."""
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file.read().split("\n")[1:-1]]
    courses = {(game["round"], game["encounter"], game["number"]): re.sub(r"\s*\{[^}]*\}", "", game["record"]).split()
               for game in lines}
    return courses, len(lines)


def queue_of(cluster):
    """Jobs that wait or are leased."""
    text = cluster.server.get("/metrics").body.decode()
    return sum(int(number) for number in re.findall(r"^immure_queue_(?:leases|jobs\{.*\}) (\d+)", text, re.M))


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
    yield "nothing waits or is leased for ever", wait_until(lambda: queue_of(cluster) == 0), str(queue_of(cluster))
    cluster.server.stop(15)
    check = subprocess.run([cluster.bench.immure, "store", "check", *cluster.store], capture_output=True, text=True,
                           check=False)
    yield "the store is whole", check.returncode == 0, check.stdout + check.stderr


def test_store(bench, expected, kind):
    random.seed(SEED)
    with contextlib.ExitStack() as stack:
        bench.folder = stack.enter_context(tempfile.TemporaryDirectory(dir=bench.folder))
        os.mkdir(bench.path("data"))
        postgres = stack.enter_context(Postgres(durable=True)) if kind == "PostgreSQL" else None
        store = ["--store", postgres.database()] if postgres else ["--data", bench.path("data")]
        cluster = Cluster(bench, store, postgres)
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
