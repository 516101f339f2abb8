"""Every system call on a file that fails, and some allocations, in every command that writes files. The program is the real
one; fail_at.cpp makes the n-th call of a run fail, for every n until a run passes unaffected. Afterwards the old state
or the new one is there, no other files are left, exit code and message say what happened, and the job can be finished
with the result of an undisturbed run. Kind: real binary over a pipe.

    faults_test.py ZUGWERK FAIL_AT_LIBRARY [--jobs NAME,NAME] [--every] [--memory N]

--every: also disks that stay full from the n-th call on; --memory: allocations tried for each job (8)."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import jobs

NOT_WRITTEN = 3


class Failure(Exception):
    pass


class Tester:
    def __init__(self, library, folder):
        self.library = library
        self.folder = folder
        os.makedirs(os.path.join(folder, "inputs"))
        self.inputs = jobs.Inputs(os.path.join(folder, "inputs"))
        self.report = os.path.join(folder, "report")
        self.runs = 0

    def run(self, arguments, kind=None, at=0, stays=False):
        """Exit code, standard error, the call that failed (None if none did), and the number of calls."""
        environment = dict(os.environ)
        if os.path.exists(self.report):
            os.remove(self.report)
        if kind:
            environment.update(LD_PRELOAD=self.library, ZUGWERK_FAULT_KIND=kind, ZUGWERK_FAULT_AT=str(at),
                               ZUGWERK_FAULT_FOLDER=os.path.join(self.folder, "out"), ZUGWERK_FAULT_REPORT=self.report)
            if stays:
                environment["ZUGWERK_FAULT_ON"] = "1"
        completed = subprocess.run([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL, timeout=120, check=False, env=environment)
        self.runs += 1
        failed, count = None, 0
        if os.path.exists(self.report):
            for line in jobs.read(self.report).decode().splitlines():
                word, value = line.split()
                failed = value if word == "failed" else failed
                count = int(value) if word == "count" else count
        return completed.returncode, completed.stderr.decode(errors="replace"), failed, count

    def out(self):
        return os.path.join(self.folder, "out")

    def fresh(self, job):
        shutil.rmtree(self.out(), ignore_errors=True)
        job.prepare(self.out())

    def finish(self, job):
        arguments = job.go_on(self.out(), self.inputs)
        if arguments is None:
            return
        code, errors, _, _ = self.run(arguments)
        if code != 0:
            raise Failure(f"cannot be finished: exit code {code}: {errors}")

    def check(self, job, expected, code, errors, kind):
        state = job.state(self.out())
        for name, data in state.items():
            if not job.may_leave(name):
                raise Failure(f"{name} is left behind")
            if name in expected and any(jobs.re.fullmatch(pattern, name) for pattern in job.whole):
                old = job.old.get(name)
                if data != expected[name] and (old is None or data != job.canonical(name, old.encode())):
                    raise Failure(f"{name} is neither the old nor the new one")
        for name in job.old:
            if name not in state:
                raise Failure(f"{name} is gone")
        if code == 0:
            if state != expected:
                raise Failure("exit code 0, but the result is another one")
            return
        if code < 0 or code > 3:
            raise Failure(f"exit code {code}: {errors}")
        if not errors.strip():
            raise Failure("no message")
        if kind == "file" and code != NOT_WRITTEN and "cannot be opened" not in errors and "cannot be read" not in errors:
            raise Failure(f"exit code {code} for: {errors}")
        self.finish(job)
        if job.state(self.out()) != expected:
            raise Failure("finished, but the result is another one")

    def try_job(self, job, kind, steps, stays=False):
        self.fresh(job)
        arguments = job.start(self.out(), self.inputs)
        code, errors, _, count = self.run(arguments, kind, 0)
        if code != 0 or count == 0:
            raise Failure(f"{job.name}: undisturbed, exit code {code}, {count} calls: {errors}")
        expected = job.state(self.out())
        tried = 0
        for at in steps(count):
            self.fresh(job)
            code, errors, failed, _ = self.run(arguments, kind, at, stays)
            if failed is None:
                break
            tried += 1
            try:
                self.check(job, expected, code, errors, kind)
            except (Failure, ValueError, KeyError) as failure:
                raise Failure(f"{job.name}: {kind} call {at} of {count} ({failed}) fails{' from there on' if stays else ''}: "
                              f"{failure}") from failure
        return count, tried


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("library")
    parser.add_argument("--jobs")
    parser.add_argument("--every", action="store_true")
    parser.add_argument("--memory", type=int, default=8)
    arguments = parser.parse_args()
    binary.BINARY = os.path.abspath(arguments.binary)
    failures = []
    with tempfile.TemporaryDirectory(prefix="zugwerk-faults-") as folder:
        tester = Tester(os.path.abspath(arguments.library), folder)
        chosen = [job for job in jobs.all_jobs() if not arguments.jobs or job.name in arguments.jobs.split(",")]
        for job in chosen:
            kinds = [("file", lambda count: range(1, 10 * count), False)]
            if arguments.every:
                kinds.append(("file", lambda count: range(1, 10 * count), True))
            if arguments.memory:
                kinds.append(("memory", lambda count: sorted({1 + count * i // arguments.memory
                                                              for i in range(arguments.memory)}), False))
            for kind, steps, stays in kinds:
                try:
                    count, tried = tester.try_job(job, kind, steps, stays)
                    print(f"{job.name}: {tried} of {count} {kind} calls failed{', staying so' if stays else ''}: good", flush=True)
                except Failure as failure:
                    failures.append(str(failure))
                    print(f"FAILED {failure}", flush=True)
        print(f"{tester.runs} runs, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
