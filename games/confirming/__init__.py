"""Agreeing on a score: the other side confirms it, or somebody says that it is wrong."""
