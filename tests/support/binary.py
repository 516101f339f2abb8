"""Helpers for tests that drive the real binary: run it, talk to it, and say clearly what was expected."""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

BINARY = None


def main():
    """Runs the unittest cases of the calling module against the binary named on the command line."""
    global BINARY
    if len(sys.argv) < 2:
        sys.exit("usage: NAME_test.py PATH_TO_ZUGWERK [unittest arguments]")
    # The test modules import this file by its module name, so the binary is set there.
    sys.modules["binary"].BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=1)


class FolderCase(unittest.TestCase):
    """A test with a folder of its own, which is gone when the test is."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        """A file that holds the text; returns its path."""
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def read(self, name):
        return self.read_bytes(name).decode()

    def read_bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()


class Result:
    def __init__(self, completed):
        self.code = completed.returncode
        self.out = completed.stdout
        self.err = completed.stderr


def run(*arguments, stdin="", timeout=120):
    """Runs the binary until it exits."""
    completed = subprocess.run(
        [BINARY, *arguments], input=stdin, capture_output=True, text=True, timeout=timeout, check=False
    )
    return Result(completed)


def wait_until(condition, what, timeout=60):
    """Waits until some process has made the condition true."""
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"still not after {timeout} s: {what}")
        time.sleep(0.02)


def seconds_of_work(pid):
    """Processor time that a process has used, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def catches(pid, number):
    """Whether a process has a handler for this signal; without one the signal would just end it."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        caught = next(line for line in file if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1 == 1


def tablebases():
    """The folder of tablebases with three and four pieces that the build generates beside the binary."""
    folder = os.path.join(os.path.dirname(BINARY), "tablebases")
    if not os.path.exists(os.path.join(folder, "KQvK.rtbw")):
        raise AssertionError(f"no tablebases in {folder}; build the target 'tablebases' first")
    return folder


class Session:
    """A conversation with a running binary. Lines are read by a thread, so that waiting has a limit."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start, timeout=30):
        """All lines up to and including the first that starts like this."""
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=timeout)
            except queue.Empty:
                raise AssertionError(f"no line starting with {start!r} within {timeout} s; so far: {seen}") from None
            if line is None:
                raise AssertionError(f"the program ended before a line starting with {start!r}; so far: {seen}")
            seen.append(line)
            if line.startswith(start):
                return seen

    def rest(self, timeout=30):
        """All lines to the end of the program's output."""
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=timeout)
            except queue.Empty:
                raise AssertionError(f"the program did not end within {timeout} s; so far: {seen[-5:]}") from None
            if line is None:
                return seen
            seen.append(line)

    def wait_for_work(self, seconds=0.1):
        """Returns when the program has used this much processor time from now on, so it is in the middle of its work."""
        aim = seconds_of_work(self.process.pid) + seconds
        wait_until(lambda: seconds_of_work(self.process.pid) >= aim, "the program is idle")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self, timeout=30):
        """Closes the input and waits; returns the exit code."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        return self.process.wait(timeout=timeout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.reader.join(timeout=10)  # it still has the output, which has ended
        self.process.stdout.close()
