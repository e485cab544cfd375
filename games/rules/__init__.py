"""The rules of the games, in pure Python: cards, variants, legality, scoring, records. See README.md."""

from games.rules import notation
from games.rules.analysis.best_play import BestPlay, best_play
from games.rules.analysis.turning_points import (
    Turn,
    TurningPoints,
    opened_at,
    position_before,
    turning_points,
)
from games.rules.cards import (
    ALL,
    BIT,
    CODES,
    FOOL,
    FOOL_CARD,
    HONOURS,
    KINGS,
    PLAIN,
    SUIT_OF,
    T1,
    TRUMP_SUIT,
    TRUMPS,
    card_code,
    card_id,
    cards_of,
    codes_of,
    ids_of,
    mask_of,
)
from games.rules.game import endings, facts, feats, rotation
from games.rules.game.options import Choice, Option, Options, Preset, as_json
from games.rules.game.ranks import NO_SUIT, NO_TRUMP, Ranks
from games.rules.game.seating_plan import LAST_HAND, SeatingPlan, SeatRange
from games.rules.game.settings import COUNTER_CLOCKWISE, DIRECTION, TURNS
from games.rules.game.settlement import Line, PointsSoFar, number
from games.rules.game.terms import Bid, Seating, Tier
from games.rules.game.variant import AnnouncementKind, Variant
from games.rules.hand import claims, knowledge
from games.rules.hand.actions import Announce, Call, Discard, Stock
from games.rules.hand.deeds import Trick
from games.rules.hand.drawing import draws
from games.rules.hand.state import OVER, State
from games.rules.phases import announcements, exchange, play
from games.rules.phases.announcements import Announced
from games.rules.problems import (
    N_,
    SUIT_NAMES,
    English,
    Problem,
    RecordError,
    Sentence,
    malformed,
    say,
    say_counted,
    speak,
    tell,
)
from games.rules.record import json_schema, kinds, shape, strict
from games.rules.record.canonical import canonical_action, format_record
from games.rules.record.live_actions import ONE_ACTION, Action, LastTap, LiveActions
from games.rules.record.record import Record, parse_record, read_record
from games.rules.record.shape import FORMAT_STATED
from games.rules.record.turning import turned
from games.rules.replaying import entering, foresight, ndjson
from games.rules.replaying.digest import position_digest
from games.rules.replaying.entering import Change, NoLiveAction
from games.rules.replaying.levels import as_result
from games.rules.replaying.replay import (
    Outcome,
    Replay,
    fold,
    opponents,
    outcome,
    replay,
    start,
    verify,
)
from games.rules.scoring.sides import claimed
from games.rules.variants import VARIANTS, find_variant

__all__ = [
    "ALL",
    "BIT",
    "CODES",
    "COUNTER_CLOCKWISE",
    "DIRECTION",
    "FOOL",
    "FOOL_CARD",
    "FORMAT_STATED",
    "HONOURS",
    "KINGS",
    "LAST_HAND",
    "NO_SUIT",
    "NO_TRUMP",
    "N_",
    "ONE_ACTION",
    "OVER",
    "PLAIN",
    "SUIT_NAMES",
    "SUIT_OF",
    "T1",
    "TRUMPS",
    "TRUMP_SUIT",
    "TURNS",
    "VARIANTS",
    "Action",
    "Announce",
    "Announced",
    "AnnouncementKind",
    "BestPlay",
    "Bid",
    "Call",
    "Change",
    "Choice",
    "Discard",
    "English",
    "LastTap",
    "Line",
    "LiveActions",
    "NoLiveAction",
    "Option",
    "Options",
    "Outcome",
    "PointsSoFar",
    "Preset",
    "Problem",
    "Ranks",
    "Record",
    "RecordError",
    "Replay",
    "SeatRange",
    "Seating",
    "SeatingPlan",
    "Sentence",
    "State",
    "Stock",
    "Tier",
    "Trick",
    "Turn",
    "TurningPoints",
    "Variant",
    "announcements",
    "as_json",
    "as_result",
    "best_play",
    "canonical_action",
    "card_code",
    "card_id",
    "cards_of",
    "claimed",
    "claims",
    "codes_of",
    "draws",
    "endings",
    "entering",
    "exchange",
    "facts",
    "feats",
    "find_variant",
    "fold",
    "foresight",
    "format_record",
    "ids_of",
    "json_schema",
    "kinds",
    "knowledge",
    "malformed",
    "mask_of",
    "ndjson",
    "notation",
    "number",
    "opened_at",
    "opponents",
    "outcome",
    "parse_record",
    "play",
    "position_before",
    "position_digest",
    "read_record",
    "replay",
    "rotation",
    "say",
    "say_counted",
    "shape",
    "speak",
    "start",
    "strict",
    "tell",
    "turned",
    "turning_points",
    "verify",
]
