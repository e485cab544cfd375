"""Refusals: what is wrong, why, and by which rule.

A `Problem` is a value: a failed check returns one instead of raising. Its sentence is a template with named
facts, so that the web site can say it in the reader's language; `str(problem)` says it in English.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Protocol

from games.rules.cards import CODES


def N_(text: str) -> str:  # the name that translators' tools know
    """Mark an English sentence for the translators; the web site translates it when it is shown."""
    return text


# The order of the table of codes in the record format: where one action breaks two rules, the first counts.
CODES_IN_ORDER = (
    "malformed",
    "unknown-variant",
    "unknown-option",
    "wrong-player-count",
    "unknown-card",
    "unknown-call",
    "unknown-announcement",
    "unknown-fact",
    "card-not-in-pack",
    "duplicate-card",
    "wrong-card-count",
    "wrong-phase",
    "not-your-turn",
    "bid-too-low",
    "call-not-allowed",
    "honour-required",
    "not-in-hand",
    "discard-king",
    "discard-honour",
    "discard-trump",
    "discard-king-needs-trump",
    "discard-not-shown",
    "buy-not-allowed",
    "announcement-not-allowed",
    "petit-sec",
    "lead-not-allowed",
    "announced-pagat-kept-back",
    "must-follow-suit",
    "must-trump",
    "must-overtrump",
    "revoke",
    "unbalanced-ruling",
    "fact-missing",
    "fact-impossible",
    "fact-contradicted",
)

# What the table may let stand with a reason (fine points, "Object and actions").
EXCUSABLE = frozenset(
    {
        "bid-too-low",
        "honour-required",
        "petit-sec",
        "call-not-allowed",
        "discard-king",
        "discard-honour",
        "discard-trump",
        "discard-king-needs-trump",
        "discard-not-shown",
        "lead-not-allowed",
        "announced-pagat-kept-back",
        "must-follow-suit",
        "must-trump",
        "must-overtrump",
        "revoke",
    }
)

SUIT_NAMES = (
    N_("spades"),
    N_("hearts"),
    N_("diamonds"),
    N_("clubs"),
    N_("trumps"),
)

SEAT_FACTS = frozenset({"player", "other", "players"})
CARD_FACTS = frozenset({"card", "cards", "others"})
SUIT_FACTS = frozenset({"suit"})
LABEL_FACTS = SUIT_FACTS | frozenset({"bid", "last", "what"})


class Words(Protocol):
    """How facts become words: one implementation a language."""

    def text(self, template: str) -> str:
        """Return the template in this language."""

    def seat(self, seat: int) -> str:
        """Return the name of the player on a seat."""

    def cards(self, cards: Sequence[int]) -> str:
        """Return a list of cards in words."""

    def suit(self, suit: int) -> str:
        """Return the name of a suit (4: trumps)."""

    def short(self, card: int) -> str:
        """Return a card in two or three characters."""

    def halves(self, halves: int) -> str:
        """Return half points, written as points."""

    def listed(self, words: Sequence[str]) -> str:
        """Words in a row: "Wanda, Elise and Nadia"."""

    def counted(self, one: str, many: str, count: int) -> str:
        """Return the one of the two templates for this number, in this language."""


class English:
    """The words of the verifier's messages: players' names, card codes, English."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players

    def text(self, template: str) -> str:
        """English is the language of the templates."""
        return template

    def seat(self, seat: int) -> str:
        """Return the player's name, or the seat's number where nobody is named."""
        return self._players[seat] if seat < len(self._players) else f"seat {seat}"

    def cards(self, cards: Sequence[int]) -> str:
        """Codes in a row: `S4, S9 and SK`."""
        return self.listed([CODES[card] for card in cards]) or "nothing"

    def suit(self, suit: int) -> str:
        """Return the suit in plain English."""
        return SUIT_NAMES[suit]

    def short(self, card: int) -> str:
        """Return the code of a card."""
        return CODES[card]

    def halves(self, halves: int) -> str:
        """Return half points as a decimal number."""
        return f"{halves / 2:g}"

    def listed(self, words: Sequence[str]) -> str:
        """Join words with commas, and with "and" before the last."""
        *first, last = words or ("",)
        return f"{', '.join(first)} and {last}" if first else last

    def counted(self, one: str, many: str, count: int) -> str:
        """Return the singular for 1, else the plural."""
        return one if count == 1 else many


