"""Mutations of the JSON text of one line."""

import json


def key_twice(rng, line):
    at = rng.choice([at for at, byte in enumerate(line) if byte == ord("{")])
    return line[: at + 1] + b'"_k": 1, "_k": 1, ' + line[at + 1 :]


def key_once_more(rng, line):
    at = rng.choice([at for at, byte in enumerate(line) if byte == ord("{")])
    return line[: at + 1] + b'"seat": 0, ' + line[at + 1 :]


def new_value(rng, line):
    """One number of the text becomes something that JSON or the format does not hold."""
    spots = [at for at, byte in enumerate(line[:-2]) if line[at : at + 2] == b": " and byte]
    spots = [at for at in spots if line[at + 2 : at + 3].isdigit()]
    at = rng.choice(spots) + 2
    end = at
    while line[end : end + 1].isdigit():
        end += 1
    values = b"NaN Infinity -Infinity 1e0 01 1.0 0x1 1. -0 +1 0e5 999999999999999 1000000000000000"
    return line[:at] + rng.choice(values.split()) + line[end:]


def cut(rng, line):
    return line[: rng.randrange(1, len(line))]


def junk_text(rng, line):
    texts = [b"[]", b"1", b"null", b'"x"', b"{}", b"{", b"nonsense", b"[" * 100000, b"{} {}"]
    return rng.choice(texts)


def mark_of_order(rng, line):
    return b"\xef\xbb\xbf" + line


def bad_bytes(rng, line):
    at = line.index(b'"players"') + 13
    return line[:at] + rng.choice([b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x01"]) + line[at:]


def padded(rng, line):
    return rng.choice([b"  " + line + b" \t", line + b"\r"])


def long_line(rng, line):
    wanted = 262144 + rng.choice([0, 1])
    return line + b" " * (wanted - len(line))


def other_spelling(rng, line):
    """The same object with other spaces and escapes."""
    try:
        value = json.loads(line)
    except ValueError:
        return line
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()


TEXT_MUTATIONS = [
    key_twice,
    key_once_more,
    *[new_value] * 3,
    cut,
    junk_text,
    mark_of_order,
    bad_bytes,
    padded,
    long_line,
    other_spelling,
]
