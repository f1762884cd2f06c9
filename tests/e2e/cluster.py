"""What tests of servers with a store share: a PostgreSQL of their own, and tokens."""

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
