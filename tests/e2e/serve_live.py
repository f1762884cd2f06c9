"""Games under way over HTTP: a worker tells moves, and those who watch are told, by one stream for all games and by one for
each, also after a lost connection. Events are held against docs/openapi.json. In TAP.
"""

import json
import os
import sqlite3
import tempfile

from cluster import make_token
from description import API, check, complaints
from serving import Events, Server, read_until, run

FORMS = {"snapshot": "LiveGames", "begin": "LiveGame", "move": "LiveMove", "end": "LiveEnd"}


def add_pair(folder):
    """A pair of the arena, before a server has the store."""
    payload = {"game": "quoridor", "variant": "standard", "players": ["name=A,engine=random", "name=B,engine=random"],
               "opening": [], "seeds": [[1, 2], [3, 4]]}
    with sqlite3.connect(os.path.join(folder, "immure.db")) as store:
        store.execute("INSERT INTO job_groups (id, owner, key, kind, created_ms, job_count, open_count)"
                      " VALUES (1, 'arena', 'ranked/quoridor-9x9', 'pairs', 1, 1, 1)")
        store.execute("INSERT INTO job_queues (id, lane, kind, cores, memory_mb, sandbox, bench)"
                      " VALUES (1, 0, 'pair', 1, 0, 0, '')")
        store.execute("INSERT INTO jobs (id, group_id, name, queue_id, lane, owner, fairness, state, payload, max_attempts,"
                      " run_ms, deadline_ms, created_ms) VALUES (1, 1, 'k', 1, 0, 'arena', 1, 'waiting', ?, 5, 3600000,"
                      " 9999999999999, 1)", (json.dumps(payload),))
    store.close()


class Worker:
    def __init__(self, server, token):
        self.server, self.headers = server, {"Authorization": f"Bearer {token}"}
        version = server.get(API + "/about").json()["version"]
        hello = self.ask("/hosts", {"name": "lab", "version": version, "bench": "b", "cores": 1, "memoryMb": 1000,
                                    "sandbox": 0, "speed": 1.0})
        self.host = {"host": hello["host"], "key": hello["key"]}
        self.job, = self.ask("/claims", {**self.host, "slots": 1, "kinds": ["pair"]})["jobs"]

    def ask(self, path, document):
        return self.server.post(API + path, document, **self.headers).json()

    def tell(self, game, *moves):
        return self.ask("/beats", {**self.host, "jobs": [{"id": self.job["id"], "attempt": self.job["attempt"],
                                                          "progress": {"game": game, "moves": moves}}]})


def names(stream):
    return [name for _, name, _ in stream.events()]


def told(stream, *expected):
    return read_until([stream], lambda one: names(one) == list(expected))


def test_watching():
    with tempfile.TemporaryDirectory() as folder:
        token = make_token(("--data", folder), "lab", "worker")
        add_pair(folder)
        with Server("--data", folder) as server:
            root = server.get(API + "/openapi.json").json()
            worker = Worker(server, token)
            board = Events(server, API + "/live/events")
            yield "nothing is under way", told(board, "snapshot") and board.events()[0][2] == {"games": []}, board.data
            yield "no game is there", server.get(API + "/live/1-1/events").status == 404, None
            yield "the server says how often to tell", worker.tell(1, "e2")["newsMs"] == 1000, None
            yield "a game begins", told(board, "snapshot", "begin"), board.data
            one = Events(server, API + "/live/1-1/events")
            yield "it is followed", told(one, "snapshot"), one.data
            listed = server.get(API + "/live")
            wrong = check(listed, root["paths"]["/live"]["get"], root, 200)
            yield "it is listed", wrong is None and listed.json()["games"][0]["moves"] == ["e2"], wrong
            worker.tell(1, "e2", "e8")
            yield "a move is told", told(board, "snapshot", "begin", "move"), board.data
            yield "to both", told(one, "snapshot", "move"), one.data
            board.close()
            worker.tell(2)
            back = Events(server, API + "/live/events", board.events()[-1][0])
            yield "who comes back misses nothing", told(back, "end", "begin"), back.data
            yield "the game alone hears of its end", told(one, "snapshot", "move", "end"), one.data
            lost = Events(server, API + "/live/events", 7)
            yield "who was elsewhere begins anew", told(lost, "snapshot"), lost.data
            worker.ask(f"/jobs/{worker.job['id']}/return", {"attempt": worker.job["attempt"], "reason": "leaving"})
            yield "a game that is given back is over", told(back, "end", "begin", "end"), back.data
            yield "with a reason", back.events()[-1][2]["reason"] == "played-again", back.events()
            yield "and its stream ends", one.read_to_end() and one.is_ended(), one.data
            wrong = [complaint for stream in (board, one, back, lost) for _, name, document in stream.events()
                     for complaint in complaints(document, {"$ref": f"#/components/schemas/{FORMS[name]}"}, root)]
            yield "every event is as described", not wrong, wrong


run([test_watching])
