"""A contest is played and versions are handed in while the server and its workers are killed, in TAP.

The players of the contest are engines that think by nodes, and its seed is fixed, so that it has one possible course: it
is played again undisturbed, and must come out the same. IMMURE_KILLS says how many are killed (6), IMMURE_SEED which and
when, IMMURE_STORES on which stores (SQLite).
"""

import contextlib
import functools
import os
import random
import subprocess
import tempfile
import time

from cluster import Cluster, store_of_kind
from description import API
from killing import Bench
from serve_accounts import Browser, first_link
from serving import run, wait_until as wait_with

KILLS = int(os.environ.get("IMMURE_KILLS", "6"))
SEED = int(os.environ.get("IMMURE_SEED", "1"))
STORES = os.environ.get("IMMURE_STORES", "SQLite").split()
LADDER = "amazons-6x6"
ROUNDS, ENTRIES, PAIRS = 3, ["Immure-1", "Immure-2", "Immure-3", "Immure-4"], KILLS // 2
GAMES = ROUNDS * len(ENTRIES) // 2 * PAIRS * 2
# The longest time from one kill to the next.
LONGEST_WAIT_S = 0.8
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bots/text/bot.c")
# It plays after a while, so that a check is seen under way.
SLOW = "__attribute__((constructor)) static void wait_a_while(void) { while (clock() < CLOCKS_PER_SEC / 5) {} }\n"
wait_until = functools.partial(wait_with, pause_s=0.04, patience_s=600)


