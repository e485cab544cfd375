"""Whether everything that was sealed still says what was sealed.

See "Seals" and "What a seal proves" in games/book/README.md.
"""

from games.book.verifying.club_checks import (
    Finding,
    check_chain,
    check_erased,
    check_hands,
    check_heads,
    check_published,
    check_rows,
    check_sums,
    check_triggers,
    erased_in,
    findings_of,
    judge_chain,
)
from games.book.verifying.heads import ChainHead, heads_now, publish_head, read_heads
from games.book.verifying.seal_checks import OF_REBUILD
from games.book.verifying.snapshot import one_moment

__all__ = [
    "OF_REBUILD",
    "ChainHead",
    "Finding",
    "check_chain",
    "check_erased",
    "check_hands",
    "check_heads",
    "check_published",
    "check_rows",
    "check_sums",
    "check_triggers",
    "erased_in",
    "findings_of",
    "heads_now",
    "judge_chain",
    "one_moment",
    "publish_head",
    "read_heads",
]
