"""Nodes of a cluster on one machine: network namespaces, each with an address and a host name of its own, joined by a switch.
mpirun starts a daemon in each. Needs root and iproute2. Everything lies in namespaces and goes away with them."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time


def why_not():
    """Why there can be no nodes here; empty if there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for tool, package in (("ip", "iproute2"), ("unshare", "util-linux")):
        if shutil.which(tool) is None:
            return f"{tool} is not installed (Debian: apt-get install {package})"
    name = f"zugwerk{os.getpid()}-try"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return f"network namespaces cannot be made here: {made.stderr.strip()}"
    try:
        for arguments in (
            ["link", "add", "name", "a", "type", "veth", "peer", "name", "b"],
            ["link", "add", "name", "c", "type", "bridge"],
        ):
            tried = subprocess.run(["ip", "-n", name, *arguments], capture_output=True, text=True, check=False)
            if tried.returncode != 0:
                return f"this kernel does not allow what nodes need: ip {' '.join(arguments)}: {tried.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
    return ""


def ip(*arguments):
    subprocess.run(["ip", *arguments], capture_output=True, text=True, check=True)


class Nodes:
    """node0, node1, ... ; the client and mpirun are at home on node0."""

    def __init__(self, count):
        self.prefix = f"zugwerk{os.getpid()}"
        self.count = count
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.agent = self.folder / "agent"
        self.hosts = self.folder / "hosts"

    def space(self, node):
        return f"{self.prefix}-node{node}"

    def __enter__(self):
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _build(self):
        switch = f"{self.prefix}-switch"
        ip("netns", "add", switch)
        ip("-n", switch, "link", "add", "switch", "type", "bridge")
        ip("-n", switch, "link", "set", "switch", "up")
        for node in range(self.count):
            space = self.space(node)
            ip("netns", "add", space)
            ip("-n", space, "link", "set", "lo", "up")
            ip("-n", switch, "link", "add", f"port{node}", "type", "veth", "peer", "name", "eth0", "netns", space)
            ip("-n", switch, "link", "set", f"port{node}", "master", "switch", "up")
            ip("-n", space, "address", "add", f"10.77.0.{node + 1}/24", "dev", "eth0")
            ip("-n", space, "link", "set", "eth0", "up")
        # What mpirun calls instead of ssh: the node, then the command of the daemon.
        self.agent.write_text(
            "#!/bin/sh\nnode=$1\nshift\n"
            f'exec ip netns exec "{self.prefix}-$node" unshare --uts sh -c "hostname $node; $*"\n',
            encoding="utf-8",
        )
        self.agent.chmod(0o755)
        self.hosts.write_text("".join(f"node{node} slots=1\n" for node in range(self.count)), encoding="utf-8")

    def launcher(self):
        """mpirun, with the options that it needs to find these nodes."""
        return (
            "mpirun --allow-run-as-root --enable-recovery --bind-to none --map-by node "
            f"--mca plm_rsh_agent {self.agent} --mca oob_tcp_if_include 10.77.0.0/24 --mca btl_tcp_if_include 10.77.0.0/24"
        )

    def on(self, node, command):
        """The command that runs this one on a node."""
        return [
            "ip", "netns", "exec", self.space(node), "unshare", "--uts", "sh", "-c", f'hostname node{node}; exec "$@"', "sh", *command,
        ]  # fmt: skip

    def processes(self, node):
        listed = subprocess.run(["ip", "netns", "pids", self.space(node)], capture_output=True, text=True, check=False)
        return [int(pid) for pid in listed.stdout.split()]

    def kill(self, node):
        """As if its power failed: nothing on it says a word any more, not even that connections end."""
        self.cut(node)
        for pid in self.processes(node):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def cut(self, node):
        ip("-n", f"{self.prefix}-switch", "link", "set", f"port{node}", "down")

    def mend(self, node):
        ip("-n", f"{self.prefix}-switch", "link", "set", f"port{node}", "up")

    def __exit__(self, *_):
        for node in range(self.count):
            end = time.monotonic() + 5
            while (left := self.processes(node)) and time.monotonic() < end:
                for pid in left:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
                time.sleep(0.02)
            subprocess.run(["ip", "netns", "del", self.space(node)], capture_output=True, check=False)
        subprocess.run(["ip", "netns", "del", f"{self.prefix}-switch"], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
