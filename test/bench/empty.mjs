// Nothing: importing this is what importing costs.
