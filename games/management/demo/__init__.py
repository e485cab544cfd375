"""The club that a newcomer finds: one evening with two published hands and some dealt by chance."""
