#!/usr/bin/env python3
"""Measures what asynchronous copies from global to shared memory cost on the GPU of this machine, each twice.

    ./copies.py -o copies.csv

Writes for each request of one warp (op, active mask, byte offsets in shared memory and in global memory) the
wavefronts that Nsight Compute's counters showed in two runs. Where data of several 128-byte lines meet they differ
from run to run.

Needs nvcc, ncu (with the right to read counters) and Python 3.8; nothing else. It takes about two minutes.
"""

import argparse
import csv
import io
import os
import random
import tempfile

from measure import FULL, LANES, gpu, run

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"cp.async.ca.b32": 4, "cp.async.ca.b64": 8, "cp.async.ca.b128": 16, "cp.async.cg.b128": 16}
ALL = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
OTHER = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_misc.sum"


def patterns(size, rng):
    """The requests to issue of copies of `size` bytes: (mask, offsets in shared memory, offsets in global memory)."""
    lanes = range(LANES)
    straight = [lane * size for lane in lanes]
    yield FULL, straight, straight
    for stride in (2, 3, 4, 5, 7, 8, 16, 32, 33):
        strided = [lane * size * stride for lane in lanes]
        yield FULL, [offset % (48 * 1024) for offset in strided], straight
        yield FULL, straight, strided
        yield FULL, [offset % (48 * 1024) for offset in strided], strided
    for few in (1, 2, 4, 8, 16):
        repeated, grouped = [lane % few * size for lane in lanes], [lane // (LANES // few) * size for lane in lanes]
        yield FULL, straight, repeated
        yield FULL, straight, grouped
        yield FULL, repeated, straight
    for shift in (1, 4, 8, 16, 31):
        yield FULL, straight, [(lane + shift) % LANES * size for lane in lanes]
        yield FULL, straight, [(lane + shift) * size for lane in lanes]
    for _ in range(8):
        order = rng.sample(lanes, LANES)
        yield FULL, [lane * size for lane in order], straight
        yield FULL, straight, [lane * size for lane in order]
        yield FULL, [lane * size for lane in order], [lane * size for lane in rng.sample(lanes, LANES)]
    for span in (32, 64):
        for _ in range(6):
            yield FULL, [rng.randrange(span) * size for _ in lanes], [rng.randrange(span) * size for _ in lanes]
            yield FULL, [rng.randrange(span) * size for _ in lanes], straight
    for count in (1, 2, 4, 8):  # lines of 128 bytes in global memory, anywhere
        for _ in range(5):
            lines = [rng.randrange(1000) for _ in range(count)]
            source = [lines[rng.randrange(count)] * 128 + rng.randrange(128 // size) * size for _ in lanes]
            yield FULL, straight, source
            yield FULL, [rng.randrange(3072) * size for _ in lanes], source
    for mask in (1, 3, 0xFF, 0xFFFF, 0xFFFF0000, 0x55555555, 0x0F0F0F0F, rng.randrange(1, FULL), rng.randrange(1, FULL)):
        yield mask, straight, straight
        yield mask, straight, [lane * 128 for lane in lanes]
        yield mask, [lane * 32 * size % (48 * 1024) for lane in lanes], straight


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", metavar="FILE", required=True)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    rng = random.Random(options.seed)
    requests = [(op, *pattern) for op, size in SIZES.items() for pattern in patterns(size, rng)]
    with tempfile.TemporaryDirectory() as folder:
        program, path = os.path.join(folder, "copies"), os.path.join(folder, "requests")
        run(["nvcc", "-std=c++17", "-arch=native", "-o", program, os.path.join(HERE, "copies.cu")])
        with open(path, "w") as file:
            for op, mask, shared, source in requests:
                file.write("%s %08x %s %s\n" % (op, mask, " ".join(map(str, shared)), " ".join(map(str, source))))
        counts = []
        for _ in range(2):
            out = run(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none", "--metrics",
                       ALL + "," + OTHER, program, path])
            rows = list(csv.DictReader(io.StringIO(out[out.index('"ID"'):])))[1:]  # the first holds units
            counts.append([int(row[ALL].replace(",", "")) - int(row[OTHER].replace(",", "")) for row in rows])
    with open(options.o, "w") as file:
        file.write("# gpu: %s\nop,active_mask,byte_offsets,global_offsets,wavefronts,wavefronts_again\n" % gpu())
        for (op, mask, shared, source), first, second in zip(requests, *counts):
            file.write("%s,0x%08x,%s,%s,%d,%d\n" % (op, mask, " ".join(map(str, shared)), " ".join(map(str, source)),
                                                   first, second))
    print("%d requests written to %s" % (len(requests), options.o))


if __name__ == "__main__":
    main()
