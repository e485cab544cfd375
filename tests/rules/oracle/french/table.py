"""One hand at a true table: everybody's cards are known to the generator, not to the record."""

from ..cards import FOOL, KINGS, is_trump
from ..made import REASONS, Made
from .dealing import deal_cards, forbidden_aside, strength
from .pack import CALLS, THRESHOLDS, broken_duty, is_low_plain, winning_place


class FrenchTable(Made):
    """Plays one hand with random but legal actions, but for a few marked or secret faults."""

    def __init__(self, game, rng):
        super().__init__(rng, game, rng.choice([3, 4, 4, 5]))
        self.taker, self.contract, self.king = -1, "", ""
        self.laid, self.shown, self.handfuls, self.slam = set(), [], set(), False

    def deal_out(self):
        hands, stock, self.star, self.style = deal_cards(self.rng, self.players)
        return hands, stock

    def play_hand(self):
        if not self.auction():
            return
        self.maybe_announce(early=True)
        if self.players == 5:
            self.name_king()
            self.maybe_announce(early=True)
        if self.contract in ("small", "guard"):
            self.exchange()
        self.maybe_announce(early=False)
        self.tricks()

    # Before the play

    def petit_sec_seats(self):
        return [
            seat
            for seat, hand in enumerate(self.hands)
            if [card for card in hand if is_trump(card)] == ["T1"] and FOOL not in hand
        ]

    def auction(self):
        bare = self.petit_sec_seats() if self.rules["petit_sec"] else []
        if bare and self.chance(0.4):
            self.add("announce", seat=bare[0], what="petit-sec")
            return False
        if bare and any(self.parts[seat] is not None for seat in bare) and self.chance(0.7):
            self.rules["petit_sec"] = self.options["petit_sec"] = False
        best, floor = "", self.rng.choice([0.25, 0.5, 0.5, 0.5, 1.1])
        for step in range(1, self.players + 1):
            seat = (self.dealer + step) % self.players
            eager = 0.95 if seat == self.star else 0.1 if self.star is not None else floor
            if floor > 1 and self.star is None and self.chance(0.7):
                eager = 0
            low = CALLS.index(best) if best else 0
            call = "pass"
            irregular = best and self.chance(0.02)
            if irregular:
                call = self.rng.choice(CALLS[1 : low + 1])
            elif low < 4 and self.chance(eager):
                call = self.rng.choice(CALLS[low + 1 :])
            action = self.add("call", seat=seat, call=call)
            if irregular:
                action["irregular"] = self.rng.choice(REASONS)
            if call != "pass":
                best, self.taker, self.contract = call, seat, call
        return best != ""

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

    def legal(self, seat, trick):
        hand = self.hands[seat]
        cards = [card for card in hand if broken_duty(hand, trick, card) is None]
        if self.king and len(self.played_tricks) == 0 and not trick:
            suit = self.king[0]
            cards = [card for card in cards if card in (self.king, FOOL) or card[0] != suit]
        return sorted(cards)

    def choose(self, seat, cards):
        strong_first = self.policy == "strong-first" or self.style.startswith("strong")
        if strong_first and seat == self.star:
            kept = {FOOL: -2, "T1": -1}
            return max(cards, key=lambda card: kept.get(card, strength(card)))
        if self.policy == "keep" and self.chance(0.95):
            rest = [card for card in cards if card not in (FOOL, "T1") and card not in KINGS]
            return self.rng.choice(rest or [card for card in cards if card != FOOL] or cards)
        return self.rng.choice(cards)

    def wrong_card(self, seat, trick, cards):
        """A forbidden card, every kind of fault being as likely as the others."""
        kinds = {card: broken_duty(self.hands[seat], trick, card) or "" for card in cards}
        kind = self.rng.choice(sorted(set(kinds.values())))
        return self.rng.choice([card for card in cards if kinds[card] == kind])

    def tricks(self):
        self.played_tricks: list[list[str]] = []
        leader = (self.dealer + 1) % self.players
        if self.slam and self.rules["slam_lead"] == "caller":
            leader = self.taker
        total = self.size * self.players
        claim = self.rng.randint(1, total - 1) if self.chance(0.13) else None
        plays = 0
        for _ in range(self.size):
            trick: list[str] = []
            for step in range(self.players):
                seat = (leader + step) % self.players
                if plays == claim:
                    self.add("claim", seat=self.rng.randrange(self.players))
                    return
                if not self.played_tricks and self.chance(0.25):
                    self.show_handful(seat)
                cards = self.legal(seat, trick)
                card = self.choose(seat, cards)
                action = self.add("play", seat=seat, card=card)
                wrong = sorted(self.hands[seat] - set(cards))
                if wrong and self.at_fault():
                    action["card"] = card = self.wrong_card(seat, trick, wrong)
                    self.mark(action)
                elif self.manner == "marked" and self.chance(0.02):
                    self.mark(action)
                self.hands[seat].discard(card)
                trick.append(card)
                plays += 1
            leader = (leader + winning_place(trick)) % self.players
            self.played_tricks.append(trick)
