"""What best play would have brought, all cards seen; for readers who see all cards of a hand."""
