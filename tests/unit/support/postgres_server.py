#!/usr/bin/env python3
"""A PostgreSQL server for tests, in a folder of its own, of the Debian package's newest version.

Prints `ready` when it listens, then obeys the lines that it reads, each answered by one line:

    database    a new, empty database; the answer is its URL
    crash       kills every process of the server with SIGKILL, starts it again; `ready`

It stops the server and removes all when its input ends, so also when whoever started it is killed; if it is killed
itself, the server dies with it. The server refuses to be root and is then started as the user of its package.
With --durable commits are synchronised to disk, which costs time and matters only when power fails.

    with Server() as server: url = server.database()        in Python
    postgres_server_start (postgres_server.h)               in C
    postgres_server.py run COMMAND                          in a shell: $URL is a new database
"""

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

USER = "immure"
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "deadlock_timeout": "50ms",
    "fsync": "off",
    "full_page_writes": "off",
    "log_min_messages": "fatal",
    "log_checkpoints": "off",
}
DURABLE = {"fsync": "on", "full_page_writes": "on"}


def newest_bin():
    found = glob.glob("/usr/lib/postgresql/*/bin/initdb")
    if not found:
        sys.exit("immure: no PostgreSQL server here: run tools/setup test")
    return os.path.dirname(max(found, key=lambda path: float(path.split("/")[4])))


class Server:
    def __init__(self, durable=False):
        self.bin = newest_bin()
        self.folder = tempfile.mkdtemp(prefix="immure-pg-")
        self.settings = dict(SETTINGS, **(DURABLE if durable else {}))
        self.databases = 0
        self.process = None
        self.user = ["setpriv", "--pdeathsig", "QUIT"]
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.user += [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]

    def __enter__(self):
        try:
            subprocess.run([*self.user, f"{self.bin}/initdb", "--pgdata", f"{self.folder}/data", "--auth=trust",
                            "--username", USER, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
                           cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        words = [f"--{name}={value}" for name, value in self.settings.items()]
        with open(f"{self.folder}/log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*self.user, f"{self.bin}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, *words],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while subprocess.run([f"{self.bin}/pg_isready", "-q", "-d", self.url("postgres")], check=False).returncode:
            if self.process.poll() is not None:
                sys.exit("immure: PostgreSQL did not start: " + open(f"{self.folder}/log", encoding="utf-8").read())

    def kill(self, sign):
        if self.process is None:
            return
        children = self.children()
        self.process.send_signal(sign)
        if sign == signal.SIGKILL:
            # They are in sessions of their own, and would only notice later.
            for pid in children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, sign)
        self.process.wait()
        self.process = None

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]

    def crash(self):
        self.kill(signal.SIGKILL)
        self.start()

    def url(self, name):
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def database(self):
        self.databases += 1
        name = f"test{self.databases}"
        subprocess.run([f"{self.bin}/psql", "-qX", "-c", f"CREATE DATABASE {name}", self.url("postgres")], check=True)
        return self.url(name)


def stop(*_):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would end the cleaning up
    sys.exit(1)


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a test that is interrupted closes our input
    signal.signal(signal.SIGTERM, stop)
    with Server("--durable" in sys.argv) as server:
        if sys.argv[1:2] == ["run"]:
            environment = dict(os.environ, URL=server.database())
            sys.exit(subprocess.run(["sh", "-c", sys.argv[2]], env=environment, check=False).returncode)
        print("ready", flush=True)
        for line in sys.stdin:
            if line == "database\n":
                print(server.database(), flush=True)
            elif line == "crash\n":
                server.crash()
                print("ready", flush=True)


if __name__ == "__main__":
    main()
