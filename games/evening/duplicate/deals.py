"""The deals of boards: from a seed, read from a hand that was played, compared, and on paper."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from games.access.qr_codes import qr_code
from games.book.records import read_seal
from games.book.sealing import canonical
from games.display import paper
from games.display.card_names import SUIT_GLYPHS, is_latin, rank_letter, short_name, terms_of
from games.models import Board, Evening, Hand, Seal
from games.rules import CODES, Replay, Variant, cards_of, find_variant, knowledge, replay

Deal = Mapping[str, Any]
PEOPLE = 4  # at a table of duplicate


def deal_from(variant: str, seed: int) -> dict[str, Any]:
    """Return the hands and the stock, as in a record, that a seed deals: always the same ones."""
    game = _game(variant)
    # Of all methods of a generator `random` is the one that stays the same between versions.
    chance = Random(seed).random  # noqa: S311 - dealt from a seed that is itself a secret
    pack = sorted(cards_of(game.pack.cards), key=lambda _card: chance())
    size = game.hand_size(PEOPLE)
    hands = [sorted(pack[seat * size : (seat + 1) * size]) for seat in range(PEOPLE)]
    return {
        "hands": [[CODES[card] for card in hand] for hand in hands],
        "stock": [CODES[card] for card in sorted(pack[PEOPLE * size :])],
    }


def _game(variant: str) -> Variant:
    game = find_variant(variant)
    if game is None:
        raise ValueError(f"there is no game {variant}")
    return game


def deal_digest(deal: Deal) -> str:
    """Return what two equal deals have in common, whatever the order of their cards."""
    plain = {"hands": [sorted(hand) for hand in deal["hands"]], "stock": sorted(deal["stock"])}
    return hashlib.sha256(canonical(plain)).hexdigest()


def deal_of(played: Replay) -> dict[str, Any] | None:
    """Return what was dealt in a hand, from its deal or from its cards; None where some lack."""
    state = played.state
    hands, stock = list(state.dealt), state.stock
    if None in hands and state.bought is None:  # a card that was bought is in another hand
        hands, laid = list(knowledge.dealt(state)), knowledge.laid_away(state)
        if not state.exchanged:
            stock = laid
        elif state.taker is not None and stock is not None and laid is not None:
            taken = hands[state.taker]
            hands[state.taker] = None if taken is None else (taken | laid) & ~stock
    if stock is None or any(one is None or one.bit_count() != state.hand_size for one in hands):
        return None
    return {
        "hands": [[CODES[card] for card in cards_of(hand or 0)] for hand in hands],
        "stock": [CODES[card] for card in cards_of(stock)],
    }


class PlayedHand(NamedTuple):
    """A sealed hand of a board, replayed; `deal` where all of it is known."""

    hand: Hand
    replay: Replay
    deal: Deal | None


def played_hands(hands: Iterable[Hand]) -> dict[int, list[PlayedHand]]:
    """Return sealed hands by the key of their board, as their seals have them. Three statements."""
    by_key = {hand.pk: hand for hand in hands}
    seals = Seal.objects.filter(hand__in=by_key).prefetch_related("texts").order_by("revision")
    boards = defaultdict(list)
    latest = {seal.hand_id: seal for seal in seals}
    for key, hand in by_key.items():
        played = replay(read_seal(latest[key]))
        boards[hand.board_id or 0].append(PlayedHand(hand, played, deal_of(played)))
    return boards


def first_deal(board: Board, played: Iterable[PlayedHand]) -> Deal | None:
    """Return the deal of a board: the computer's, or that of the first table that has it all."""
    return board.deal or next((one.deal for one in played if one.deal), None)


def other_deals(evening: Evening) -> list[Hand]:
    """Return the hands that were played with other cards than their board has."""
    hands = Hand.objects.filter(board__evening=evening, level=Hand.Level.FULL).sealed()
    hands = hands.select_related("match", "board").order_by("board__number", "sealed_at")
    others = []
    for played in played_hands(hands).values():
        board = played[0].hand.board
        deal = first_deal(board, played) if board else None
        others += [
            one.hand
            for one in played
            if deal and one.deal and deal_digest(one.deal) != deal_digest(deal)
        ]
    return others


class Holding(NamedTuple):
    """A hand or the stock of a deal: whose, and by suits their code, their sign and the ranks."""

    name: str
    suits: list[tuple[str, str, str]]


def holdings(deal: Deal, variant: str) -> list[Holding]:
    """Return the hands of a deal and its stock, from high to low, as they are laid out."""
    game = _game(variant)
    names = [_("Seat %(seat)s") % {"seat": seat} for seat in range(1, len(deal["hands"]) + 1)]
    names.append(_(game.labels["stock"]).capitalize())
    parts = [*deal["hands"], deal["stock"]]
    return [Holding(name, _in_suits(cards, game)) for name, cards in zip(names, parts, strict=True)]


def _in_suits(cards: Iterable[str], game: Variant) -> list[tuple[str, str, str]]:
    codes = sorted(cards, key=CODES.index, reverse=True)
    terms = terms_of(game.key)
    signs = list(SUIT_GLYPHS.values())
    if is_latin(game.key):
        signs = [_(suit).capitalize() for suit in terms.suits]
    suits = [
        (suit, sign, " ".join(rank_letter(code[1:], game.key) for code in codes if code[0] == suit))
        for suit, sign in zip(SUIT_GLYPHS, signs, strict=True)
    ]
    trumps = [short_name(code, game.key) for code in codes if code[0] in "FT"]
    return [*suits, ("T", _(terms.trumps).capitalize(), " ".join(trumps))]


def dealer_of(board: Board) -> int:
    """Return the seat, from 1, that deals a board: at every table the same."""
    return (board.number - 1) % (board.evening.hands or 1) % PEOPLE + 1


def sheets_pdf(evening: Evening, site: Callable[[str], str]) -> bytes:
    """Return a page for each board that the computer dealt, to lay out its cards by."""
    address = site(reverse("boards", args=[evening.club.slug, evening.public_id]))
    sheets = []
    for board in evening.boards.exclude(seed=None):
        deals = _("Seat %(seat)s deals") % {"seat": dealer_of(board)}
        sheets.append(
            {
                "name": _("Board %(number)s") % {"number": board.number},
                "second": f"{evening.title} · {deals}",
                "code": qr_code(f"{address}?board={board.number}"),
                "hands": [one._asdict() for one in holdings(board.deal, evening.variant)],
            }
        )
    title = _("%(evening)s, dealing sheets") % {"evening": evening.title}
    return paper.pdf_of("evening/boards.typ", {"title": title, "boards": sheets})
