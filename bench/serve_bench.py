"""How many visitors one core serves: static files by wrk, and a thousand event streams. Lines of `name value`.

The server is bound to one core, and the load comes from another where there is one. wrk is Debian's package of that
name (tools/setup bench). Asked for is the page, or, of a program built without it, the list of games.
"""

import os
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import time

STREAMS = 1000
SECONDS = 5
API = "/api/v1"


class Server:
    def __init__(self, program, core):
        self.process = subprocess.Popen([program, "serve", "--no-store", "--port", "0", "--workers", "1"], stdout=subprocess.PIPE,
                                        text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].rstrip("/\n"))

    def request(self, text, visitor=1):
        """Sends a request and returns its socket; visitors have addresses of their own."""
        client = socket.create_connection(("127.0.0.1", self.port), source_address=(f"127.0.1.{visitor}", 0))
        client.sendall(text.encode())
        return client

    def ask(self, method, path, body=""):
        client = self.request(f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                              f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}")
        parts = []
        while part := client.recv(65536):
            parts.append(part)
        client.close()
        return b"".join(parts).decode()

    def cpu_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat", encoding="ascii").read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        self.process.stdout.close()
        return status


def fail(reason):
    sys.exit(f"immure: serve_bench: {reason}")


def run_wrk(server, path, core, *words):
    done = subprocess.run(["taskset", "-c", str(core), "wrk", "-t", "1", "-c", "64", "-d", f"{SECONDS}s", "--latency",
                           *words, f"http://127.0.0.1:{server.port}{path}"], capture_output=True, text=True, check=True)
    if re.search(r"Socket errors|Non-2xx", done.stdout):
        fail(f"{path}: {done.stdout}")
    count = int(re.search(r"(\d+) requests in", done.stdout)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)[1])
    slow, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", done.stdout).groups()
    return count, rate, float(slow) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def find_paths(server):
    """The page and its script; of a program built without them, the list of games."""
    page = server.ask("GET", "/")
    script = re.search(r'src="\.(/assets/[^"]+)"', page)
    return {"page": "/", "script": script[1]} if script else {"games": f"{API}/games"}


def measure_static(server, paths, core, suffix):
    for name, path in paths.items():
        start_s = server.cpu_seconds()
        count, rate, slow_ms = run_wrk(server, path, core, "-H", "Accept-Encoding: gzip")
        print(f"serve_{name}_per_s{suffix} {rate:.0f}")
        if not suffix:  # nothing else goes on in the server: what others do on the core does not count
            print(f"serve_{name}_per_cpu_s {count / (server.cpu_seconds() - start_s):.0f}")
        print(f"serve_{name}_p99_ms{suffix} {slow_ms:.2f}", flush=True)


def open_streams(server):
    """A thousand visitors follow one analysis; each has had its first event."""
    question = '{"game": "amazons", "variant": "10x10", "timeMs": 60000}'
    answer = server.ask("POST", API + "/analyses", question)
    place = re.search(r"Location: (\S+)", answer)[1]
    streams = [server.request(f"GET {place}/events HTTP/1.1\r\nHost: x\r\n\r\n", number % 100 + 1)
               for number in range(STREAMS)]
    read_until(streams, b"event: info")
    return place, streams


def read_until(streams, mark):
    """Reads from each stream until it has said something; fails if one ends before that."""
    poll = select.poll()
    left = {stream.fileno(): (stream, b"") for stream in streams}
    for number in left:
        poll.register(number, select.POLLIN)
    deadline = time.monotonic() + 60
    while left:
        if time.monotonic() > deadline:
            fail(f"{len(left)} streams did not say {mark}")
        for number, _ in poll.poll(1000):
            stream, seen = left[number]
            part = stream.recv(65536)
            if not part:
                fail("a stream was closed")
            left[number] = (stream, seen[-100:] + part)
            if mark in left[number][1]:
                poll.unregister(number)
                del left[number]


def main():
    program = sys.argv[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, max(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    cores = sorted(os.sched_getaffinity(0))
    server = Server(program, cores[0])
    paths = find_paths(server)
    measure_static(server, paths, cores[-1], "")
    start = time.monotonic()
    place, streams = open_streams(server)
    print(f"serve_streams {len(streams)}")
    print(f"serve_streams_open_s {time.monotonic() - start:.2f}", flush=True)
    measure_static(server, paths, cores[-1], "_with_streams")
    start = time.monotonic()
    server.ask("DELETE", place)
    read_until(streams, b"event: done")
    print(f"serve_streams_told_ms {1000 * (time.monotonic() - start):.0f}")
    status = open(f"/proc/{server.process.pid}/status", encoding="ascii").read()
    memory_kb = int(re.search(r"VmRSS:\s+(\d+)", status)[1])
    print(f"serve_memory_mb {memory_kb / 1024:.0f}")
    if server.stop() != 0:
        fail("the server did not stop well")


main()
