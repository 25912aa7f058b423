"""Work in parallel, on what exists: one thin interface on the Executor of concurrent.futures."""
