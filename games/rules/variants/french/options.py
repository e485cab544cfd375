"""French Tarot: what a club may choose (sheet, options), and the two presets."""

from __future__ import annotations

from games.rules.game.options import Choice, Option, Preset
from games.rules.problems import gettext_noop

OPTIONS = (
    Option(
        "petit",
        gettext_noop("Petit in the last trick"),
        "1.8.15",
        gettext_noop(
            "Who is paid 10 points, times the bid, for the petit (trump 1) in the last trick."
        ),
        (
            Choice(
                "taker",
                gettext_noop("Taker only"),
                gettext_noop("The taker's side must win it with the petit itself."),
            ),
            Choice(
                "either-side",
                gettext_noop("Either side"),
                gettext_noop("Whichever side wins a last trick that contains the petit."),
            ),
        ),
    ),
    Option(
        "handful_by",
        gettext_noop("Handful shown by"),
        "1.8.2",
        gettext_noop("Who may show a handful of trumps."),
        (
            Choice("taker", gettext_noop("Taker only")),
            Choice(
                "anyone",
                gettext_noop("Anyone"),
                gettext_noop(
                    "Defenders may show one too; it is paid to the side that wins the hand."
                ),
            ),
        ),
    ),
    Option(
        "handful_excuse",
        gettext_noop("Excuse in a handful"),
        "1.8.5",
        gettext_noop("When the Excuse may be shown as one of the trumps."),
        (
            Choice("free", gettext_noop("Counts as a trump")),
            Choice(
                "last-resort",
                gettext_noop("Last resort"),
                gettext_noop("Only if every trump in the hand is shown with it."),
            ),
        ),
    ),
    Option(
        "slam_lead",
        gettext_noop("Lead in a called slam"),
        "1.8.11",
        gettext_noop("Who leads to the first trick when the taker has called a slam."),
        (
            Choice(
                "dealers-right",
                gettext_noop("Dealer's right"),
                gettext_noop("As in any other hand."),
            ),
            Choice(
                "caller",
                gettext_noop("Caller"),
                gettext_noop("The taker who called the slam leads."),
            ),
        ),
    ),
    Option(
        "petit_sec",
        gettext_noop("Petit sec"),
        "1.4.2",
        gettext_noop(
            "Whether a hand whose only trump is the petit, without the Excuse, annuls the deal."
        ),
        (
            Choice(False, gettext_noop("Play on")),
            Choice(
                True,
                gettext_noop("Annulled"),
                gettext_noop("Its holder must say so before the auction; the next dealer deals."),
            ),
        ),
    ),
    Option(
        "defence_slam",
        gettext_noop("Slam by the defence"),
        "1.8.13",
        gettext_noop("What each defender wins if the defence takes every trick."),
        (
            Choice(0, gettext_noop("Nothing")),
            Choice(200, gettext_noop("200 each")),
        ),
    ),
    Option(
        "discard",
        gettext_noop("What may be laid away"),
        "1.7.4",
        gettext_noop("Which cards the taker may not put in the discard."),
        (
            Choice(
                "kings-only",
                gettext_noop("No kings"),
                gettext_noop("Everything else may go, unseen."),
            ),
            Choice(
                "strict",
                gettext_noop("No kings, no bouts, trumps only if forced"),
                gettext_noop(
                    "A trump goes only when no plain card below the king is left, and is shown."
                ),
            ),
        ),
    ),
    Option(
        "fool_last_in_slam",
        gettext_noop("Excuse in the last trick of the other side's slam"),
        "1.8.14",
        gettext_noop("What happens to it."),
        (
            Choice(
                "transfers",
                gettext_noop("Changes sides"),
                gettext_noop("As in every last trick: 91 points for the slam."),
            ),
            Choice(
                "stays",
                gettext_noop("Stays"),
                gettext_noop("It counts 4 for its player's side: 87 points for the slam."),
            ),
        ),
    ),
)

# 1.1: the defaults are the quick guide; the second value of each is the federation's.
PRESETS = (
    Preset(
        "quick-guide",
        gettext_noop("Quick guide"),
        gettext_noop("Few rules, nothing to show: the game as most families learn it."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
    Preset(
        "fft",
        gettext_noop("Federation (FFT 2012)"),
        gettext_noop("The rule book of the French federation."),
        {option.key: option.choices[1].value for option in OPTIONS},
    ),
)
