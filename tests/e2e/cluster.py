"""What tests of servers with a store share: a PostgreSQL of their own, tokens, workers, and a cluster to kill."""

import contextlib
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit", "support"))

from postgres_server import Server as Postgres  # noqa: E402, F401
from serving import Server  # noqa: E402


def make_token(store, name, scope):
    """A token, made by the program itself; an SQLite store must not be open elsewhere."""
    done = subprocess.run([os.environ["IMMURE"], "token", "add", name, "--scope", scope, *store], check=True, text=True,
                          stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    return done.stdout.strip()


class Worker:
    def __init__(self, url, token, folder):
        self.process = subprocess.Popen(
            [os.environ["IMMURE"], "worker", "--server", url, "--cores", "1", "--cache", folder],
            env={**os.environ, "IMMURE_TOKEN": token}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def end(self, number):
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait()


@contextlib.contextmanager
def store_of_kind(kind, folder):
    """The words that name a new store, and its PostgreSQL if it has one."""
    if kind == "PostgreSQL":
        with Postgres(durable=True) as postgres:
            yield ["--store", postgres.database()], postgres
    else:
        data = os.path.join(folder, "data")
        os.mkdir(data)
        yield ["--data", data], None


class Cluster:
    """A server on a port that stays and workers, each of which can be killed and started again."""

    def __init__(self, bench, store, postgres, worker_count=2):
        self.bench, self.store = bench, store
        self.tokens = [make_token(store, f"worker-{number}", "worker") for number in range(worker_count)]
        self.server = Server(*self.server_words())
        self.port = self.server.port
        self.workers = [self.hire(number) for number in range(worker_count)]
        self.kills = {"server": self.kill_server, "worker": self.kill_worker}
        if postgres:
            self.kills["PostgreSQL"] = postgres.crash

    def server_words(self):
        return [*self.store, "--lease", "2"]

    def hire(self, number):
        log = open(self.bench.path(f"worker-{number}"), "a", encoding="utf-8")
        words = ["worker", "--server", f"http://127.0.0.1:{self.port}", "--cores", "1", "--retry", "1",
                 "--cache", self.bench.path(f"cache-{number}")]
        return subprocess.Popen([self.bench.immure, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                env={**os.environ, "IMMURE_TOKEN": self.tokens[number]})

    def kill_server(self):
        self.server.process.kill()
        self.server.process.wait()
        self.server = Server(*self.server_words(), "--port", str(self.port))

    def kill_worker(self):
        number = random.randrange(len(self.workers))
        self.workers[number].kill()
        self.workers[number].wait()
        self.workers[number] = self.hire(number)

    def queue_size(self):
        """Jobs that wait or are leased."""
        text = self.server.get("/metrics").body.decode()
        return sum(int(number) for number in re.findall(r"^immure_queue_(?:leases|jobs\{.*\}) (\d+)", text, re.M))

    def check_store(self):
        """Stops the server; whether the store is whole, and what was said."""
        self.server.stop(15)
        done = subprocess.run([self.bench.immure, "store", "check", *self.store], capture_output=True, text=True,
                              check=False)
        return done.returncode == 0, done.stdout + done.stderr

    def close(self):
        for process in self.workers:
            process.kill()
            process.wait()
        self.server.__exit__()
