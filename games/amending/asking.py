"""What can be asked about an entry of a draft, or of one that is missing before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.phrases import call_label, labelled
from games.display.reasons import Voice
from games.recording.screen import ResultForm, Screen, keys_of, result_form, screen_of
from games.recording.screen.steps import HALVES
from games.rules import CODES, TRUMPS, Action, Replay, card_id, cards_of, foresight, mask_of, replay

# The states of a key by their letters (games/recording/screen/pad.py).
KEY_STATES = {"c": "clear", "o": "possible", "f": "forbidden", "a": "played", "p": "played"}
KEY_STATES |= {"g": "forced"}


@dataclass(frozen=True, slots=True)
class AskedKey:
    """A card to tap: its code, its state, what is written on it, whether it is chosen."""

    code: str
    state: str = "clear"
    note: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: `label` is what is asked, `short` its name among others.

    `action` is the entry without its answer.

    `kind`: "card" (one of the `keys`), "cards" (`least` to `most` of them; `unseen`: nobody may
    have seen them), "choice" (one of the `choices`, each with the fields that it gives the entry,
    its words, whether it is the present one), "text", "ruling" (a text and `points` by player),
    "buy" (a key, one of the `choices`, the card that is `paid`), "result" (the `form`).
    """

    kind: str
    label: str
    short: str
    action: Mapping[str, Any]
    keys: tuple[AskedKey, ...] = ()
    least: int = 0
    most: int = 0
    unseen: bool = False
    choices: tuple[tuple[Action, str, bool], ...] = ()
    text: str = ""
    points: tuple[tuple[str, float], ...] = ()
    paid: str = ""
    form: ResultForm | None = None

    @property
    def done(self) -> str:
        """Return the words of the button that takes the cards as they are chosen."""
        if self.least < self.most:
            return _("Done")
        sentence = ngettext("Take %(count)s card", "Take these %(count)s cards", self.least)
        return sentence % {"count": self.least}


