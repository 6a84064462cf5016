#!/usr/bin/env python3
"""Measures what each line of whole kernels costs in shared memory on the GPU of this machine.

Runs each file under Nsight Compute and writes what its Source page says of the instructions of every line that touch
shared memory, launch by launch, summed over the whole grid:

    ./kernels.py -o kernels.csv ../../kernels/*.cu

A file without a main function gets one that makes the launches of its `// launch:` lines; each argument that is a name
and no macro of the file is a buffer of 64 MiB that holds the words 0, 1, 2, … A file with a main function runs as it is.

Needs nvcc, ncu (with the right to read counters) and Python 3.8; nothing else. Files that cannot be built, run or
profiled are named, and the others measured.
"""

import argparse
import csv
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

METRICS = ("inst_executed", "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal")
SHARED = ("LDS", "STS", "ATOMS", "STAS", "REDAS")  # opcodes: loads, matrix loads, stores, atomics, asynchronous ones
# Other opcodes count where they moved the counters: a generic load whose address lies in shared memory.
MAIN = """
#include <cstdio>
struct Buffer {
    void *data;
    template <typename T> operator T *() const { return static_cast<T *>(data); }
    Buffer() {
        const unsigned words = 16u << 20;
        unsigned *host = new unsigned[words];
        for (unsigned i = 0; i < words; ++i) host[i] = i;
        cudaMalloc(&data, words * 4);
        cudaMemcpy(data, host, words * 4, cudaMemcpyHostToDevice);
        delete[] host;
    }
};
int main() {
%s
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) std::fprintf(stderr, "%%s\\n", cudaGetErrorString(status));
    return status != cudaSuccess;
}
"""


def launches(text):
    """The launches that the file's comments name."""
    for line in re.findall(r"^// launch: (.*)$", text, re.M):
        yield from (part.strip() for part in line.split(";") if part.strip())


def with_main(text):
    """The file's text with a main function."""
    if re.search(r"\bint\s+main\s*\(", text):
        return text
    known = set(re.findall(r"^#define (\w+)", text, re.M)) | {"mem_row_major", "mem_col_major"}
    calls, names = [], set()
    for launch in launches(text):
        kernel = launch[:launch.index("<<<")]
        instance = re.search(r"^template __global__ void %s(<[^>]*>)" % re.escape(kernel), text, re.M)
        if instance:  # the launch leaves its arguments to the file's only instance
            launch = kernel + instance[1] + launch[len(kernel):]
        arguments = launch[launch.rindex(">>>") + 3:].strip()[1:-1]
        names |= {name for name in re.split(r",\s*", arguments) if re.fullmatch(r"[A-Za-z_]\w*", name)}
        calls.append("    %s;" % launch)
    buffers = ["    Buffer %s;" % name for name in sorted(names - known)]
    return text + MAIN % "\n".join(buffers + calls)


def run(command, seconds, **options):
    """What a command prints; None and its words where it fails."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                              timeout=seconds, **options)
    except subprocess.TimeoutExpired:
        return None, "took longer than %d s" % seconds
    return (done.stdout, "") if done.returncode == 0 else (None, done.stdout[-600:])


def build(path, folder):
    """The program of a file, or None and why not."""
    name = os.path.basename(path)
    place = tempfile.mkdtemp(dir=folder)
    source = os.path.join(place, name)
    with open(path) as file:
        text = with_main(file.read())
    with open(source, "w") as file:
        file.write(text)
    program = os.path.join(place, "program")
    out, why = run(["nvcc", "-O3", "-std=c++17", "-lineinfo", "-arch=native", "-I", os.path.dirname(path) or ".", "-o",
                    program, source], 300)
    return (program if out is not None else None), why


def measured(program, name, most):
    """Rows (launch, kernel, line, opcode, instructions, executed, wavefronts, ideal) of a program, or None and why not.

    A row is an instruction of one opcode and line: so many of them, executed so often, summed over the grid. Line 0
    stands for what comes from another file."""
    report = program + ".ncu-rep"
    command = ["ncu", "--clock-control", "none", "--section", "SourceCounters", "--launch-count", str(most), "-f", "-o",
               report, program]
    out, why = run(command, 120, cwd=os.path.dirname(program))
    if out is None:
        return None, why
    rows = []
    launches_of = ncu_report.load_report(report).range_by_idx(0)
    for launch in range(launches_of.num_actions()):
        action = launches_of.action_by_idx(launch)
        counts = {}
        for column, metric in enumerate(METRICS):
            values = action.metric_by_name(metric)
            places = values.correlation_ids()
            for i in range(values.num_instances()):
                counts.setdefault(places.as_uint64(i), [0] * len(METRICS))[column] = values.as_uint64(i)
        lines = {}
        for place, counted in counts.items():
            opcode = next(word for word in action.sass_by_pc(place).split() if not word.startswith("@"))
            if not opcode.startswith(SHARED) and not any(counted[1:]):
                continue
            source = action.source_info(place)
            line = source.line() if source and os.path.basename(source.file_name()) == name else 0
            row = lines.setdefault((line, opcode), [0] * (1 + len(METRICS)))
            row[0] += 1
            for column, count in enumerate(counted):
                row[1 + column] += count
        rows += [(launch, action.name(), *where, *row) for where, row in sorted(lines.items())]
    return rows, ""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("-o", metavar="FILE", required=True)
    arguments.add_argument("--launches", type=int, default=80, help="of each file at most so many (80)")
    arguments.add_argument("--nsight", metavar="FOLDER", default="/opt/nvidia/nsight-compute/*",
                           help="where Nsight Compute lies; its extras/python holds ncu_report")
    arguments.add_argument("files", nargs="+")
    options = arguments.parse_args()
    global ncu_report
    sys.path += sorted(glob.glob(os.path.join(options.nsight, "extras", "python")), reverse=True)
    import ncu_report
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            built = list(pool.map(lambda path: build(path, folder), options.files))
        with open(options.o, "w") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["file", "launch", "kernel", "line", "opcode", "instructions", "executed", "wavefronts", "ideal"])
            for path, (program, why) in zip(options.files, built):
                name = os.path.basename(path)
                rows, why = measured(program, name, options.launches) if program else (None, why)
                if rows is None:
                    print("%s: %s" % (name, why), file=sys.stderr)
                    continue
                writer.writerows((name, *row) for row in rows)
                file.flush()
                print("%s: %d rows" % (name, len(rows)))


if __name__ == "__main__":
    main()
