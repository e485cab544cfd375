"""Measures the engine, an entry, pages and the archive: `make bench`."""
