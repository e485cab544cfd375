"""An archive of generated hands in PostgreSQL: `make archive`, then `make bench-archive`."""
