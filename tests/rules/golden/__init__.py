"""Whole hands checked by hand against the sheets, with every position pinned. See README.md."""
