"""A whole cluster on this machine, made of the parts that an operator would take."""