class Scene:
    """Who asks: an admin of whatever server is there."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.admin = Browser(cluster.server, cluster.server.get(API + "/openapi.json").json())
        self.admin.ask("POST", "/people/setup", {"link": first_link(cluster.server), "name": "Admin",
                                                 "password": "correct horse"}, 201)

    def ask(self, *words, **more):
        self.admin.server = self.cluster.server
        return self.admin.ask(*words, **more)

    def submit(self, name):
        with open(SOURCE, encoding="utf-8") as file:
            source = file.read() + SLOW
        return self.ask("POST", "/bots", {"name": name, "game": "amazons", "variant": "6x6", "protocol": "text",
                                          "language": "c17", "source": source}, 201).json()["version"]["id"]

    def version(self, number):
        return self.ask("GET", "/versions/{id}", identity=number).json()

    def begin_contest(self, name):
        number = self.ask("POST", "/contests", {
            "name": name, "game": "amazons", "variant": "6x6", "format": "swiss", "rounds": ROUNDS, "pairs": PAIRS,
            "seed": 7, "deadlineMs": int(time.time() * 1000) + 3600000}, 201).json()["id"]
        self.ask("PATCH", "/contests/{id}", {"state": "open"}, 204, identity=number)
        for bot in self.ask("GET", "/bots", query="?game=amazons&variant=6x6").json()["items"]:
            if bot["name"] in ENTRIES:
                self.ask("POST", "/contests/{id}/entries", {"bot": bot["id"]}, 204, identity=number)
        self.ask("PATCH", "/contests/{id}", {"state": "frozen"}, 204, identity=number)
        return number

    def contest(self, number):
        return self.ask("GET", "/contests/{id}", identity=number).json()

    def games(self, query):
        """All games of a filter, page by page."""
        found, after = [], ""
        while after is not None:
            page = self.ask("GET", "/games", query=f"?limit=100&{query}{after and f'&after={after}'}").json()
            found += page["items"]
            after = page["next"]
        return found

    def results(self, contest):
        """What has to be the same: who won which games how, and the table."""
        games = sorted(([player["name"] for player in game["players"]], game["result"], game["verdict"]["kind"],
                        game["plies"]) for game in self.games(f"contest={contest}"))
        return games, self.ask("GET", "/contests/{id}/standings.csv", identity=contest).body


def step_of(version, name):
    return next(step for step in version["steps"] if step["step"] == name)


def lacks_reason(version):
    """The steps of a version that wait and do not say for what and until when."""
    return [step for step in version["steps"] if step["state"] == "waiting" and version["state"] != "failed" and
            (not step["waitsFor"] or not version["deadlineMs"])]


def kill_in_pipeline(scene, version, step, victim):
    """Kills somebody while a step of a version is done; what is wrong with that."""
    def is_done_now():
        found = scene.version(version)
        return step_of(found, step)["state"] == "running" or found["state"] in ("ready", "failed")
    wait_until(is_done_now)
    time.sleep(random.uniform(0, 0.1))
    before = scene.version(version)
    scene.cluster.kills[victim]()
    return before["state"] in ("ready", "failed") or lacks_reason(scene.version(version)), before


def kill_all(scene, contest):
    versions = [scene.submit("one"), scene.submit("two")]
    names = sorted(scene.cluster.kills)
    for version, (step, victim) in zip(versions, [("compile", "server"), ("check", "worker")]):
        wrong, before = kill_in_pipeline(scene, version, step, victim)
        yield f"a {victim} is killed in a {step}, and what waits says why", not wrong, (wrong, before)
    moments = 0
    while moments < KILLS and scene.contest(contest)["state"] == "running":
        time.sleep(random.uniform(0, LONGEST_WAIT_S))  # the moment is what is random
        scene.cluster.kills[names[moments % len(names)]]()
        moments += 1
    yield f"{moments} kills of {', '.join(names)} before the contest is over", moments > 0, moments
    yield ("every version is ready", wait_until(lambda: all(scene.version(version)["state"] == "ready"
                                                            for version in versions)),
           [scene.version(version) for version in versions])
    yield ("each by two games of a check", [len(scene.games(f"version={version}&purpose=check"))
                                            for version in versions] == [2, 2], "")


def ask_scene(scene):
    scene.ask("PATCH", "/ladders/{id}", {"timeMs": 20}, identity=LADDER)
    contest = scene.begin_contest("Disturbed")
    wait_until(lambda: scene.contest(contest)["state"] == "running")
    yield from kill_all(scene, contest)
    again = scene.begin_contest("Quiet")
    for number, name in ((contest, "disturbed"), (again, "quiet")):
        yield (f"the {name} contest ends", wait_until(lambda n=number: scene.contest(n)["state"] == "ended"),
               scene.contest(number))
    results = scene.results(contest)
    yield "no game of it is lost, none is there twice", len(results[0]) == GAMES, len(results[0])
    yield "games and standings are those of a contest that nobody disturbs", results == scene.results(again), results
    yield from ask_ladder(scene)
    yield "nothing waits or is leased for ever", wait_until(lambda: scene.cluster.queue_size() == 0), ""
    yield "every answer is as described", not Browser.wrong, Browser.wrong[:3]
    yield "the store is whole", *scene.cluster.check_store()


def ask_ladder(scene):
    """Ranked games went on all the while; once they rest, ratings are what follows from them."""
    scene.ask("PATCH", "/ladders/{id}", {"isPaused": True}, identity=LADDER)
    waiting = lambda: scene.ask("GET", "/ladders/{id}/waiting", identity=LADDER).json()["items"]  # noqa: E731
    yield "ranked games end", wait_until(lambda: not waiting()), waiting()
    games = scene.games(f"ladder={LADDER}")

    def rated():
        return sum(row["games"] for row in scene.ask("GET", "/ladders/{id}", identity=LADDER).json()["items"])
    yield "each counts once", wait_until(lambda: rated() == 2 * len(games)) and games, f"{rated()} {len(games)}"
    done = subprocess.run([scene.cluster.bench.immure, "arena", "rerate", "--check", *scene.cluster.store],
                          capture_output=True, text=True, check=False)
    yield "ratings are those that follow from the games", done.returncode == 0, done.stdout + done.stderr


def test_store(bench, kind):
    random.seed(SEED)
    with contextlib.ExitStack() as stack:
        bench.folder = stack.enter_context(tempfile.TemporaryDirectory(dir=bench.folder))
        os.chmod(bench.folder, 0o755)  # the users of sandboxes have to get to the workers' files
        cluster = Cluster(bench, *stack.enter_context(store_of_kind(kind, bench.folder)))
        stack.callback(cluster.close)
        for name, holds, detail in ask_scene(Scene(cluster)):
            yield f"{kind}: {name}", holds, f"IMMURE_SEED={SEED} {detail}"


def main():
    print(f"# IMMURE_SEED={SEED}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        run([functools.partial(test_store, Bench(folder), kind) for kind in STORES])


main()
