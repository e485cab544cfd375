"""One hand of Taroux at a true table: random deals, calls, exchange, announcements and plays."""

from ..cards import FOOL, HONOURS, KINGS, PACK, TRUMPS, is_plain, is_trump
from ..made import Made
from .bidding import Bidding
from .sheet import best_place, broken_duty, is_low_plain, partner, value

STYLES = ["plain"] * 5 + ["strong"] * 4 + ["strong-pair"] * 3 + ["weak", "weak", "flood", "flood"]


def wanted_cards(rng, style):
    """(cards of the seat in the middle of the story, cards of its partner, cards of the stock)."""
    trumps = rng.sample(TRUMPS, 21)
    kings = sorted(KINGS)
    if style == "strong":
        return [*TRUMPS[-rng.choice([6, 9, 12]) :], *rng.sample([FOOL, "T1"], 1)][:12], [], []
    if style == "strong-pair":
        return [*TRUMPS[10:], "T1"], [FOOL, *kings, *TRUMPS[4:10]], []
    if style == "flood":
        rich = [*trumps[:9], FOOL, *kings, *rng.sample(["SQ", "HQ"], 2)][:12]
        return rich, [], rng.sample(trumps[9:], 6)
    if style == "weak":
        low = [card for card in PACK if is_plain(card) and value(card) == 1]
        return [*rng.sample(low, 11), rng.choice([FOOL, "T1", "T2"])], [], []
    return [], [], []


class TarouxTable(Made):
    """Plays one hand with random but legal actions, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, 6)

    def deal_out(self):
        style = self.rng.choice(STYLES)
        self.star = None if style == "plain" else self.rng.randrange(6)
        wanted, partners, stock = wanted_cards(self.rng, style)
        if self.star is None:
            return self.deal_round({})
        return self.deal_round({self.star: wanted, partner(self.star): partners}, stock)

    def play_hand(self):
        auction = Bidding(self)
        auction.run()
        self.bidder, contract = auction.bidder, auction.contract
        if contract not in ("take", "take-without", "take-against"):
            return
        if contract == "take":
            self.exchange()
        self.announcements()
        self.play_out()

    # The exchange

    def exchange(self):
        written = self.deal if isinstance(self.deal, dict) else {}
        if written.get("stock") is None:
            self.add("stock", cards=list(self.stock))
        half = self.rng.choice(["first", "second"])
        self.add("take", seat=self.bidder, half=half)
        first, second = set(self.stock[:3]), set(self.stock[3:])
        self.hands[self.bidder] |= first if half == "first" else second
        self.hands[partner(self.bidder)] |= second if half == "first" else first
        for seat in (self.bidder, partner(self.bidder)):
            self.lay_away(seat)

    def lay_away(self, seat):
        hand = self.hands[seat]
        low = sorted(card for card in hand if is_low_plain(card))
        spare = sorted(card for card in hand if is_trump(card) and card not in HONOURS)
        laid = self.rng.sample(low, min(3, len(low)))
        laid += self.rng.sample(spare, 3 - len(laid))
        faulty = self.at_fault() or (self.manner != "none" and self.chance(0.2))
        if faulty:
            laid = self.rng.sample(sorted(hand), 3)
        shown = [card for card in laid if is_trump(card)]
        if faulty and self.chance(0.4):
            shown = shown[1:]
        elif self.chance(0.1):
            shown = self.rng.sample(laid, len(laid))
        action = self.add("discard", seat=seat, cards=None if self.chance(0.35) else laid)
        if shown or self.chance(0.5):
            action["shown"] = shown
        if faulty:
            self.mark(action)
        hand -= set(laid)

    # Announcements

    def announcements(self):
        for seat in self.rng.sample(range(6), 6):
            if self.chance(0.6):
                self.show_abundance(seat)
            if "T1" in self.hands[seat] and self.chance(0.3):
                self.add("announce", seat=seat, what="sparrow")
        eager = 0.5 if self.policy == "strong-first" else 0.1
        declarers = (self.bidder, partner(self.bidder))
        for side in (declarers, [seat for seat in range(6) if seat not in declarers]):
            if self.chance(eager):
                self.add("announce", seat=self.rng.choice(side), what="slam")

    def show_abundance(self, seat):
        tiers = [trumps for trumps, _ in self.rules["abundance"]]
        trumps = sorted(card for card in self.hands[seat] if is_trump(card))
        with_fool = self.rules["abundance_fool"] and FOOL in self.hands[seat]
        if with_fool and self.chance(0.7):
            cards = [FOOL, *trumps]
        elif len(trumps) < tiers[0]:
            return
        else:
            cards = self.rng.sample(trumps, self.rng.randint(tiers[0], len(trumps)))
        reached = [least for least in tiers if least <= len(cards)]
        if reached:
            action = self.add("announce", seat=seat, what="abundance", cards=cards)
            if self.chance(0.3):
                action["size"] = self.rng.choice(reached)

    # The play

    best_place = staticmethod(best_place)
    worth = staticmethod(value)

    def first_leader(self):
        return self.bidder

    def duty(self, seat, trick, card):
        return broken_duty(self.hands[seat], trick, card, self.rules)

    def is_strong_first(self, seat):
        mine = self.star is not None and seat in (self.star, partner(self.star))
        return mine and self.policy == "strong-first"

    def claim_after(self, longest):
        return self.rng.randrange(1, longest) if self.chance(0.2) else None

    def errs(self, duties):
        """More often where a higher trump was due, which seldom happens."""
        return self.at_fault() or ("must-overtrump" in duties.values() and self.at_fault())

    def forbidden_card(self, duties):
        due = {card: duty for card, duty in duties.items() if duty == "must-overtrump"}
        return super().forbidden_card(due or duties)
