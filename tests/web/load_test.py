"""bench/web_load with players, in a short form, and whether it finds what a server does wrong. Kind: real binary."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

LOAD = os.path.join(HERE, "..", "..", "bench", "web_load")

# A server that is killed while its clients play.
KILLED = """
import subprocess, sys, time
server = subprocess.Popen([{binary!r}, *sys.argv[1:]], stdout=subprocess.PIPE)
sys.stdout.buffer.write(server.stdout.readline())
sys.stdout.flush()
time.sleep(1)
server.kill()
sys.exit(3)
"""
# One that answers, but not what it should.
WRONG = """
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_error(500)
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"Zugwerk is at http://localhost:{{server.server_port}}/", flush=True)
server.serve_forever()
"""


def players(program, *arguments):
    completed = subprocess.run([sys.executable, LOAD, program, "--play", "--pause", "0.02", "--plies", "16", *arguments],
                               capture_output=True, text=True, timeout=280, check=False)
    return completed.returncode, completed.stdout + completed.stderr


class Players(unittest.TestCase):
    def faulty(self, text):
        """A program that runs this instead of a server."""
        file = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False)
        self.addCleanup(os.remove, file.name)
        with file:
            file.write(f"#!{sys.executable}\n" + text.format(binary=binary.BINARY))
        os.chmod(file.name, 0o755)
        return file.name

    def test_everything_that_players_do_is_answered(self):
        # What memory does in the first seconds says nothing about hours.
        code, text = players(binary.BINARY, "--clients", "6", "--seconds", "6", "--hash", "4", "--most-growth", "64")
        self.assertEqual(code, 0, text)
        self.assertIn("nothing broke", text)
        for what in ("games", "moves", "hints", "draw offers", "moves abandoned", "players who left without a word"):
            self.assertRegex(text, rf"(?m)^{what} +[1-9]")

    def test_growth_of_memory_is_found(self):
        # Every server grows by more than less than nothing.
        code, text = players(binary.BINARY, "--clients", "2", "--seconds", "2", "--most-growth", "-1000")
        self.assertEqual(code, 1, text)
        self.assertIn("memory grew by", text)

    def test_a_server_that_dies_is_found(self):
        code, text = players(self.faulty(KILLED), "--clients", "2", "--seconds", "60")
        self.assertEqual(code, 1, text)
        self.assertIn("the server ended with exit code 3", text)

    def test_wrong_answers_are_found(self):
        code, text = players(self.faulty(WRONG), "--clients", "2", "--seconds", "2")
        self.assertEqual(code, 1, text)
        self.assertRegex(text, r"GET /: status 500")


if __name__ == "__main__":
    binary.main()
