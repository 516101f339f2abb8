"""Kill -9 at random moments, in every command that writes files: afterwards the job is finished, and the result is that of
an undisturbed run. Kind: real binary over a pipe.

    kills_test.py ZUGWERK [--kills N] [--jobs NAME,NAME] [--seed N] [--scale N]

--kills: for each job (2; by hand 200)."""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import jobs


class Killer:
    def __init__(self, folder, seed):
        self.folder = folder
        os.makedirs(os.path.join(folder, "inputs"))
        self.inputs = jobs.Inputs(os.path.join(folder, "inputs"))
        self.random = random.Random(seed)

    def out(self):
        return os.path.join(self.folder, "out")

    def fresh(self, job):
        shutil.rmtree(self.out(), ignore_errors=True)
        job.prepare(self.out())

    def run(self, arguments, seconds=None):
        """True if the program finished; None if it was killed after this many seconds."""
        process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL)
        if seconds is not None:
            time.sleep(seconds)
            process.kill()
        _, errors = process.communicate(timeout=300)
        if process.returncode not in (0, -9):
            raise AssertionError(f"exit code {process.returncode}: {errors.decode(errors='replace')}")
        return process.returncode == 0

    def try_job(self, job, kills):
        self.fresh(job)
        started = time.monotonic()
        self.run(job.start(self.out(), self.inputs))
        whole = time.monotonic() - started
        expected = job.state(self.out())
        killed = 0
        while killed < kills:
            self.fresh(job)
            arguments = job.start(self.out(), self.inputs)
            # Killed again and again until it finishes.
            while killed < kills and arguments is not None:
                if self.run(arguments, self.random.uniform(0, whole)):
                    break
                killed += 1
                for name in job.state_names(self.out()):
                    # A draft that was just about to replace an old file; the next run removes it.
                    if not job.may_leave(name) and not re.fullmatch(r"(.*/)?\..*\.\d+\.part", name):
                        raise AssertionError(f"{name} is left behind")
                arguments = job.go_on(self.out(), self.inputs)
            arguments = job.go_on(self.out(), self.inputs)
            if arguments is not None:
                self.run(arguments)
            if job.state(self.out()) != expected:
                raise AssertionError("the result is another one")
        return killed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--jobs")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--scale", type=int, default=3)
    arguments = parser.parse_args()
    binary.BINARY = os.path.abspath(arguments.binary)
    seed = arguments.seed if arguments.seed is not None else random.randrange(1_000_000)
    print(f"seed {seed}")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="zugwerk-kills-") as folder:
        killer = Killer(folder, seed)
        for job in jobs.all_jobs(arguments.scale):
            if arguments.jobs and job.name not in arguments.jobs.split(","):
                continue
            try:
                print(f"{job.name}: {killer.try_job(job, arguments.kills)} kills, results identical", flush=True)
            except (AssertionError, ValueError, KeyError) as failure:
                failures += 1
                print(f"FAILED {job.name}: {failure}", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