class Questions:
    """What can be asked at one place of a record: before its entry with an index."""

    def __init__(self, follows: Replay, index: int) -> None:
        self.record, self.variant = follows.record, follows.record.variant
        self.before = replay(follows.record, upto=index)
        self.reached = self.before.count == index
        self.state = self.before.state
        self.voice = Voice(self.record.players, self.variant.key)

    @property
    def players(self) -> tuple[str, ...]:
        return self.record.players

    # --- an entry that is there ------------------------------------------------------------------

    def of(self, action: Mapping[str, Any]) -> Asked:
        """Return the question of what an entry may really have been."""
        label, short = _("It really was"), ""
        match action["kind"]:
            case "stock" | "discard":
                return self._exchanged(action, label, short)
            case "announce" if "cards" in action:
                return self._shown(action, label, short)
            case "buy":
                return self._bought(action, label, short)
            case "play" | "takeback" | "king":
                return Asked("card", label, short, action, keys=self._keys(action.get("card")))
            case "call":
                choices = tuple(self._calls(action))
            case "claim" | "announce":
                choices = tuple(
                    ({"seat": seat}, name, seat == action["seat"])
                    for seat, name in enumerate(self.players)
                )
            case "take":
                choices = tuple(
                    ({"half": half}, capfirst(_(words)), half == action["half"])
                    for half, words in HALVES.items()
                )
            case "result":
                form = result_form(self.before, action["facts"])
                return Asked("result", label, short, action, form=form)
            case "ruling":
                return self._ruling(action, label, short)
            case _:
                return Asked("text", label, short, action, text=action.get("text", ""))
        return Asked("choice", label, short, action, choices=choices)

    # --- an entry that is missing ----------------------------------------------------------------

    def missing(self) -> tuple[Asked, ...]:
        """Return the questions about what may have happened here, first what the rules wait for."""
        if not self.reached:
            return ()
        screen = screen_of(self.before)
        return (*self._next(screen), *self._announcements(screen), *self._extras(screen))

    def _next(self, screen: Screen) -> Iterator[Asked]:
        label = self.voice.say(screen.status)
        short = _("what comes next")
        seat = self.state.turn
        if screen.auction is not None:
            choices = tuple(
                (
                    {"seat": seat if call.seat is None else call.seat, "call": call.key}
                    | ({"of": call.of} if call.of else {}),
                    self._call_words(call.label, call.seat),
                    False,
                )
                for call in screen.auction.calls
                if call.allowed
            )
            yield Asked("choice", label, _("a call"), {"kind": "call"}, choices=choices)
        elif screen.selection is not None:
            kind = screen.selection.kind
            base = {"kind": kind} if kind == "stock" else {"kind": kind, "seat": seat}
            yield self._exchanged({**base, "cards": []}, label, short)
        elif screen.halves:
            halves = tuple(
                ({"half": half}, capfirst(_(words)), False) for half, words in HALVES.items()
            )
            yield Asked("choice", label, short, {"kind": "take", "seat": seat}, choices=halves)
        elif screen.asks == "buy":
            yield self._bought({"kind": "buy", "seat": seat, "card": None}, label, short)
        elif seat is not None:
            kind = "king" if screen.asks == "king" else "play"
            action = {"kind": kind, "seat": seat}
            yield Asked("card", label, _("a card"), action, keys=self._keys(None))

    def _call_words(self, label: str, seat: int | None) -> str:
        words = capfirst(_(label))
        return words if seat is None else labelled(self.players[seat], words)

    def _announcements(self, screen: Screen) -> Iterator[Asked]:
        for offer in screen.offers:
            action = {"kind": "announce", "seat": offer.seat, "what": offer.key}
            words = labelled(offer.name, _(offer.label))
            if offer.shows:
                label = _("Tap the trumps that %(player)s shows.") % {"player": offer.name}
                yield self._shown({**action, "cards": []}, label, words)
            else:
                yield Asked("choice", words, words, action, choices=(({}, words, False),))

    def _extras(self, screen: Screen) -> Iterator[Asked]:
        if screen.may_claim:
            choices = tuple(({"seat": seat}, name, False) for seat, name in enumerate(self.players))
            label = _("Who takes the remaining tricks?")
            yield Asked("choice", label, _("a claim"), {"kind": "claim"}, choices=choices)
        yield Asked("text", _("Comment"), _("a comment"), {"kind": "note", "text": ""})
        points = [0] * len(self.players)
        ruling = {"kind": "ruling", "text": "", "points": points}
        yield self._ruling(ruling, _("Ruling of the director"), _("a ruling"))

    # --- the kinds of question -------------------------------------------------------------------

    def _exchanged(self, action: Mapping[str, Any], label: str, short: str) -> Asked:
        sizes = {"stock": self.variant.stock_size, "discard": self.variant.discard_size}
        count, chosen = sizes[action["kind"]](self.state.seats), action["cards"] or ()
        return Asked(
            "cards",
            label,
            short,
            action,
            keys=self._keys(*chosen),
            least=count,
            most=count,
            unseen=action["kind"] == "discard",
        )

    def _shown(self, action: Mapping[str, Any], label: str, short: str) -> Asked:
        kind = self.variant.announcement(action["what"])
        tiers = kind.tiers(self.state.options, self.state.seats) if kind else ()
        least = min((tier.least for tier in tiers), default=1)
        trumps = [key for key in self._keys(*action["cards"]) if _can_be_shown(key)]
        return Asked("cards", label, short, action, keys=tuple(trumps), least=least, most=22)

    def _ruling(self, action: Mapping[str, Any], label: str, short: str) -> Asked:
        points = tuple(zip(self.players, action.get("points", ()), strict=False))
        return Asked("ruling", label, short, action, text=action.get("text", ""), points=points)

    def _bought(self, action: Mapping[str, Any], label: str, short: str) -> Asked:
        sellers = tuple(
            ({"from": seat}, name, seat == action.get("from"))
            for seat, name in enumerate(self.players)
            if seat != action["seat"]
        )
        keys, paid = self._keys(action.get("card")), action.get("pay") or ""
        return Asked("buy", label, short, action, keys=keys, choices=sellers, paid=paid)

    def _calls(self, action: Mapping[str, Any]) -> Iterator[tuple[Action, str, bool]]:
        """Yield every call of the game; the draft says which of them fit here."""
        calls: list[Action] = [{"call": "pass"}, *({"call": bid.key} for bid in self.variant.bids)]
        if self.state.contract is not None:
            of = self.state.contract.key
            calls += [{"call": key, "of": of} for key in self.variant.challenges]
        for call in calls:
            words = capfirst(call_label(self.variant, call["call"]))
            yield call, words, call["call"] == action["call"]

    def _keys(self, *chosen: str | None) -> tuple[AskedKey, ...]:
        """Return the keys of the pack as they are here, with the cards that are chosen."""
        marked = [card for card in chosen if card]
        states = self._states(marked)
        return tuple(
            AskedKey(code, *states.get(card_id(code), ("clear", "")), code in marked)
            for code in map(CODES.__getitem__, cards_of(self.variant.pack.cards))
        )

    def _states(self, marked: Sequence[str]) -> Mapping[int, tuple[str, str]]:
        if not self.reached or self.state.phase not in ("exchange", "announcements", "play"):
            return {}
        mask = mask_of([card_id(code) for code in marked])
        texts = keys_of(self.state, {}, mask if self.state.phase == "exchange" else 0)
        return {
            card: (KEY_STATES[text[0]], text[1:].strip("!d")) for card, text in enumerate(texts)
        }


def _can_be_shown(key: AskedKey) -> bool:
    return key.code == "F" or bool(TRUMPS >> card_id(key.code) & 1)


def bare(action: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry without what held only for its earlier card."""
    return {key: value for key, value in action.items() if key != foresight.FILLED}
