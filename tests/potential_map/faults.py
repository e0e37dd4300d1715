#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the program fail while it writes: every output must be the old file or the new one, with nothing beside it.

Usage: faults.py PROGRAM SHIM [MPIRUN]

SHIM is built from tests/faults/shim.cpp; with MPIRUN several processes write a file. GRIDFOLD_SEED, which is printed, repeats the random choices of a run.
"""
import concurrent.futures
import errno
import functools
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, SHIM, *MPIRUN = map(os.path.realpath, sys.argv[1:])
SEED = int(os.environ.get("GRIDFOLD_SEED") or random.SystemRandom().randrange(2**32))
RNG = random.Random(SEED)

OLD = b"an older file\n"
ATOMS = b"0.25 0.5 0.5 -0.5\n1.5 1.5 1.5 1\n"
MAP, BOTH, PACKED, PLANES = ("map.dx",), ("map.dx", "slice.png", "map.pml"), ("map.dx.gz",), ("map.mrc",)
SMALL, LARGE = 20, 80  # points along an axis; a large map takes long enough to be interrupted
UNNAMED, NAMED = "", f"tmpfile:0:e{errno.EOPNOTSUPP}"  # with and without files that have no name
SENTENCE = rb"\Apotential-map: [^\n]+ \([^\n]+\): [^\n]+\n\Z"
OTHERS_SENTENCE = SENTENCE + rb"|libgomp: |error while loading shared libraries"
DRAFT = r"\.potential-map-[0-9a-f]{16}\.part"
ROOT = os.geteuid() == 0
NAMESPACE = ["unshare"] if ROOT else ["unshare", "--user", "--map-root-user"]
SOME_DESCRIPTORS = [numbers for n in (1, 2, 3) for numbers in itertools.combinations(range(3), n)]
HARMLESS = ["pwrite:1:half", f"part:1:e{errno.ENOENT}"]  # a short write, and a folder that a process does not see
GOOD = {}  # what a run writes if nothing happens, by outputs and points


class Run:
    """One run of the program, in a folder of its own. `replaced`: whether the outputs are there already."""

    def __init__(self, outputs=MAP, replaced=False, points=SMALL, threads=2, before=(), **environment):
        self.what = f"{outputs}, replaced: {replaced}, {list(before)} {environment}"
        self.folder = tempfile.mkdtemp(prefix="potential-map-faults-")
        self.outputs, self.replaced, self.points = outputs, replaced, points
        os.chmod(self.folder, 0o777)
        self.put("atoms.txt", ATOMS)
        for name in outputs if replaced else []:
            self.put(name, OLD)
            os.chmod(self.path(name), 0o646)
        words = f"atoms.txt --device host --threads {threads} --origin 0 --shape {points} --spacing 1".split()
        files = [word for pair in zip(["-o", "--picture"], outputs) for word in pair]
        files += ["--script", "pymol"] if outputs[2:] else []
        preload = {"LD_PRELOAD": SHIM} if environment else {}
        idle = {"OMP_WAIT_POLICY": "passive"}  # many runs share the processor
        self.process = subprocess.Popen([*before, PROGRAM, *words, *files], cwd=self.folder, stdin=subprocess.DEVNULL,
                                        env={**os.environ, **idle, **preload, **environment},
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text)

    def read(self, name):
        if not os.path.exists(self.path(name)):
            return None
        with open(self.path(name), "rb") as file:
            return file.read()

    def wait(self):
        self.out, self.err = self.process.communicate(timeout=100)
        self.code = self.process.returncode
        return self

    def require(self, truth, complaint):
        if not truth:
            raise AssertionError(f"{complaint}: {self.what}\n  exit code {self.code}, {self.err!r}, GRIDFOLD_SEED={SEED}")

    def check(self, litter=False, said=SENTENCE):
        """Checks what holds however a run ends. `litter`: whether a draft may be left."""
        left = set(os.listdir(self.folder)) - {"atoms.txt", *self.outputs}
        self.require(all(litter and re.fullmatch(DRAFT, name) for name in left), f"{left} is left")
        old = OLD if self.replaced else None
        for name, new in zip(self.outputs, GOOD[self.outputs, self.points]):
            self.require(self.read(name) in ([new] if self.code == 0 else [old, new]), f"{name} is neither old nor new")
            mode = os.stat(self.path(name)).st_mode & 0o777 if self.replaced else 0o646
            self.require(mode == 0o646, f"{name} has mode {mode:o}")
        self.require(self.code <= 0 or re.search(said, self.err), "no sentence")


def good_run(outputs, points):
    """Records what such a run writes, and returns its duration [s]."""
    begin = time.monotonic()
    with Run(outputs, points=points) as run:
        run.wait()
        run.require(run.code == 0 and not run.err, "a good run failed")
        GOOD[outputs, points] = [run.read(name) for name in outputs]
    return time.monotonic() - begin


def calls(outputs, replaced, faults):
    """The calls of a run that the shim counts, as (name, turn)."""
    with tempfile.NamedTemporaryFile("r") as log, Run(outputs, replaced, FAULTS=faults, FAULTS_LOG=log.name) as run:
        run.wait()
        names = log.read().split()
        places = [name for name in names if name in ["link", "rename"]]
        run.require(names.index("fsync") < names.index(places[0]), "a file gets its name before it is on the disk")
    return [(name, names[:i + 1].count(name)) for i, name in enumerate(names)]


def call_fails(outputs, replaced, faults, name, turn, reason):
    """The error names the file of the failed call and the reason."""
    with Run(outputs, replaced, FAULTS=f"{name}:{turn}:e{reason} {faults}") as run:
        run.wait().check(said=OTHERS_SENTENCE if name == "thread" and turn > 1 else SENTENCE)
        run.require(run.code != 0 or name in ["tmpfile", "chown"], "took no notice")
        if run.code != 0 and name != "thread":
            run.require(os.strerror(reason).encode() in run.err, "does not say why")
            run.require(any(output.encode() in run.err for output in outputs), "does not say where")


def call_is_short(outputs, replaced, faults, turn):
    with Run(outputs, replaced, FAULTS=f"write:{turn}:half {faults}") as run:
        run.wait().check()
        run.require(run.code == 0, "failed")


def signal_at_call(outputs, replaced, faults, name, turn, when, number):
    """Sends a signal before (b) or after (a) a call. SIGKILL can leave a draft that has a name."""
    with Run(outputs, replaced, FAULTS=f"{name}:{turn}:{when}{int(number)} {faults}") as run:
        run.wait().check(litter=number == signal.SIGKILL and (faults == NAMED or replaced))
        run.require(run.code == -number, "went on")


def signal_at_any_time(outputs, replaced, faults, number, delay):
    """Sends a signal at a random moment. The program ignores some signals."""
    with Run(outputs, replaced, LARGE, FAULTS=faults) as run:
        time.sleep(delay)
        run.process.send_signal(number)
        run.wait().check(litter=number == signal.SIGKILL and (faults == NAMED or replaced))
        run.require(run.code in [0, -number], "ended otherwise")


def limit(outputs, replaced, name, value):
    """A system limit ends the run, possibly before main."""
    user = ["setpriv", "--reuid=54321", "--clear-groups"] if ROOT and name == "nproc" else []
    limited = [*user, "prlimit", f"--{name}={value}:{value}"]
    with Run(outputs, replaced, threads=4, before=limited) as run:
        run.wait().check(said=OTHERS_SENTENCE + b"|prlimit: |setpriv: ")
        # If the dynamic loader fails, the program has not started.
        loads = subprocess.run([*limited, PROGRAM, "--version"], capture_output=True, check=False).returncode >= 0
        run.require(run.code >= 0 or not loads, "was killed")


def closed_descriptors(outputs, replaced, numbers):
    """With closed standard streams nothing is printed into an output."""
    closing = " ".join(f"{number}>&-" for number in numbers)
    with Run(outputs, replaced, before=["sh", "-c", f'exec "$0" "$@" {closing}']) as run:
        run.wait().check()
        run.require(run.code == 0, "failed")
        run.require(("wrote" in run.out.decode()) == (1 not in numbers), "the summary is elsewhere")


def closed_descriptors_and_a_fifo(numbers):
    """With closed standard streams the summary is not printed into a FIFO that is the output."""
    closing = " ".join(f"{number}>&-" for number in numbers)
    script = f'mkfifo map.dx && cat map.dx >copy & sleep 0.1; "$0" "$@" {closing}; code=$?; wait; exit $code'
    with Run(before=["sh", "-c", script]) as run:
        run.wait()
        run.require(run.code == 0 and [run.read("copy")] == GOOD[MAP, SMALL], "the FIFO got something else")


def broken_pipe(outputs, replaced):
    """The standard output is a pipe without a reader."""
    with Run(outputs, replaced, before=["sh", "-c", 'sleep 0.1; exec "$0" "$@"']) as run:
        run.process.stdout.close()
        run.process.stdout = None
        run.wait().check()
        run.require(b"Broken pipe" in run.err, "does not say why")


def full_disk(replaced, size):
    """A full file system, mounted for the run; prints its files."""
    script = f"mount -t tmpfs -o size={size} none /mnt && cp -p * /mnt && cd /mnt; " \
             '"$0" "$@" --quiet --force; code=$?; ls -A; cat map.dx; exit $code'
    with Run(MAP, replaced, before=[*NAMESPACE, "--mount", "sh", "-c", script]) as run:
        run.wait()
        if b"mount" in run.err or b"unshare" in run.err:
            return print(f"skipped: no file system of its own ({run.err.decode().strip()})")
        run.require(run.code == 1 and b"cannot write map.dx (No space left on device)" in run.err, "no sentence")
        run.require(run.out == (b"atoms.txt\nmap.dx\n" + OLD if replaced else b"atoms.txt\n"), "changed something")


def children(process):
    """The process ids of a process' children that run the program."""
    try:
        with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split() if os.readlink(f"/proc/{child}/exe") == PROGRAM]
    except OSError:
        return []


