"""level_elo.py OUT FILE: writes C source that holds the Elo of the levels, from docs/strength/levels.json."""

import json
import sys
from pathlib import Path


def main():
    rows = [f'    {{"{game}", {{{", ".join(str(elo) for elo in measured["elo"])}}}}},\n'
            for game, measured in json.loads(Path(sys.argv[2]).read_text()).items()]
    Path(sys.argv[1]).write_text('#include "search/level.h"\n\n'
                                 f"const LevelElo LEVEL_ELO[] = {{\n{''.join(rows)}    {{0}},\n}};\n")


main()
