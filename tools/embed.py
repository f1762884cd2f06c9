"""embed.py OUT NAME=FILE...: writes C source that holds files.

Each file becomes a slice called NAME. `NAME[]` adds the file to a table of that name instead, under
its own name without the ending; `NAME[]=` alone makes an empty table."""

import sys
from pathlib import Path


def literal(data):
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in data)
    return "\n".join(f'    "{line}"' for line in split(escaped))


def split(escaped, width=80):
    """Pieces of about `width` characters that do not cut an escape in two."""
    start = 0
    while start < len(escaped):
        end = min(start + width, len(escaped))
        while "\\" in escaped[end - 3:end] and end < len(escaped):
            end += 1
        yield escaped[start:end]
        start = end


def slice_of(path):
    data = Path(path).read_bytes()
    return f"{{\n{literal(data)},\n    {len(data)}}}"


def main():
    tables = {}
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write('#include "base/embedded.h"\n')
        for pair in sys.argv[2:]:
            name, path = pair.split("=", 1)
            if name.endswith("[]"):
                tables.setdefault(name, []).extend([path] if path else [])
            else:
                out.write(f"\nextern const Slice {name};\nconst Slice {name} = {slice_of(path)};\n")
        for name, paths in tables.items():
            rows = [f'    {{"{Path(path).stem}", {slice_of(path)}}},\n' for path in paths]
            out.write(f"\nextern const EmbeddedFile {name};\n"
                      f"const EmbeddedFile {name} = {{\n{''.join(rows)}    {{0}},\n}};\n")


if __name__ == "__main__":
    main()