def first_process(number):
    """A signal also ends the first process of a container, here while it waits for the reader of a FIFO."""
    namespace = [*NAMESPACE, "--pid", "--fork", "--kill-child"]
    with Run(before=["sh", "-c", 'mkfifo map.dx && exec "$@"', "sh", *namespace]) as run:
        for _ in range(200):
            for child in children(run.process.pid):
                os.kill(child, number)
            time.sleep(0.05)
            if run.process.poll() is not None:
                break
        run.process.kill()
        run.wait()
        if b"unshare" in run.err:
            return print(f"skipped: no processes of its own ({run.err.decode().strip()})")
        run.require(run.code == 128 + number and len(os.listdir(run.folder)) == 2, "ended otherwise")


def draft_of_another_run(replaced):
    """A draft left by an earlier process, if possible with this process id, is no obstacle."""
    alone = "unshare --pid --fork" if ROOT else ""
    once = f"{alone} sh -c '\"$0\" \"$@\"; exit $?' \"$0\" \"$@\""
    killed = f'FAULTS="{NAMED} write:1:b9" {once}'
    with Run(MAP, replaced, before=["sh", "-c", f"{killed}; exec {once}"], LD_PRELOAD=SHIM) as run:
        run.wait().check(litter=True)
        run.require(run.code == 0 and len(os.listdir(run.folder)) == 3, "was disturbed")


