"""One hand of Droggn as it stands: auction, exchange, purchase, announcement, play."""

from functools import cached_property

from ..cards import FOOL
from ..story import Story
from .places import Places
from .sheet import best_place, broken_duty, laying_faults, suit_led


class DroggnStory(Story):
    """What Droggn adds: a purchase, a slam that ends when it is lost, a pagat that is kept back."""

    best_place = staticmethod(best_place)
    duty = staticmethod(broken_duty)

    @property
    def slam_bid(self):
        return self.taker is not None and self.contract == "slam"

    # The exchange (2.6, 2.7)

    @property
    def exchanges(self):
        return self.taker is not None and self.contract in ("ansager", "solo")

    @cached_property
    def purchase(self):
        return self.first("buy")

    @property
    def awaited(self):
        if self.exchanges and self.discard is None:
            return "discard"
        buys = self.taker is not None and self.contract == "ansager"
        return "buy" if buys and self.purchase is None else None

    # The play (2.8)

    @property
    def ultimo_announced(self):
        return bool(self.announced("pagat-ultimo"))

    @property
    def fool_displayed(self):
        return bool(self.announced("fool-last"))

    @property
    def opening_leader(self):
        return self.taker

    def winner(self, trick):
        """The displayed Fool wins the last trick of a slam (2.8.3)."""
        fool = [seat for seat, card in trick if card == FOOL]
        if fool and self.fool_displayed and self.all_played and trick == self.tricks[-1]:
            return fool[0]
        return super().winner(trick)

    @cached_property
    def winners(self):
        """The seats that won the finished tricks."""
        return [self.winner(trick) for trick in self.finished_tricks]

    @property
    def slam_lost(self):
        """2.8.7."""
        return self.slam_bid and any(seat != self.taker for seat in self.winners)

    @property
    def played_out(self):
        return self.all_played or self.slam_lost

    # What is known, and what a play breaks

    @cached_property
    def places(self):
        return Places(self)

    def is_elsewhere(self, seat, card):
        return self.places.is_elsewhere(seat, card)

    def is_crowded(self, seat, cards):
        return self.places.is_crowded(seat, cards)

    def surely_held(self, seat):
        return self.places.surely_held(seat)

    def further_faults(self, action):
        """The pagat kept back; the discard judged at the last card: what nobody played (6)."""
        codes: dict[str, int | None] = {}
        held = self.surely_held(action["seat"])
        if "irregular" not in action and self.is_kept_back(action, len(self.plays), held):
            codes["announced-pagat-kept-back"] = None
        rest = self.not_played - {action["card"]}
        if len(rest) <= 3 and self.discard is not None and "irregular" not in self.discard:
            codes |= laying_faults(rest, self.setting.options["king_discard"])
        return codes

    def is_kept_back(self, action, place, held):
        """Whether the announced pagat goes, at that place, though one of `held` could go (28)."""
        last_trick = place >= (self.setting.hand_size - 1) * self.setting.players
        if action["card"] != "T1" or not self.ultimo_announced or last_trick:
            return False
        trick = self.trick_before(place)
        if suit_led(trick) is None:
            return True
        hand = held | {"T1"}
        return any(broken_duty(hand, trick, card) is None for card in hand - {"T1"})

    def proves_wrong(self, card, place, action):
        if super().proves_wrong(card, place, action):
            return True
        led = suit_led(self.trick_before(place))
        return led is not None and self.is_kept_back(action, place, {card})
