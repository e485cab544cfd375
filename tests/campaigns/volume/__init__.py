"""An archive of generated hands in PostgreSQL, to see that ten years are as quick as one evening.

`make archive N=200000` builds it, `make bench-archive` measures it; see ../bench/README.md.
"""