def too_many_threads(threads, stack):
    """The stack that OpenMP's runtime needs per thread [bytes]."""
    with Run(threads=threads, before=["prlimit", f"--stack={stack}:"]) as run:
        run.wait().check()
        run.require(run.code == 1 and b"threads are too many" in run.err, "no sentence")


def process_fails(outputs, replaced, rank, faults, said=None, processes=3):
    """One of the processes that write a file fails. mpirun adds words of its own; the program's are one sentence. When a
    process is killed, mpirun may kill process 0, whose draft has a name."""
    # mpirun of Open MPI 5.0.7 crashes if it is given several commands.
    script = f"""if [ "${{OMPI_COMM_WORLD_RANK-$PMI_RANK}}" = {rank} ]; then export LD_PRELOAD='{SHIM}' FAULTS='{faults}'; fi; exec "$0" "$@\""""
    root = ["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"]
    start = [*root, MPIRUN[0], "--oversubscribe", "-n", str(processes), "sh", "-c", script]
    with Run(outputs, replaced, threads=1, before=start) as run:
        run.wait()
        sentences = re.findall(rb"^potential-map: .*$", run.err, re.MULTILINE)
        words = f"potential-map: rank {rank}: {said}".encode() if said else b""
        run.require(len(sentences) == (said is not None), "not one sentence")
        run.require(all(sentence.startswith(words) for sentence in sentences), "another sentence")
        run.require((run.code == 0) == (faults in HARMLESS), "ended otherwise")
        run.check(litter="b9" in faults, said=b"")


