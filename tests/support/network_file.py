"""Network files for tests, written from docs/networks.md alone: an independent implementation of the format."""

import hashlib
import random
import struct

FEATURES = 768


def write(path, width=32, buckets=8, seed=1, output_bound=100):
    """Writes a network of random numbers and returns its name."""
    rng = random.Random(seed)
    numbers = lambda count, bound: [rng.randint(-bound, bound) for _ in range(count)]
    shorts = numbers(FEATURES * width, 100) + numbers(width, 200) + numbers(buckets * 2 * width, output_bound)
    payload = struct.pack(f"<{len(shorts)}h{buckets}i", *shorts, *numbers(buckets, 3000))
    fields = b"ZUGNET" + struct.pack("<HIIHHIQ", 1, width, buckets, 255, 64, 400, len(payload))
    digest = hashlib.sha256(fields + payload).digest()
    with open(path, "wb") as file:
        file.write(fields + digest + payload)
    return "zug-" + digest.hex()[:12]
