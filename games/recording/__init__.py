"""The recording screen: a hand recorded at the table. See README.md."""
