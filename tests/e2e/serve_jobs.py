"""The queue over HTTP: a server with a store, asked by a worker, a client and an admin. Every route that wants a token
is asked once at least, and every answer is held against docs/openapi.json. Then the server is killed. In TAP.
"""

import hashlib
import json
import os
import signal
import subprocess
import tempfile

from description import API, check, complaints, operations
from serving import Server, run

KIND = "test"  # which no worker of ours takes
WRONG = "0" * 64


class Asker:
    """Asks with a token, and remembers which routes were asked and what was wrong with the answers."""

    def __init__(self, server, root, tokens):
        self.server, self.root, self.tokens = server, root, tokens
        self.asked, self.wrong = set(), []

    def ask(self, scope, method, route, document=None, status=200, identity="", query="", body=None):
        headers = {"Authorization": f"Bearer {self.tokens[scope]}"} if scope else {}
        if document is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(document)
        path = API + route.replace("{id}", str(identity)) + query
        answer = self.server.ask(method, path, body, headers)
        operation = self.root["paths"][route][method.lower()]
        wrong = check(answer, operation, self.root, status)
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if document is not None and status == 200:
            wrong = wrong or "\n".join(complaints(document, content["schema"], self.root))
        if wrong:
            self.wrong.append(f"{method} {path}: {wrong}")
        self.asked.add((method, route))
        return answer.json() if method != "HEAD" and answer.headers["content-type"] == "application/json" else answer


def make_tokens(folder):
    words = [os.environ["IMMURE"], "token", "add"]
    return {scope: subprocess.run([*words, f"{scope}-1", "--scope", scope, "--data", folder], check=True,
                                  capture_output=True, text=True).stdout.strip()
            for scope in ("worker", "client", "admin")}


def hello(asker, version):
    return asker.ask("worker", "POST", "/hosts", {"name": "lab", "version": version, "bench": "b", "cores": 2,
                                                  "memoryMb": 1000, "sandbox": 1, "speed": 1.0})


def claim(asker, host, slots=1):
    return asker.ask("worker", "POST", "/claims",
                     {"host": host["host"], "key": host["key"], "slots": slots, "kinds": [KIND]})["jobs"]


def submit(asker, names, blobs):
    group = asker.ask("client", "POST", "/groups", {"key": "a match", "kind": "match"})["group"]
    jobs = [{"name": name, "kind": KIND, "payload": {"number": name}, "blobs": blobs} for name in names]
    return group, asker.ask("client", "POST", "/groups/{id}/jobs", {"jobs": jobs}, identity=group)


def work(asker, host, group, blob):
    """The life of four jobs: done, given back, cancelled, lost."""
    first, second = claim(asker, host, 2)
    yield "two are leased", first["payload"] == {"number": "1"} and first["blobs"] == [blob], first
    yield "its file can be read", len(asker.ask("worker", "GET", "/blobs/{id}", identity=blob).body) > 0, blob
    beat = asker.ask("worker", "POST", "/beats", {**host_words(host), "jobs": [
        {"id": first["id"], "attempt": first["attempt"], "progress": {"moves": ["e2"]}},
        {"id": second["id"], "attempt": WRONG}]})
    yield "a beat tells what is lost", beat["lost"] == [second["id"]] and beat["cancelled"] == [], beat
    running = asker.ask("client", "GET", "/groups/{id}/running", identity=group)["jobs"]
    yield "progress is shown", [job["progress"] for job in running] == [{"moves": ["e2"]}, None], running
    result = {"attempt": first["attempt"], "result": {"points": [1, 0.5]}, "blobs": [blob]}
    for _ in range(2):
        asker.ask("worker", "POST", "/jobs/{id}/result", result, identity=first["id"])
    turn = {"attempt": first["attempt"], "event": "move", "ply": 0, "move": "e2"}
    asker.ask("worker", "POST", "/jobs/{id}/turn", turn, 409, first["id"])  # it is no room's
    other = {**result, "result": {"points": [0, 0]}}
    asker.ask("worker", "POST", "/jobs/{id}/result", other, 409, first["id"])
    asker.ask("worker", "POST", "/jobs/{id}/result", {**result, "attempt": WRONG}, 409, first["id"])
    asker.ask("worker", "POST", "/jobs/{id}/result", {**result, "blobs": [WRONG]}, 409, first["id"])
    asker.ask("worker", "POST", "/jobs/{id}/return", {"attempt": second["attempt"], "reason": "leaving"},
              identity=second["id"])
    yield "what was given back is next", claim(asker, host)[0]["id"] == second["id"], second
    results = asker.ask("client", "GET", "/groups/{id}/results", identity=group, query="?after=0&limit=9")
    ended = [(job["seq"], job["name"], job["result"]) for job in results["results"]]
    yield "a result is read", ended == [(1, "1", {"points": [1, 0.5]})] and results["open"] == 3, results


