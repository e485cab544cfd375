"""Whether everything that was sealed still says what was sealed; see README.md."""

from games.proof.club_checks import (
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
from games.proof.heads import ChainHead, heads_now, publish_head, read_heads
from games.proof.seal_checks import OF_REBUILD
from games.proof.snapshot import one_moment

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
