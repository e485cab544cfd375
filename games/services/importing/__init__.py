"""Taking an archive, or records from elsewhere, into a club: all of it or nothing.

Everything goes through one transaction that holds the club's chain. What is here already stays as
it is, so that the same import twice changes nothing, and two archives together lose nothing.
"""

from games.services.importing.lines import (
    Facts,
    Fault,
    Former,
    Line,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Report,
    Spot,
    Usual,
)
from games.services.importing.run import import_lines

__all__ = [
    "Facts",
    "Fault",
    "Former",
    "Line",
    "MatchLine",
    "PlayerLine",
    "RecordLine",
    "RemarkLine",
    "Report",
    "Spot",
    "Usual",
    "import_lines",
]
