"""No command opens a connection: every attempt to reach another machine is noted by connections.cpp. Kind: real binary over
a pipe.

    connections_test.py ZUGWERK CONNECTIONS_LIBRARY"""

import http.client
import os
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import jobs

LIBRARY = ""
POSITION = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


class Connections(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.report = self.path("report")
        self.environment = dict(os.environ, LD_PRELOAD=LIBRARY, ZUGWERK_CONNECTIONS_REPORT=self.report)

    def noted(self):
        if not os.path.exists(self.report):
            return []
        with open(self.report, encoding="utf-8") as file:
            return file.read().splitlines()

    def run_noted(self, *command, text=""):
        result = subprocess.run(command, env=self.environment, input=text, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(result.returncode, 0, (command, result.stderr))
        return result.stdout

    def test_the_library_notes_what_it_should(self):
        script = ("import socket\nlistener = socket.create_server(('127.0.0.1', 0))\n"
                  "socket.create_connection(listener.getsockname())\n"
                  "socket.socket(type=socket.SOCK_DGRAM).sendto(b'', listener.getsockname())\n")
        self.run_noted(sys.executable, "-c", script)
        self.assertIn("connect stream", self.noted())
        self.assertIn("resolve 127.0.0.1", self.noted())
        self.assertIn("send to an address", self.noted())

    def test_commands_that_write_files(self):
        os.makedirs(self.path("inputs"))
        inputs = jobs.Inputs(self.path("inputs"))
        for job in jobs.all_jobs():
            with self.subTest(job.name):
                out = self.path("out")
                shutil.rmtree(out, ignore_errors=True)
                job.prepare(out)
                self.run_noted(binary.BINARY, *job.start(out, inputs))
                self.assertEqual(self.noted(), [])

    def test_commands_that_only_print(self):
        for command in (["bench", "--depth", "2"], ["perft", "3"], ["eval", POSITION], ["go", "--nodes", "500", POSITION],
                        ["explain", "--nodes", "500", POSITION], ["--help"],
                        ["tb", "--tb", binary.tablebases(), "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"]):
            with self.subTest(command[0]):
                self.run_noted(binary.BINARY, *command)
                self.assertEqual(self.noted(), [])

    def test_the_queue_and_its_experiments(self):
        lab = self.path("lab")
        self.run_noted(binary.BINARY, "queue", "add", lab, "--", "selfplay", "--games", "2", "--nodes", "40", "--hash", "1")
        self.run_noted(binary.BINARY, "queue", "run", lab, "--nice", "0", "--until-empty")
        self.assertIn("selfplay", self.run_noted(binary.BINARY, "queue", "status", lab))
        self.assertEqual(self.noted(), [])

    def test_protocols(self):
        for text in ("uci\nposition startpos\ngo nodes 500\nisready\n", "xboard\nprotover 2\nst 1\nsd 2\nusermove e2e4\n"):
            self.run_noted(binary.BINARY, text=text)
        self.run_noted(binary.BINARY, "play", "--level", "800", text="e4\nquit\n")
        self.assertEqual(self.noted(), [])

    def test_the_server_only_answers(self):
        for more, allowed in ((), {"resolve localhost", "resolve 127.0.0.1"}), (("--host", "0.0.0.0"), {"resolve 0.0.0.0", "connect datagram"}):
            with self.subTest(more):
                if os.path.exists(self.report):
                    os.remove(self.report)
                process = subprocess.Popen([binary.BINARY, "serve", "--threads", "1", "--hash", "1", *more], env=self.environment,
                                           stdout=subprocess.PIPE, text=True)
                try:
                    found = re.search(r"http://[^/ ]*:(\d+)(?:/\?token=(\w+))?", process.stdout.readline())
                    for path in ("/", "/api/about"):
                        connection = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=30)
                        connection.request("GET", path, headers={"Authorization": f"Bearer {found[2]}"} if found[2] else {})
                        connection.getresponse().read()
                        connection.close()
                finally:
                    process.terminate()
                    process.communicate(timeout=30)
                # Addresses need no other machine to be resolved. To print its own, the server asks the system for the route to
                # others; nothing is sent.
                self.assertLessEqual(set(self.noted()), allowed)


if __name__ == "__main__":
    LIBRARY = os.path.abspath(sys.argv.pop(2))
    binary.main()
