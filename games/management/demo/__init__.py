"""The club that a newcomer finds: an evening of hands, from `played_hands.txt`."""
