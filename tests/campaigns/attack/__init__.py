"""The attack of November 2026, to be repeated: `make attack`."""
