"""Why something is refused and how a score comes about, in the reader's language.

The rules give templates with facts; here they become sentences with players' and cards' names.
And the register: every code that the record format knows, with its meaning in general.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.display.card_names import names_in_short, short_name
from games.display.numbers import half_points
from games.display.phrases import listed
from games.rules import SUIT_NAMES, Line, Problem, Sentence, card_code, speak, tell

REASONS: Final = {
    "malformed": _("The record or the entry breaks the format."),
    "unknown-variant": _("There is no such game."),
    "unknown-option": _("The game has no such option, or the option cannot have this value."),
    "wrong-player-count": _("This game cannot be played with that number of players."),
    "unknown-card": _("This is not a tarot card."),
    "unknown-call": _("This is not a call of the game."),
    "unknown-announcement": _("This is not an announcement of the game."),
    "unknown-fact": _("The score of this game follows from no such fact."),
    "card-not-in-pack": _("The game is played without this card."),
    "duplicate-card": _("The same card appears twice."),
    "wrong-card-count": _("There are too many or too few cards."),
    "wrong-phase": _("This cannot happen at this point of the hand."),
    "not-your-turn": _("It is another player’s turn."),
    "bid-too-low": _("The bid does not beat the last one."),
    "call-not-allowed": _("The rules of the auction do not allow this call."),
    "honour-required": _("This call needs an honour in the hand."),
    "not-in-hand": _("The card is elsewhere, or was played already."),
    "discard-king": _("A king may not be discarded."),
    "discard-honour": _("An honour may not be discarded."),
    "discard-trump": _("A trump may be discarded only if nothing else is left."),
    "discard-king-needs-trump": _("A king is discarded only together with a trump."),
    "discard-not-shown": _("A discarded card must be shown."),
    "buy-not-allowed": _("This card cannot be bought."),
    "announcement-not-allowed": _("The conditions of the announcement are not met."),
    "petit-sec": _("A hand with the petit as its only trump annuls the deal."),
    "lead-not-allowed": _("The called suit may not be led to the first trick."),
    "announced-pagat-kept-back": _("The announced pagat is played too early."),
    "must-follow-suit": _("Players who hold the suit that was led must follow it."),
    "must-trump": _("Players who cannot follow must play a trump."),
    "must-overtrump": _("Players who can must overtrump."),
    "revoke": _("This card shows that an earlier one broke the rules."),
    "unbalanced-ruling": _("The points of a ruling must add up to 0."),
    "fact-missing": _("A fact that the score follows from is missing."),
    "fact-impossible": _("The rules do not allow this fact, or not together with the others."),
    "fact-contradicted": _("What was recorded before contradicts this fact."),
}


def http_status(code: str) -> int:
    """Return the HTTP status of an answer with a code: one is malformed, or the rules refuse it."""
    return 400 if code == "malformed" else 422


class Voice(NamedTuple):
    """A voice that tells facts in the current language, in the words of the variant `game`."""

    players: tuple[str, ...]
    game: str

    def say(self, sentence: Sentence) -> str:
        """Tell a sentence in the reader's language."""
        return tell(sentence, self)

    def text(self, template: str) -> str:
        return gettext(template) if template else ""

    def seat(self, seat: int) -> str:
        if seat < len(self.players):
            return self.players[seat]
        return gettext("seat %(number)s") % {"number": seat + 1}

    def cards(self, cards: Sequence[int]) -> str:
        names = names_in_short(cards, self.game)
        return listed(names) if names else gettext("nothing")

    def suit(self, suit: int) -> str:
        return gettext(SUIT_NAMES[suit])

    def short(self, card: int) -> str:
        return short_name(card_code(card), self.game)

    def halves(self, halves: int) -> str:
        return half_points(halves)

    def listed(self, words: Sequence[str]) -> str:
        return listed(words)

    def counted(self, one: str, many: str, count: int) -> str:
        return ngettext(one, many, count)


def sentence(problem: Problem, players: Sequence[str] = ()) -> str:
    """Tell why something is refused, with these names by seat or those of the problem."""
    return capfirst(problem.sentence(Voice(tuple(players or problem.players), problem.game)))


def line_label(line: Line, players: Sequence[str], game: str) -> str:
    """Return what a line of the score sheet counts, with the cards named as in that game."""
    return speak(line.label, line.facts, Voice(tuple(players), game))


def line_how(line: Line, players: Sequence[str], game: str) -> str:
    """Tell how a line of the score sheet is worked out; may be empty."""
    return speak(line.how, line.facts, Voice(tuple(players), game)) if line.how else ""