class Sentence(NamedTuple):
    """Words for a reader that are not said yet: an English template and its facts, in pairs of name and value.

    With `plural` the template of the two that fits the fact `count` is taken.
    """

    template: str
    facts: tuple[tuple[str, object], ...] = ()
    plural: str = ""


def say(template: str, /, **facts: object) -> Sentence:
    """Return a sentence with these facts."""
    return Sentence(template, tuple(facts.items()))


def say_counted(one: str, many: str, /, *, count: int, **facts: object) -> Sentence:
    """Return a sentence about a number of things."""
    return Sentence(one, (("count", count), *facts.items()), many)


def speak(template: str, facts: Mapping[str, object], words: Words) -> str:
    """Return the sentence of a template with its facts put into words.

    Facts named in SEAT_FACTS are seats, in CARD_FACTS a card or a sequence of cards, in SUIT_FACTS a suit or a label,
    in LABEL_FACTS an English label that is translated; "short" is a card in short, "halves" half points. Sentences are
    spoken, several values in a tuple are listed, and all others are shown as they are. A fact whose name begins with a
    capital begins with one.
    """
    if "{" not in template:
        return words.text(template)
    return words.text(template).format(**_spoken(facts, words))


def tell(sentence: Sentence, words: Words) -> str:
    template, facts = sentence.template, dict(sentence.facts)
    if not sentence.plural:
        return speak(template, facts, words)
    count = facts["count"]
    if not isinstance(count, int):
        raise TypeError(f"{template}: {count!r} is no number of things")
    return words.counted(template, sentence.plural, count).format(**_spoken(facts, words))


def _spoken(facts: Mapping[str, object], words: Words) -> dict[str, object]:
    return {name: _worded(name, value, words) for name, value in facts.items()}


def _worded(name: str, value: object, words: Words) -> object:
    if name[:1].isupper():
        word = str(_worded(name.lower(), value, words))
        return word[:1].upper() + word[1:]
    if isinstance(value, Sentence):
        return tell(value, words)
    if name in CARD_FACTS:
        return words.cards([value] if isinstance(value, int) else list(value))  # type: ignore[call-overload]
    if isinstance(value, tuple):
        return words.listed([str(_worded(name, one, words)) for one in value])
    if isinstance(value, int):
        return words.seat(value) if name in SEAT_FACTS else _number(name, value, words)
    return words.text(value) if isinstance(value, str) and name in LABEL_FACTS else value


def _number(name: str, value: int, words: Words) -> object:
    if name in SUIT_FACTS:
        return words.suit(value)
    if name == "halves":
        return words.halves(value)
    return words.short(value) if name == "short" else value


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an entry or a record is refused.

    `code` is one of CODES_IN_ORDER; `rule` is "variant/number" or "" where no rule of the sheet is concerned;
    `template` and `facts` make the sentence; `seat` the player concerned; `cards` the cards that prove it;
    `legal` the cards that would have been allowed, or None where that is no set of cards; `action` and
    `earlier` are indexes into the record's actions; `final`: no reason lets it stand, whatever its code. `players`
    are the names by seat, `variant` the key of the game, once it stands in a record.
    """

    code: str
    template: str
    facts: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""
    seat: int | None = None
    cards: tuple[int, ...] = ()
    legal: tuple[int, ...] | None = None
    action: int | None = None
    earlier: int | None = None
    players: tuple[str, ...] = ()
    final: bool = False
    variant: str = ""

    @property
    def excusable(self) -> bool:
        """Return whether the table may let it stand with a reason."""
        return self.code in EXCUSABLE and not self.final

    def at(self, action: int | None, players: Sequence[str] = (), variant: str = "") -> "Problem":
        """Return the same problem, placed at an action of a record with these players, of this game."""
        return replace(self, action=action, players=tuple(players), variant=variant)

    @property
    def game(self) -> str:
        """Return the key of the game whose words it uses; "" where that is unknown."""
        return self.variant or self.rule.partition("/")[0]

    def sentence(self, words: Words) -> str:
        return speak(self.template, self.facts, words)

    def __str__(self) -> str:
        return self.sentence(English(self.players))


class RecordError(ValueError):
    """A record that cannot be read; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def malformed(template: str, **facts: object) -> RecordError:
    """Return the error of a record that breaks its format (record format, "malformed")."""
    return RecordError(Problem("malformed", template, facts))


def earliest(codes: Sequence[Problem]) -> Problem:
    """Return the problem with one action that the table of codes names first."""
    return min(codes, key=lambda problem: CODES_IN_ORDER.index(problem.code))
