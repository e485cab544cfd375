"""Where the cards of a hand of Droggn are: what is sure, and what is still possible."""

from ..cards import FOOL, HONOURS
from ..story import has_no_room
from .sheet import DROGGN_PACK

STOCK = "stock"
ASIDE = "aside"  # the discard, or the stock that nobody takes


class Places:
    """For every card the places where it may be, and the one where it surely is, or None.

    Places are the seats, `STOCK` before it is taken, and `ASIDE`. What was played counts as still
    in the hand that played it; `payment` holds the cards that a payment nobody saw may be, `own`
    those known to have been the declarer's when he laid away.
    """

    def __init__(self, story):
        self.story = story
        self.payment: set[str] = set()
        self.sure_before: dict[str, object] = {}
        self.own: set[str] = set()
        self.seller = None
        self.deal()
        if story.taker is not None:
            self.move_stock(story.taker if story.exchanges else ASIDE)
        for _, action in story.actions:
            if action["kind"] == "discard":
                self.lay_away(action)
            elif action["kind"] == "buy" and action["card"] is not None:
                self.buy(action)
            elif action["kind"] == "announce":
                self.reveal("T1" if action["what"] == "pagat-ultimo" else FOOL)
            elif action["kind"] == "play":
                self.see(action)

    def deal(self):
        parts = dict(zip([*self.story.seats, STOCK], self.story.setting.parts, strict=True))
        hidden = {place for place, cards in parts.items() if cards is None}
        self.sure = dict.fromkeys(DROGGN_PACK)
        for place, cards in parts.items():
            self.sure.update(dict.fromkeys(cards or (), place))
        self.possible = {
            card: hidden if place is None else {place} for card, place in self.sure.items()
        }

    def put(self, card, place):
        self.sure[card], self.possible[card] = place, {place}

    def move_stock(self, place):
        for card, places in self.possible.items():
            if STOCK in places:
                self.possible[card] = (places - {STOCK}) | {place}
            if self.sure[card] == STOCK:
                self.sure[card] = place

    def lay_away(self, action):
        """Fine point 5: only honours surely stay, and nothing does where it was irregular."""
        declarer = action["seat"]
        visible = action["cards"] if action["cards"] is not None else action.get("shown", [])
        self.own = {card for card, place in self.sure.items() if place == declarer} | set(visible)
        for card in visible:
            self.put(card, ASIDE)
        if action["cards"] is not None:
            return
        for card, places in self.possible.items():
            stays = card in HONOURS and "irregular" not in action
            if declarer in places and not stays:
                self.possible[card] = places | {ASIDE}
                self.sure[card] = None

    def seller_of(self, action):
        return action.get("from", self.sure[action["card"]])

    def buy(self, action):
        """The card is the declarer's; a payment that nobody saw may be any card of his (25)."""
        declarer, seller = action["seat"], self.seller_of(action)
        self.seller = seller
        self.put(action["card"], declarer)
        if action.get("pay") is not None:
            self.put(action["pay"], seller)
            return
        for card, places in self.possible.items():
            if declarer in places and seller not in places and card != action["card"]:
                self.payment.add(card)
                self.sure_before[card] = self.sure[card]
                self.possible[card] = places | {seller}
                self.sure[card] = None

    def reveal(self, card):
        self.put(card, self.story.taker)

    def see(self, action):
        """A card played by the seller that was the declarer's is the payment: the rest is not."""
        seat, card = action["seat"], action["card"]
        if card in self.payment and seat == self.seller:
            for other in self.payment - {card}:
                self.possible[other] = self.possible[other] - {seat}
                if self.sure[other] is None:
                    self.sure[other] = self.sure_before[other]
            self.payment = set()
        self.put(card, seat)

    # Answers

    def is_elsewhere(self, seat, card):
        gone = card in self.story.played or seat not in self.possible[card]
        return gone or self.is_crowded(seat, [card])

    def is_crowded(self, seat, cards):
        """Whether the hand has no room for all these cards beside those that are surely there."""
        return has_no_room(self.surely_held(seat), self.cards_left(seat), cards)

    def cards_left(self, seat):
        story = self.story
        taken_up = seat == story.taker and story.exchanges and story.discard is None
        return story.cards_left(seat) + (story.setting.stock_size if taken_up else 0)

    def surely_held(self, seat):
        held = {card for card, place in self.sure.items() if place == seat}
        return held - set(self.story.played)

    def surely_aside(self):
        """The discard or stock as far as it is known: also what no hand has room for."""
        return {card for card in self.sure if self.lies_aside(card)}

    def lies_aside(self, card):
        if card in self.story.played:
            return False
        places = self.possible[card] - {
            seat for seat in self.story.seats if self.is_elsewhere(seat, card)
        }
        return places == {ASIDE}
