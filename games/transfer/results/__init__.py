"""Past results from a table, as a club kept them: cells, columns, values, hands, one preview."""
