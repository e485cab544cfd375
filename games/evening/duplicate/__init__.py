"""Duplicate: the same boards at several tables, who meets which, and how results compare."""
