"""HTTP: sign-in, limits, bodies, forms of answers, pages, errors, OpenAPI."""
