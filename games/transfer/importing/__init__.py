"""Taking an archive, or records from elsewhere, into a club: all of it or nothing.

Everything is judged first, then written in short transactions that hold the club's chain. What is
here already stays as it is, so that the same import twice changes nothing, and two archives
together lose nothing.
"""

from games.transfer.importing.lines import (
    MOST_FAULTS,
    SAID,
    ArchivedFacts,
    ConfirmationLine,
    DisputeLine,
    EveningLine,
    Former,
    Line,
    LineFault,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Report,
    Spot,
    StudyLine,
    Usual,
)
from games.transfer.importing.run import import_lines, too_many_hands
from games.transfer.importing.watching import Watcher

__all__ = [
    "MOST_FAULTS",
    "SAID",
    "ArchivedFacts",
    "ConfirmationLine",
    "DisputeLine",
    "EveningLine",
    "Former",
    "Line",
    "LineFault",
    "MatchLine",
    "PlayerLine",
    "RecordLine",
    "RemarkLine",
    "Report",
    "Spot",
    "StudyLine",
    "Usual",
    "Watcher",
    "import_lines",
    "too_many_hands",
]
