"""One hand at a true table: everybody's cards are known to the generator, not to the record."""

from ..cards import FOOL, is_trump
from ..made import Made
from .dealing import deal_cards, forbidden_aside, strength
from .pack import THRESHOLDS, broken_duty, is_low_plain, winning_place


class FrenchTable(Made):
    """Plays one hand with random but legal actions, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, rng.choice([3, 4, 4, 5]))
        self.king = ""
        self.laid, self.shown, self.handfuls, self.slam = set(), [], set(), False

    def deal_out(self):
        hands, stock, self.star, self.style = deal_cards(self)
        return hands, stock

    def play_hand(self):
        if self.has_petit_sec() or not self.auction():
            return
        self.maybe_announce(early=True)
        if self.players == 5:
            self.name_king()
            self.maybe_announce(early=True)
        if self.contract in ("small", "guard"):
            self.exchange()
        self.maybe_announce(early=False)
        self.play_out()

    # Before the play

    def petit_sec_seats(self):
        return [
            seat
            for seat, hand in enumerate(self.hands)
            if [card for card in hand if is_trump(card)] == ["T1"] and FOOL not in hand
        ]

    def has_petit_sec(self):
        bare = self.petit_sec_seats() if self.rules["petit_sec"] else []
        if bare and self.chance(0.4):
            self.add("announce", seat=bare[0], what="petit-sec")
            return True
        if bare and any(self.parts[seat] is not None for seat in bare) and self.chance(0.7):
            self.rules["petit_sec"] = self.options["petit_sec"] = False
        return False

    def name_king(self):
        own = self.hands[self.taker]
        ranks = "K"
        for rank in "KQN":
            if any(suit + rank not in own for suit in "SHDC"):
                break
            ranks += {"K": "Q", "Q": "N", "N": "J"}[rank]
        if self.parts[self.taker] is None and self.chance(0.1):
            ranks += "QN"
        if self.at_fault():
            ranks += "QNJ7"
        cards = [suit + rank for suit in "SHDC" for rank in ranks]
        special = [card for card in cards if card in self.stock or card in own]
        if special and self.chance(0.3):
            cards = special
        self.king = self.rng.choice(cards)
        self.add("king", seat=self.taker, card=self.king)

    def exchange(self):
        rng, held = self.rng, self.hands[self.taker]
        unseen = self.chance(0.25)
        if self.parts[-1] is None and not (unseen and self.chance(0.6)):
            self.add("stock", cards=rng.sample(self.stock, len(self.stock)))
        held |= set(self.stock)
        self.maybe_announce(early=True)
        strict = self.rules["discard"] == "strict"
        option = self.rules["discard"]
        free = [card for card in sorted(held) if not forbidden_aside(option, card)]
        low = [card for card in free if is_low_plain(card)]
        faulty = self.at_fault() or (self.manner != "none" and self.chance(0.3))
        if faulty:
            laid = rng.sample(sorted(held), self.stock_size)
        elif strict:
            laid = rng.sample(low, min(len(low), self.stock_size))
            more = sorted(card for card in free if is_trump(card))
            laid += rng.sample(more, self.stock_size - len(laid))
        else:
            pool = low if self.chance(0.5) and len(low) >= self.stock_size else free
            laid = rng.sample(sorted(pool), self.stock_size)
        trumps = [card for card in laid if is_trump(card)]
        shown = list(trumps) if strict or self.chance(0.3) else []
        if shown and faulty and self.chance(0.4):
            shown.pop()
        if self.chance(0.05):
            shown = list(dict.fromkeys([*shown, rng.choice(laid)]))
        action = self.add("discard", seat=self.taker, cards=None if unseen else laid)
        if shown or self.chance(0.6):
            action["shown"] = shown
        if faulty:
            self.mark(action)
        held -= set(laid)
        self.laid, self.shown = set(laid), shown

    # Announcements

    def maybe_announce(self, early):
        if not self.slam and self.chance(0.3 if self.style.startswith("strong") else 0.04):
            self.add("announce", seat=self.taker, what="slam")
            self.slam = True
        for seat in self.rng.sample(range(self.players), self.players):
            if self.chance(0.15 if early else 0.3):
                self.show_handful(seat)

    def show_handful(self, seat):
        thresholds = THRESHOLDS[self.players]
        allowed = self.rules["handful_by"] == "anyone" or seat == self.taker
        trumps = [card for card in sorted(self.hands[seat]) if is_trump(card)]
        if seat == self.taker:
            trumps += [card for card in self.shown if is_trump(card)]
        fool = [FOOL] if FOOL in self.hands[seat] else []
        if self.rules["handful_excuse"] == "last-resort" and self.chance(0.8):
            fool = []
        cards = self.rng.sample(trumps + fool, len(trumps + fool))
        if not allowed or seat in self.handfuls or len(cards) < thresholds[0]:
            return
        least = len(cards) if FOOL in fool else thresholds[0]
        cards = cards[: self.rng.randint(least, len(cards))]
        action = self.add("announce", seat=seat, what="handful", cards=cards)
        reached = [size for size in thresholds if size <= len(cards)]
        if self.chance(0.3):
            action["size"] = self.rng.choice(reached)
        self.handfuls.add(seat)

    # The play

    best_place = staticmethod(winning_place)
    worth = staticmethod(strength)

    def first_leader(self):
        called = self.slam and self.rules["slam_lead"] == "caller"
        return self.taker if called else super().first_leader()

    def duty(self, seat, trick, card):
        if self.king and not self.plays and card not in (self.king, FOOL):
            return "lead-not-allowed" if card[0] == self.king[0] else None
        return broken_duty(self.hands[seat], trick, card)

    def is_strong_first(self, seat):
        strong = self.policy == "strong-first" or self.style.startswith("strong")
        return strong and seat == self.star

    def before_card(self, seat):
        if self.plays < self.players and self.chance(0.25):
            self.show_handful(seat)
