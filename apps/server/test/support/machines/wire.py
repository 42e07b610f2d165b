"""A wire between two network devices, which delays and drops what passes.

Usage: wire.py NAME NAME. Makes both devices, says so, and reads settings from standard input, a line each: the delay of each way
in milliseconds, and the part of the frames that gets lost, such as "20 0.01". Ends with its standard input.
"""
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000


def make_device(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return device


def read_frames(device):
    while True:
        try:
            yield os.read(device, 65536)
        except (BlockingIOError, OSError):
            return


def write_frame(device, frame):
    try:
        os.write(device, frame)
    except OSError:
        pass  # The other end is down, or has no room: the frame is lost, as on a real wire.


one, other = make_device(sys.argv[1]), make_device(sys.argv[2])
print("ready", flush=True)
delay, loss = 0.0, 0.0
waiting, count = [], 0
while True:
    limit = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    ready, _, _ = select.select([one, other, sys.stdin], [], [], limit)
    if sys.stdin in ready:
        line = sys.stdin.readline()
        if not line:
            break
        milliseconds, part = line.split()
        delay, loss = float(milliseconds) / 1000, float(part)
    for device, target in ((one, other), (other, one)):
        if device in ready:
            for frame in read_frames(device):
                count += 1
                if random.random() >= loss:
                    heapq.heappush(waiting, (time.monotonic() + delay, count, target, frame))
    while waiting and waiting[0][0] <= time.monotonic():
        _, _, target, frame = heapq.heappop(waiting)
        write_frame(target, frame)
