"""The rules of the games, in pure Python: cards, variants, legality, scoring, records. See README.md."""

from games.rules.cards import card_code, card_id, cards_of, mask_of
from games.rules.game.options import Choice, Option, Preset
from games.rules.game.settlement import Line
from games.rules.game.terms import Bid
from games.rules.game.variant import Variant
from games.rules.hand.deeds import Trick
from games.rules.hand.replay import Outcome, Replay, replay, verify
from games.rules.hand.state import State
from games.rules.problems import English, Problem, RecordError
from games.rules.record.canonical import format_record
from games.rules.record.record import Record, parse_record, read_record
from games.rules.variants import VARIANTS, find_variant

__all__ = [
    "VARIANTS",
    "Bid",
    "Choice",
    "English",
    "Line",
    "Option",
    "Outcome",
    "Preset",
    "Problem",
    "Record",
    "RecordError",
    "Replay",
    "State",
    "Trick",
    "Variant",
    "card_code",
    "card_id",
    "cards_of",
    "find_variant",
    "format_record",
    "mask_of",
    "parse_record",
    "read_record",
    "replay",
    "verify",
]
