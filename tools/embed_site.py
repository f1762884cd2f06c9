"""embed_site.py FOLDER TABLE.c DATA.S BLOB DEPFILE: builds the page's files into the program.

Writes a table of the files in FOLDER (http/site.h), their bytes, plain and compressed, in one BLOB, and an
assembler source that includes it. Files below api/ are for static hosts and left out, for the program answers those
addresses itself. A FOLDER that does not exist is an empty table: the page needs Node, the
program does not. DEPFILE names every file and folder that was read, so that a change, a new file or a folder that
appears makes the build run this again; outputs that would not change are not touched.
"""

import gzip
import hashlib
import os
import sys

TAG_DIGITS = 32


def walk(folder):
    """All folders and files below, each sorted; hidden ones are left out."""
    folders, files = [], []
    for where, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner
                          if not name.startswith(".") and os.path.join(where, name) != os.path.join(folder, "api"))
        folders.append(where)
        files += [os.path.join(where, name) for name in names if not name.startswith(".")]
    return folders, sorted(files)


def compress(data):
    """The compressed bytes, or None where they save less than a tenth."""
    packed = gzip.compress(data, 9, mtime=0)
    return packed if len(packed) < 0.9 * len(data) else None


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Blob:
    def __init__(self):
        self.data = b""

    def add(self, data):
        offset = len(self.data)
        self.data += data + b"\0" * (-len(data) % 16)
        return f"SITE_BLOB + {offset}, {len(data)}"


def table(folder, files, blob):
    rows = []
    for path in files:
        data = open(path, "rb").read()
        packed = compress(data)
        tag = hashlib.sha256(data).hexdigest()[:TAG_DIGITS]
        name = "/" + os.path.relpath(path, folder).replace(os.sep, "/")
        rows.append((name.encode(), f'    {{{quoted(name)}, {blob.add(data)}, '
                     f'{blob.add(packed) if packed else "0, 0"}, "{tag}"}},\n'))
    rows.sort()  # by bytes, as the program looks them up
    return ('#include "http/site.h"\n\nextern const unsigned char SITE_BLOB[];\n\n'
            "static const SiteFile FILES[] = {\n" + "".join(row for _, row in rows) +
            "    {0},\n};\n\nconst SiteFiles SITE_FILES = {FILES, "
            f"{len(rows)}}};\n").encode()


def assembler(blob, path):
    # The hash makes this source, and so its object, change with the bytes.
    return (f"// {hashlib.sha256(blob.data).hexdigest()}\n"
            '        .section .rodata, "a"\n        .global SITE_BLOB\n        .balign 16\n'
            f"SITE_BLOB:\n        .incbin {quoted(path)}\n        .byte 0\n"
            '        .section .note.GNU-stack, "", %progbits\n').encode()


def write(path, data):
    if not os.path.exists(path) or open(path, "rb").read() != data:
        with open(path, "wb") as out:
            out.write(data)


def main():
    folder, c_path, s_path, blob_path, dep_path = sys.argv[1:]
    folders, files = walk(folder)
    blob = Blob()
    source = table(folder, files, blob)
    write(blob_path, blob.data)
    write(s_path, assembler(blob, os.path.abspath(blob_path)))
    write(c_path, source)
    read = [path.replace(" ", "\\ ") for path in folders + files or [folder]]
    with open(dep_path, "w", encoding="utf-8") as out:
        out.write(f"{c_path}: {' '.join(read)}\n")


main()
