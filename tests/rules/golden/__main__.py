"""Pins the golden hands again: `python -m tests.rules.golden`. Read the difference it makes."""

from tests.rules.golden.playthrough import collection, positions, read

for path in collection():
    golden = read(path)
    pinned = positions(golden.record)
    if not golden.pins.exists() or golden.pins.read_text() != pinned:
        golden.pins.write_text(pinned)
        print(f"pinned {golden.pins.parent.name}/{golden.pins.name}")
