"""Published experiments: run, comparison with the printed numbers, and display."""
