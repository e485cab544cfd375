"""Both clubs, and the published petite in the archive: laid once for a file."""

from tests.replay.petite import both_clubs, member, petite

__all__ = ["both_clubs", "member", "petite"]
