#!/usr/bin/env python3
"""Checks that src/chess/magics.h is what tools/find_magics prints, except for the line breaks of clang-format.

    check_find_magics.py FIND_MAGICS MAGICS_H
"""

import pathlib
import subprocess
import sys


def main(program, header):
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    committed = pathlib.Path(header).read_text(encoding="utf-8")
    if printed.split() == committed.split():
        print(f"{header} is what find_magics prints")
        return 0
    for ours, theirs in zip(committed.split(), printed.split()):
        if ours != theirs:
            print(f"{header} has {ours} where find_magics prints {theirs}")
            break
    else:
        print(f"{header} and the output of find_magics differ in length")
    return 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2]))
