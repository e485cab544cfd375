"""Taking an archive, or records from elsewhere, into a club: all of it or nothing.

Everything is judged first, then written in one transaction that holds the club's chain. What is
here already stays as it is, so that the same import twice changes nothing, and two archives
together lose nothing.
"""

from games.transfer.importing.lines import (
    MOST_FAULTS,
    ArchivedFacts,
    Bounds,
    ConfirmationLine,
    DisputeLine,
    Former,
    Line,
    LineFault,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Report,
    Spot,
    Usual,
)
from games.transfer.importing.run import import_lines

__all__ = [
    "MOST_FAULTS",
    "ArchivedFacts",
    "Bounds",
    "ConfirmationLine",
    "DisputeLine",
    "Former",
    "Line",
    "LineFault",
    "MatchLine",
    "PlayerLine",
    "RecordLine",
    "RemarkLine",
    "Report",
    "Spot",
    "Usual",
    "import_lines",
]
