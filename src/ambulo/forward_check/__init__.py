"""`ambulo simulate`, the forward check: the forces of an analysis give its motion back."""