def process_cases():
    for outputs, replaced, rank in itertools.product([PLANES, MAP], [False, True], range(3)):
        case = functools.partial(process_fails, outputs, replaced, rank)
        for faults in HARMLESS:
            yield functools.partial(case, faults)
        yield functools.partial(case, "pwrite:1:b9")
        for name in ["pwrite", "fsync"]:
            yield functools.partial(case, f"{name}:1:e{errno.ENOSPC}",
                                    f"cannot write {outputs[0]} (No space left on device): ")


def cases(outputs, duration):
    """All faults for a program with these outputs and this duration [s], as functions."""
    case = functools.partial
    reasons = [errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.ENOMEM]
    ignored = [signal.SIGPIPE, signal.SIGXFSZ]
    deadly = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGXCPU,
              signal.SIGABRT, signal.SIGSEGV, signal.SIGUSR1, signal.SIGRTMIN]
    for replaced, faults in itertools.product([False, True], [UNNAMED, NAMED]):
        for name, turn in calls(outputs, replaced, faults):
            yield case(call_fails, outputs, replaced, faults, name, turn, RNG.choice(reasons))
            if name == "write":
                yield case(call_is_short, outputs, replaced, faults, turn)
            for when, number in itertools.product("ba", [signal.SIGKILL, signal.SIGTERM]):
                yield case(signal_at_call, outputs, replaced, faults, name, turn, when, number)
        for number in ignored + deadly:
            yield case(signal_at_any_time, outputs, replaced, faults, number, RNG.uniform(0, duration))
    for replaced in [False, True]:
        limits = [("fsize", 0, max(map(len, GOOD[outputs, SMALL]))), ("nproc", 1, 4)]
        if outputs == MAP:  # a picture looks different without its fonts
            limits += [("nofile", 3, 12), ("as", 10**7, 3 * 10**8)]
        for name, low, high in limits:
            for _ in range(4):
                yield case(limit, outputs, replaced, name, RNG.randint(low, high))
        for numbers in SOME_DESCRIPTORS:
            yield case(closed_descriptors, outputs, replaced, numbers)
        yield case(broken_pipe, outputs, replaced)


def more_cases():
    for replaced in [False, True]:
        yield functools.partial(full_disk, replaced, RNG.choice(["8k", "16k", "32k"]))
        yield functools.partial(draft_of_another_run, replaced)
    for number in [signal.SIGTERM, signal.SIGINT, signal.SIGQUIT]:
        yield functools.partial(first_process, number)
    for numbers in SOME_DESCRIPTORS:
        yield functools.partial(closed_descriptors_and_a_fifo, numbers)
    for threads, stack in [(2000, 2**23), (100000, 2**23), (2**20, 2**23), (1000, 2**17), (300, 2**16)]:
        yield functools.partial(too_many_threads, threads, stack)


def main():
    print(f"GRIDFOLD_SEED={SEED}")
    for number in [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT]:  # a shell's background job inherits them ignored
        signal.signal(number, signal.SIG_DFL)
    good_run(MAP, SMALL)
    todo = [*cases(MAP, good_run(MAP, LARGE)), *more_cases()]
    with Run(BOTH) as run:
        pictures = run.wait().code == 0
    if pictures:
        good_run(BOTH, SMALL)
        todo += RNG.sample([*cases(BOTH, good_run(BOTH, LARGE))], 40)  # the picture's library takes its time
    with Run(PACKED) as run:
        packs = run.wait().code == 0
    if packs:
        good_run(PACKED, SMALL)
        todo += RNG.sample([*cases(PACKED, good_run(PACKED, LARGE))], 40)
    if MPIRUN:
        good_run(PLANES, SMALL)
        todo += process_cases()
    RNG.shuffle(todo)
    with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
        for done in concurrent.futures.as_completed([pool.submit(case) for case in todo]):
            done.result()
    print(f"{len(todo)} runs: the old files or the new ones, and nothing else")


with tempfile.TemporaryDirectory() as preloaded:
    os.chmod(preloaded, 0o755)
    SHIM = shutil.copy(SHIM, preloaded)  # a path in LD_PRELOAD ends at a space
    main()
