"""Helpers for tests that start zugwerk-cluster: ranks with a mark in their environment, so that a test finds its own and kills no
others."""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid

PROGRAM = None
SKIPPED = 77  # ctest shows the test as skipped

# Cores are shared with everything else here; by default mpirun would bind ranks to them and refuse to start more than fit.
MPIRUN = "mpirun --allow-run-as-root --oversubscribe --bind-to none --enable-recovery"


def require_mpi(program):
    """Remembers the program, or ends the test as skipped if ranks cannot be started here."""
    global PROGRAM
    PROGRAM = os.path.abspath(program)
    if shutil.which("mpirun") is None:
        print("skipped: mpirun is not installed (Debian: apt-get install openmpi-bin)")
        sys.exit(SKIPPED)


def environment_of(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            entries = file.read().split(b"\0")
    except OSError:
        return {}
    return dict(entry.decode(errors="replace").partition("=")[::2] for entry in entries if b"=" in entry)


def name_of(pid):
    try:
        with open(f"/proc/{pid}/comm", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Conversation:
    """A command that speaks UCI. Every process that it starts inherits a mark."""

    def __init__(self, command, cwd=None):
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            cwd=cwd,
            env={**os.environ, "ZUGWERK_TEST": self.mark},
        )
        self.lines = queue.Queue()
        self.errors = []
        self.readers = [threading.Thread(target=self._read, daemon=True), threading.Thread(target=self._read_errors, daemon=True)]
        for reader in self.readers:
            reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def _read_errors(self):
        for line in self.process.stderr:
            self.errors.append(line.rstrip("\n"))

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, wanted, timeout=60):
        """The lines up to the first that contains this; self.arrived is then when that one came."""
        seen = []
        while True:
            try:
                self.arrived, line = self.lines.get(timeout=timeout)
            except queue.Empty:
                raise AssertionError(f"no line with {wanted!r} within {timeout} s; so far {seen[-20:]}, {self.errors}") from None
            if line is None:
                raise AssertionError(f"the program ended before a line with {wanted!r}; so far {seen[-20:]}, {self.errors}")
            seen.append(line)
            if wanted in line:
                return seen

    def marked(self):
        """Process ids with the mark of this conversation, and their environments."""
        found = {}
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                environment = environment_of(entry)
                if environment.get("ZUGWERK_TEST") == self.mark and is_running(entry):
                    found[int(entry)] = environment
        return found

    def rank(self, number):
        """The process id of a rank."""
        for pid, environment in self.marked().items():
            if environment.get("OMPI_COMM_WORLD_RANK") == str(number) and name_of(pid).startswith("zugwerk"):
                return pid
        raise AssertionError(f"there is no rank {number}")

    def launcher(self):
        for pid in self.marked():
            if name_of(pid) == "mpirun":
                return pid
        raise AssertionError("there is no mpirun")

    def quit(self, timeout=30):
        """The exit code, and what was still said."""
        try:
            self.send("quit")
        except BrokenPipeError:
            pass
        self.process.stdin.close()
        code = self.process.wait(timeout=timeout)
        for reader in self.readers:
            reader.join(timeout=10)
        rest = []
        while not self.lines.empty():
            rest.append(self.lines.get()[1])
        return code, rest

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join(timeout=10)
        for pid in self.marked():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


def wait_until(condition, what, timeout=30):
    end = time.monotonic() + timeout
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"still not after {timeout} s: {what}")
        time.sleep(0.02)