def host_words(host):
    return {"host": host["host"], "key": host["key"]}


def test_conversation():
    with tempfile.TemporaryDirectory() as folder:
        tokens = make_tokens(folder)
        with Server("--data", folder, "--log") as server:
            root = server.get(API + "/openapi.json").json()
            asker = Asker(server, root, tokens)
            data = b"\0binary\xff" * 20000
            blob = hashlib.sha256(data).hexdigest()
            asker.ask("client", "PUT", "/blobs/{id}", identity=blob, body=data)
            asker.ask("client", "PUT", "/blobs/{id}", identity=blob, body=b"other", status=422)
            got = asker.ask("client", "GET", "/blobs/{id}", identity=blob)
            yield "a blob comes back", got.body == data, len(got.body)
            asker.ask("client", "GET", "/blobs/{id}", identity=WRONG, status=404)
            asker.ask("worker", "GET", "/blobs/{id}", identity=blob, status=404)
            head = server.ask("HEAD", f"{API}/blobs/{blob}", None, {"Authorization": f"Bearer {tokens['client']}"})
            yield "and its size", head.status == 200 and int(head.headers["content-length"]) == len(data), head
            host = hello(asker, server.get(API + "/about").json()["version"])
            group, added = submit(asker, "1234", [blob])
            yield "four jobs wait", added == {"added": 4, "known": 0}, added
            yield "once", submit(asker, "1234", [blob])[1] == {"added": 0, "known": 4}, None
            yield from work(asker, host, group, blob)
            yield from test_rest(asker, group)
            yield "every answer is as described", not asker.wrong, "\n".join(asker.wrong)
            secured = {(method, path) for path, method, operation in operations(root)
                       if any("token" in way for way in operation.get("security", []))}
            yield "every route was asked", asker.asked == secured, secured ^ asker.asked
            server.process.kill()
            server.process.wait()
        yield from test_killed(folder, tokens, group)


def test_rest(asker, group):
    """What admins do, and who is not let in."""
    asker.ask(None, "GET", "/tokens", status=401)
    asker.ask("client", "GET", "/tokens", status=403)
    made = asker.ask("admin", "POST", "/tokens", {"name": "lab-2", "scope": "worker"})["token"]
    names = [token["name"] for token in asker.ask("admin", "GET", "/tokens")["tokens"]]
    yield "a new token is listed", "lab-2" in names, names
    asker.ask("admin", "POST", "/tokens/{id}/reinstate", identity="lab-2")
    asker.ask("admin", "DELETE", "/tokens/{id}", identity="lab-2")
    asker.tokens["revoked"] = made
    asker.ask("revoked", "POST", "/claims", {}, 401)
    hosts = asker.ask("admin", "GET", "/hosts")["hosts"]
    yield "the host is listed", "worker-1" in [host["token"] for host in hosts], hosts
    actions = [row["action"] for row in asker.ask("admin", "GET", "/audit")["rows"]]
    yield "there is a trail", actions[-3:] == ["token-added", "token-reinstated", "token-revoked"], actions
    asker.ask("client", "DELETE", "/groups/{id}", identity=group + 1, status=404)
    cancelled = asker.ask("client", "DELETE", "/groups/{id}", identity=group)["cancelled"]
    yield "the rest is cancelled", cancelled == 3, cancelled
    text = asker.server.error_text()
    yield "no token is in the log", not any(token in text for token in asker.tokens.values()), text


def test_killed(folder, tokens, group):
    """What was accepted survives kill -9."""
    with Server("--data", folder) as server:
        asker = Asker(server, server.get(API + "/openapi.json").json(), tokens)
        results = asker.ask("client", "GET", "/groups/{id}/results", identity=group)
        states = [job["state"] for job in results["results"]]
        yield "after a kill all is there", states == ["done"] + 3 * ["cancelled"] and results["open"] == 0, states
        yield "a server with a store stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


run([test_conversation])
