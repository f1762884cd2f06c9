"""How long a submission takes to its first answer when there is nothing to search: process, network and book.

Prints the shortest of many runs of each, in milliseconds; a turn that the book answers is all set-up.
"""

import os
import subprocess
import sys
import tempfile
import time

RUNS = 30
COMPILE = ["g++", "-O2", "-mavx", "-x", "c++", "-std=c++11"]
FIRST_TURNS = {
    "amazons": "1\n-1 -1 -1 -1 -1 -1\n",
    "quoridor": "0\nAction\n",
}


def main():
    immure = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for game, turn in FIRST_TURNS.items():
            source, program = f"{folder}/{game}.cpp", f"{folder}/{game}"
            subprocess.run([immure, "submission", game, "-o", source, "--time", "1ms"], check=True)
            subprocess.run([*COMPILE, source, "-o", program], check=True)
            times = []
            for _ in range(RUNS):
                start = time.monotonic()
                subprocess.run([program], input=turn, capture_output=True, text=True, check=True)
                times.append(1000 * (time.monotonic() - start))
            print(f"submission_{game}_setup_ms {min(times):.1f}", flush=True)


main()
