"""One hand of Droggn at a true table, played at random."""

from ..cards import FOOL, HONOURS, KINGS, TRUMPS, is_trump, number
from ..made import Made
from .sheet import DROGGN_PACK, best_place, broken_duty, laying_faults, raw_value, suit_led

STYLES = ["plain"] * 6 + ["strong"] * 4 + ["monster"] * 3 + ["pagat"] * 2 + ["weak", "fool"]


def worth(card):
    if is_trump(card):
        return 20 + number(card)
    return 60 if card == FOOL else 5 * raw_value(card)


def wanted_cards(rng, style):
    """The cards that the seat in the middle of the story is given first."""
    if style == "strong":
        noise = rng.choice([5, 15, 25])
        return sorted(DROGGN_PACK, key=lambda card: worth(card) + rng.random() * noise)[-21:]
    if style == "monster":
        trumps = TRUMPS if rng.random() < 0.4 else rng.sample(TRUMPS, 18)
        return [*rng.choice([[FOOL], []]), *trumps, *sorted(KINGS)][:21]
    if style == "pagat":
        return ["T1", *rng.sample(TRUMPS[1:], 11)]
    if style == "weak":
        return sorted(DROGGN_PACK, key=worth)[:19]
    return [FOOL, "T1"] if style == "fool" else []


class DroggnTable(Made):
    """Legal actions, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, 3)
        self.policy = rng.choice(["any", "keep", "hoard", "hoard", "strong-first"])
        self.announced = ""

    def deal_out(self):
        rng = self.rng
        self.style = rng.choice(STYLES)
        self.star = None if self.style == "plain" else rng.randrange(3)
        return self.deal_round({self.star: wanted_cards(rng, self.style)})

    def play_hand(self):
        if not self.auction():
            return
        if self.contract in ("ansager", "solo"):
            self.exchange()
        if self.contract == "ansager":
            self.buy()
        self.maybe_announce()
        self.play_out()

    def exchange(self):
        rng, held = self.rng, self.hands[self.taker]
        held |= set(self.stock)
        faulty = self.at_fault() or (self.manner != "none" and self.chance(0.3))
        laid = self.any_three(faulty)
        unseen = self.chance(0.3)
        action = self.add("discard", seat=self.taker, cards=None if unseen else laid)
        if self.chance(0.2):
            action["shown"] = rng.sample(laid, rng.choice([0, 1, 1, 3]))
        if faulty:
            self.mark(action)
        held -= set(laid)

    def any_three(self, faulty):
        """Three cards to lay away, kings and honours among them as the rules and faults allow."""
        held = sorted(self.hands[self.taker])
        kings = [card for card in held if card in KINGS]
        for _ in range(200):
            pool = kings + [card for card in held if is_trump(card)] if self.chance(0.3) else held
            laid = self.rng.sample(pool, 3) if len(pool) >= 3 else self.rng.sample(held, 3)
            faults = laying_faults(set(laid), self.rules["king_discard"])
            if bool(faults) == faulty:
                return laid
        return [card for card in held if card not in HONOURS][:3]

    def buy(self):
        rng, declarer = self.rng, self.taker
        if self.chance(0.15):
            self.add("buy", seat=declarer, card=None)
            return
        seller = (declarer + rng.choice([1, 2])) % 3
        theirs, held = sorted(self.hands[seller]), sorted(self.hands[declarer])
        card = rng.choice(sorted(theirs, key=worth)[-5:] if self.chance(0.6) else theirs)
        plain = [each for each in held if each not in HONOURS]
        pay = rng.choice(plain if self.chance(0.8) else held)
        action = self.add("buy", seat=declarer, card=card)
        told = self.parts[seller] is not None and card in self.parts[seller]
        if self.chance(0.3 if told else 0.98):
            action["from"] = seller
        if not self.chance(0.35):
            action["pay"] = pay
        elif self.chance(0.4):
            action["pay"] = None
        self.hands[seller] ^= {card, pay}
        self.hands[declarer] ^= {card, pay}

    def maybe_announce(self):
        held = self.hands[self.taker]
        if "T1" in held and self.chance(0.5):
            self.announced = "pagat-ultimo"
        elif FOOL in held and self.contract == "slam" and self.chance(0.8):
            self.announced = "fool-last"
        if self.announced:
            self.add("announce", seat=self.taker, what=self.announced)

    # The play

    worth = staticmethod(worth)

    def first_leader(self):
        return self.taker

    def is_strong_first(self, seat):
        return seat == self.star and (self.policy == "strong-first" or self.style == "monster")

    def duty(self, seat, trick, card):
        hand = self.hands[seat]
        kept_back = self.announced == "pagat-ultimo" and card == "T1" and len(hand) > 1
        others = sorted(hand - {"T1"})
        if kept_back and (
            suit_led(trick) is None or any(not broken_duty(hand, trick, each) for each in others)
        ):
            return "announced-pagat-kept-back"
        return broken_duty(hand, trick, card)

    def choose(self, seat, cards):
        if self.policy == "hoard" and not self.is_strong_first(seat):
            plain = [card for card in cards if not is_trump(card) and card != FOOL]
            others = [card for card in cards if card not in (FOOL, "T1")]
            return self.rng.choice(plain or others or cards)
        return super().choose(seat, cards)

    def best_place(self, trick):
        if self.announced == "fool-last" and not any(self.hands) and FOOL in trick:
            return trick.index(FOOL)
        return best_place(trick)

    def goes_on(self, leader, winner):
        lost = self.contract == "slam" and winner != self.taker
        return any(self.hands) and not lost
