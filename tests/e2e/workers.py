"""A match on workers, from outside, in TAP: the same games as on one machine, whatever is killed meanwhile.

The players' seeds are fixed, so every game has one possible course. One player is a program that the workers
fetch and run in a sandbox.
"""

import functools
import os
import re
import signal
import subprocess
import tempfile

from cluster import make_token
from killing import Bench, match_summary, wait_until
from serving import Server, run

GAMES = 12


class Farm:
    """A server with its tokens, and workers that can be killed."""

    def __init__(self, bench):
        self.bench = bench
        data = ("--data", bench.path("data"))
        os.mkdir(bench.path("data"))
        self.tokens = {scope: make_token(data, scope, scope) for scope in ("worker", "client")}
        self.server = Server(*data, "--lease", "2")
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.workers = []

    def hire(self):
        number = len(self.workers)
        log = open(self.bench.path(f"worker-{number}"), "w", encoding="utf-8")
        worker = subprocess.Popen([self.bench.immure, "worker", "--server", self.url, "--cores", "1", "--cache",
                                   self.bench.path(f"cache-{number}")], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                  env={**os.environ, "IMMURE_TOKEN": self.tokens["worker"]})
        self.workers.append(worker)
        return worker

    def start(self, *words):
        return self.bench.start("match", "amazons", "--size", "6", "--server", self.url, "--token",
                                self.tokens["client"], *words)

    def running(self):
        answer = self.server.get("/metrics")
        found = re.search(rb"^immure_queue_leases (\d+)", answer.body, re.M)
        return int(found[1]) if found else 0

    def close(self):
        for worker in self.workers:
            if worker.poll() is None:
                worker.kill()
            worker.wait()
        self.server.stop(signal.SIGTERM)


def players(bench):
    bot = f"cmd={bench.immure} bot amazons --size 6 --engine random --protocol botzone --seed 2"
    return ["--player", "name=A,engine=random,time=1m,start-time=1m", "--player", f"name=B,{bot},time=1m"]


def course(game):
    """What has to be the same wherever the game is played: all but the times and the sandbox."""
    record = re.sub(r"\s*\{[^}]*\}|\[Sandbox [^\]]*\]", "", game["record"]).split()
    return (game["first"], game["second"], game["opening"], game["result"], game["verdict"], record)


def by_name(games):
    return {(game["round"], game["encounter"], game["number"]): course(game) for game in games}


def test_same_games(farm, expected):
    bench = farm.bench
    done = farm.start(*players(bench), "--games", str(GAMES), "--resume", "spread")
    yield "a match on workers ends well", done.wait() == 0, bench.output()
    yield "with the output of one machine", match_summary(bench.output()) == expected["summary"], bench.output()
    yield "and the same games", by_name(bench.journal("spread")) == expected["games"], ""


def test_killed_worker(farm, expected):
    bench = farm.bench
    match = farm.start(*players(bench), "--games", str(GAMES), "--resume", "killed")
    wait_until(lambda: len(bench.journal("killed")) >= 2 or match.poll() is not None)
    wait_until(lambda: farm.running() == 2 or match.poll() is not None)
    farm.workers[0].kill()
    yield "a worker is killed in the middle", match.poll() is None, bench.output()
    yield "the match ends well", match.wait() == 0, bench.output()
    games = bench.journal("killed")
    yield "no game is lost or there twice", len(games) == len(by_name(games)) == GAMES, str(len(games))
    yield "and all are the same", by_name(games) == expected["games"], ""


def test_killed_client(farm, expected):
    bench = farm.bench
    match = farm.start(*players(bench), "--games", str(GAMES), "--resume", "client")
    wait_until(lambda: bench.journal("client") or match.poll() is not None)
    match.kill()
    match.wait()
    kept = len(bench.journal("client"))
    yield "a client is killed in the middle", 0 < kept < GAMES, str(kept)
    again = farm.start(*players(bench), "--games", str(GAMES), "--resume", "client")
    yield "it goes on", again.wait() == 0, bench.output()
    yield "and has the same games", by_name(bench.journal("client")) == expected["games"], ""


def test_terminated_worker(farm, _):
    stuck = "engine=immure,nodes=1000000000,time=1440m"
    match = farm.start("--player", f"name=A,{stuck}", "--player", f"name=B,{stuck}", "--games", "2")
    busy = wait_until(lambda: farm.running() == 1)
    worker = farm.workers[-1]
    worker.send_signal(signal.SIGTERM)
    yield "a worker that is told to stop stops", busy and worker.wait() == 0, ""
    yield "and hands back what it had", wait_until(lambda: farm.running() == 0), ""
    match.send_signal(signal.SIGINT)
    yield "an interrupted match ends well", match.wait() == 0, farm.bench.output()


def play_here(bench):
    here = bench.start("match", "amazons", "--size", "6", *players(bench), "--games", str(GAMES), "--resume", "here")
    assert here.wait() == 0, bench.output()
    return {"summary": match_summary(bench.output()), "games": by_name(bench.journal("here"))}


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # programs in a sandbox are somebody else
        bench = Bench(folder)
        farm = Farm(bench)
        try:
            farm.hire()
            farm.hire()
            expected = play_here(bench)
            tests = [test_same_games, test_killed_worker, test_killed_client, test_terminated_worker]
            run([functools.partial(test, farm, expected) for test in tests])
        finally:
            farm.close()


main()
