#!/usr/bin/env python3
"""Many simulated workers against a real server and a real store: how long does a lease take?

    bench/load.py [--program build/immure] [--workers 1000] [--seconds 30] [--job-ms 10000] [--servers 1] [--sqlite] [--news]

Each worker says hello, then claims a job, beats while it pretends to work, and sends a result, over one connection that is
kept. Jobs take --job-ms on average, spread evenly from a half to one and a half of it. A worker that is told that the
server is busy comes back after the time that it was told, with jitter. Prints the time from the question to the answer of
each request, how often the server was busy, and what must be 0: errors, jobs that two workers held at once, results that
were lost or counted twice. Exits with 1 if one of these is not 0.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "e2e"))

from cluster import Postgres, make_token  # noqa: E402
from serving import Server  # noqa: E402

API = "/api/v1"
ADDRESS_WORKERS = 250  # of one address; a server takes 512 connections of each
BATCH = 1000


class Failure(Exception):
    pass


class Link:
    """One connection that is kept: a request, an answer."""

    def __init__(self, port, source, token):
        self.port, self.source, self.token = port, source, token
        self.reader = self.writer = None

    async def ask(self, method, path, document=None):
        if not self.writer:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port,
                                                                     local_addr=(self.source, 0))
        body = b"" if document is None else json.dumps(document).encode()
        head = (f"{method} {API}/{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n")
        self.writer.write(head.encode() + body)
        await self.writer.drain()
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        answer = await self.reader.readexactly(int(headers["content-length"]))
        return int(lines[0].split(" ")[1]), json.loads(answer) if answer else None, headers

    def close(self):
        if self.writer:
            self.writer.close()


class Load:
    def __init__(self, options, version):
        self.options = options
        self.version = version
        self.times = {"hello": [], "claim": [], "beat": [], "result": []}
        self.busy = self.errors = self.doubles = 0
        self.held = set()
        self.done = set()
        self.is_over = False
        self.complaints = []

    async def ask(self, link, what, method, path, document):
        """Asks until the server is not busy."""
        while True:
            start = time.monotonic()
            status, answer, headers = await link.ask(method, path, document)
            if status == 503:
                self.busy += 1
                await asyncio.sleep(float(headers.get("retry-after", 1)) * random.uniform(0.5, 1.5))
                continue
            self.times[what].append(time.monotonic() - start)
            if status != 200:
                raise Failure(f"{what}: {status} {answer}")
            return answer

    async def work(self, link, number):
        try:
            await asyncio.sleep(random.uniform(0, self.options.ramp_s))
            hello = await self.ask(link, "hello", "POST", "hosts", {
                "name": f"load-{number}", "version": self.version, "bench": "load", "cores": 1, "memoryMb": 1000,
                "sandbox": 0, "speed": 1})
            host = {"host": hello["host"], "key": hello["key"]}
            while not self.is_over:
                claimed = await self.ask(link, "claim", "POST", "claims", {**host, "slots": 1, "kinds": ["load"]})
                if not claimed["jobs"]:
                    await asyncio.sleep(claimed["retryMs"] / 1000)
                for job in claimed["jobs"]:
                    await self.do(link, host, hello["beatMs"] / 1000, job)
        except (Failure, OSError, asyncio.IncompleteReadError) as error:
            self.errors += 1
            self.complaints.append(f"worker {number}: {error!r}")
        finally:
            link.close()

    async def do(self, link, host, beat_s, job):
        if job["id"] in self.held or job["id"] in self.done:
            self.doubles += 1
        self.held.add(job["id"])
        left = self.options.job_ms / 1000 * random.uniform(0.5, 1.5)
        moves = ["e2"]
        while left > 0:
            wait_s = min(left, beat_s)
            await asyncio.sleep(wait_s)
            left -= wait_s
            if left > 0:
                moves.append("e8")
                beat = {"id": job["id"], "attempt": job["attempt"], "progress": {"game": 1, "moves": moves}}
                answer = await self.ask(link, "beat", "POST", "beats", {**host, "jobs": [beat]})
                if self.options.news:
                    beat_s = answer["newsMs"] / 1000
                if answer["lost"] or answer["cancelled"]:
                    raise Failure(f"lost {answer}")
        await self.ask(link, "result", "POST", f"jobs/{job['id']}/result",
                       {"attempt": job["attempt"], "result": {"name": job["name"]}})
        self.held.discard(job["id"])
        self.done.add(job["id"])

    async def submit(self, link, group, count):
        for start in range(0, count, BATCH):
            jobs = [{"name": str(name), "kind": "load", "lane": "ranked", "payload": {"name": name}}
                    for name in range(start, min(start + BATCH, count))]
            status, answer, _ = await link.ask("POST", f"groups/{group}/jobs", {"jobs": jobs})
            if status != 200 or answer["added"] != len(jobs):
                raise Failure(f"submit: {status} {answer}")

    async def count_results(self, link, group):
        """The names of all that ended; complains about those that are there twice."""
        names = set()
        after = 0
        while True:
            status, page, _ = await link.ask("GET", f"groups/{group}/results?after={after}&limit=1000")
            if status != 200:
                raise Failure(f"results: {status} {page}")
            for result in page["results"]:
                if result["state"] != "done" or result["name"] in names:
                    self.errors += 1
                    self.complaints.append(f"result {result}")
                names.add(result["name"])
            after = page["next"]
            if not page["results"]:
                return names

    async def run(self, ports, worker_tokens, client_token):
        link = Link(ports[0], "127.0.0.1", client_token)
        status, answer, _ = await link.ask("POST", "groups", {"key": f"load-{time.time()}", "kind": "load"})
        if status != 200:
            raise Failure(f"group: {status} {answer}")
        needed = int(self.options.workers * (self.options.seconds * 1000 / self.options.job_ms + 2))
        await self.submit(link, answer["group"], needed)
        link.close()
        workers = []
        for number in range(self.options.workers):
            source = f"127.1.{number // ADDRESS_WORKERS}.1"
            workers.append(self.work(Link(ports[number % len(ports)], source, worker_tokens[number % len(worker_tokens)]),
                                     number))
        tasks = [asyncio.ensure_future(worker) for worker in workers]
        await asyncio.sleep(self.options.seconds)
        self.is_over = True
        await asyncio.gather(*tasks)
        link = Link(ports[0], "127.0.0.1", client_token)
        names = await self.count_results(link, answer["group"])
        link.close()
        if len(names) != len(self.done):
            self.errors += 1
            self.complaints.append(f"{len(self.done)} results were accepted, {len(names)} are there")

    def report(self, elapsed_s):
        print(f"workers {self.options.workers} servers {self.options.servers} seconds {elapsed_s:.0f} jobs {len(self.done)}")
        for what, times in self.times.items():
            if times:
                times.sort()
                print(f"{what:7} count {len(times):7} a_second {len(times) / elapsed_s:7.1f} ms p50 {ms(times, 0.5):7.2f} "
                      f"p99 {ms(times, 0.99):7.2f} max {ms(times, 1):7.2f}")
        print(f"busy {self.busy} errors {self.errors} double_leases {self.doubles}")
        for complaint in self.complaints[:20]:
            print(complaint, file=sys.stderr)
        return 1 if self.errors or self.doubles or not self.done else 0


def ms(sorted_times, share):
    return sorted_times[min(len(sorted_times) - 1, int(share * len(sorted_times)))] * 1000


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/immure")
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--job-ms", type=float, default=10000)
    parser.add_argument("--ramp-s", type=float, default=5, help="the workers come within so many seconds; 0: all at once")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--news", action="store_true", help="tell moves as often as the server wants, not only with beats")
    return parser.parse_args()


def run_servers(options, store):
    worker_tokens = [make_token(store, f"worker-{i}", "worker") for i in range(4)]
    client_token = make_token(store, "client", "client")
    servers = [Server(*store) for _ in range(options.servers)]
    try:
        version = servers[0].get("/healthz").json()["version"]
        load = Load(options, version)
        start = time.monotonic()
        asyncio.run(load.run([server.port for server in servers], worker_tokens, client_token))
        return load.report(time.monotonic() - start)
    finally:
        for server in servers:
            server.__exit__()


def main():
    options = read_options()
    os.environ["IMMURE"] = os.path.abspath(options.program)
    if options.sqlite:
        with tempfile.TemporaryDirectory(prefix="immure-load-") as folder:
            return run_servers(options, ["--data", folder])
    with Postgres(durable=True) as postgres:
        return run_servers(options, ["--store", postgres.database()])


if __name__ == "__main__":
    sys.exit(main())
