"""French Tarot: the numbers of the sheet and what a club may choose, in the order of ../french.md."""

from __future__ import annotations

from games.rules.cards import JACKS, KINGS, KNIGHTS, QUEENS
from games.rules.game.options import Choice, Option, Preset
from games.rules.game.rotation import NEXT_DEALER, PASSED_DEAL, SAME_DEALER
from games.rules.game.terms import Bid, Table
from games.rules.problems import N_

# 1.2.4: cards dealt to each, cards of the dog. 1.2.5: at a table for four a fifth may sit; the dealer then sits out.
TABLES = {3: Table(24, 6), 4: Table(18, 6, sits_out=True), 5: Table(15, 3)}

# 1.11.4: what every contract is worth before the margin.
BASE = 25
# 1.5.3: the bids, ascending, with multiplier; 1.7.1 to 1.7.3: what becomes of the dog; 1.11.4: 25 times the multiplier
# is the least that is paid.
BIDS = tuple(
    Bid(key, label, factor, dog, BASE * factor)
    for key, label, factor, dog in (
        ("small", N_("Petite"), 1, "exchange"),
        ("guard", N_("Garde"), 2, "exchange"),
        ("guard-without", N_("Garde sans"), 4, "own"),
        ("guard-against", N_("Garde contre"), 6, "other"),
    )
)

# 1.6.1: the number of players at which a card is called. 1.6.2: a king; what somebody has to hold who names a queen, a knight, a jack.
CALLERS = 5
LADDER = {KINGS: 0, QUEENS: KINGS, KNIGHTS: KINGS | QUEENS, JACKS: KINGS | QUEENS | KNIGHTS}

# 1.8.1: cards for a single, double, triple handful, by number of players; what they pay, by 1.8.17 an option.
HANDFULS = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
HANDFUL_PAYS = {"20-30-40": (20, 30, 40), "20-40-60": (20, 40, 60)}
# 1.8.10: a slam called and made, made without a call, called and missed. 1.8.15: the petit, times the bid.
SLAM_CALLED, SLAM_MADE, SLAM_LOST = 400, 200, -200
PETIT = 10

# 1.11.2: what the taker's side needs with 0, 1, 2, 3 bouts.
TARGETS = (56, 51, 41, 36)

# fmt: off
# Older ways of counting, in neither preset.
OLDER = (
    Option("handful_pays", N_("Points for a handful"), "1.8.17", N_("What a single, double or triple handful earns."), (
        Choice("20-30-40", N_("20, 30 or 40")),
        Choice("20-40-60", N_("20, 40 or 60"), N_("An older way of counting, in neither preset.")),
    )),
    Option("misere", N_("Misère"), "1.8.19", N_("What every other player pays for a declared hand without trumps or without court cards."), (
        Choice(0, N_("Nothing")),
        Choice(10, N_("10 points"), N_("An older way of counting, in neither preset.")),
    )),
)
OPTIONS = (
    Option(PASSED_DEAL, N_("Dealer who sits out"), "1.2.5", N_("Who deals after a hand that nobody took, where five people play the game for four."), (
        Choice(NEXT_DEALER, N_("The next player deals"), N_("As after any other hand.")),
        Choice(SAME_DEALER, N_("The same dealer deals again"), N_("Until somebody takes.")),
    )),
    Option("petit", N_("Petit in the last trick"), "1.8.15", N_("Who is paid 10 points, times the bid, for the petit (trump 1) in the last trick."), (
        Choice("taker", N_("Taker only"), N_("The taker’s side must win it with the petit itself.")),
        Choice("either-side", N_("Either side"), N_("The side that wins a last trick that contains the petit.")),
        Choice("nobody", N_("Nobody"), N_("An older way of counting, in neither preset.")),
    )),
    Option("handful_by", N_("Handful shown by"), "1.8.2", N_("Who may show a handful of trumps."), (
        Choice("taker", N_("Taker only")),
        Choice("anyone", N_("Anyone"), N_("Defenders may show one too; it is paid to the side that wins the hand.")),
    )),
    Option("handful_excuse", N_("Excuse in a handful"), "1.8.5", N_("When the Excuse may be shown as one of the trumps."), (
        Choice("free", N_("Counts as a trump")),
        Choice("last-resort", N_("Last resort"), N_("Only if every trump in the hand is shown with it.")),
    )),
    Option("slam_lead", N_("Lead in a called slam"), "1.8.11", N_("Who leads to the first trick when the taker has called a slam."), (
        Choice("dealers-right", N_("Dealer’s right"), N_("As in any other hand.")),
        Choice("caller", N_("Caller"), N_("The taker who called the slam leads.")),
    )),
    Option("petit_sec", N_("Petit sec"), "1.4.2", N_("Whether a hand whose only trump is the petit, without the Excuse, annuls the deal."), (
        Choice(False, N_("Play on")),
        Choice(True, N_("Annulled"), N_("Its holder must say so before the auction; the next dealer deals.")),
    )),
    Option("defence_slam", N_("Slam by the defence"), "1.8.13", N_("What each defender wins if the defence takes every trick."), (
        Choice(0, N_("Nothing")),
        Choice(200, N_("200 each")),
    )),
    Option("discard", N_("What may be discarded"), "1.7.4", N_("Which cards the taker may not put in the discard."), (
        Choice("kings-only", N_("No kings"), N_("Any other card may be discarded unseen.")),
        Choice("strict", N_("No kings, no bouts, trumps only if forced"), N_("A trump may be discarded only if no plain card below the king is left, and it must be shown.")),
    )),
    Option("fool_last_in_slam", N_("Excuse in the last trick of the other side’s slam"), "1.8.14", N_("What happens to it."), (
        Choice("transfers", N_("Changes sides"), N_("As in every last trick: 91 points for the slam.")),
        Choice("stays", N_("Stays"), N_("It counts 4 for its player’s side: 87 points for the slam.")),
    )),
    *OLDER,
)
# fmt: on

# 1.1: the first value of each is the quick guide's, the second the federation's, but for older ways of counting.
PRESETS = (
    Preset(
        "quick-guide",
        N_("Quick guide"),
        N_("Few rules, nothing to show: the game as most families learn it."),
        {option.key: option.choices[0].value for option in OPTIONS},
    ),
    Preset(
        "fft",
        N_("Federation (FFT 2012)"),
        N_("The rule book of the French federation."),
        {option.key: option.choices[option not in OLDER].value for option in OPTIONS},
    ),
)
