"""What tests of servers with a store share: a PostgreSQL of their own, tokens, and workers."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "unit", "support"))

from postgres_server import Server as Postgres  # noqa: E402, F401


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
