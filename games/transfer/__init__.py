"""Archives of a club as files, out and in; records from and for other programs. See README.md."""
