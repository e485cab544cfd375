"""Erasing a person from a club: what would go, the deed, and doing it again after a restore.

See "Erasing a person" in games/people/README.md.
"""
