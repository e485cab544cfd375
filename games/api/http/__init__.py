"""How the interface talks HTTP: who asks, limits, bodies, forms, pages, errors, OpenAPI."""
