"""embed.py OUT NAME=FILE...: writes C source that holds text files as slices called NAME."""

import sys


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


def main():
    with open(sys.argv[1], "w", encoding="ascii") as out:
        out.write('#include "base/slice.h"\n')
        for pair in sys.argv[2:]:
            name, path = pair.split("=", 1)
            data = open(path, "rb").read()
            out.write(f"\nextern const Slice {name};\nconst Slice {name} = {{\n{literal(data)},\n"
                      f"    {len(data)}}};\n")


main()
