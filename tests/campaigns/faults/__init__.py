"""Faults made on purpose, and a judge that knows only what was acknowledged: `make faults`."""
