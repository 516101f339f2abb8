#!/usr/bin/env python3
"""Kind: binary. The progress that long commands draw on a terminal: in place, within its edge, and gone at the end.

    live_text_test.py BINARY
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
MOCK = os.path.join(HERE, "..", "support", "mock_engine.py")
BINARY = ""
COLUMNS = 40


def on_terminal(*arguments, stream):
    """What a command writes to standard output ("stdout") or error ("stderr") when that is a narrow terminal."""
    main, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: end}
    process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, **streams)
    os.close(end)
    written = b""
    try:
        while piece := os.read(main, 65536):
            written += piece
    except OSError:
        pass  # the other end is closed
    os.close(main)
    return process.wait(), written.decode()


def screen_after(written):
    """The lines on a terminal that understands carriage returns, line feeds, cursor up and erasing."""
    lines, row, column = [""], 0, 0
    for token in re.findall(r"\x1b\[\d*[AJK]|\r|\n|[^\r\n\x1b]", written):
        if token == "\r":
            column = 0
        elif token == "\n":
            row += 1
            if row == len(lines):
                lines.append("")
        elif token.endswith("A") and token.startswith("\x1b"):
            row -= int(token[2:-1])
            assert row >= 0, "above where the program began"
        elif token == "\x1b[J":
            lines[row] = lines[row][:column]
            del lines[row + 1:]
        elif token == "\x1b[K":
            lines[row] = lines[row][:column]
        else:
            lines[row] = lines[row][:column].ljust(column) + token + lines[row][column + 1:]
            column += 1
            assert column < COLUMNS, f"a line reaches the edge: {lines[row]}"
    return lines


class LiveText(unittest.TestCase):
    def test_perft_shows_a_line_and_erases_it(self):
        code, written = on_terminal("perft", "7", "--hash", "64", stream="stderr")
        self.assertEqual(code, 0)
        self.assertRegex(written, r"\d+\.\d %, [\d,]+ nodes")
        self.assertEqual(screen_after(written), [""])

    def test_a_match_redraws_its_table_and_ends_with_the_report(self):
        engine = f"cmd=python3 {MOCK}"
        with tempfile.TemporaryDirectory() as folder:
            code, written = on_terminal("match", "--engine", engine, "name=one", "--engine", engine, "name=two", "--games", "4",
                                        "--nodes", "10", "--pgn", os.path.join(folder, "games.pgn"), stream="stdout")
        self.assertEqual(code, 0)
        self.assertIn("\x1b[J", written)
        report = written[written.rindex("\x1b[J") + 3:]
        self.assertNotIn("\x1b", report)
        # Only the report stays: every table before it was erased.
        before = written[:written.rindex("\x1b[J") + 3]
        self.assertEqual(screen_after(before), [""])
        self.assertIn("one", report)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
