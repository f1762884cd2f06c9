"""The way of a bot from the command line: `immure submit`, `watch` and `results` against a server with its own worker.
A good bot, one that does not compile and one that fouls; who sees what of it. In TAP.
"""

import io
import os
import subprocess
import tarfile
import tempfile

from description import API
from serve_accounts import Browser, first_link
from serving import Server, run, wait_until

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
FOUL = r"""#include <stdio.h>
int main(void) {
    fprintf(stderr, "last words\n");
    puts("9 9 9 9 9 9");
    return 0;
}
"""


def immure(server, *words, token=None):
    environment = {**os.environ, "IMMURE_TOKEN": token or ""}
    if not token:
        del environment["IMMURE_TOKEN"]
    return subprocess.run([os.environ["IMMURE"], *words, "--server", f"http://127.0.0.1:{server.port}"],
                          capture_output=True, text=True, timeout=120, env=environment)


def written(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def told(done):
    return f"{done.returncode}: {done.stdout} {done.stderr}"


class Scene:
    def __init__(self, server, folder):
        self.server, self.folder = server, folder
        self.root = server.get(API + "/openapi.json").json()
        self.admin = Browser(server, self.root)
        self.admin.ask("POST", "/people/setup", {"link": first_link(server), "name": "Teacher", "password": "correct horse"}, 201)
        self.admin.ask("PATCH", "/site", {"registration": "open"}, 204)
        self.ann, self.bob = self.person("Ann"), self.person("Bob")
        self.token = self.ann.ask("POST", "/person/tokens", {"name": "cli", "scope": "submit"}, 201).json()["secret"]

    def person(self, name):
        browser = Browser(self.server, self.root)
        browser.ask("POST", "/people", {"name": name, "password": "battery staple"}, 201)
        return browser

    def submit(self, path, *words):
        return immure(self.server, "submit", path, "--game", "amazons", "--variant", "6x6", *words, token=self.token)


def test_bots():
    with tempfile.TemporaryDirectory() as folder, Server("--data", folder, "--worker-cores", "1") as server:
        scene = Scene(server, folder)
        yield from good(scene)
        yield from bad(scene)
        yield from private(scene)
        yield from requested(scene)
        yield "every answer is as described", not Browser.wrong, Browser.wrong


def good(scene):
    done = scene.submit(os.path.join(SOURCE, "bots/text/bot.c"), "--protocol", "text", "--name", "mine")
    yield ("a bot is submitted, compiled, checked and active",
           done.returncode == 0 and "compile: done\n" in done.stdout and "check: done\n" in done.stdout and
           done.stdout.endswith(" is active\n"), told(done))
    bots = scene.ann.ask("GET", "/bots").json()["items"]
    scene.bot = next(bot for bot in bots if bot["name"] == "mine")
    yield "others see it", scene.bob.ask("GET", "/bots/{id}", identity=scene.bot["id"]).json()["state"] == "active", bots
    done = immure(scene.server, "results", str(scene.bot["id"]))
    yield ("its results are shown", done.returncode == 0 and "v1    ready, active" in done.stdout and
           "mine v1" in done.stdout, told(done))
    ranked = lambda: scene.bob.ask("GET", "/games", query=f"?bot={scene.bot['id']}&purpose=ranked").json()["items"]  # noqa: E731
    submitted = scene.bob.ask("GET", "/versions/{id}", identity=scene.bot["activeVersion"]).json()["createdMs"]
    wait_until(ranked)
    yield ("a ranked game is written within a minute", ranked() and ranked()[-1]["endedMs"] - submitted <= 60000,
           f"{submitted} {ranked()}")
    done = immure(scene.server, "watch", "--bot", str(scene.bot["id"]), "--games", "2")
    yield "its games are watched", done.returncode == 0 and done.stdout.count("mine v1") == 2, told(done)


def bad(scene):
    done = scene.submit(written(scene.folder, "my bot (1).c", "int main(void) { return 0; }\n"), "--protocol", "text")
    yield ("a file whose name is no bot's is told so",
           done.returncode == 1 and "is no name for a bot" in done.stderr and "--name" in done.stderr, told(done))
    path = written(scene.folder, "broken.c", "int main(void) { return nothing; }\n")
    done = scene.submit(path, "--protocol", "text")
    yield ("one that does not compile fails with the compiler's words",
           done.returncode == 1 and "broken" in done.stdout and "nothing" in done.stdout and
           "does not compile" in done.stderr, told(done))
    done = scene.submit(written(scene.folder, "foul.c", FOUL), "--name", "mine", "--protocol", "botzone")
    yield ("one that fouls fails with its game", done.returncode == 1 and "check: failed" in done.stdout and
           "test game:" in done.stdout and "lies outside the 6x6 board" in done.stderr, told(done))
    bot = scene.ann.ask("GET", "/bots/{id}", identity=scene.bot["id"]).json()
    scene.failed = bot["versions"][0]
    yield ("and the one before stays active", bot["activeVersion"] == bot["versions"][1]["id"] and
           scene.failed["reason"]["code"] == "check-failed", bot)
    version = scene.ann.ask("GET", "/versions/{id}", identity=scene.failed["id"]).json()
    verdict = scene.ann.ask("GET", "/games/{id}", identity=version["checkGame"]).json()["verdict"]
    yield ("whose verdict has a code", verdict["kind"] == "illegal-move" and
           verdict["reason"]["code"] == "off-board" and verdict["reason"]["text"] == verdict["detail"], verdict)
    yield ("a token that nobody knows is refused", immure(
        scene.server, "submit", path, "--game", "amazons", token="im_" + "0" * 64).returncode == 1, "")


def private(scene):
    version = scene.ann.ask("GET", "/versions/{id}", identity=scene.failed["id"]).json()
    game = version["checkGame"]
    answer = scene.ann.ask("GET", "/games/{id}/log", identity=game).json()
    log = answer["sides"]
    yield "a new log is kept", answer["isKept"], answer
    own = next(side for side in log if side)
    yield ("the author sees what his program said and was told", own["stderr"].endswith("last words\n") and
           own["conversation"][-1]["answered"] == "9 9 9 9 9 9\n", log)
    yield "and not what the other's said", log.count(None) == 1, log
    scene.bob.ask("GET", "/games/{id}/log", None, 403, identity=game)
    yield "staff sees both", None not in scene.admin.ask("GET", "/games/{id}/log", identity=game).json()["sides"], ""
    scene.bob.ask("GET", "/versions/{id}/source", None, 403, identity=version["id"])
    source = scene.server.ask("GET", f"{API}/versions/{version['id']}/source", None, {"Cookie": scene.ann.cookie})
    yield "a source is its author's", source.status == 200 and source.body.decode() == FOUL, source.body
    yield ("nobody else sees the compiler's words",
           scene.bob.ask("GET", "/versions/{id}", identity=version["id"]).json()["messages"] is None, version)
    scene.bob.ask("PATCH", "/bots/{id}", {"isShared": True}, 403, identity=scene.bot["id"])
    scene.ann.ask("PATCH", "/bots/{id}", {"isShared": True}, identity=scene.bot["id"])
    shared = scene.server.get(f"{API}/versions/{version['id']}/source")
    yield "unless it is shared", shared.status == 200, shared.body
    events = scene.server.ask("GET", f"{API}/versions/{version['id']}/events", None, {"Cookie": scene.bob.cookie})
    yield ("events tell no more than answers", b"event: done\n" in events.body and b'"messages":null' in events.body,
           events.body)
    found = scene.bob.ask("GET", "/games/{id}", identity=game).json()
    yield "anybody sees the game", found["verdict"]["kind"] == "illegal-move" and "[Game" in found["record"], found
    for kind, start in (("text", b"[Game"), ("sgf", b"(;"), ("json", b"{")):
        record = scene.server.get(f"{API}/games/{game}/record?format={kind}")
        yield f"and its record as {kind}", record.status == 200 and record.body.startswith(start), record.body[:80]
    archive = scene.server.get(f"{API}/games/archive?bot={scene.bot['id']}&purpose=check")
    names = tarfile.open(fileobj=io.BytesIO(archive.body)).getnames()
    yield "records come in one archive", len(names) == 4 and f"game-{game}.pgn" in names, names


def requested(scene):
    active = scene.ann.ask("GET", "/bots/{id}", identity=scene.bot["id"]).json()["activeVersion"]
    house = next(bot for bot in scene.ann.ask("GET", "/bots").json()["items"] if bot["name"] == "random")
    answer = scene.bob.ask("POST", "/requests", {"first": active, "second": scene.failed["id"]}, 409).json()
    yield "what is not ready is not played", answer["error"]["code"] == "version-not-ready", answer
    request = scene.bob.ask("POST", "/requests", {"first": active, "second": house["activeVersion"]}, 201).json()["request"]
    token = scene.bob.ask("POST", "/person/tokens", {"name": "cli", "scope": "read"}, 201).json()["secret"]
    events = scene.server.ask("GET", f"{API}/requests/{request['id']}/events", None, {"Authorization": f"Bearer {token}"})
    yield ("a request is followed by events to its end", b"event: info\n" in events.body and
           b'"state":"done"' in events.body.rsplit(b"event: done\n", 1)[1], events.body[-600:])
    done = immure(scene.server, "watch", "--request", str(request["id"]), token=token)
    yield ("a request is played and watched to its end", done.returncode == 0 and done.stdout.count("requested") == 2,
           told(done))
    games = scene.bob.ask("GET", "/games", query=f"?request={request['id']}&q=MINE").json()["items"]
    yield "its games are listed by filters", len(games) == 2 and games[0]["id"] > games[1]["id"], games


if __name__ == "__main__":
    run([test_bots])
