"""`immure serve` among clients that mean no good, many clients, and its own end. In TAP."""

import http.client
import json
import os
import select
import signal
import socket
import subprocess
import time

from serving import Events, Server, read_all, read_until, run, wait_until

API = "/api/v1"
STREAMS = 200
BURST = 128  # events that the HTTP library takes at a time
CONNECTIONS_EACH = 512  # src/http/limits.h
STREAMS_EACH = 256
LONG = {"game": "amazons", "variant": "10x10", "timeMs": 60000}
POST = b"POST /api/v1/positions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"


def lives(server):
    answer = server.get(API + "/about")
    return answer.status == 200 and answer.json()["name"] == "immure"


def status_of(data):
    return int(data.split(b" ", 2)[1]) if data.startswith(b"HTTP/1.1 ") else None


def test_malformed():
    # The library may not notice at once that a client has stopped sending: patience ends that.
    with Server("--patience", "2") as server:
        refused = {
            "garbage": b"\x00\x01\x02\r\n\r\n",
            "no version": b"GET /\r\n\r\n",
            "a long line": b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
            "long headers": b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"b" * 100000 + b"\r\n\r\n",
            "many headers": b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20000 + b"\r\n",
            "a negative length": POST + b"Content-Length: -1\r\n\r\n",
            "a length that is none": POST + b"Content-Length: ten\r\n\r\n",
            "a chunk that is none": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        }
        for name, data in refused.items():
            answer = server.raw(data)
            yield f"{name} is refused", answer == b"" or status_of(answer) in range(400, 500), answer[:200]
        for name, data in {"a line of 20 kB": b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
                           "a header of 20 kB": POST + b"A: " + b"b" * 20000 + b"\r\n\r\n"}.items():
            answer = server.raw(data)
            yield (f"{name} is refused in JSON", status_of(answer) == 431 and
                   json.loads(answer.split(b"\r\n\r\n", 1)[1])["error"]["code"] == "head-too-large", answer[:200])
        cut = server.raw(POST + b"Content-Length: 100\r\n\r\n{")
        yield "half a body gets no answer", cut == b"", cut
        huge = server.raw(POST + b"Content-Length: 99999999999\r\n\r\n{")
        yield ("a huge body is refused unread", status_of(huge) == 413 and
               json.loads(huge.split(b"\r\n\r\n", 1)[1])["error"]["code"] == "too-large", huge)
        asked = server.raw(POST + b"Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n")
        yield "and not asked for", status_of(asked) == 413, asked
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        some = server.raw(POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 2 + b"0\r\n\r\n")
        yield "a large body in chunks is refused", status_of(some) == 413, some
        yield "an endless one is cut off", flood(server, chunk), ""
        paths = [b"/api", b"/api/", b"/api/v1", b"/api/v1/", b"/api/v2/about", b"/api/v1/about/", b"/api/v1/analyses/",
                 b"/api/v1/analyses//events", b"/api/v1/analyses/a/b", b"/api/v1/%ff%fe", b"/api/v1/" + b"a" * 5000]
        for path in paths:
            answer = server.raw(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            body = answer.split(b"\r\n\r\n", 1)[-1]
            yield (f"{path[:40].decode()} is not there", status_of(answer) == 404 and
                   json.loads(body)["error"]["code"] == "not-found", answer)
        yield "the server lives", lives(server), server.error_text()
        yield "and stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


def flood(server, chunk):
    """Whether the server ends a connection that sends without end."""
    with server.connect() as client:
        client.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            for _ in range(1000):
                client.sendall(chunk)
        except (BrokenPipeError, ConnectionResetError):
            return True
    return False


def test_slow_clients():
    """One byte now and then does not keep a connection; silence does not either."""
    with Server("--patience", "1") as server:
        head = b"GET /api/v1/about HTTP/1.1\r\nHost: x\r\n"
        slow = [server.connect() for _ in range(50)]
        for client in slow:
            client.sendall(head)
        start = time.monotonic()
        ended, answers = set(), set()
        while len(ended) < len(slow) and time.monotonic() - start < 60:
            for client in slow:
                try:
                    client.sendall(b"X" if client not in ended else b"")
                    client.settimeout(0.001)
                    answer = client.recv(1000)
                    answers.add(answer)
                    if answer == b"":
                        ended.add(client)
                except (BrokenPipeError, ConnectionResetError):
                    ended.add(client)
                except (TimeoutError, socket.timeout):
                    pass
        yield "who never ends his request is put out", len(ended) == len(slow), len(ended)
        yield "by patience alone, as nothing was wrong with it", answers <= {b""}, answers
        with server.connect() as client:
            client.sendall(head)
            yield "and who falls silent in it", read_all(client) == b"", ""
        with server.connect() as client:
            client.sendall(POST + b"Content-Length: 1000\r\n\r\n{")
            yield "or in its body", read_all(client) == b"", ""
        with server.connect() as client:
            client.sendall(head + b"\r\n")
            answer = read_all(client)
            yield "who asks for nothing more is let go", status_of(answer) == 200, answer
        yield "the server lives", lives(server), server.error_text()
        for client in slow:
            client.close()


def test_streams():
    """Many follow one analysis, some do not read, some go away."""
    with Server("--patience", "2") as server:
        place = server.post(API + "/analyses", LONG).headers["location"]
        streams = [Events(server, place + "/events") for _ in range(STREAMS)]
        told = read_until(streams, lambda stream: any(event[2]["analysis"] for event in stream.events()))
        yield f"{STREAMS} follow an analysis at once", told, [stream.head() for stream in streams[:2]]
        for stream in streams[:STREAMS // 2]:
            stream.close()
        streams = streams[STREAMS // 2:]
        beaten = read_until(streams, lambda stream: b"\n:\n\n" in stream.body())
        yield "streams outlast everybody's patience", beaten, streams[0].body()
        yield "the page is served meanwhile", lives(server), server.error_text()
        server.ask("DELETE", place)
        ended = read_until(streams, Events.is_ended)
        words = {stream.events()[-1][1] for stream in streams}
        yield "all hear of the end", ended and words == {"done"}, words
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()
        for stream in streams:
            stream.close()


def count_readable(clients):
    """To how many of these clients the server has said something, or has closed the connection."""
    poll = select.poll()
    for client in clients:
        poll.register(client, select.POLLIN)
    return len(poll.poll(0))


def test_burst():
    """So many requests at once that the library, left to itself, waits for one more before it serves any of them."""
    request = b"GET /api/v1/about HTTP/1.1\r\nHost: x\r\n\r\n"
    with Server("--threads", "1", "--patience", "600") as server:
        clients = [server.connect() for _ in range(BURST)]
        for client in clients:
            client.sendall(request)
            client.recv(10000)
        server.process.send_signal(signal.SIGSTOP)
        os.waitpid(server.process.pid, os.WUNTRACED)
        for client in clients:
            client.sendall(request)
        server.process.send_signal(signal.SIGCONT)
        answered = wait_until(lambda: count_readable(clients) == BURST)
        yield f"{BURST} requests at once are answered", answered, count_readable(clients)
        for client in clients:
            client.close()


def test_one_visitor():
    """Nobody takes all connections or all streams, and the others do not notice who tries."""
    with Server("--patience", "600") as server:
        held = [server.connect() for _ in range(CONNECTIONS_EACH + 20)]
        refused = wait_until(lambda: count_readable(held) >= 20)
        yield f"one address holds {CONNECTIONS_EACH} connections", refused, count_readable(held)
        yield "and no fewer", count_readable(held) == 20, count_readable(held)
        other = server.ask("GET", API + "/about", source="127.0.0.2")
        yield "another is served meanwhile", other.status == 200, other
        for client in held:
            client.close()
        yield "and the first when it has let go", wait_until(lambda: is_served(server)), ""
        place = server.post(API + "/analyses", LONG).headers["location"]
        streams = [Events(server, place + "/events") for _ in range(STREAMS_EACH)]
        read_until(streams, Events.events)
        over = server.get(place + "/events")
        yield ("one address follows so many streams", over.status == 429 and "retry-after" in over.headers and
               over.json()["error"]["code"] == "too-many-streams", over)
        ended = server.ask("DELETE", place, source="127.0.0.2")
        yield "another is heard meanwhile", ended.status == 202, ended
        for stream in streams:
            stream.close()
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()


def is_served(server):
    try:
        return lives(server)
    except (ConnectionError, http.client.HTTPException):
        return False


def test_visitors_behind_a_proxy():
    """Each visitor whom the proxy names has bounds of his own, and only the proxy names visitors."""
    with Server("--behind-proxy", "127.0.0.1", "--log", "--patience", "600") as server:
        for headers, source, client in [
                ({"X-Forwarded-For": "10.0.0.1"}, "127.0.0.1", "10.0.0.1"),
                ({"X-Forwarded-For": "9.9.9.9, 10.0.0.2"}, "127.0.0.1", "10.0.0.2"),
                ({"X-Forwarded-For": "2001:db8:0:1:2::3"}, "127.0.0.1", "2001:db8:0:1::"),
                ({"X-Forwarded-For": "nobody"}, "127.0.0.1", "127.0.0.1"),
                ({}, "127.0.0.1", "127.0.0.1"),
                ({"X-Forwarded-For": "10.0.0.1"}, "127.0.0.2", "127.0.0.2")]:
            before = len(server.error_text().splitlines())
            server.ask("GET", API + "/about", None, headers, source)
            wait_until(lambda: len(server.error_text().splitlines()) > before)
            logged = json.loads(server.error_text().splitlines()[-1])["client"]
            yield f"{headers} from {source} is {client}", logged == client, logged
        before = len(server.error_text().splitlines())
        server.raw(b"GET /api/v1/about HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 9.9.9.9\r\n"
                   b"x-forwarded-for: 10.0.0.3\r\n\r\n")
        wait_until(lambda: len(server.error_text().splitlines()) > before)
        logged = json.loads(server.error_text().splitlines()[-1])["client"]
        yield "of two headers the proxy's own counts, the last", logged == "10.0.0.3", logged

        start = POST + b"Content-Length: 2\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n{"
        held = [server.connect() for _ in range(CONNECTIONS_EACH + 1)]
        for client in held:
            client.sendall(start)
        refused = wait_until(lambda: count_readable(held) == 1)
        answers = [client.recv(1000) for client in held if count_readable([client])]
        yield ("a visitor has so many requests under way", refused and status_of(answers[0]) == 429 and
               b"too-many-connections" in answers[0], answers[:3])
        other = server.get(API + "/about", X_Forwarded_For="10.0.0.2")
        yield "another is served meanwhile", other.status == 200, other
        for client in held:
            client.close()

        place = server.post(API + "/analyses", LONG).headers["location"]
        streams = [Events(server, place + "/events", visitor="10.0.0.4") for _ in range(STREAMS_EACH)]
        read_until(streams, Events.events)
        over = server.get(place + "/events", X_Forwarded_For="10.0.0.4")
        yield "and follows so many streams", over.status == 429, over
        ended = server.ask("DELETE", place, headers={"X-Forwarded-For": "10.0.0.5"})
        yield "another is heard meanwhile", ended.status == 202, ended
        for stream in streams:
            stream.close()
        yield "and the server stops well", server.stop(signal.SIGTERM) == 0, server.error_text()[-2000:]


def test_end():
    with Server("--log") as server:
        taken = subprocess.run([os.environ["IMMURE"], "serve", "--no-store", "--port", str(server.port)], capture_output=True,
                               text=True, check=False, stdin=subprocess.DEVNULL)
        expected = f"immure: port {server.port} of 127.0.0.1 is in use: choose another with --port\n"
        yield "a port is taken once", taken.returncode == 1 and taken.stderr == expected, taken.stderr
        place = server.post(API + "/analyses", LONG).headers["location"]
        stream = Events(server, place + "/events")
        read_until([stream], Events.events)
        logged = wait_until(server.log)
        lines = server.log()
        yield ("its log tells what was asked", logged and
               [(line["method"], line["path"], line["status"]) for line in lines] == [("POST", "/api/v1/analyses", 202)],
               lines)
        server.process.kill()
        server.process.wait()
        stream.read_to_end()
        yield "a killed server drops its streams", stream.is_closed, stream.data
        again = subprocess.Popen([os.environ["IMMURE"], "serve", "--no-store", "--port", str(server.port)], stdout=subprocess.PIPE,
                                 stdin=subprocess.DEVNULL, text=True)
        line = again.stdout.readline()
        yield "it can come back at once, at its port", line == f"serving http://127.0.0.1:{server.port}/\n", line
        gone = server.get(place)
        yield "without what it thought", gone.status == 404, gone
        again.send_signal(signal.SIGTERM)
        yield "and stop well", again.wait() == 0, ""
        again.stdout.close()


def test_usage():
    for words, reason in {("--port", "70000"): "--port '70000' is not a whole number from 0 to 65535",
                          ("--site", "/nowhere"): "/nowhere: No such file or directory",
                          ("--host", "256.1.1.1"): "host 256.1.1.1: ",
                          ("--behind-proxy", "nginx"): "--behind-proxy takes the proxy's address"}.items():
        run_once = subprocess.run([os.environ["IMMURE"], "serve", "--no-store", *words], capture_output=True, text=True, check=False)
        yield (f"{' '.join(words)} is refused", run_once.returncode in (1, 2) and run_once.stdout == "" and
               run_once.stderr.startswith(f"immure: {reason}"), run_once.stderr)


run([test_malformed, test_slow_clients, test_streams, test_burst, test_one_visitor, test_visitors_behind_a_proxy,
     test_end, test_usage])
