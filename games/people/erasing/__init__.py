"""Erasing a person from a club; see "Erasing a person" in games/people/README.md."""
