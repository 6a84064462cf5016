#!/usr/bin/env python3
"""Measures what shared-memory requests cost on the GPU of this machine.

Issues warp requests of every op in ops.hpp under Nsight Compute, reads the counters, and writes them in the form
of h200_requests.csv, which `banklab replay` compares with the model:

    ./measure.py -o requests.csv                     patterns of every op
    ./measure.py -o requests.csv --op atom.add.f32   of these ops alone (may be repeated)
    ./measure.py -o again.csv --again requests.csv   the requests of a file once more

Needs nvcc, ncu (with the right to read counters) and Python 3.8; nothing else. A thousand requests take about half
a minute.
"""

import argparse
import csv
import io
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LANES = 32
FULL = (1 << LANES) - 1
SHARED_BYTES = 48 * 1024
BASE = 128  # issue.cu packs up to three counts into one reading, as digits to this base

WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
METRICS = [WAVEFRONTS % kind for kind in ("ld", "st", "atom")] + [CONFLICTS]


def patterns(op, size, rng):
    """The requests to issue of an op whose lanes move `size` bytes: (mask, offsets) pairs."""
    elements = SHARED_BYTES // size
    masked = "matrix" not in op  # those that need all lanes

    def whole(index):
        return FULL, [index(lane) % elements * size for lane in range(LANES)]

    for stride in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48, 64):
        yield whole(lambda lane: lane * stride)
    for shift in (1, 2, 3, 4):  # neighbours at one address
        yield whole(lambda lane: lane >> shift)
        yield whole(lambda lane: (lane >> shift) * 8)
    for x in (1, 2, 3, 4, 8, 16):  # partners of the pair rule, and what only looks like them
        yield whole(lambda lane: min(lane, lane ^ x))
        yield whole(lambda lane: min(lane, lane ^ x) * 5)
    for few in (1, 2, 3, 4, 5, 8, 13):  # so many addresses, anywhere
        chosen = [rng.randrange(elements) for _ in range(few)]
        yield whole(lambda lane: rng.choice(chosen))
        one_bank = [rng.randrange(elements // 64) * (128 // min(size, 128)) for _ in range(few)]
        yield whole(lambda lane: rng.choice(one_bank))
    for span in (32, 64, 128, 512, elements):  # anywhere in so many elements
        for _ in range(3):
            yield whole(lambda lane: rng.randrange(span))
    for _ in range(3):  # no two lanes at one address
        order = rng.sample(range(64), LANES)
        yield whole(lambda lane: order[lane])
    if not masked:
        return
    for span in (32, 128, elements):
        for mask in (1, 0x80000000, 3, 0xFF, 0xFF00, 0xFFFF, 0xFFFF0000, 0x55555555, 0xAAAAAAAA, 0x0F0F0F0F):
            yield mask, whole(lambda lane: rng.randrange(span))[1]
        for _ in range(5):
            yield rng.randrange(1, FULL + 1), whole(lambda lane: rng.randrange(span))[1]
    for stride in (1, 2, 4, 8, 32):
        for _ in range(2):
            yield rng.randrange(1, FULL + 1), whole(lambda lane: lane * stride)[1]


def is_load(op):
    return op.startswith(("ld.", "ldmatrix."))


def kinds(op):
    """The counters that an op moves: a loop of a load and a compare-and-swap counts as both."""
    if is_load(op):
        return ["ld"]
    return ["st"] if op.startswith("st") else ["ld", "atom"]


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **options)
    if done.returncode != 0:
        sys.exit("%s\n%s%s" % (" ".join(command), done.stdout[-2000:], done.stderr[-2000:]))
    return done.stdout


def build(folder):
    program = os.path.join(folder, "issue")
    run(["nvcc", "-std=c++17", "-arch=native", "-o", program, os.path.join(HERE, "issue.cu")])
    return program


def packs(requests, sizes):
    """The requests of each launch, as issue.cu makes them."""
    pack = []
    for request in requests:
        if len(pack) == sizes[request[0]] or (pack and pack[0][0] != request[0]):
            yield pack
            pack = []
        pack.append(request)
    if pack:
        yield pack


def count(program, requests, sizes, folder):
    """The counters of each (op, mask, offsets): a dictionary by metric."""
    path = os.path.join(folder, "requests")
    with open(path, "w") as file:
        for op, mask, offsets in requests:
            file.write("%s %08x %s\n" % (op, mask, " ".join(map(str, offsets))))
    out = run(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--metrics",
               ",".join(METRICS), program, path])
    table = out[out.index('"ID"'):]
    rows = list(csv.DictReader(io.StringIO(table)))[1:]  # the first holds units
    counts = []
    expected = list(packs(requests, sizes))
    if len(rows) != len(expected):
        sys.exit("ncu saw %d launches of %d" % (len(rows), len(expected)))
    for row, pack in zip(rows, expected):
        digits = [dict() for _ in pack]
        op = pack[0][0]
        for metric in [WAVEFRONTS % kind for kind in kinds(op)] + ([CONFLICTS] if is_load(op) else []):
            value = int(float(row[metric].replace(",", "")))
            for digit in digits[:-1]:
                value, digit[metric] = divmod(value, BASE)
            digits[-1][metric] = value
            if len(pack) > 1 and value >= BASE:
                sys.exit("%s of %s: %s is more than its digits hold" % (metric, op, row[metric]))
        counts += digits
    return counts


def gpu():
    out = run(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader", "--id=0"]).strip()
    name, capability = out.split(",")
    return "%s, sm_%s" % (name.strip(), capability.strip().replace(".", ""))


def read(path):
    with open(path) as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            yield row["op"], int(row["active_mask"], 16), list(map(int, row["byte_offsets"].split()))


def write(path, requests, counts):
    with open(path, "w") as file:
        file.write("# gpu: %s\nop,active_mask,byte_offsets,wavefronts,bank_conflicts\n" % gpu())
        for (op, mask, offsets), counted in zip(requests, counts):
            wavefronts = sum(counted[WAVEFRONTS % kind] for kind in kinds(op))
            file.write("%s,0x%08x,%s,%d,%s\n" % (op, mask, " ".join(map(str, offsets)), wavefronts,
                                                counted.get(CONFLICTS, "")))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", metavar="FILE", required=True)
    arguments.add_argument("--op", action="append", metavar="NAME")
    arguments.add_argument("--again", metavar="FILE")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        ops = [line.split() for line in run([program, "--list"]).splitlines()]
        sizes = {name: int(size) for name, size, _ in ops}
        packed = {name: int(number) for name, _, number in ops}
        if options.again:
            requests = [r for r in read(options.again) if not options.op or r[0] in options.op]
        else:
            rng = random.Random(options.seed)
            names = options.op or list(sizes)
            requests = [(op, mask, offsets) for op in names for mask, offsets in patterns(op, sizes[op], rng)]
        counts = count(program, requests, packed, folder)
    write(options.o, requests, counts)
    print("%d requests written to %s" % (len(requests), options.o))


if __name__ == "__main__":
    main()
