"""A thousand spectators of one game: how long after a move was sent has the last of them been told? Lines of `name value`.

    bench/spectators_bench.py build/immure [SPECTATORS]

Real HTTP: two people play in a room of a server with an embedded store, whose spectators follow it by server-sent events.
The time is from before the move is sent to when the last spectator has read it, so it has the transaction in it; the
spectators are read by this process, on the same machine. `told_ms` is the median over the moves, `told_max_ms` the worst.
"""

import json
import os
import resource
import select
import socket
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "e2e"))

from serving import Server  # noqa: E402

API = "/api/v1"
ADDRESS_SPECTATORS = 100
MOVES = ["e2", "e8", "e3", "e7", "e4", "e6", "d4", "d6", "d5", "c6", "c5", "b6", "b5", "a6", "a5", "a7"]


def follow(server, room, number):
    client = socket.create_connection(("127.0.0.1", server.port), 60, (f"127.2.{number // ADDRESS_SPECTATORS}.1", 0))
    client.sendall(f"GET {API}/rooms/{room}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return client


def read_all(poll, clients, mark):
    """Reads until each has said something new with the mark in it."""
    left = set(clients)
    while left:
        for number, _ in poll.poll(10000) or sys.exit("immure: spectators_bench: nothing comes"):
            part = clients[number].recv(65536)
            if not part:
                sys.exit("immure: spectators_bench: a stream was closed")
            if mark in part:
                left.discard(number)


def main():
    os.environ["IMMURE"] = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, max(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory(prefix="immure-spectators-") as folder, Server("--data", folder) as server:
        opened = server.post(f"{API}/rooms", {"game": "quoridor", "side": "first"}).json()
        room = opened["room"]["id"]
        seats = [opened["seat"], server.post(f"{API}/rooms/{room}/join", {}).json()["seat"]]
        clients = {client.fileno(): client for client in (follow(server, room, number) for number in range(count))}
        poll = select.poll()
        for number in clients:
            poll.register(number, select.POLLIN)
        read_all(poll, clients, b'"version":3')
        times = []
        for ply, move in enumerate(MOVES):
            body = json.dumps({"seat": seats[ply % 2], "ply": ply, "move": move})
            mover = socket.create_connection(("127.0.0.1", server.port))
            start = time.monotonic()
            mover.sendall((f"POST {API}/rooms/{room}/moves HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                           f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}").encode())
            read_all(poll, clients, f'"version":{ply + 4},'.encode())
            times.append(1000 * (time.monotonic() - start))
            mover.close()
        times.sort()
        print(f"spectators {count}")
        print(f"spectators_told_ms {times[len(times) // 2]:.0f}")
        print(f"spectators_told_max_ms {times[-1]:.0f}")


main()
