"""The evening: who is here, who meets whom in which round, and the list at its end."""
