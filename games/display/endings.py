"""When a match is over and who has won it, and what an option is set to, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.numbers import points
from games.rules import Option, endings


def value_name(option: Option, value: object) -> str:
    """Return the words for a value: those of its choice, or the way a form writes it."""
    labels = [choice.label for choice in option.choices if choice.value == value]
    return _(labels[0]) if labels else option.text(value)  # type: ignore[arg-type]


def ending_words(ending: endings.Ending) -> str:
    """Tell in a sentence or two when a match is over and who has won it."""
    if ending.target is None and ending.hands is None:
        return _("As many hands as the table likes, or as many as the match was opened for.")
    return " ".join(filter(None, (_over(ending), _thrown_in(ending), _wins(ending))))


def end_in_words(ending: endings.Ending) -> str:
    """Tell the same of an open match: nobody asks any more what else could have been agreed."""
    if ending.target is None and ending.hands is None:
        return _("As many hands as the table likes.")
    return ending_words(ending)


def _over(ending: endings.Ending) -> str:
    hands = ending.hands
    facts = {"target": "" if ending.target is None else points(ending.target), "hands": hands}
    if hands is None:
        return _("Over when somebody has %(target)s points or more after a hand.") % facts
    sentence = ngettext("Over after %(hands)s hand.", "Over after %(hands)s hands.", hands)
    if ending.target is not None:
        sentence = ngettext(
            "Over after %(hands)s hand, or when somebody has %(target)s points or more after one.",
            "Over after %(hands)s hands, or when somebody has %(target)s points or more after one.",
            hands,
        )
    return sentence % facts


def _thrown_in(ending: endings.Ending) -> str:
    if ending.hands is None or ending.counts_passed:
        return ""
    return _("A hand that was thrown in does not count.")


def _wins(ending: endings.Ending) -> str:
    if not ending.shared:
        return _("The highest alone wins; if there is a tie at the top, another hand is played.")
    if ending.target is not None:
        return _("Everybody who has reached the target wins.")
    return _("All who are tied for first place share the win.")
