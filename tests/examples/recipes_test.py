"""The recipes in examples/: GNU parallel for real, Slurm for real where its daemons are installed and otherwise by the
environment of its tasks, Kubernetes by the environment of its pods. Kind: real binary over a pipe."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.abspath(os.path.join(HERE, "..", "..", "examples"))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

SELFPLAY = ["--games", "20", "--nodes", "20", "--hash", "1", "--max-plies", "24", "--seed", "7", "--network", "none"]
SUITE = os.path.join(HERE, "..", "data", "suite.epd")
SLURM = ("munged", "slurmctld", "slurmd", "sbatch", "sinfo")


def program(name):
    """The path of a program, which may be one of the system's."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


class Recipe(binary.FolderCase):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("bin"))
        os.symlink(binary.BINARY, self.path("bin/zugwerk"))
        self.environment = {**os.environ, "PATH": self.path("bin") + os.pathsep + os.environ["PATH"], "HOME": self.folder}

    def call(self, *command, code=0, **environment):
        done = subprocess.run(command, cwd=self.folder, env={**self.environment, **environment}, capture_output=True, text=True,
                              timeout=200, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def check_games(self, shards):
        """The merged games are those of one run."""
        self.call("sh", "-c", f"zugwerk merge games.shard-*-of-{shards}.zwg -o games.zwg")
        self.call("zugwerk", "selfplay", "-o", "one.zwg", *SELFPLAY)
        self.assertEqual(self.read_bytes("games.zwg"), self.read_bytes("one.zwg"))


class Parallel(Recipe):
    script = os.path.join(EXAMPLES, "gnu-parallel")

    def test_runs_all_shards(self):
        self.call(self.script, "5", "selfplay", "-o", "games.zwg", *SELFPLAY)
        self.check_games(5)

    def test_keeps_words_with_spaces_together(self):
        shutil.copy(SUITE, self.path("my suite.epd"))
        self.call(self.script, "2", "suite", "my suite.epd", "--nodes", "100", "--resume", "--json", "my run.json")
        self.call("zugwerk", "merge", "my run.shard-1-of-2.json", "my run.shard-2-of-2.json", "-o", "all.json")

    def test_starts_a_shard_again_that_was_killed(self):
        # Every shard is killed in its first run.
        os.chmod(self.write("killed-once", f"""#!/bin/bash
mark=started-${{@: -1}}
mark=${{mark////-of-}}
if [ -e "$mark" ]; then exec {binary.BINARY} "$@"; fi
touch "$mark"
timeout -s KILL 0.05 {binary.BINARY} "$@"
exit 137
"""), 0o755)
        self.call(self.script, "3", "selfplay", "-o", "games.zwg", *SELFPLAY, ZUGWERK=self.path("killed-once"))
        for number in (1, 2, 3):
            self.assertTrue(os.path.exists(self.path(f"started-{number}-of-3")))
        self.check_games(3)

    def test_fails_if_a_shard_fails(self):
        self.call(self.script, "2", "selfplay", "-o", "games.zwg", "--games", "2", code=2)
        self.call(self.script, code=2)


class SlurmTasks(Recipe):
    """Without Slurm: what its tasks find in their environment."""

    script = os.path.join(EXAMPLES, "slurm-array")

    def test_every_task_is_a_shard(self):
        for task in (1, 2, 3):
            self.call(self.script, "selfplay", "-o", "games.zwg", *SELFPLAY, SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT="3")
        self.check_games(3)

    def test_some_tasks_can_run_again(self):
        for task in (2, 1):
            self.call(self.script, "selfplay", "-o", "games.zwg", *SELFPLAY, SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT="1",
                      SHARDS="2")
        self.check_games(2)

    def test_outside_of_an_array_it_explains_itself(self):
        self.assertIn("sbatch --array=1-N", self.call(self.script, "selfplay", code=2))
        self.assertIn("there is no shard 3 of 1", self.call(
            self.script, "selfplay", "-o", "games.zwg", *SELFPLAY, SLURM_ARRAY_TASK_ID="3", SLURM_ARRAY_TASK_COUNT="1", code=2))


@unittest.skipUnless(all(map(program, SLURM)) and os.getuid() == 0, "Slurm is not installed, or this is not root")
class RealSlurm(Recipe):
    """A cluster of this machine alone: munged, slurmctld and slurmd at free ports, in a folder of their own."""

    def setUp(self):
        super().setUp()
        # The path of a socket must be short.
        self.cluster = tempfile.mkdtemp(prefix="slurm-")
        self.addCleanup(shutil.rmtree, self.cluster, ignore_errors=True)
        for folder in ("run", "state", "spool"):
            os.makedirs(os.path.join(self.cluster, folder))
        os.chmod(os.path.join(self.cluster, "run"), 0o755)
        key = os.path.join(self.cluster, "munge.key")
        with open(key, "wb") as file:
            file.write(os.urandom(1024))
        os.chmod(key, 0o400)
        host = socket.gethostname().partition(".")[0]
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        config = os.path.join(self.cluster, "slurm.conf")
        with open(config, "w", encoding="utf-8") as file:
            file.write(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={self.cluster}/run/munge
CredType=cred/munge
StateSaveLocation={self.cluster}/state
SlurmdSpoolDir={self.cluster}/spool
SlurmctldPidFile={self.cluster}/run/slurmctld.pid
SlurmdPidFile={self.cluster}/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
MinJobAge=10000
SchedulerParameters=sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
""")
        self.environment["SLURM_CONF"] = config
        run = os.path.join(self.cluster, "run")
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={run}/munge", f"--pid-file={run}/munged.pid",
                    f"--log-file={run}/munged.log", f"--seed-file={run}/seed")
        binary.wait_until(lambda: os.path.exists(f"{run}/munge"), "munged has no socket")
        self.daemon("slurmctld", "-D", "-f", config)
        self.daemon("slurmd", "-D", "-f", config)
        binary.wait_until(lambda: "idle" in subprocess.run(["sinfo", "-h", "-o", "%T"], env=self.environment, capture_output=True,
                                                           text=True, check=False).stdout, "the node is not idle")

    def daemon(self, name, *arguments):
        process = subprocess.Popen([program(name), *arguments], env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait, 60)
        self.addCleanup(process.terminate)

    def test_runs_all_shards_also_when_a_task_is_requeued(self):
        # The first task is thrown out once, as when its node is drained.
        requeued = threading.Thread(target=self.requeue_first_task)
        requeued.start()
        games = ["--games", "400", *SELFPLAY[2:]]
        said = self.call("sbatch", "--wait", "--array=1-4", os.path.join(EXAMPLES, "slurm-array"), "selfplay", "-o", "games.zwg", *games)
        requeued.join()
        logs = "".join(self.read(name) for name in sorted(os.listdir(self.folder)) if name.endswith(".out"))
        self.assertRegex(said, r"Submitted batch job \d+", logs)
        self.call("sh", "-c", "zugwerk merge games.shard-*-of-4.zwg -o games.zwg")
        self.call("zugwerk", "selfplay", "-o", "one.zwg", *games)
        self.assertEqual(self.read_bytes("games.zwg"), self.read_bytes("one.zwg"))
        self.assertTrue(self.was_requeued, self.said)

    was_requeued = False
    said = []

    def requeue_first_task(self):
        end = time.monotonic() + 60
        while time.monotonic() < end and not os.path.exists(self.path("games.shard-1-of-4.zwg")):
            time.sleep(0.02)
        self.was_requeued = self.control("requeue", "1_1")
        # Otherwise Slurm waits two minutes before it starts the task again.
        while time.monotonic() < end and self.control("show", "job", "1_1") and "Reason=BeginTime" not in self.said[-1]:
            time.sleep(0.2)
        self.control("update", "JobId=1_1", "StartTime=now")

    def control(self, *arguments):
        done = subprocess.run(["scontrol", *arguments], env=self.environment, capture_output=True, text=True, check=False)
        self.said.append(done.stdout + done.stderr)
        return done.returncode == 0


class Kubernetes(Recipe):
    def test_the_pods_of_all_indexes_are_the_shards(self):
        with open(os.path.join(EXAMPLES, "kubernetes-job.yaml"), encoding="utf-8") as file:
            job = file.read()
        pods = int(re.search(r"completions: (\d+)", job)[1])
        command = re.search(r"- \|\n +(exec zugwerk .*)\n", job)[1]
        for option in ("--games", "--seed"):
            command = re.sub(rf" {option} \d+", "", command)
        command = command.replace("games.zwg", "games.zwg " + " ".join(SELFPLAY), 1)
        for index in range(pods):
            self.call("sh", "-c", command, JOB_COMPLETION_INDEX=str(index))
        self.check_games(pods)


if __name__ == "__main__":
    binary.main()
